import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Amount, PositiveAmount } from '#shared/money.ts'
import { fields, Ref } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Receipt } from '#features/billing/contract-payments.ts'
import { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import { Count, Pack } from '#features/stock/contract-fields.ts'
import { fromShelf, MOST_LINES, ShelfBatch } from './contract.ts'
import { Dispense } from './contract-fields.ts'

const SaleLine = fields({
  item: Ref,
  quantity: Count,
  /** Of this pack; single units when absent. */
  pack: Pack,
  /** How it is to be taken, as typed. */
  directions: line(300).nullish(),
  ...fromShelf,
})
const sale = {
  /** A known patient, whose record is held against it; or somebody by name, or nobody. */
  patient: Ref.nullish(),
  customer_name: line(120).nullish(),
  store: Ref.optional(),
  lines: z.array(SaleLine).min(1, 'Add at least one line.').max(MOST_LINES),
  overrides: Overrides.optional(),
  note: line(300).optional(),
}

export const checkSale = endpoint({
  method: 'POST',
  path: '/pharmacy/sales/check/',
  summary: 'What a sale at the counter would come to: prices, batches, shortages and warnings. Nothing is written',
  access: 'pharmacy.sell',
  body: fields(sale),
  response: z.object({
    lines: z.array(
      z.object({
        item: z.int(),
        item_name: z.string(),
        unit: z.string().nullable(),
        units: z.int(),
        /** What the directions come to, in units of the item; null where nothing was said, or it cannot be counted. */
        computed_quantity: z.string().nullable(),
        /** In plain words; empty where nothing was said. */
        words: z.string(),
        batches: z.array(ShelfBatch.extend({ units: z.int() })),
        missing: z.int(),
        on_hand: z.int().nullable(),
        unit_price: z.string().nullable(),
        total_price: z.string().nullable(),
        is_controlled: z.boolean(),
      }),
    ),
    /** What the customer pays, rounded as the bill will be. */
    total: z.string(),
    /** What an insurer pays of it besides. */
    insurer_total: z.string(),
    warnings: z.array(SafetyWarning),
  }),
})

export const createSale = endpoint({
  method: 'POST',
  path: '/pharmacy/sales/',
  summary:
    'Sell at the counter: stock, bill and payment in one transaction. The payments must come to the total. 409 `not_enough_stock`, `unsafe`, `unpriced`, `price_changed` when it does not cost `total` any more, and for a controlled drug without a patient',
  access: 'pharmacy.sell',
  body: fields({
    ...sale,
    /** As it was shown. */
    total: Amount,
    payments: z
      .array(
        fields({
          payment_mode: Ref,
          amount: PositiveAmount,
          tendered: PositiveAmount.optional(),
          reference: line(60).nullish(),
          same_reference: z.boolean().optional(),
        }),
      )
      .max(10),
  }),
  status: 201,
  response: z.object({ dispense: Dispense, receipt: Receipt.nullable(), warnings: z.array(SafetyWarning), sold_at: Instant }),
})
