import { sql } from 'kysely'
import {
  cancelLabTestRequest,
  createLabTestRequest,
  createLabTestRequestPanel,
  getLabTestRequest,
  listLabTestRequests,
  listLabTestRequestsOfPatient,
  listLabTestRequestsOfProcess,
  listPanelsOfRequest,
  listPanelsOfSample,
} from '#features/laboratory/contract.ts'
import { requirePatient } from '#features/patients/public.ts'
import { auditReads } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { type PageAsked, readPage } from '#platform/db/keyset.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import { requireFound } from '#platform/errors/problem.ts'
import { addPanel } from './add-panel.ts'
import { cancelRequest } from './cancel-panels.ts'
import {
  countRequests,
  findGroup,
  findPanel,
  findPanelsOf,
  findPanelsWhere,
  findRequest,
  findRequests,
  type Filters,
} from './find-requests.ts'
import { overrideOf } from './other-sex.ts'
import { requestTests } from './request-tests.ts'

const readRequests = async (context: Context & { query: PageAsked }, filters: Filters, patient = filters.patient_id) => {
  const { db, user, audit, query } = context
  const page = await readPage(query, {
    find: (position) => findRequests(db, filters, user, position),
    count: () => countRequests(db, filters),
  })
  auditReads(audit, 'lab test requests', page.rows, patient)
  return page
}

/** The sample by its id, or by the number on its label: what is digits alone may be either, the label first. 404 when there is none. */
const requireSample = async (db: Db, sample: string) => {
  const id = /^\d{1,9}$/.test(sample) ? Number(sample) : null
  const { rows } = await sql<{ id: number; patient_id: number }>`
    select s.id, s.patient_id from lab_samples s where s.code = upper(${sample}) or s.id = ${id}::integer
    order by s.code = upper(${sample}) desc limit 1`.execute(db)
  return requireFound(rows[0], 'Sample')
}

export const requestRoutes: Route[] = [
  handle(listLabTestRequests, (context) => readRequests(context, context.query)),

  handle(listLabTestRequestsOfPatient, async (context) => {
    const page = await readRequests(context, context.params)
    if (page.rows.length === 0) await requirePatient(context.db, context.params.patient_id)
    return page
  }),

  handle(listLabTestRequestsOfProcess, async (context) => {
    const { db, params } = context
    const group = requireFound(await findGroup(db, params.process_id), 'Request group')
    return readRequests(context, { process: params.process_id }, group.patient_id)
  }),

  handle(getLabTestRequest, async ({ db, user, params, audit }) => {
    const request = requireFound(await findRequest(db, params.id, user), 'Laboratory request')
    auditReads(audit, 'lab test requests', [], request.patient)
    return request
  }),

  handle(listPanelsOfRequest, async ({ db, user, params, audit }) => {
    const request = requireFound(await findRequest(db, params.test_request_id, user), 'Laboratory request')
    auditReads(audit, 'lab test requests', [], request.patient)
    return findPanelsOf(db, [request.id], user)
  }),

  handle(listPanelsOfSample, async ({ db, user, params, audit }) => {
    const { id, patient_id: patient } = await requireSample(db, params.sample)
    auditReads(audit, 'lab test requests', [], patient)
    return findPanelsWhere(db, sql`n.sample_id = ${id}`, user)
  }),

  handle(createLabTestRequest, async (context) => {
    const { db, body, user, audit, publish } = context
    const id = await requestTests(context, body)
    const request = (await findRequest(db, id, user))!
    const { patient, process, note, panels } = request
    const tests = panels.map(({ test_panel }) => test_panel)
    audit('request', { entity: 'lab test request', id, patient, change: { process, note, tests, ...overrideOf(panels) } })
    publish('laboratory', id)
    for (const invoice of new Set(panels.map((panel) => panel.invoice))) if (invoice !== null) publish('billing', invoice)
    return request
  }),

  handle(createLabTestRequestPanel, async ({ db, body, user, now, audit, publish }) => {
    const { lab_test_request: request, test_panel: test, sex_override: sexOverride = null } = body
    const { id, isNew } = await addPanel(db, { request, test_panel: test, sexOverride }, user.id, now)
    const panel = (await findPanel(db, id, user))!
    if (!isNew) {
      audit('read', { entity: 'lab test', id, patient: panel.patient })
      return panel
    }
    audit('request', { entity: 'lab test', id, patient: panel.patient, change: { request, test, ...overrideOf([panel]) } })
    publish('laboratory', request)
    publish('billing')
    return panel
  }),

  handle(cancelLabTestRequest, async (context) => {
    const { db, params, body, user, audit, publish } = context
    const cancelled = await cancelRequest(context, params.id, body.reason)
    const tests = cancelled.map(({ panel_id }) => panel_id)
    audit('cancel', {
      entity: 'lab test request',
      id: params.id,
      patient: cancelled[0]!.patient_id,
      change: { tests, reason: body.reason },
    })
    publish('laboratory', params.id)
    publish('billing')
    return (await findRequest(db, params.id, user))!
  }),
]
