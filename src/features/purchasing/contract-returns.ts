import { z } from 'zod'
import { Count, HeldState, Reason } from '#features/stock/contract-fields.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, Ref, YesNo } from '#shared/paging.ts'

const returnFields = {
  id: z.int(),
  number: z.string(),
  supplier: z.int(),
  supplier_name: z.string(),
  store: z.int(),
  store_name: z.string(),
  reason: z.string(),
  date_created: Instant,
  returned_by: z.int(),
  returned_by_name: z.string(),
  item_count: z.int(),
  /** What the goods cost, without tax: the credit that is expected. */
  value: z.string(),
  /** What of it was credited already. */
  credited: z.string(),
}
export const SupplierReturnSummary = z.object(returnFields).meta({ id: 'SupplierReturnSummary' })
export type SupplierReturnSummary = z.output<typeof SupplierReturnSummary>
export const SupplierReturn = z
  .object({
    ...returnFields,
    items: z.array(
      z.object({
        id: z.int(),
        item: z.int(),
        item_name: z.string(),
        item_code: z.string().nullable(),
        unit: z.string(),
        batch: z.int(),
        lot: z.string(),
        expires_on: z.string().nullable(),
        state: HeldState,
        /** Units. */
        quantity: z.int(),
        unit_cost: z.string(),
        value: z.string(),
      }),
    ),
  })
  .meta({ id: 'SupplierReturn' })
export type SupplierReturn = z.output<typeof SupplierReturn>

export const listSupplierReturns = endpoint({
  method: 'GET',
  path: '/inventory/supplier-returns/',
  summary: 'List what went back to suppliers, newest first',
  access: 'purchasing.view',
  paged: true,
  live: ['purchasing'],
  query: fields({
    ...pageQuery,
    supplier: Id.optional(),
    store: Id.optional(),
    /** Not credited in full yet. */
    uncredited: YesNo.optional(),
    search: z.string().max(100).optional(),
  }),
  response: z.array(SupplierReturnSummary),
})
export const getSupplierReturn = endpoint({
  method: 'GET',
  path: '/inventory/supplier-returns/{id}/',
  summary: 'Read what went back to a supplier in one go',
  access: 'purchasing.view',
  live: ['purchasing'],
  params: ById,
  response: SupplierReturn,
})
export const createSupplierReturn = endpoint({
  method: 'POST',
  path: '/inventory/supplier-returns/',
  summary: 'Send batches back to a supplier, with the reason; batches of another supplier only with any_supplier',
  access: 'stock.receive',
  body: fields({
    supplier: Ref,
    store: Ref,
    reason: Reason,
    /** Said on purpose: some of it was not bought from them, and goes there all the same. */
    any_supplier: z.boolean().optional(),
    items: z
      .array(
        fields({
          batch: Ref,
          /** Usable unless said. */
          state: HeldState.optional(),
          /** Units. */
          quantity: Count,
        }),
      )
      .min(1, 'Name at least one row.')
      .max(500),
  }),
  status: 201,
  response: SupplierReturn,
})
