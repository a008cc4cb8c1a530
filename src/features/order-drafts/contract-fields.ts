import { z } from 'zod'

/** Said by who signs or moves the patient on although orders of theirs are pending in the visit: they stay pending. */
export const keepOrders = { keep_orders: z.boolean().optional() }
/** The version of the caller's draft that an order sends: the draft is emptied by the same act. */
export const sentDraft = { draft_version: z.int().min(1).optional() }
