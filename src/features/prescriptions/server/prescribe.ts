import { sql } from 'kysely'
import { lockOpenVisit } from '#features/attendance/public.ts'
import { chargeOrder } from '#features/charges/public.ts'
import { clinicDay } from '#features/company/public.ts'
import type { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import { requireRegistration } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { PrescribedDrug } from '../contract.ts'
import { courseDays } from '../rules.ts'
import { reverseCharges } from './cancel-lines.ts'
import type { PrescriptionRef } from './resolve-prescription.ts'
import { unweighed, type LineInput } from './plan-line.ts'
import { planLines, type At, type ReadyLine } from './plan-lines.ts'
import { warnOfKeptQuantities } from './kept-quantities.ts'
import {
  assess,
  carryReasons,
  findPatientNow,
  keepOverrides,
  overridesInTrail,
  requireReasons,
  weighingOf,
  type Overridden,
} from './safety.ts'
import { findActiveLines, isDispensed, type ActiveLine } from './active-lines.ts'

const REPLACED = 'Replaced'

/** A paper that was sent in, out of which lines are written. */
export interface Source {
  request: number
  writtenBy: string
  writtenOn: string | undefined
}

export interface Prescribing {
  prescription: PrescriptionRef
  lines: readonly LineInput[]
  /** Lines of the same items are replaced rather than refused. */
  replace: boolean
  overrides: Overrides
  /** The one line that is replaced, where it is taken as before: the reasons given for it stand. */
  unchanged?: PrescribedDrug | undefined
  source?: Source | undefined
  at: At
}

interface Writing {
  prescription: PrescriptionRef
  lines: readonly ReadyLine[]
  /** Lines that give way: whose words they were stays. */
  replaced: readonly ActiveLine[]
  source: Source | undefined
  by: number
  now: Date
}
/** Writes the lines in one statement; answers their ids by item. */
const insertLines = async (db: Db, { prescription, lines, replaced, source, by, now }: Writing): Promise<Map<number, number>> => {
  const written = source && { written_by: source.writtenBy, written_on: source.writtenOn, request: source.request }
  const before = new Map(replaced.map(({ item, written_by, written_on, request }) => [item, { written_by, written_on, request }] as const))
  const values = lines.map(({ item, structure, directions, dosage, frequency, duration, note, quantity, computed }) => ({
    item: item.id,
    directions,
    structure,
    dosage,
    frequency,
    duration,
    note,
    quantity,
    computed,
    days: structure && courseDays(structure),
    ...(written ?? before.get(item.id)),
  }))
  const { rows } = await sql<{ id: number; item: number }>`
    insert into prescribed_drugs (prescription_id, patient_id, item_id, directions, structure, dosage, frequency, duration, note, quantity,
      computed_quantity, ends_on, prescribed_at, prescribed_by, written_by, written_on, request_id)
    select s.id, s.patient_id, l.item, l.directions, l.structure, l.dosage, l.frequency, l.duration, l.note, l.quantity,
      l.computed, greatest(s.start_date, ${clinicDay(now)}) + l.days - 1, ${now}::timestamptz, ${by}::integer,
      l.written_by, l.written_on, l.request
    from prescriptions s, rows from (json_to_recordset(${JSON.stringify(values)}::json)
      as (item integer, directions text, structure jsonb, dosage text, frequency text, duration text, note text, quantity numeric,
        computed numeric, days integer, written_by text, written_on date, request integer)) with ordinality as l
    where s.id = ${prescription.id} order by l.ordinality returning id, item_id as item`.execute(db)
  return new Map(rows.map(({ id, item }) => [item, id]))
}

const cancelReplaced = async (db: Db, ids: readonly number[], by: number, now: Date) => {
  await sql`update prescribed_drugs set cancelled_at = ${now}, cancelled_by = ${by}, cancel_reason = ${REPLACED}, version = version + 1
    where id = any(${ids}::integer[])`.execute(db)
}
const nameSuccessors = async (db: Db, ids: readonly number[]) => {
  await sql`update prescribed_drugs d set replaced_by = n.id from prescribed_drugs n
    where d.id = any(${ids}::integer[]) and n.prescription_id = d.prescription_id and n.item_id = d.item_id and n.cancelled_at is null`.execute(
    db,
  )
}

const refuseDispensed = (lines: readonly ActiveLine[]) => {
  const [given] = lines.filter(isDispensed)
  if (given) throw conflict('Part of this was already dispensed.', { item: given.item }, 'dispensed')
}

type Prescriber = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

const notify = ({ audit, publish }: Prescriber, { prescription, lines }: Pick<Writing, 'prescription' | 'lines'>, written: Written) => {
  const { ids, replaced, overridden } = written
  for (const { id, item } of replaced) {
    const change = { item, reason: REPLACED, replaced_by: ids.get(item) }
    audit('cancel', { entity: 'prescribed drug', id, patient: prescription.patient, change })
  }
  for (const { item, directions, dosage, frequency, duration, note, quantity } of lines) {
    const overrides = overridesInTrail(overridden, String(item.id))
    const change = { prescription: prescription.id, item: item.id, directions, dosage, frequency, duration, note, quantity, overrides }
    audit('prescribe', { entity: 'prescribed drug', id: ids.get(item.id)!, patient: prescription.patient, change })
  }
  publish('prescriptions', prescription.id)
  publish('billing')
}
interface Written {
  ids: ReadonlyMap<number, number>
  replaced: readonly ActiveLine[]
  overridden: readonly Overridden[]
}

/**
 * Adds lines to the prescription of an open visit and charges them: all of them or none. Answers the lines' ids by item, and what the
 * safety check says. 400 on each line that does not fit, 409 for a visit that is over, `dispensed` for a line that cannot be replaced any
 * more, `unsafe` when a warning lacks its reason, `registration_needed` for a prescriber without a registration number. Two at once wait for each other at the visit.
 */
export const prescribe = async (
  prescriber: Prescriber,
  { prescription, lines: inputs, replace, overrides, unchanged, source, at }: Prescribing,
): Promise<{ ids: ReadonlyMap<number, number>; warnings: SafetyWarning[] }> => {
  const { db, user, now } = prescriber
  const [, active, patient] = await Promise.all([
    lockOpenVisit(db, prescription.visit),
    findActiveLines(db, prescription.id),
    findPatientNow(db, prescription.patient, now),
    // Of what was sent in on paper another one is the prescriber.
    source ? undefined : requireRegistration(db, user),
  ])
  const asked = new Set(inputs.map(({ item }) => item))
  const replaced = replace ? active.filter(({ item }) => asked.has(item)) : []
  const kept = new Set(replace ? [] : active.map(({ item }) => item))
  const facts = {
    weighing: patient ? weighingOf(patient) : unweighed,
    earlier: new Map(replaced.map((line) => [line.item, line] as const)),
  }
  const lines = await planLines(db, inputs, { ...facts, active: kept }, at)
  refuseDispensed(replaced)
  const old = replaced.map(({ id }) => id)
  const warnings = [...assess(patient!, lines, new Set(old)), ...warnOfKeptQuantities(lines)]
  const settled = unchanged?.overrides.filter(({ stage }) => stage === 'prescribing').map(({ key }) => key)
  const overridden = requireReasons(warnings, overrides, new Set(settled))
  if (old.length > 0) await cancelReplaced(db, old, user.id, now)
  const ids = await insertLines(db, { prescription, lines, replaced, source, by: user.id, now })
  if (old.length > 0) await nameSuccessors(db, old)
  if (unchanged) await carryReasons(db, unchanged.id, ids.get(unchanged.item)!, warnings)
  const lineOf = new Map([...ids].map(([item, id]) => [String(item), id]))
  await keepOverrides(db, overridden, { stage: 'prescribing', lineOf, by: user.id, now })
  const orders = lines
    .filter(({ item }) => !item.is_external)
    .map(({ item, quantity }) => ({ kind: 'prescription' as const, id: ids.get(item.id)!, item: item.id, quantity }))
  await chargeOrder(db, prescription.visit, orders, user.id, now)
  notify(prescriber, { prescription, lines }, { ids, replaced, overridden })
  if (old.length > 0) await reverseCharges(db, old, REPLACED, user.id, now)
  return { ids, warnings }
}
