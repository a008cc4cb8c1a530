import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { chargeOrder } from '#features/charges/public.ts'
import type { Priority } from '#features/laboratory/contract-fields.ts'
import type { Db } from '#platform/db/connect.ts'
import { requireReason } from './other-sex.ts'
import type { PlannedOrder } from './plan-orders.ts'

/** Where orders go: a request of a visit that the transaction holds. */
export interface Target {
  request: number
  process: number
  visit: number
  patient: number
  priority: Priority
  by: number
  /** Who adds tests to a request that was made before; null: they come with it. */
  addedBy: number | null
  now: Date
  /** Why tests that are for the other sex are asked for nevertheless; null: nobody said. */
  sexOverride: string | null
}

/**
 * The sample that is still to be taken of each specimen in this visit, made where there is none, with a number of its own; by specimen.
 * The visit is locked, so two requests at once share it.
 */
const openSamples = async (db: Db, specimens: readonly number[], { process, patient, priority, now }: Target) => {
  const { rows } = await sql<{ specimen_id: number; id: number }>`
    with raised as (
      update lab_samples set priority = ${priority}::lab_priority, version = version + 1
      where process_id = ${process} and state = 'to collect' and specimen_id = any(${specimens}::integer[]) and priority < ${priority}::lab_priority
    ), made as (
      insert into lab_samples (code, process_id, patient_id, specimen_id, priority, requested_at)
      select next_number('sample', extract(year from ${clinicDay(now)})::integer), ${process}, ${patient}, s.id, ${priority}::lab_priority, ${now}
      from unnest(${specimens}::integer[]) s (id)
      where not exists (select from lab_samples o where o.process_id = ${process} and o.specimen_id = s.id and o.state = 'to collect')
      returning specimen_id, id
    )
    select specimen_id, id from made
    union all
    select specimen_id, id from lab_samples
    where process_id = ${process} and state = 'to collect' and specimen_id = any(${specimens}::integer[])`.execute(db)
  return new Map(rows.map(({ specimen_id, id }) => [specimen_id, id]))
}

const insertOrders = async (db: Db, request: number, orders: readonly PlannedOrder[]) => {
  const rows = await db
    .insertInto('lab_orders')
    .values(
      orders.map(({ profile, panel, item }) => ({ lab_test_request_id: request, profile_id: profile, panel_id: panel, item_id: item })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}

/**
 * Writes the tests of orders that are there, in this order, each on the sample of its specimen. 409 `other_sex` for those that need a reason
 * which nobody gave.
 */
export const insertPanels = async (db: Db, target: Target, orders: readonly { id: number; panels: PlannedOrder['panels'] }[]) => {
  const { request, patient, priority, now } = target
  const all = orders.flatMap(({ id, panels }) => panels.map((panel) => ({ order: id, ...panel })))
  const against = await requireReason(
    db,
    target,
    all.map(({ panel_id }) => panel_id),
  )
  const specimens = all.flatMap(({ is_calculated, specimen_id }) => (is_calculated ? [] : [specimen_id]))
  const samples = specimens.length === 0 ? new Map<number, number>() : await openSamples(db, [...new Set(specimens)], target)
  await db
    .insertInto('lab_test_request_panels')
    .values(
      all.map(({ order, panel_id, is_calculated, specimen_id }) => ({
        lab_test_request_id: request,
        lab_order_id: order,
        panel_id,
        patient_id: patient,
        sample_id: is_calculated ? null : samples.get(specimen_id)!,
        priority,
        requested_at: now,
        requested_by: target.addedBy,
        sex_override: against.has(panel_id) ? target.sexOverride : null,
      })),
    )
    .execute()
}

/** Writes orders with their tests and samples, and charges each, in the transaction that holds the visit. */
export const writeOrders = async (db: Db, target: Target, orders: readonly PlannedOrder[]) => {
  if (orders.length === 0) return
  const ids = await insertOrders(db, target.request, orders)
  await insertPanels(
    db,
    target,
    orders.map(({ panels }, index) => ({ id: ids[index]!, panels })),
  )
  await chargeOrder(
    db,
    target.visit,
    orders.map(({ item }, index) => ({ kind: 'laboratory', id: ids[index]!, item })),
    target.by,
    target.now,
  )
}
