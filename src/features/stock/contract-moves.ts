import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, Ref, version } from '#shared/paging.ts'
import { prose } from '#shared/text.ts'
import { Count, CountOrNone, Day, HeldState, movementKinds, Pack, Reason, stockStates } from './contract-items.ts'

export const transferStatuses = ['sent', 'received', 'cancelled'] as const
export const stockNoteKinds = ['opening', 'write-off', 'consumption', 'quarantine', 'release', 'recall', 'expiry'] as const
export const writeOffKinds = ['expired', 'damaged', 'lost'] as const

/** The greatest number of lines of one document. */
export const MOST_LINES = 200

const days = {
  /** Days of the clinic, both included. */
  from: Day.optional(),
  to: Day.optional(),
}

/** So much of an item: of its unit, or of a pack. First expiry first out, unless a batch is named. */
const ItemLine = fields({ item: Ref, quantity: Count, pack: Pack, batch: Ref.nullish() })
/** So many units of one batch. */
const BatchLine = fields({ batch: Ref, quantity: Count })
const linesOf = <T extends z.core.$ZodType>(row: T) => z.array(row).min(1, 'Add at least one line.').max(MOST_LINES)

const batchFields = {
  item: z.int(),
  item_name: z.string(),
  unit: z.string(),
  batch: z.int(),
  lot: z.string(),
  /** The last day on which it may be used. */
  expires_on: z.string().nullable(),
  /** Of one unit. */
  unit_cost: z.string(),
}

const transferFields = {
  id: z.int(),
  number: z.string(),
  status: z.enum(transferStatuses),
  from_store: z.int(),
  from_store_name: z.string(),
  to_store: z.int(),
  to_store_name: z.string(),
  note: z.string(),
  date_sent: Instant,
  sent_by: z.int(),
  sent_by_name: z.string(),
  date_ended: Instant.nullable(),
  ended_by: z.int().nullable(),
  ended_by_name: z.string().nullable(),
  end_reason: z.string(),
  /** The requisition that it serves. */
  requisition: z.int().nullable(),
  requisition_number: z.string().nullable(),
  /** How many items, and what all of it cost. */
  item_count: z.int(),
  value: z.string(),
  /** Of what was sent: units that went back or were lost. */
  missing: z.int(),
  version: z.int(),
}
export const Transfer = z.object(transferFields).meta({ id: 'Transfer' })
export type Transfer = z.output<typeof Transfer>
export const TransferItem = z.object({
  id: z.int(),
  ...batchFields,
  quantity: z.int(),
  received: z.int(),
  returned: z.int(),
  lost: z.int(),
})
export type TransferItem = z.output<typeof TransferItem>
export const TransferDetail = z
  .object({ ...transferFields, items: z.array(TransferItem), may: z.object({ receive: z.boolean(), cancel: z.boolean() }) })
  .meta({ id: 'TransferDetail' })
export type TransferDetail = z.output<typeof TransferDetail>

export const listTransfers = endpoint({
  method: 'GET',
  path: '/inventory/transfers/',
  summary: 'Transfers between stores, newest first',
  access: 'stock.view',
  paged: true,
  live: ['stock'],
  query: fields({
    ...pageQuery,
    ...days,
    /** Either side. */
    store: Id.optional(),
    from_store: Id.optional(),
    to_store: Id.optional(),
    status: z.enum(transferStatuses).optional(),
    item: Id.optional(),
  }),
  response: z.array(Transfer),
})
export const readTransfer = endpoint({
  method: 'GET',
  path: '/inventory/transfers/{id}/',
  summary: 'A transfer with its lines, one for each batch',
  access: 'stock.view',
  live: ['stock'],
  params: ById,
  response: TransferDetail,
})
export const createTransfer = endpoint({
  method: 'POST',
  path: '/inventory/transfers/',
  summary:
    'Send stock to another store, where it is on its way until it is received there. 409 `not_enough_stock` with `short`, `batch_expired`, `batch_recalled`',
  access: 'stock.move',
  body: fields({ from_store: Ref, to_store: Ref, note: prose(500).optional(), items: linesOf(ItemLine) }),
  status: 201,
  response: TransferDetail,
})

export const receiveTransfer = endpoint({
  method: 'POST',
  path: '/inventory/transfers/{id}/receive/',
  summary:
    'Say what arrived of a transfer: everything, or per line what arrived, what went back and what was lost, and why. What expired or was recalled on the way arrives in quarantine. 409 `not_sent` when it has ended',
  access: 'stock.move',
  params: ById,
  body: fields({
    /** Lines that are not named arrived whole. The three parts are what was sent; `received` is the rest when absent. */
    items: z
      .array(fields({ id: Ref, received: CountOrNone.optional(), returned: CountOrNone.optional(), lost: CountOrNone.optional() }))
      .max(MOST_LINES * 10)
      .optional(),
    /** Needed when less arrived than was sent. */
    reason: Reason.nullish(),
    ...version,
  }),
  status: 200,
  response: TransferDetail,
})
export const cancelTransfer = endpoint({
  method: 'POST',
  path: '/inventory/transfers/{id}/cancel/',
  summary: 'Call a transfer back, by the person who sent it: everything returns. 409 `not_sent` when it has ended',
  access: 'stock.move',
  params: ById,
  body: fields({ reason: Reason, ...version }),
  status: 200,
  response: TransferDetail,
})

const noteFields = {
  id: z.int(),
  number: z.string(),
  kind: z.enum(stockNoteKinds),
  /** Null: it concerned every store. */
  store: z.int().nullable(),
  store_name: z.string().nullable(),
  reason: z.string(),
  date_created: Instant,
  /** Null: the clinic's nightly work. */
  created_by: z.int().nullable(),
  created_by_name: z.string().nullable(),
  item_count: z.int(),
  /** What the units that left or came cost; zero where they only changed their state. Negative: they left. */
  value: z.string(),
  /** The note that this one takes back, and the one that took this one back. */
  reverses: z.int().nullable(),
  reverses_number: z.string().nullable(),
  reversed_by: z.int().nullable(),
  reversed_by_number: z.string().nullable(),
}
export const StockNote = z.object(noteFields).meta({ id: 'StockNote' })
export type StockNote = z.output<typeof StockNote>
/** One movement of a note: units came (positive) or left (negative). */
export const NoteMovement = z.object({
  id: z.int(),
  store: z.int(),
  store_name: z.string(),
  ...batchFields,
  state: z.enum(stockStates),
  kind: z.enum(movementKinds),
  quantity: z.int(),
})
export type NoteMovement = z.output<typeof NoteMovement>
export const StockNoteDetail = z
  .object({ ...noteFields, movements: z.array(NoteMovement), may: z.object({ reverse: z.boolean() }) })
  .meta({ id: 'StockNoteDetail' })
export type StockNoteDetail = z.output<typeof StockNoteDetail>

export const listStockNotes = endpoint({
  method: 'GET',
  path: '/inventory/stock-notes/',
  summary: 'What was used up, written off, quarantined, released and opened: one note for each act, newest first',
  access: 'stock.view',
  paged: true,
  live: ['stock'],
  query: fields({ ...pageQuery, ...days, kind: z.enum(stockNoteKinds).optional(), store: Id.optional(), item: Id.optional() }),
  response: z.array(StockNote),
})
export const readStockNote = endpoint({
  method: 'GET',
  path: '/inventory/stock-notes/{id}/',
  summary: 'A stock note with its movements',
  access: 'stock.view',
  live: ['stock'],
  params: ById,
  response: StockNoteDetail,
})
export const createConsumption = endpoint({
  method: 'POST',
  path: '/inventory/consumptions/',
  summary: 'Use stock up in a ward, a laboratory or a department. 409 `not_enough_stock` with `short`, `batch_expired`, `batch_recalled`',
  access: 'stock.move',
  body: fields({ store: Ref, reason: Reason, items: linesOf(ItemLine) }),
  status: 201,
  response: StockNoteDetail,
})
export const createWriteOff = endpoint({
  method: 'POST',
  path: '/inventory/write-offs/',
  summary: 'Write off what expired, was damaged or was lost: so much of named batches. 409 `not_enough_stock` with `short`',
  access: 'stock.write_off',
  body: fields({
    store: Ref,
    kind: z.enum(writeOffKinds),
    reason: Reason,
    items: linesOf(BatchLine.extend({ state: HeldState })),
  }),
  status: 201,
  response: StockNoteDetail,
})
export const createQuarantine = endpoint({
  method: 'POST',
  path: '/inventory/quarantine/',
  summary: 'Put so much of named batches aside: nobody can use it until it is released. 409 `not_enough_stock` with `short`',
  access: 'stock.write_off',
  body: fields({ store: Ref, reason: Reason, items: linesOf(BatchLine) }),
  status: 201,
  response: StockNoteDetail,
})
export const createRelease = endpoint({
  method: 'POST',
  path: '/inventory/releases/',
  summary: 'Give so much of named batches free again. 409 `not_enough_stock` with `short`, `batch_expired`, `batch_recalled`',
  access: 'stock.write_off',
  body: fields({ store: Ref, reason: Reason, items: linesOf(BatchLine) }),
  status: 201,
  response: StockNoteDetail,
})
export const reverseStockNote = endpoint({
  method: 'POST',
  path: '/inventory/stock-notes/{id}/reverse/',
  summary:
    'Take a write-off or a consumption back by another note, once, with the right that it took to make it. 409 `not_reversible` for every other kind and for what was taken back already',
  access: 'stock.view',
  params: ById,
  body: fields({ reason: Reason }),
  status: 201,
  response: StockNoteDetail,
})
