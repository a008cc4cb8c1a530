import { dayOfInstant, instantAt, isoInstant } from './calendar.ts'
import { type Random, weightTable } from './random.ts'
import { staffOf } from './visits.ts'

export interface PlannedPayment {
  /** The payment mode by its name. */
  mode: string
  reference: string | null
  /** Which part of what the patient is asked for, from 0 to 1. */
  from: number
  upto: number
  /** Cash is handed over in such notes, and change given. */
  notes?: number
}
export interface PlannedReceipt {
  at: string
  /** Index into `staff`. */
  by: number
  payments: PlannedPayment[]
  /** Taken back again, because it was wrong. */
  reversed?: { at: string; by: number; reason: string }
}

const MINUTE = 60_000
const modes = weightTable<readonly [mode: string, weight: number]>(
  [
    ['M-Pesa', 50],
    ['Cash', 40],
    ['Card', 8],
    ['Bank transfer', 2],
  ],
  ([, weight]) => weight,
)

const signs = 'ABCDEFGHJKLMNPQRSTUVWXYZ0123456789'
const referenceOf = (rng: Random, mode: string) => {
  if (mode === 'M-Pesa') return `T${Array.from({ length: 9 }, () => signs.charAt(rng.integer(0, signs.length - 1))).join('')}`
  if (mode === 'Card') return `A${rng.integer(100_000, 999_999)}`
  return mode === 'Bank transfer' ? `FT${rng.integer(10_000_000, 99_999_999)}` : null
}
const paymentOf = (rng: Random, mode: string, from: number, upto: number): PlannedPayment => ({
  mode,
  reference: referenceOf(rng, mode),
  from,
  upto,
  ...(mode === 'Cash' && rng.chance(0.7) && { notes: rng.pick([50, 100, 500, 1000]) }),
})

/** Pays a part of a bill at the till: by one mode or two, and now and then wrongly first, which is taken back. */
export const payNow = (rng: Random, at: number, by: number, share: number, until: number): PlannedReceipt[] => {
  const [mode] = rng.weighted(modes)
  const isMixed = share === 1 && rng.chance(0.05)
  const payments = isMixed ? [paymentOf(rng, 'Cash', 0, 0.4), paymentOf(rng, 'M-Pesa', 0.4, 1)] : [paymentOf(rng, mode, 0, share)]
  if (isMixed || at + 6 * MINUTE > until || !rng.chance(0.012)) return [{ at: isoInstant(at), by, payments }]
  const accountant = staffOf('Accountant')[0] as number
  const reversed = { at: isoInstant(at + 4 * MINUTE), by: accountant, reason: 'Entered with the wrong payment mode' }
  const right = paymentOf(rng, mode === 'Cash' ? 'M-Pesa' : 'Cash', 0, share)
  return [
    { at: isoInstant(at), by, payments, reversed },
    { at: isoInstant(at + 5 * MINUTE), by, payments: [right] },
  ]
}

/** Pays the rest of a bill some days later; nothing when that is after `until`. */
export const payLater = (rng: Random, from: number, paid: number, until: number): PlannedReceipt[] => {
  const at = instantAt(dayOfInstant(from) + rng.integer(2, 45), rng.integer(540, 960))
  const by = rng.pick(staffOf('Cashier'))
  const [mode] = rng.weighted(modes)
  return at < until ? [{ at: isoInstant(at), by, payments: [paymentOf(rng, mode, paid, 1)] }] : []
}
