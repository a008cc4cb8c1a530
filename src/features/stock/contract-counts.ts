import { z } from 'zod'
import { ItemCategory } from '#features/catalogue/contract.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, Ref, version } from '#shared/paging.ts'
import { prose } from '#shared/text.ts'
import { Cost, CountOrNone, Expiry, HeldState, Lot, Reason } from './contract-items.ts'

export const countStatuses = ['counting', 'submitted', 'posted', 'cancelled'] as const

/**
 * A sheet on which a store, or a part of it, is counted. While the shelves of a blind one are being counted, what the books have and what
 * differs is null, except for those who approve.
 */
export const StockCount = z
  .object({
    id: z.int(),
    number: z.string(),
    store: z.int(),
    store_name: z.string(),
    status: z.enum(countStatuses),
    is_blind: z.boolean(),
    note: z.string(),
    started_at: Instant,
    started_by: z.int(),
    started_by_name: z.string(),
    submitted_at: Instant.nullable(),
    submitted_by: z.int().nullable(),
    submitted_by_name: z.string().nullable(),
    ended_at: Instant.nullable(),
    ended_by: z.int().nullable(),
    ended_by_name: z.string().nullable(),
    /** Why it was cancelled, or, in one that is counted again, why it was sent back. */
    end_reason: z.string(),
    lines: z.int(),
    counted: z.int(),
    /** Lines whose count is not what the books had. */
    variances: z.int().nullable(),
    /** What the variances are worth together, at cost; negative where goods are missing. */
    variance_value: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'StockCount' })
export type StockCount = z.output<typeof StockCount>

/** A batch of the sheet. */
export const StockCountLine = z
  .object({
    id: z.int(),
    item: z.int(),
    item_name: z.string(),
    item_code: z.string().nullable(),
    unit: z.string(),
    batch: z.int(),
    lot: z.string(),
    expires_on: z.string().nullable(),
    unit_cost: z.string(),
    state: HeldState,
    /** What the books had when it was counted, or have now as long as it was not. Null in a blind count. */
    expected: z.int().nullable(),
    counted: z.int().nullable(),
    counted_at: Instant.nullable(),
    counted_by: z.int().nullable(),
    counted_by_name: z.string().nullable(),
    /** Counted less expected. */
    variance: z.int().nullable(),
    variance_value: z.string().nullable(),
    /** Why it differs. */
    reason: z.string(),
  })
  .meta({ id: 'StockCountLine' })
export type StockCountLine = z.output<typeof StockCountLine>

const StockCountSheet = StockCount.extend({
  /** By item, then by expiry. */
  sheet: z.array(StockCountLine),
  /** What the person signed in may make of it now. */
  may: z.object({ count: z.boolean(), submit: z.boolean(), approve: z.boolean(), reject: z.boolean(), cancel: z.boolean() }),
}).meta({ id: 'StockCountSheet' })
export type StockCountSheet = z.output<typeof StockCountSheet>

export const listCounts = endpoint({
  method: 'GET',
  path: '/inventory/counts/',
  summary: 'List the stock counts, the latest first',
  access: 'stock.view',
  paged: true,
  live: ['stock'],
  query: fields({ ...pageQuery, store: Id.optional(), status: z.enum(countStatuses).optional() }),
  response: z.array(StockCount),
})
export const getCount = endpoint({
  method: 'GET',
  path: '/inventory/counts/{id}/',
  summary: 'A stock count with its sheet',
  access: 'stock.view',
  live: ['stock'],
  params: ById,
  response: StockCountSheet,
})
export const startCount = endpoint({
  method: 'POST',
  path: '/inventory/counts/',
  summary: 'Start counting a store, some of its items or a category: a line for every batch that is there, usable or quarantined',
  access: 'stock.count',
  body: fields({
    store: Ref,
    items: z.array(Ref).min(1).max(1000).optional(),
    category: ItemCategory.optional(),
    is_blind: z.boolean().optional(),
    note: prose(500).optional(),
  }).refine(({ items, category }) => !items || !category, { path: ['category'], error: 'Choose items or a category, not both.' }),
  status: 201,
  response: StockCountSheet,
})

/** At most this many lines are entered at once. */
export const MOST_COUNT_LINES = 500
export const enterCounts = endpoint({
  method: 'PUT',
  path: '/inventory/counts/{id}/lines/',
  summary: 'Enter what was found, beside what the books have at that moment; null takes a count back, a reason alone leaves it as it is',
  access: 'stock.count',
  params: ById,
  body: fields({
    lines: z
      .array(fields({ id: Ref, counted: CountOrNone.nullable().optional(), reason: prose(300).optional() }))
      .min(1)
      .max(MOST_COUNT_LINES),
  }),
  response: z.array(StockCountLine),
})
export const addCountLine = endpoint({
  method: 'POST',
  path: '/inventory/counts/{id}/lines/',
  summary: 'Add a batch that was found and is not on the sheet; without a cost it is that of the batch or item as it came last',
  access: 'stock.count',
  params: ById,
  body: fields({
    item: Ref,
    lot: Lot.nullish(),
    expires_on: Expiry.nullish(),
    unit_cost: Cost.nullish(),
    state: HeldState.optional(),
    counted: CountOrNone.optional(),
    reason: prose(300).optional(),
  }),
  status: 201,
  response: StockCountLine,
})
export const submitCount = endpoint({
  method: 'POST',
  path: '/inventory/counts/{id}/submit/',
  summary: 'Hand a count in for approval: every line counted, or the rest left out in so many words; each variance with its reason',
  access: 'stock.count',
  params: ById,
  body: fields({ leave_out_uncounted: z.boolean().optional(), ...version }),
  status: 200,
  response: StockCountSheet,
})
export const approveCount = endpoint({
  method: 'POST',
  path: '/inventory/counts/{id}/approve/',
  summary: 'Approve a count that other people made: its variances go into the books',
  access: 'stock.approve',
  params: ById,
  body: fields(version),
  status: 200,
  response: StockCountSheet,
})
export const rejectCount = endpoint({
  method: 'POST',
  path: '/inventory/counts/{id}/reject/',
  summary: 'Send a count back to be counted again, with the reason',
  access: 'stock.approve',
  params: ById,
  body: fields({ reason: Reason, ...version }),
  status: 200,
  response: StockCountSheet,
})
export const cancelCount = endpoint({
  method: 'POST',
  path: '/inventory/counts/{id}/cancel/',
  summary: 'Give a count up; the books stay as they are',
  access: 'stock.count',
  params: ById,
  body: fields({ reason: Reason, ...version }),
  status: 200,
  response: StockCountSheet,
})
export const printCountSheet = endpoint({
  method: 'GET',
  path: '/inventory/counts/{id}/sheet/',
  summary: 'The count sheet as PDF, to be filled in by hand; a blind one without quantities',
  access: 'stock.view',
  audit: 'read',
  produces: 'application/pdf',
  params: ById,
  response: z.unknown(),
})
