import { sql } from 'kysely'
import type { z } from 'zod'
import { requireBuyer } from '#features/billing/public.ts'
import type { SafetyWarning } from '#features/drugs/contract.ts'
import type { checkSale } from '#features/pharmacy/contract-counter.ts'
import {
  assess,
  findItems,
  findPatientNow,
  planLine,
  requireDispensingStore,
  warnOfGiven,
  type PlannedLine,
  type Portion,
} from '#features/prescriptions/public.ts'
import { dayOf, unitsOf } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import { requireScanned } from '../scanned.ts'

export type SaleInput = z.output<typeof checkSale.body>
type LineInput = SaleInput['lines'][number]

/** Names a field of a line in an error. */
export const at = (place: number, field: string) => `lines.${place}.${field}`

/** The name on a bill of somebody who gave none. */
const ANONYMOUS = 'Counter sale'

/** Who buys: a patient on file, or somebody by a name, or nobody in particular. */
const findBuyer = async (db: Db, { patient = null, customer_name }: SaleInput) => {
  if (patient === null) return { patient, customer: customer_name ?? ANONYMOUS }
  if (customer_name != null) throw fieldError('customer_name', 'Enter a patient or a customer name, not both.')
  await requireBuyer(db, patient)
  return { patient, customer: null }
}

/** How the lines are to be taken, each of an item in use that is named once. */
const planLines = async (db: Db, lines: readonly LineInput[]): Promise<PlannedLine[]> => {
  const items = await findItems(
    db,
    lines.map(({ item }) => item),
  )
  const errors: FieldErrors = {}
  const named = new Set<number>()
  const planned = lines.flatMap(({ item: id, directions }, place) => {
    const item = items.get(id)
    if (!item) errors[at(place, 'item')] = ['Choose an active drug or consumable.']
    else if (named.has(id)) errors[at(place, 'item')] = ['Each item may be listed only once.']
    named.add(id)
    return item ? [planLine({ item: id, directions }, item)] : []
  })
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return planned
}

// Of somebody at the counter nothing is known: only the lines are held against each other.
const unknown = {
  age: null,
  age_days: null,
  weight: null,
  measured_on: null,
  days_old: null,
  doubted: null,
  is_pregnant: null,
  is_asked: false,
  allergies: [],
  current: [],
}

/** What the rules say of the lines: beside all that is known of a patient, or of the lines alone. */
const findWarnings = async (db: Db, patient: number | null, lines: readonly PlannedLine[], now: Date): Promise<SafetyWarning[]> => {
  // Of nobody in particular no allergy is known: nothing is named that might be taken instead.
  if (patient === null) return assess(unknown, lines, new Set()).map((warning) => ({ ...warning, alternatives: null }))
  const drugs = lines.flatMap(({ item: { id, name, category, facts } }) =>
    category === 'drug' ? [{ item: id, name, substances: facts.substances }] : [],
  )
  const [known, given] = await Promise.all([
    findPatientNow(db, patient, now),
    warnOfGiven(db, { patient, prescription: null, items: drugs, now }),
  ])
  return [...assess(known!, lines, new Set()), ...given]
}

const findControlled = async (db: Db, items: readonly number[]): Promise<Set<number>> => {
  const { rows } = await sql<{ id: number }>`
    select item_id as id from stocked_items where item_id = any(${items}::integer[]) and is_controlled`.execute(db)
  return new Set(rows.map(({ id }) => id))
}

const asPortion = ({ item, batches = [], batch_reason = '', scanned }: LineInput, units: number, line: PlannedLine): Portion => ({
  line: null,
  item,
  units,
  covers: null,
  substitutionReason: '',
  batches,
  batchReason: batch_reason,
  isScanned: scanned !== undefined,
  directions: line.directions,
  structure: line.structure,
})

/** A sale as it was meant: who buys, out of which store, what in units, and what speaks against it. */
export interface PlannedSale {
  patient: number | null
  customer: string | null
  store: number
  /** The clinic's. */
  day: string
  lines: { line: PlannedLine; portion: Portion; isControlled: boolean }[]
  warnings: SafetyWarning[]
}

/** Reads a sale, the store held from here on; 400 names what is wrong with it. */
export const planSale = async (db: Db, body: SaleInput, now: Date): Promise<PlannedSale> => {
  const [buyer, day] = await Promise.all([findBuyer(db, body), dayOf(db, now)])
  const planned = await planLines(db, body.lines)
  const units = await unitsOf(db, body.lines, 'lines', { isStockedOnly: false })
  await requireScanned(db, body.lines, { day, at })
  const [controlled, warnings, store] = await Promise.all([
    findControlled(
      db,
      planned.map(({ item }) => item.id),
    ),
    findWarnings(db, buyer.patient, planned, now),
    requireDispensingStore(db, body.store),
  ])
  const lines = planned.map((line, place) => ({
    line,
    portion: asPortion(body.lines[place]!, units[place]!.units, line),
    isControlled: controlled.has(line.item.id),
  }))
  return { ...buyer, store: store.id, day, lines, warnings }
}
