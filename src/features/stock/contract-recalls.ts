import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, Ref, version, PatientId } from '#shared/paging.ts'
import { Lot, Reason, Day, movementKinds, stockStates } from './contract-items.ts'
import { Table, tableTypes } from '#shared/table.ts'

const recallFields = {
  id: z.int(),
  number: z.string(),
  item: z.int(),
  item_name: z.string(),
  unit: z.string(),
  lot: z.string(),
  reason: z.string(),
  date_recalled: Instant,
  recalled_by: z.int(),
  recalled_by_name: z.string(),
  stock_note: z.int(),
  date_lifted: Instant.nullable(),
  lifted_by: z.int().nullable(),
  lifted_by_name: z.string().nullable(),
  lift_reason: z.string().nullable(),
  /** Units of the lot in quarantine now, in every store: lifting a recall releases none of them. */
  still_quarantined: z.int(),
  version: z.int(),
}
export const Recall = z.object(recallFields).meta({ id: 'Recall' })
export type Recall = z.output<typeof Recall>

const inStore = { store: z.int(), store_name: z.string() }
const RecalledBatch = z.object({
  id: z.int(),
  lot: z.string(),
  expires_on: z.string().nullable(),
  unit_cost: z.string(),
  date_received: Instant,
  /** From whom it came. */
  supplier: z.int().nullable(),
  supplier_name: z.string().nullable(),
  /** Units that came into the clinic. */
  came: z.int(),
  /** Where it is now. */
  stock: z.array(z.object({ ...inStore, state: z.enum(stockStates), quantity: z.int() })),
})
export const RecallDetail = z
  .object({
    ...recallFields,
    batches: z.array(RecalledBatch),
    /** Where it lay when it was recalled: what was usable then, and went to quarantine. */
    lay: z.array(z.object({ ...inStore, batch: z.int(), quantity: z.int() })),
    /** What had left the stores and what has left them since, by kind and store: units, positive. */
    out: z.array(z.object({ ...inStore, kind: z.enum(movementKinds), quantity: z.int() })),
    may: z.object({ lift: z.boolean() }),
  })
  .meta({ id: 'RecallDetail' })
export type RecallDetail = z.output<typeof RecallDetail>

export const movementDocuments = [
  'stock note',
  'transfer',
  'stock count',
  'goods receipt',
  'supplier return',
  'dispense',
  'patient return',
] as const
/** So much of a recalled lot that left a store, or (negative) came back to it. */
export const RecallUse = z
  .object({
    id: z.int(),
    date: Instant,
    ...inStore,
    kind: z.enum(movementKinds),
    quantity: z.int(),
    batch: z.int(),
    expires_on: z.string().nullable(),
    document: z.enum(movementDocuments),
    document_id: z.int(),
    number: z.string(),
    by_name: z.string().nullable(),
    /** Where a transfer went. */
    to_store: z.int().nullable(),
    to_store_name: z.string().nullable(),
    reason: z.string(),
    /** Of what was handed out so much came back. */
    returned: z.int(),
    /** What was handed out or came back by it: for those who may see prescriptions. */
    dispense: z.int().nullable(),
    /** Who has it, for those who may see prescriptions and patients; null of what went elsewhere. */
    patient: z.object({ id: PatientId, name: z.string(), number: z.string(), phone: z.string().nullable() }).nullable(),
    /** Of a sale to somebody who is no patient. */
    customer_name: z.string().nullable(),
  })
  .meta({ id: 'RecallUse' })
export type RecallUse = z.output<typeof RecallUse>

export const listRecalls = endpoint({
  method: 'GET',
  path: '/inventory/recalls/',
  summary: 'Recalled lots, newest first',
  access: 'stock.view',
  paged: true,
  live: ['stock'],
  query: fields({
    ...pageQuery,
    from: Day.optional(),
    to: Day.optional(),
    status: z.enum(['open', 'lifted']).optional(),
    item: Id.optional(),
    /** Some of the lot lies, or is on its way, there. */
    store: Id.optional(),
  }),
  response: z.array(Recall),
})
export const readRecall = endpoint({
  method: 'GET',
  path: '/inventory/recalls/{id}/',
  summary: 'A recall: the batches and from whom they came, where the lot lay and lies, what went out',
  access: 'stock.view',
  live: ['stock'],
  params: ById,
  response: RecallDetail,
})
export const listRecallUses = endpoint({
  method: 'GET',
  path: '/inventory/recalls/{id}/out/',
  summary: 'Everything that went out of a recalled lot, newest first, with the documents and the patients who have it',
  access: 'stock.view',
  audit: 'read',
  paged: true,
  live: ['stock'],
  params: ById,
  query: fields(pageQuery),
  response: z.array(RecallUse),
})
export const exportRecall = endpoint({
  method: 'GET',
  path: '/inventory/recalls/{id}/export/',
  summary:
    'All issues of a recalled lot as CSV, XLSX or PDF by Accept; recipients with telephone numbers for users who may see prescriptions and patients',
  access: 'stock.view',
  audit: 'read',
  offers: Object.values(tableTypes),
  params: ById,
  query: fields({}),
  response: Table,
})
export const createRecall = endpoint({
  method: 'POST',
  path: '/inventory/recalls/',
  summary:
    'Recall a lot of an item: all of it goes to quarantine, in every store, and so does what arrives later. 409 for a lot recalled already',
  access: 'stock.recall',
  body: fields({ item: Ref, lot: Lot, reason: Reason }),
  status: 201,
  response: RecallDetail,
})
export const liftRecall = endpoint({
  method: 'POST',
  path: '/inventory/recalls/{id}/lift/',
  summary: 'End a recall. It releases nothing: what lies in quarantine is released by hand. 409 `not_open` for one that was lifted',
  access: 'stock.recall',
  params: ById,
  body: fields({ reason: Reason, ...version }),
  status: 200,
  response: RecallDetail,
})
