import { z } from 'zod'

/** What an order answers about its charge. */
export const orderCharge = {
  /** For one unit, as charged; null while it has no price, when the charge was taken back, and for people without services.view. */
  sale_price: z.string().nullable(),
  invoice: z.int().nullable(),
  invoice_item: z.int().nullable(),
  /** `pending` on a draft; `cancelled` when the charge was taken off it, `credited` when it was taken back after it was billed. */
  invoice_item_status: z.enum(['pending', 'billed', 'credited', 'cancelled']),
}
