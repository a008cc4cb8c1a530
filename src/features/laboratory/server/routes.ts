import { requirePatient } from '#features/patients/index.ts'
import { auditReads } from '#platform/audit/audit.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import {
  cancelLabTestRequestPanel,
  createLabTestRequest,
  listLabTestRequests,
  listLabTestRequestsOfPatient,
  listLabTestRequestsOfProcess,
} from '../contract.ts'
import { cancelPanel } from './cancel-panel.ts'
import { countRequests, findGroup, findPanel, findRequest, findRequests, type Filters } from './queries.ts'
import { requestTests } from './request-tests.ts'

const mayPrice = ({ user }: Pick<Context, 'user'>) => user.permissions.has('services.view')

interface Asked {
  limit?: number | undefined
  cursor?: string | undefined
  count?: boolean | undefined
}
const readPage = async (context: Context, filters: Filters, { limit: asked, cursor, count }: Asked, patient = filters.patient_id) => {
  const { db, audit } = context
  const limit = limitOf(asked)
  const rows = await findRequests(db, filters, mayPrice(context), { cursor: readCursor(cursor), limit: limit + 1 })
  const page = pageOf(rows, limit, ({ id }) => id, count ? await countRequests(db, filters) : undefined)
  const patients = page.rows.map((request) => request.patient)
  auditReads(audit, 'lab test requests', patients, patient)
  return page
}

export const laboratoryRoutes: Route[] = [
  handle(listLabTestRequests, (context) => readPage(context, context.query, context.query)),

  handle(listLabTestRequestsOfPatient, async (context) => {
    const page = await readPage(context, context.params, context.query)
    if (page.rows.length === 0) await requirePatient(context.db, context.params.patient_id)
    return page
  }),

  handle(listLabTestRequestsOfProcess, async (context) => {
    const { db, params, query } = context
    const group = await findGroup(db, params.process_id)
    if (!group) throw notFound('Request group')
    return readPage(context, { process: params.process_id }, query, group.patient_id)
  }),

  handle(createLabTestRequest, async (context) => {
    const { db, body, user, now, audit, publish } = context
    const id = await requestTests(db, body, user.id, now)
    const request = (await findRequest(db, id, mayPrice(context)))!
    const { patient, process, note, panels } = request
    const tests = panels.map(({ test_panel }) => test_panel)
    audit('request', { entity: 'lab test request', id, patient, change: { process, note, tests } })
    publish('laboratory', id)
    publish('billing', panels[0]!.invoice!)
    return request
  }),

  handle(cancelLabTestRequestPanel, async (context) => {
    const { db, params, body, ifMatch, audit, publish } = context
    const { reason } = body
    const cancelled = await cancelPanel(context, { id: params.id, reason, seen: body.version ?? ifMatch })
    const { patient_id: patient, item_id: test, charge } = cancelled
    audit('cancel', { entity: 'lab test', id: params.id, patient, change: { test, reason, charge } })
    publish('laboratory', params.id)
    publish('billing')
    return (await findPanel(db, params.id, mayPrice(context)))!
  }),
]
