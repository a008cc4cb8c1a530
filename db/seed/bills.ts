import type { Track } from '#features/attendance/rules.ts'
import { dayOfInstant, instantAt, isoInstant } from './calendar.ts'
import type { Care } from './care.ts'
import { usualDrug } from './dosing.ts'
import { payLater, payNow, type PlannedReceipt } from './paying.ts'
import { type Random } from './random.ts'
import { longStay, type Need } from './treatments.ts'
import { type Move, staffOf } from './visits.ts'

/** What a bill has to know of its visit. */
export interface BilledVisit {
  /** The visit's mark in the database. */
  source: string
  reason_key: string
  moves: readonly Move[]
  track: Track
  created_at: string
  /** Index into `staff`. */
  created_by: number
  /** How much of it was paid when the patient left; by chance unless given. */
  paid?: Paid
}
export type Paid = 'all' | 'part' | 'nothing'

/** One line of a bill. `by` are indexes into `staff`, instants are ISO texts, shares lie between 0 and 1. */
export interface PlannedLine extends Omit<Need, 'code'> {
  /** Null for the consultation, at the fee of the visit's doctor. */
  code: string | null
  at: string
  by: number
  discount?: number
  waiver?: number
  reason?: string
  /** How it is taken, as the doctor types it. */
  directions?: string
}
export interface PlannedNote {
  /** Which line; null for the whole bill. */
  line: number | null
  reason: string
  at: string
  by: number
  /** The mode by which the money goes back; null when none was taken. */
  refund: { mode: string; at: string; by: number } | null
}
export interface PlannedBill {
  /** Of the visit; null where its id is given. */
  source: string | null
  visit?: number
  lines: PlannedLine[]
  /** Null for a draft. */
  issued: { at: string; by: number } | null
  /** What the patient pays. */
  receipts: PlannedReceipt[]
  notes: PlannedNote[]
}

const MINUTE = 60_000
const drawn: readonly Need[] = [
  { code: 'SUP-01', quantity: 1 },
  { code: 'SUP-03', quantity: 1 },
]

/** What was ordered in the rooms that a visit has been through. */
const linesOf = (rng: Random, visit: BilledVisit, care: Care): PlannedLine[] => {
  const { moves, track, created_at, created_by } = visit
  const entered = (room: Track) => moves.find(({ to }) => to === room)
  const left = (room: Track) => moves.find(({ from }) => from === room)
  const lines: PlannedLine[] = []
  const add = (needs: readonly Need[], { at, by }: Pick<Move, 'at' | 'by'>) => lines.push(...needs.map((need) => ({ ...need, at, by })))
  const doctor = entered('doctor')
  if (doctor || track === 'doctor') lines.push({ code: null, quantity: 1, at: doctor?.at ?? created_at, by: doctor?.by ?? created_by })
  const lab = entered('lab') ?? (track === 'lab' ? { at: created_at, by: created_by } : undefined)
  if (lab) add(care.tests, lab)
  // What the blood was drawn with.
  if (lab && rng.chance(0.75)) add(drawn, lab)
  const treated = left('doctor') ?? left('triage')
  if (treated) add(care.procedures, treated)
  const pharmacy = entered('pharmacy')
  if (pharmacy) add([...care.drugs, ...care.supplies], pharmacy)
  if (lines.length === 0 && entered('billing')) add([{ code: 'NUR-03', quantity: 1 }], moves.at(-1) as Move)
  return lines
}

const discounts = ['Staff of the clinic', 'Over seventy', 'Agreed before the procedure', 'Second child of the family']
const waivers = ['Cannot pay; the administrator agreed', 'Outreach day', 'The test had to be repeated']

const adjust = (rng: Random, lines: PlannedLine[]): PlannedLine[] => {
  const gift = rng.next()
  if (gift > 0.05) return lines
  const at = rng.integer(0, lines.length - 1)
  const given =
    gift < 0.03
      ? { discount: rng.pick([0.1, 0.2, 0.5]), reason: rng.pick(discounts) }
      : { waiver: rng.pick([0.5, 1]), reason: rng.pick(waivers) }
  return lines.map((line, i) => (i === at ? { ...line, ...given } : line))
}

const mistakes = ['Medicine was returned unopened', 'Test was not done', 'Charged twice', 'Wrong item']

const noteOf = (rng: Random, lines: readonly PlannedLine[], from: number, until: number, isPaid: boolean): PlannedNote[] => {
  const chance = rng.next()
  if (chance > (isPaid ? 0.016 : 0.08)) return []
  const at = from + rng.integer(10, 240) * MINUTE
  if (at + 10 * MINUTE > until) return []
  const by = staffOf('Accountant')[0] as number
  const isWhole = !isPaid || chance < 0.004 || lines.length < 2
  const refund = isPaid ? { mode: rng.pick(['Cash', 'M-Pesa']), at: isoInstant(at + 5 * MINUTE), by } : null
  const reason = isWhole ? rng.pick(['Wrong patient', 'Visit did not take place', 'Charged twice']) : rng.pick(mistakes)
  return [{ line: isWhole ? null : rng.integer(1, lines.length - 1), reason, at: isoInstant(at), by, refund }]
}

const paidSoFar = (rng: Random, at: number, by: number, share: Paid, until: number) =>
  share === 'nothing' ? [] : payNow(rng, at, by, share === 'all' ? 1 : 0.4, until)

/** The bill of a visit that is over and how it was paid until `until`; null when there was nothing to bill. */
export const settledBill = (rng: Random, visit: BilledVisit, care: Care, until: number): PlannedBill | null => {
  const left = visit.moves.findLast(({ from }) => from === 'billing')
  if (!left) return null
  const lines = adjust(rng, linesOf(rng, visit, care))
  const paid = Date.parse(left.at) - rng.integer(5, 50) * 1000
  const issued = { at: isoInstant(paid - rng.integer(5, 30) * 1000), by: left.by }
  if (visit.paid) return { source: visit.source, lines, issued, receipts: paidSoFar(rng, paid, left.by, visit.paid, until), notes: [] }
  const manner = rng.next()
  if (manner < 0.87) {
    const receipts = payNow(rng, paid, left.by, 1, until)
    return { source: visit.source, lines, issued, receipts, notes: noteOf(rng, lines, paid, until, true) }
  }
  if (manner < 0.93) {
    const part = rng.integer(3, 7) / 10
    const rest = rng.chance(0.6) ? payLater(rng, paid, part, until) : []
    return { source: visit.source, lines, issued, receipts: [...payNow(rng, paid, left.by, part, until), ...rest], notes: [] }
  }
  const receipts = rng.chance(0.5) ? payLater(rng, paid, 0, until) : []
  return { source: visit.source, lines, issued, receipts, notes: receipts.length > 0 ? [] : noteOf(rng, lines, paid, until, false) }
}

const more: readonly Need[] = [
  { code: 'NUR-03', quantity: 2 },
  { code: 'SUP-01', quantity: 2 },
  { code: 'DRG-01', quantity: 12 },
  { code: 'LAB-07', quantity: 1 },
  { code: 'ADM-01', quantity: 1 },
  { code: 'DRG-09', quantity: 7 },
]

/**
 * The draft of a visit under way: what the rooms behind it have ordered. Of those at the till (`atTill` counts them from 0) the second has
 * a line without a price, the third sixty lines, and the first up to eight.
 */
export const openBill = (rng: Random, visit: BilledVisit, care: Care, atTill: number | null): PlannedBill => {
  const lines = linesOf(rng, visit, care)
  const last = visit.moves.at(-1)
  if (atTill !== null && last) {
    const extra =
      atTill === 2
        ? longStay.slice(0, 60 - lines.length)
        : atTill === 1
          ? [{ code: 'SUP-07', quantity: 1 }]
          : more.slice(0, 8 - lines.length)
    lines.push(...extra.map((need) => ({ ...(need.code.startsWith('DRG') ? usualDrug(need) : need), at: last.at, by: last.by })))
  }
  return { source: visit.source, lines, issued: null, receipts: [], notes: [] }
}

/** What an insurer pays at once: its parts of the bills of one month. */
export interface Remittance {
  /** Index into `insuranceCompanies`. */
  payer: number
  reference: string
  at: string
  by: number
  bills: { source: string | null; share: number }[]
}

/**
 * Each insurer's monthly payments until `until`: on the twentieth of the next month or so, for most of its bills, for some in part.
 * `payerOf` answers who insures the patient of a bill.
 */
export const remittances = (
  rng: Random,
  bills: readonly PlannedBill[],
  payerOf: (bill: PlannedBill) => { payer: number; code: string } | null,
  until: number,
): Remittance[] => {
  const months = new Map<string, Remittance>()
  for (const bill of bills) {
    const payer = payerOf(bill)
    const issued = bill.issued && Date.parse(bill.issued.at)
    if (!payer || !issued || rng.chance(0.06)) continue
    const month = bill.issued?.at.slice(0, 7) as string
    const [year = 0, number = 0] = month.split('-').map(Number)
    const at = instantAt(dayOfInstant(Date.UTC(year, number, 17 + payer.payer)), 10 * 60 + 7 * payer.payer)
    if (at > until) continue
    const key = `${payer.payer} ${month}`
    const one = months.get(key) ?? {
      payer: payer.payer,
      reference: `${payer.code}/${month.replace('-', '/')}`,
      at: isoInstant(at),
      by: staffOf('Accountant')[0] as number,
      bills: [],
    }
    one.bills.push({ source: bill.source, share: rng.chance(0.03) ? 0.7 : 1 })
    months.set(key, one)
  }
  return [...months.values()]
}
