import { sql } from 'kysely'
import { qualitative, quantitative } from '#features/laboratory/contract-reports.ts'
import { auditReads } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, requireFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { readPage } from '#platform/db/keyset.ts'
import { approveResults } from '../results/approve.ts'
import { enterOne } from '../results/enter-one.ts'
import { withVersionConflict, tell } from '../results/notify.ts'
import { countHeaders, findHeader, findHeaders, findItems, findTests, type Category } from './find-headers.ts'

const requireHeader = async (db: Db, category: Category, id: number, field: string) => {
  const header = await findHeader(db, category, id)
  if (!header) throw fieldError(field, 'Laboratory result not found.')
  return header
}

/** The header of a request, made where there is none. */
const openHeader = async (
  db: Db,
  category: Category,
  asked: { lab_test_request: number; title: string; note: string },
  by: number,
  now: Date,
) => {
  const { lab_test_request: request, title, note } = asked
  const known = await db.selectFrom('lab_test_requests').select('id').where('id', '=', request).executeTakeFirst()
  if (!known) throw fieldError('lab_test_request', 'Request not found.')
  await sql`
    insert into lab_test_results (lab_test_request_id, category, title, note, date_created, recorded_by)
    values (${request}, ${category}::lab_category, ${title}, ${note}, ${now}, ${by}) on conflict do nothing`.execute(db)
  const [header] = await findHeaders(db, category, { test_request_id: request }, { cursor: null, limit: 1 })
  return header!
}

const duplicate = (category: Category, contract: typeof quantitative | typeof qualitative): Route[] => [
  handle(contract.list, async ({ db, query, audit }) => {
    const page = await readPage(query, {
      find: (position) => findHeaders(db, category, query, position),
      count: () => countHeaders(db, category, query),
    })
    auditReads(audit, 'lab test results', page.rows, query.patient_id)
    return page
  }),

  handle(contract.create, async ({ db, body, user, now, audit, publish }) => {
    const header = await openHeader(db, category, body, user.id, now)
    const { id, patient, title, lab_test_request: request } = header
    audit('create', { entity: 'lab test result', id, patient, change: { request, category, title } })
    publish('laboratory', id)
    return header
  }),

  handle(contract.add, async (context) => {
    const { db, body, user } = context
    const header = await requireHeader(db, category, body.lab_test_result, 'lab_test_result')
    const found = (await findTests(db, header.lab_test_request, category)).find(({ panel }) => panel === body.test_panel)
    if (!found) throw fieldError('test_panel', 'This request has no test of this type with this ID.')
    await enterOne(context, {
      request_panel: found.id,
      result: body.result,
      confirm_reason: body.confirm_reason,
      version: body.version,
    })
    return (await findItems(db, header.id, user)).find(({ id }) => id === found.id)!
  }),

  handle(contract.items, async ({ db, params, user, audit }) => {
    const header = requireFound(await findHeader(db, category, params.result_id), 'Laboratory result')
    auditReads(audit, 'lab test results', [], header.patient)
    return findItems(db, header.id, user)
  }),

  handle(contract.approve, async (context) => {
    const { db, body, user, now } = context
    const header = await requireHeader(db, category, body.lab_results, 'lab_results')
    const { lab_test_request: request } = header
    if (body.lab_test_request !== undefined && body.lab_test_request !== request)
      throw fieldError('lab_test_request', 'This laboratory result belongs to another request.')
    const entered = (await findTests(db, request, category)).filter(({ state }) => state === 'entered').map(({ id }) => ({ id }))
    if (entered.length === 0) throw conflict('No result to approve.', {}, 'not_entered')
    const { trail, moves } = await withVersionConflict(context, () => approveResults({ db, now, by: user.id }, entered))
    tell(context, trail, moves)
    return (await findHeader(db, category, header.id))!
  }),
]

/** What earlier programs call laboratory results: one of numbers and one of words for each request. */
export const earlierResultRoutes: Route[] = [...duplicate('quantitative', quantitative), ...duplicate('qualitative', qualitative)]
