import { sql } from 'kysely'
import type { Overrides, SafetyWarning } from '#features/drugs/contract.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { findItems } from './find-items.ts'
import type { PaperRef } from './find-paper.ts'
import { wordsOf } from './lines.ts'
import type { PlannedLine } from './plan-line.ts'
import { assess, findPatientNow, keepOverrides, overridesInTrail, requireReasons } from './safety.ts'
import type { StandingLine } from './standing.ts'

/** So much of a line, as text. */
export interface Portion {
  line: StandingLine
  quantity: string
}

/** What was gone ahead against on this prescription before, by key: it stands, and is shown. */
const findSettled = async (db: Db, prescription: number) => {
  const { rows } = await sql<{ key: string }>`
    select o.warning_key as key from safety_overrides o join prescribed_drugs d on d.id = o.prescribed_drug_id
    where d.prescription_id = ${prescription} and d.cancelled_at is null`.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** An item that went out of use since is handed out all the same: it was prescribed. */
const asPlanned = (line: StandingLine, item: PlannedLine['item'] | undefined): PlannedLine[] =>
  item ? [{ ...line, item, words: wordsOf(line), isInParts: false, unread: [], abstained: null, remarks: [] }] : []

/** What the safety rules say now about lines that are to be handed out, beside all else that the patient takes. */
const assessPortions = async (db: Db, paper: PaperRef, portions: readonly Portion[], now: Date) => {
  const lines = portions.map(({ line }) => line)
  const [items, patient] = await Promise.all([
    findItems(
      db,
      lines.map(({ item }) => item),
      { inUse: false },
    ),
    findPatientNow(db, paper.patient, now),
  ])
  const planned = lines.flatMap((line) => asPlanned(line, items.get(line.item)))
  return assess(patient!, planned, new Set(lines.map(({ id }) => id)))
}

/** Writes the portions down; the lines follow by the trigger of the table. */
const handOut = async (db: Db, portions: readonly Portion[], by: number, now: Date) => {
  const values = portions.map(({ line, quantity }) => ({ id: line.id, quantity }))
  const { numAffectedRows } = await sql`
    insert into dispensations (prescribed_drug_id, quantity, dispensed_at, dispensed_by)
    select d.id, p.quantity, ${now}::timestamptz, ${by}::integer
    from json_to_recordset(${JSON.stringify(values)}::json) as p(id integer, quantity numeric) join prescribed_drugs d on d.id = p.id
    where d.cancelled_at is null and d.quantity_dispensed + p.quantity <= d.quantity order by d.id`.execute(db)
  if (Number(numAffectedRows) !== portions.length) throw conflict('This was dispensed already.', {}, 'dispensed')
}

type Dispenser = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>
interface Dispensing {
  paper: PaperRef
  portions: readonly Portion[]
  overrides: Overrides
}

/**
 * Hands out portions of lines, their visit locked already, and answers what the safety check says about them. Never more than was
 * prescribed: 409 `dispensed`. What the prescriber gave a reason for stands; any other stop needs one: 409 `unsafe`.
 */
export const dispense = async (
  { db, user, now, audit, publish }: Dispenser,
  { paper, portions, overrides }: Dispensing,
): Promise<SafetyWarning[]> => {
  const lineOf = new Map(portions.map(({ line }) => [String(line.item), line.id]))
  const [warnings, settled] = await Promise.all([assessPortions(db, paper, portions, now), findSettled(db, paper.id)])
  const overridden = requireReasons(warnings, overrides, settled)
  await handOut(db, portions, user.id, now)
  await keepOverrides(db, overridden, { stage: 'dispensing', lineOf, by: user.id, now })
  for (const { line, quantity } of portions) {
    const change = { item: line.item, quantity, overrides: overridesInTrail(overridden, String(line.item)) }
    audit('dispense', { entity: 'prescribed drug', id: line.id, patient: paper.patient, change })
  }
  publish('prescriptions', paper.id)
  return warnings
}
