import type { ParsedOf } from '#shared/endpoint.ts'
import { lockOpenVisit } from '#features/attendance/public.ts'
import type { createLabTestRequest } from '#features/laboratory/contract.ts'
import { sendDraft } from '#features/order-drafts/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import { fieldError, invalidInput } from '#platform/errors/problem.ts'
import { findGroup } from './find-requests.ts'
import { findOrderable, planOrders } from './plan-orders.ts'
import { refuseContradiction } from './request-pregnancy.ts'
import { writeOrders } from './write-orders.ts'

type Input = ParsedOf<typeof createLabTestRequest>['body']

const requireProfile = async (db: Db, id: number | null) => {
  if (id === null) return
  const row = await db.selectFrom('lab_profiles').select('id').where('id', '=', id).where('is_active', '=', true).executeTakeFirst()
  if (!row) throw fieldError('test_profile', 'Choose an active laboratory profile.')
}

/**
 * Requests tests in an open visit, with their samples, and charges what was asked for, all or nothing; answers the request's id.
 * 400 names every line that does not fit, and a word about pregnancy that contradicts the record, 409 for a visit that is over, and for a test of the other sex without a reason. Two at once wait for each other at the visit. Without a line
 * it is an empty request to which tests are added one by one, as earlier clients do.
 */
export const requestTests = async (context: Pick<Context, 'db' | 'user' | 'now' | 'publish'>, input: Input) => {
  const { db, now } = context
  const by = context.user.id
  const {
    process,
    profiles,
    panels,
    priority,
    note = null,
    is_pregnant = null,
    is_fasting = null,
    test_profile = null,
    sex_override: sexOverride = null,
  } = input
  const group = await findGroup(db, process)
  if (!group) throw fieldError('process', 'Visit not found.')
  await requireProfile(db, test_profile)
  const visit = await lockOpenVisit(db, group.visit_id)
  await refuseContradiction(context, visit.patient_id, is_pregnant)
  await sendDraft(context, { visit: visit.id, kind: 'tests', version: input.draft_version })
  const found = await findOrderable(
    db,
    process,
    profiles.map(({ profile }) => profile),
    panels.map(({ test_panel }) => test_panel),
  )
  const { orders, errors } = planOrders({ profiles, panels }, found)
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  if (orders.length === 0 && test_profile === null) throw fieldError('panels', 'Choose at least one test.')
  const { id } = await db
    .insertInto('lab_test_requests')
    .values({
      process_id: process,
      patient_id: visit.patient_id,
      note,
      priority,
      is_pregnant,
      is_fasting,
      profile_id: test_profile ?? profiles[0]?.profile ?? null,
      requested_at: now,
      requested_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeOrders(
    db,
    { request: id, process, visit: visit.id, patient: visit.patient_id, priority, by, addedBy: null, now, sexOverride },
    orders,
  )
  return id
}
