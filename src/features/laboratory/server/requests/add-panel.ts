import { sql } from 'kysely'
import { lockOpenVisit } from '#features/attendance/public.ts'
import type { Priority } from '#features/laboratory/contract-fields.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { findOrderable, planOrders, type OrderablePanel } from './plan-orders.ts'
import { insertPanels, writeOrders, type Target } from './write-orders.ts'

interface Found {
  process_id: number
  visit_id: number
  patient_id: number
  priority: Priority
  profile_id: number | null
}

const findCurrentResults = async (db: Db, request: number, panel: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from lab_test_request_panels
    where lab_test_request_id = ${request} and panel_id = ${panel} and cancelled_at is null`.execute(db)
  return rows[0]?.id
}

/** The order of the request's profile, when it was charged already. */
const findProfileOrder = async (db: Db, request: number, profile: number) => {
  const { rows } = await sql<{ id: number }>`
    select id from lab_orders where lab_test_request_id = ${request} and profile_id = ${profile} and cancelled_at is null`.execute(db)
  return rows[0]?.id
}

/** A test of the request's own profile comes with it: charged once, as the profile, with the first test. */
const addOfProfile = async (db: Db, target: Target, profile: number, panel: OrderablePanel) => {
  const order = await findProfileOrder(db, target.request, profile)
  if (order === undefined) await writeOrders(db, target, [{ profile, panel: null, item: panel.profile_item!, panels: [panel] }])
  else await insertPanels(db, target, [{ id: order, panels: [panel] }])
}

interface Wanted {
  request: number
  test_panel: number
  sexOverride: string | null
}
/**
 * Adds a test to a request of an open visit, with its sample and charge; answers the id of its row, and whether it is new: the test that is
 * there already stays as it is. 400 for a test that cannot be asked for, 409 for a visit that is over, and for a test of the other sex without
 * a reason.
 */
export const addPanel = async (db: Db, { request, test_panel, sexOverride }: Wanted, by: number, now: Date) => {
  const { rows } = await sql<Found>`
    select q.process_id, r.visit_id, q.patient_id, q.priority, q.profile_id
    from lab_test_requests q join process_test_requests r on r.id = q.process_id where q.id = ${request}`.execute(db)
  const found = rows[0]
  if (!found) throw fieldError('lab_test_request', 'Request not found.')
  await lockOpenVisit(db, found.visit_id)
  const current = await findCurrentResults(db, request, test_panel)
  if (current !== undefined) return { id: current, isNew: false }
  const { process_id: process, visit_id: visit, patient_id: patient, priority, profile_id: profile } = found
  const orderable = await findOrderable(db, process, profile === null ? [] : [profile], [test_panel])
  const target = { request, process, visit, patient, priority, by, addedBy: by, now, sexOverride }
  const ofProfile = orderable.find(
    ({ profile_id, profile_item, panel_id }) => profile_id !== null && profile_item !== null && panel_id === test_panel,
  )
  if (ofProfile) await addOfProfile(db, target, profile!, ofProfile)
  else {
    const { orders, errors } = planOrders({ profiles: [], panels: [{ test_panel, repeat: true }] }, orderable)
    const [problem] = Object.values(errors)
    if (problem) throw fieldError('test_panel', problem[0]!)
    await writeOrders(db, target, orders)
  }
  return { id: (await findCurrentResults(db, request, test_panel))!, isNew: true }
}
