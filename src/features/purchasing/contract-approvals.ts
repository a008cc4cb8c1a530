import { z } from 'zod'
import { Count, CountOrNone, Reason } from '#features/stock/contract-fields.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Ref, version } from '#shared/paging.ts'
import { prose } from '#shared/text.ts'
import { Requisition } from './contract-requisitions.ts'

const moved = { method: 'POST', params: ById, status: 200, response: Requisition } as const
const because = fields({ reason: Reason, ...version })

export const submitRequisition = endpoint({
  ...moved,
  path: '/inventory/requisition/{id}/submit/',
  summary: 'Hand a draft of one’s own in for approval; it needs rows',
  access: 'purchasing.request',
  body: fields(version),
})
export const approveRequisitionForDepartment = endpoint({
  ...moved,
  path: '/inventory/requisition/{id}/approve-department/',
  summary: 'Approve for the department: the first of two, by somebody else than who asked',
  access: 'purchasing.approve_request',
  body: fields(version),
})
export const approveRequisition = endpoint({
  ...moved,
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
  ...moved,
  path: '/inventory/requisition/{id}/reject/',
  summary: 'Reject what waits for one’s approval, with a reason',
  access: 'purchasing.view',
  body: because,
})
export const cancelRequisition = endpoint({
  ...moved,
  path: '/inventory/requisition/{id}/cancel/',
  summary: 'Cancel before anything was ordered or issued: who asked, or an approver',
  access: 'purchasing.view',
  body: fields({ reason: Reason.nullish(), ...version }),
})
export const closeRequisition = endpoint({
  ...moved,
  path: '/inventory/requisition/{id}/close/',
  summary: 'Close what was approved, though not all of it was ordered or issued, with a reason: who asked, or an approver',
  access: 'purchasing.view',
  body: because,
})
export const reopenRequisition = endpoint({
  ...moved,
  path: '/inventory/requisition/{id}/reopen/',
  summary: 'Make a draft again of what was rejected, or is still to be approved: who asked for it',
  access: 'purchasing.request',
  body: fields(version),
})
export const issueRequisition = endpoint({
  ...moved,
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
