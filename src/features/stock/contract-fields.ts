import { z } from 'zod'
import { Ref } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

/** The most units or packs that one line may be about. */
export const MAX_COUNT = 999_999
const digits = /^\d{1,7}$/
/** A form of an earlier client sends its numbers as text. */
const asNumber = (sent: number) => (typeof sent === 'string' && digits.test((sent as string).trim()) ? Number(sent) : sent)
const whole = (least: number, error: string) =>
  z.preprocess(asNumber, z.int({ error }).check(z.gte(least, { error }), z.lte(MAX_COUNT, { error: `Enter at most ${MAX_COUNT}.` })))
/** How many units or packs: a whole number above zero. */
export const Count = whole(1, 'Enter a whole number above zero.')
/** The same, or none. */
export const CountOrNone = whole(0, 'Enter a whole number, zero or more.')

/** What one unit costs: six decimals at most, as text. */
export const Cost = z
  .string({ error: 'Enter a cost, for example 2.50.' })
  .overwrite((text) => text.trim())
  .check(z.regex(/^\d{1,10}(\.\d{1,6})?$/, 'Enter a cost, for example 2.50.'))

/** The number that the maker printed on a pack; as text in capitals, because people write it either way. */
export const Lot = line(40).overwrite((text) => text.toUpperCase())

/** The last day on which something may be used. */
export const Expiry = z.iso
  .date({ error: 'Enter a day as YYYY-MM-DD.', abort: true })
  .refine((day) => day >= '2000-01-01' && day < '2100-01-01', 'Enter a day from 2000 to 2099.')

export const Day = z.iso
  .date({ error: 'Enter a day as YYYY-MM-DD.', abort: true })
  .refine((day) => day >= '1900-01-01' && day < '2200-01-01', { error: 'Enter a day from 1900 on.', abort: true })

/** Why: some words, because somebody will ask. */
export const Reason = line(300)

/** A pack of the item, or null for single units. */
export const Pack = Ref.nullish()

const oneOf = <const T extends readonly string[]>(words: T) => z.enum(words, { error: `Choose one of: ${words.join(', ')}.` })

export const storeKinds = ['main', 'pharmacy', 'laboratory', 'ward', 'department'] as const
export const stockStates = ['usable', 'quarantined', 'in transit'] as const
export const StockState = oneOf(stockStates)
/** What lies in a store, and is not on its way. */
export const heldStates = ['usable', 'quarantined'] as const
export const HeldState = oneOf(heldStates)
export const movementKinds = [
  'opening',
  'receipt',
  'donate_in',
  'dispense',
  'otc',
  'consume',
  'issue_out',
  'issue_in',
  'return_patient',
  'return_supplier',
  'adjust_count',
  'expire',
  'damage',
  'loss',
  'quarantine',
  'release',
] as const
export const MovementKind = oneOf(movementKinds)
