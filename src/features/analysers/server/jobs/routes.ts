import { sql } from 'kysely'
import { type Equipment, cancelJob, listJobs, retryJob, sendToEquipment } from '#features/analysers/contract.ts'
import { auditReads } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { readPage } from '#platform/db/keyset.ts'
import { orderDelivery } from '../equipment/equipment.ts'
import { countJobs, findJobs, getJob, lockJob, lockTest, queueJob, reopenJob } from './jobs.ts'

const ENTITY = 'equipment test request'

const requireOnLine = async (db: Db, id: number) => {
  const { rows } = await sql<Pick<Equipment, 'is_active' | 'connection' | 'order_delivery'>>`
    select e.is_active, e.connection, ${orderDelivery} as order_delivery from lab_equipment e where e.id = ${id}`.execute(db)
  const [equipment] = rows
  if (!equipment) throw fieldError('equipment', 'Analyser not found.')
  if (!equipment.is_active) throw conflict('This analyser is inactive.', {}, 'out_of_use')
  if (equipment.connection === 'none') throw conflict('This analyser has no connection.', {}, 'out_of_use')
  if (equipment.order_delivery === 'none')
    throw conflict('This analyser receives no orders. Choose the order delivery in its settings.', {}, 'takes_no_orders')
}

/** The test of that id, fit to be sent; 400 or 409. */
const requireTest = async (db: Db, id: number, equipment: number) => {
  const test = await lockTest(db, id, equipment)
  if (!test) throw fieldError('test_request_panel', 'Test not found.')
  if (test.state === 'cancelled') throw conflict('This test was cancelled.', {}, 'cancelled')
  if (test.state === 'approved') throw conflict('This test has an approved result.', {}, 'approved')
  if (test.sample_state !== 'collected' && test.sample_state !== 'received')
    throw conflict('The sample has not been collected yet.', {}, 'sample_not_collected')
  if (!test.is_mapped) throw conflict('This analyser has no code for this test.', {}, 'code_not_mapped')
  return test
}

export const jobRoutes: Route[] = [
  handle(sendToEquipment, async ({ db, body, user, now, audit, publish }) => {
    await requireOnLine(db, body.equipment)
    const test = await requireTest(db, body.test_request_panel, body.equipment)
    const id = await queueJob(db, { equipment: body.equipment, test: body.test_request_panel, by: user.id, now })
    audit('send', {
      entity: ENTITY,
      id,
      patient: test.patient_id,
      change: { test_request_panel: body.test_request_panel, equipment: body.equipment },
    })
    publish('analysers', body.equipment)
    return getJob(db, id)
  }),

  handle(listJobs, async ({ db, query, audit }) => {
    const page = await readPage(query, { find: (position) => findJobs(db, query, position), count: () => countJobs(db, query) })
    auditReads(audit, 'equipment test requests', page.rows)
    return page
  }),

  handle(retryJob, async ({ db, params, now, audit, publish }) => {
    const job = await lockJob(db, params.id)
    if (job.state === 'accepted') throw conflict('The analyser already has this order.', {}, 'accepted')
    if (job.state === 'cancelled') throw conflict('This work order was cancelled.', {}, 'cancelled')
    const test = await requireTest(db, job.request_panel_id, job.equipment_id)
    await requireOnLine(db, job.equipment_id)
    const id = await reopenJob(db, job, now)
    audit('send again', { entity: ENTITY, id, patient: test.patient_id })
    publish('analysers', job.equipment_id)
    return getJob(db, id)
  }),

  handle(cancelJob, async ({ db, params, now, audit, publish }) => {
    const job = await lockJob(db, params.id)
    if (job.state === 'accepted') throw conflict('The analyser already has this order. Cancel it there.', {}, 'accepted')
    if (job.state !== 'cancelled')
      await db.updateTable('lab_equipment_jobs').set({ state: 'cancelled', done_at: now }).where('id', '=', params.id).execute()
    const after = await getJob(db, params.id)
    audit('cancel', { entity: ENTITY, id: params.id, patient: after.patient })
    publish('analysers', job.equipment_id)
    return after
  }),
]
