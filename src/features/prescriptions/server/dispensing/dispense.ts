import type { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import { refuseDead } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { findItems } from '../find-items.ts'
import type { PrescriptionRef } from '../resolve-prescription.ts'
import { wordsOf } from '../lines.ts'
import type { PlannedLine } from '../plan-line.ts'
import { assess, findPatientNow, keepOverrides, overridesInTrail, requireOwnReasons, type Overridden } from '../safety.ts'
import { isOpen, isTooOld, type ActiveLine } from '../active-lines.ts'
import { findDispensingFacts, requirePaid, type DispensingFacts } from './dispensing-facts.ts'
import { pickBatches } from './pick-batches.ts'
import type { Portion } from './portions.ts'
import { warnOfGiven } from './recently-given.ts'
import { NOT_DISPENSED, settleLines } from './settle-lines.ts'
import { moveStock, writeDocument } from './write-dispense.ts'

/** A portion of a prescribed line. */
export type LinePortion = Portion & { line: ActiveLine; covers: string }

/** As the safety check reads it: as the line says, unless something else was said of the other item in its place. */
const asPlanned = ({ line, directions, structure }: LinePortion, known: PlannedLine['item']): PlannedLine => {
  const written = directions === null ? line : { ...line, directions, structure }
  const { directions: typed, structure: read, dosage, frequency, duration, note, quantity } = written
  return {
    item: known,
    directions: typed,
    structure: read,
    dosage,
    frequency,
    duration,
    note,
    quantity,
    words: wordsOf(written),
    computed: null,
    missing: null,
    isKept: false,
    unread: [],
    abstained: null,
    remarks: [],
    calculation: null,
    findings: [],
  }
}

/** What the rules say now about portions beside all else that the patient takes, and what was handed out already. */
export const assessPortions = async (
  db: Db,
  prescription: PrescriptionRef,
  portions: readonly LinePortion[],
  now: Date,
): Promise<SafetyWarning[]> => {
  const [items, patient] = await Promise.all([
    // What went out of use since is handed out all the same: it was prescribed.
    findItems(
      db,
      portions.map(({ item }) => item),
      'any',
    ),
    findPatientNow(db, prescription.patient, now),
  ])
  const planned = portions.flatMap((portion) => {
    const known = items.get(portion.item)
    return known ? [asPlanned(portion, known)] : []
  })
  const drugs = planned.flatMap(({ item }) =>
    item.category === 'drug' ? [{ item: item.id, name: item.name, substances: item.facts.substances }] : [],
  )
  const given = await warnOfGiven(db, { patient: prescription.patient, prescription: prescription.id, items: drugs, now })
  return [...assess(patient!, planned, new Set(portions.map(({ line }) => line.id))), ...given]
}

const refuseClosed = (portions: readonly LinePortion[], { day, valid_days }: Pick<DispensingFacts, 'day' | 'valid_days'>) => {
  if (portions.some(({ line }) => line.is_external)) throw conflict('An external drug is not dispensed here.', {}, 'external')
  if (portions.some(({ line }) => line.is_dispensed)) throw conflict('Already dispensed.', {}, 'dispensed')
  if (portions.some(({ line }) => !isOpen(line))) throw conflict('This line was refused. Undo the refusal first.', {}, 'refused')
  if (portions.some(({ line }) => isTooOld(line, day, valid_days)))
    throw conflict(`This prescription is older than ${valid_days} days. A new one is needed.`, {}, 'prescription_expired')
}

type Dispenser = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>
export interface Dispensing {
  prescription: PrescriptionRef
  portions: readonly LinePortion[]
  overrides: Overrides
  /** The usual one when absent. */
  store?: number | undefined
  note?: string | undefined
  /** Why it is handed out before it is paid, where the clinic wants its money first. */
  unpaidReason?: string | undefined
  /** Where a portion stands in the body. */
  at: (place: number, field: string) => string
}
export interface Dispensed {
  /** The document. */
  id: number
  number: string
  warnings: SafetyWarning[]
  /** To be numbered by the caller, last of all. */
  creditNotes: number[]
}

const notify = (
  { audit, publish }: Dispenser,
  { prescription, portions }: Dispensing,
  number: string,
  overridden: readonly Overridden[],
) => {
  for (const { line, item, units, covers, substitutionReason, batchReason } of portions)
    audit('dispense', {
      entity: 'prescribed drug',
      id: line.id,
      patient: prescription.patient,
      change: {
        number,
        item,
        quantity: covers,
        units,
        ...(substitutionReason && { substitution_reason: substitutionReason }),
        ...(batchReason && { batch_reason: batchReason }),
        overrides: overridesInTrail(overridden, String(item)),
      },
    })
  publish('prescriptions', prescription.id)
  publish('stock')
}

/**
 * Hands out portions of a prescription's lines, the visit locked already: document, batches, stock, bill and status, all or nothing. Never
 * more than was prescribed (409 `dispensed`), than is there (409 `not_enough_stock`), nor out of a batch that must not be used; 409 `unpaid`
 * where the clinic wants its money first, `prescription_expired` when it is too old, and `unsafe` for a stop without a reason; 400 on
 * `overrides` for one that only the prescriber gave a reason for. The caller numbers the credit notes, last of all.
 */
export const dispense = async (dispenser: Dispenser, dispensing: Dispensing): Promise<Dispensed> => {
  const { db, user, now, publish } = dispenser
  const { prescription, portions, overrides, note = '', unpaidReason = '', at } = dispensing
  await refuseDead(db, prescription.patient)
  const lines = [...new Set(portions.map(({ line }) => line.id))]
  const items = [...new Set(portions.map(({ item }) => item))]
  const [facts, warnings] = await Promise.all([
    findDispensingFacts(db, { prescription: prescription.id, lines, items, store: dispensing.store, by: user.id, now }),
    assessPortions(db, prescription, portions, now),
  ])
  refuseClosed(portions, facts)
  const isUnpaid = requirePaid(facts, unpaidReason, user)
  const overridden = requireOwnReasons(warnings, overrides, facts.reasoned)
  const picks = await pickBatches(db, portions, facts, at)
  const doc = {
    kind: 'prescription',
    store: facts.store,
    prescription: prescription.id,
    patient: prescription.patient,
    customer: null,
    invoice: null,
    note,
    unpaidReason: isUnpaid ? unpaidReason : '',
    by: user.id,
    now,
  } as const
  const written = await writeDocument(db, doc, portions, picks)
  const lineOf = new Map(portions.flatMap(({ line, item }) => [[String(item), line.id] as const, [String(line.item), line.id] as const]))
  // The shelf is held, and others wait: what needs no answer goes out together.
  const [, , settlement] = await Promise.all([
    moveStock(db, doc, written, portions, picks),
    keepOverrides(db, overridden, { stage: 'dispensing', lineOf, by: user.id, now }),
    settleLines(db, { visit: prescription.visit, lines, reason: NOT_DISPENSED, by: user.id, now }),
  ])
  notify(dispenser, dispensing, written.number, overridden)
  if (settlement.hasChanged) publish('billing')
  return { id: written.id, number: written.number, warnings, creditNotes: settlement.creditNotes }
}
