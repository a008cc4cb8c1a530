import { z } from 'zod'
import { line } from './text.ts'
import { fields } from './paging.ts'

/** A value that is not believed until a person confirms it: what it is, what is expected, and what it may have been meant as. */
export const ImplausibleValue = z.object({
  field: z.string(),
  value: z.number(),
  unit: z.string(),
  least: z.number().nullable(),
  most: z.number().nullable(),
  rule: z.string(),
  /** In English, with what is expected and the likely meaning. */
  message: z.string(),
  /** The same to be translated. */
  text: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
  meant: z.array(z.object({ value: z.number(), as: z.string() })),
  source: z.string(),
  can_confirm: z.boolean(),
})
export type ImplausibleValue = z.output<typeof ImplausibleValue>

/** A value that a person confirmed although it is implausible: who, when and why. */
export const ConfirmedValue = z.object({
  field: z.string(),
  value: z.number(),
  text: z.string(),
  reason: z.string(),
  at: z.string(),
  by: z.int(),
  by_name: z.string().nullable(),
})
export type ConfirmedValue = z.output<typeof ConfirmedValue>

/** Says on purpose that implausible values are right, each with its reason. */
export const Confirmations = z.array(fields({ field: z.string().min(1).max(40), reason: line(200) })).max(20)
export type Confirmations = z.output<typeof Confirmations>
