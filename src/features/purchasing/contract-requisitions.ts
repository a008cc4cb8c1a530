import { z } from 'zod'
import { Count, CountOrNone, Day, Pack, Reason } from '#features/stock/contract-items.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, patchOf, Ref, version, YesNo } from '#shared/paging.ts'
import { line, prose } from '#shared/text.ts'
import { requisitionStatuses } from './rules.ts'

export const RequisitionItem = z
  .object({
    id: z.int(),
    requisition: z.int(),
    item: z.int(),
    item_name: z.string(),
    item_code: z.string().nullable(),
    unit: z.string(),
    /** What the quantities are of; single units when there is none. */
    pack: z.int().nullable(),
    pack_name: z.string().nullable(),
    pack_units: z.int(),
    date_created: Instant,
    /** From whom it should come, if that matters to who asks. */
    supplier: z.int().nullable(),
    supplier_name: z.string().nullable(),
    quantity_requested: z.int(),
    /** None until it is approved; zero for a line that is refused. */
    quantity_approved: z.int().nullable(),
    /** Of the units approved: on orders, and handed over from another store. */
    ordered_units: z.int(),
    issued_units: z.int(),
    /** Approved, and neither ordered nor issued yet. */
    open_units: z.int(),
    note: z.string(),
    /** Of one unit, as it last came; none when it never did. */
    unit_cost: z.string().nullable(),
    /** Usable units in the store that asks, and in all the others. */
    on_hand: z.int(),
    elsewhere: z.int(),
  })
  .meta({ id: 'RequisitionItem' })
export type RequisitionItem = z.output<typeof RequisitionItem>

const requisitionFields = {
  id: z.int(),
  number: z.string(),
  status: z.enum(requisitionStatuses),
  /** Where it is needed. */
  store: z.int(),
  store_name: z.string(),
  requested_by: z.int(),
  requested_by_name: z.string(),
  date_created: Instant,
  needed_by: z.string().nullable(),
  note: z.string(),
  submitted_at: Instant.nullable(),
  department_approved_at: Instant.nullable(),
  department_approved_by: z.int().nullable(),
  department_approved_by_name: z.string().nullable(),
  procurement_approved_at: Instant.nullable(),
  procurement_approved_by: z.int().nullable(),
  procurement_approved_by_name: z.string().nullable(),
  /** When it was closed, rejected or cancelled, by whom and why. */
  ended_at: Instant.nullable(),
  ended_by_name: z.string().nullable(),
  end_reason: z.string(),
  item_count: z.int(),
  /** What it would cost as its items last came, without tax; what never came counts nothing. */
  total_amount: z.string(),
  version: z.int(),
}
export const RequisitionSummary = z.object(requisitionFields).meta({ id: 'RequisitionSummary' })
export type RequisitionSummary = z.output<typeof RequisitionSummary>
export const Requisition = z
  .object({
    ...requisitionFields,
    items: z.array(RequisitionItem),
    /** What became of it. */
    orders: z.array(z.object({ id: z.int(), number: z.string(), status: z.string(), supplier_name: z.string().nullable() })),
    transfers: z.array(z.object({ id: z.int(), number: z.string(), status: z.string(), from_store_name: z.string() })),
  })
  .meta({ id: 'Requisition' })
export type Requisition = z.output<typeof Requisition>

const RequisitionRow = fields({
  item: Ref,
  quantity_requested: Count,
  pack: Pack,
  supplier: Ref.nullish(),
  note: line(200).nullish(),
  ...ignored('id', 'date_created', 'requisition'),
})

export const listRequisitions = endpoint({
  method: 'GET',
  path: '/inventory/requisition/',
  summary: 'List requisitions, newest first; `q` is part of a number, `waiting` those that I may approve now',
  access: 'purchasing.view',
  paged: true,
  live: ['purchasing'],
  query: fields({
    ...pageQuery,
    q: z.string().max(100).optional(),
    status: z.enum(requisitionStatuses).optional(),
    store: Id.optional(),
    supplier: Id.optional(),
    item: Id.optional(),
    /** Days of the clinic, both included. */
    from: Day.optional(),
    to: Day.optional(),
    mine: YesNo.optional(),
    waiting: YesNo.optional(),
  }),
  response: z.array(RequisitionSummary),
})
export const getRequisition = endpoint({
  method: 'GET',
  path: '/inventory/requisition/{id}/',
  summary: 'Read a requisition with its rows',
  access: 'purchasing.view',
  live: ['purchasing', 'stock'],
  params: ById,
  response: Requisition,
})
export const createRequisition = endpoint({
  method: 'POST',
  path: '/inventory/requisition/',
  summary: 'Ask for goods: a draft, with all its rows or none yet',
  access: 'purchasing.request',
  body: fields({
    /** The main store unless said. */
    store: Ref.nullish(),
    needed_by: Day.nullish(),
    note: prose(1000).nullish(),
    items: z.array(RequisitionRow).max(500).optional(),
    ...ignored('id', 'number', 'requested_by', 'approved_by', 'created_by', 'status', 'file', 'date_created'),
  }),
  status: 201,
  response: Requisition,
})
export const updateRequisition = endpoint({
  method: 'PATCH',
  path: '/inventory/requisition/{id}/',
  summary: 'Change a draft of one’s own; `items` replaces all its rows',
  access: 'purchasing.request',
  params: ById,
  body: patchOf(fields({ store: Ref, needed_by: Day.nullable(), note: prose(1000), items: z.array(RequisitionRow).max(500) })),
  response: Requisition,
})

export const listRequisitionItems = endpoint({
  method: 'GET',
  path: '/inventory/requisition-item/',
  summary: 'List the rows of requisitions, newest first',
  access: 'purchasing.view',
  paged: true,
  live: ['purchasing', 'stock'],
  query: fields({ ...pageQuery, requisition: Id.optional(), item: Id.optional(), supplier: Id.optional() }),
  response: z.array(RequisitionItem),
})
export const listItemsOfRequisition = endpoint({
  method: 'GET',
  path: '/inventory/requisition-item/by-requisition-id/{id}/',
  summary: 'The rows of a requisition, in the order in which they came',
  access: 'purchasing.view',
  live: ['purchasing', 'stock'],
  params: ById,
  response: z.array(RequisitionItem),
})
export const saveRequisitionItem = endpoint({
  method: 'POST',
  path: '/inventory/requisition-item/',
  summary: 'Add a row to a draft of one’s own; the row of the same item is replaced',
  access: 'purchasing.request',
  body: RequisitionRow.extend({ requisition: Ref }),
  status: 201,
  response: RequisitionItem,
})
export const deleteRequisitionItem = endpoint({
  method: 'DELETE',
  path: '/inventory/requisition-item/{id}/',
  summary: 'Remove a row from a draft of one’s own',
  access: 'purchasing.request',
  params: ById,
  status: 204,
  response: z.void(),
})
export const clearRequisition = endpoint({
  method: 'DELETE',
  path: '/inventory/requisition/{id}/items/',
  summary: 'Remove all rows from a draft of one’s own',
  access: 'purchasing.request',
  params: ById,
  status: 204,
  response: z.void(),
})

/** A line that is approved, and neither ordered nor issued yet. */
export const RequisitionLine = z
  .object({
    ...RequisitionItem.shape,
    requisition_number: z.string(),
    store: z.int(),
    store_name: z.string(),
    requested_by_name: z.string(),
    needed_by: z.string().nullable(),
    /** From whom it would be ordered: the line’s supplier, else the item’s usual one. */
    usual_supplier: z.int().nullable(),
    usual_supplier_name: z.string().nullable(),
    /** What that supplier last asked for one of this pack. */
    last_price: z.string().nullable(),
  })
  .meta({ id: 'RequisitionLine' })
export type RequisitionLine = z.output<typeof RequisitionLine>
export const listRequisitionLines = endpoint({
  method: 'GET',
  path: '/inventory/requisition-lines/',
  summary: 'List approved lines of which something is still to be ordered, newest first; `supplier` as it would be ordered',
  access: 'purchasing.view',
  paged: true,
  live: ['purchasing', 'stock'],
  query: fields({
    ...pageQuery,
    /** Part of the item’s name or code, or of the requisition’s number. */
    q: z.string().max(100).optional(),
    item: Id.optional(),
    supplier: Id.optional(),
    store: Id.optional(),
    requisition: Id.optional(),
  }),
  response: z.array(RequisitionLine),
})

const decided = { method: 'POST', params: ById, status: 200, response: Requisition } as const
const because = fields({ reason: Reason, ...version })

export const submitRequisition = endpoint({
  ...decided,
  path: '/inventory/requisition/{id}/submit/',
  summary: 'Hand a draft of one’s own in for approval; it needs rows',
  access: 'purchasing.request',
  body: fields(version),
})
export const approveRequisitionForDepartment = endpoint({
  ...decided,
  path: '/inventory/requisition/{id}/approve-department/',
  summary: 'Approve for the department: the first of two, by somebody else than who asked',
  access: 'purchasing.approve_request',
  body: fields(version),
})
export const approveRequisition = endpoint({
  ...decided,
  path: '/inventory/requisition/{id}/approve/',
  summary: 'Approve for procurement, with a quantity for each line: as requested unless said, never more, zero refuses the line',
  access: 'purchasing.approve',
  body: fields({
    items: z
      .array(fields({ id: Ref, quantity_approved: CountOrNone }))
      .max(500)
      .optional(),
    ...version,
  }),
})
export const rejectRequisition = endpoint({
  ...decided,
  path: '/inventory/requisition/{id}/reject/',
  summary: 'Reject what waits for one’s approval, with a reason',
  access: 'purchasing.view',
  body: because,
})
export const cancelRequisition = endpoint({
  ...decided,
  path: '/inventory/requisition/{id}/cancel/',
  summary: 'Cancel before anything was ordered or issued: who asked, or an approver',
  access: 'purchasing.view',
  body: fields({ reason: Reason.nullish(), ...version }),
})
export const closeRequisition = endpoint({
  ...decided,
  path: '/inventory/requisition/{id}/close/',
  summary: 'Close what was approved, though not all of it was ordered or issued, with a reason: who asked, or an approver',
  access: 'purchasing.view',
  body: because,
})
export const reopenRequisition = endpoint({
  ...decided,
  path: '/inventory/requisition/{id}/reopen/',
  summary: 'Make a draft again of what was rejected, or is still to be approved: who asked for it',
  access: 'purchasing.request',
  body: fields(version),
})
export const issueRequisition = endpoint({
  ...decided,
  path: '/inventory/requisition/{id}/issue/',
  summary: 'Hand over from a store that has it: sends a transfer to the store that asks. 409 not_enough_stock with what is `short`',
  access: 'stock.move',
  body: fields({
    /** Where it is taken from. */
    store: Ref,
    /** In units; all that is open of every line unless said. */
    items: z
      .array(fields({ id: Ref, units: Count }))
      .min(1)
      .max(500)
      .optional(),
    note: prose(1000).nullish(),
    ...version,
  }),
})
export const printRequisition = endpoint({
  method: 'GET',
  path: '/inventory/requisition/{id}/pdf/',
  also: ['/inventory/download_requisition_pdf/{id}/', '/inventory/download__requisition_pdf/{id}/', '/download_requisition_pdf/{id}/'],
  summary: 'A requisition as PDF; a draft says that it is one',
  access: 'purchasing.view',
  audit: 'read',
  params: ById,
  produces: 'application/pdf',
  response: z.unknown(),
})
