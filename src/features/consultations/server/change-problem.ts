import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { clinicDay } from '#features/company/public.ts'
import { lockToChange } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, requireFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import type { addProblem, changeProblem } from '../contract.ts'
import { findTerms, nameFrom } from './insert-diagnoses.ts'
import { findActiveProblem, findProblem } from './problem-queries.ts'

type Doing = Pick<Context, 'db' | 'now'> & { user: Pick<Context['user'], 'id'> }

const onTheList = (id: number) => conflict('This problem is already on the list.', { id }, 'problem_active')

/** A problem began, and ended, on a day that has come, and in this order. */
const checkDays = async (db: Db, now: Date, { onset_on, resolved_on }: { onset_on?: string | null; resolved_on?: string | null }) => {
  const { rows } = await sql<{ today: string }>`select ${clinicDay(now)} as today`.execute(db)
  const today = rows[0]!.today
  if (onset_on != null && onset_on > today) throw fieldError('onset_on', 'The date must not be in the future.')
  if (resolved_on != null && resolved_on > today) throw fieldError('resolved_on', 'The date must not be in the future.')
  if (onset_on != null && resolved_on != null && resolved_on < onset_on)
    throw fieldError('resolved_on', 'The end of a problem must be after its start.')
}

/**
 * Puts a problem on the list; 409 `problem_active` with the id of the one that is there already. Answers its id. `source` names the paper
 * that says so.
 */
export const insertProblem = async (
  { db, user, now }: Doing,
  patient: number,
  body: ParsedOf<typeof addProblem>['body'],
  source: string | null = null,
) => {
  await lockToChange(db, patient)
  const named = nameFrom(body, await findTerms(db, [body.diagnosis_code]))
  if (typeof named === 'string') throw fieldError('diagnosis_code', named)
  await checkDays(db, now, body)
  const active = await findActiveProblem(db, patient, named.title)
  if (active) throw onTheList(active.id)
  const { id } = await db
    .insertInto('problems')
    .values({
      ...named,
      patient_id: patient,
      note: body.note ?? null,
      onset_on: body.onset_on ?? null,
      recorded_at: now,
      recorded_by: user.id,
      changed_at: now,
      changed_by: user.id,
      source,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/**
 * Changes a problem of this patient: 404 when it is another's, 400 without a version, 412 when it has changed since, 409
 * `problem_active` when it would stand on the list twice. What becomes active again is not resolved.
 */
export const updateProblem = async (
  { db, user, now }: Doing,
  { patient, id }: { patient: number; id: number },
  body: ParsedOf<typeof changeProblem>['body'],
  seen: number | null,
) => {
  await lockToChange(db, patient)
  const before = requireFound(await findProblem(db, patient, id), 'Problem')
  await requireUnchanged(before, requireVersion(seen))
  const status = body.status ?? before.status
  const onset_on = body.onset_on === undefined ? before.onset_on : body.onset_on
  const sent = body.resolved_on === undefined ? before.resolved_on : body.resolved_on
  if (status === 'active' && body.resolved_on != null) throw fieldError('resolved_on', 'An active problem cannot have a resolved date.')
  const resolved_on = status === 'active' ? null : sent
  await checkDays(db, now, { onset_on, resolved_on })
  const active = status === 'active' && before.status !== 'active' ? await findActiveProblem(db, patient, before.title) : undefined
  if (active) throw onTheList(active.id)
  const note = body.note === undefined ? before.note : body.note
  await db
    .updateTable('problems')
    .set({ status, onset_on, resolved_on, note, changed_at: now, changed_by: user.id, version: before.version + 1 })
    .where('id', '=', id)
    .execute()
  return before
}
