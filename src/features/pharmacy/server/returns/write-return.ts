import { sql } from 'kysely'
import { settleCharges } from '#features/charges/public.ts'
import { clinicDay } from '#features/company/public.ts'
import { RETURNED, settleLines } from '#features/prescriptions/public.ts'
import { lockLevels, writeEntry } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Returnable } from './find-returnable.ts'
import type { ComingBack } from './plan-return.ts'

export interface NewReturn {
  dispense: Returnable
  back: readonly ComingBack[]
  reason: string
  isToBeFilledAgain: boolean
  by: number
  now: Date
}

/** The document and its lines in one statement; the database counts what came back, and lets no more come back than went. */
const insertReturn = async (db: Db, { dispense, back, reason, isToBeFilledAgain, by, now }: NewReturn) => {
  const lines = back.map(({ of, batch, units, quantity }) => ({ item: of.id, batch, units, quantity }))
  const { rows } = await sql<{ id: number; number: string }>`
    with document as (
      insert into patient_returns (number, dispense_id, reason, is_to_be_filled_again, returned_at, returned_by)
      values (next_number('patient return', extract(year from ${clinicDay(now)})::integer), ${dispense.id}::integer, ${reason},
        ${isToBeFilledAgain}::boolean, ${now}::timestamptz, ${by}::integer)
      returning id, number
    ), line as (
      insert into patient_return_items (patient_return_id, dispense_item_id, batch_id, units, quantity)
      select document.id, l.item, l.batch, l.units, l.quantity
      from document, json_to_recordset(${JSON.stringify(lines)}::json) as l(item integer, batch integer, units integer, quantity numeric)
    )
    select id, number from document`.execute(db)
  return rows[0]!
}

/** Into quarantine of the store it came from, in use or not: nobody knows where it has been. */
const takeIntoQuarantine = async (db: Db, { id, number }: { id: number; number: string }, { dispense, back, by, now }: NewReturn) => {
  const movements = back.flatMap(({ of, batch, units }) =>
    batch === null
      ? []
      : [
          {
            store: dispense.store,
            item: of.item,
            batch,
            state: 'quarantined' as const,
            kind: 'return_patient' as const,
            quantity: units,
          },
        ],
  )
  if (movements.length > 0) await writeEntry(db, { number, document: { patient_return: id }, by, now }, movements)
}

/** What was sold is owed but for what came back. */
const settleSale = async (db: Db, { dispense, reason, by, now }: NewReturn) => {
  const { rows } = await sql<{ id: number; item: number; units: number }>`
    select id, item_id as item, units - returned as units from dispense_items where dispense_id = ${dispense.id} order by id`.execute(db)
  const owed = rows.map(({ id, item, units }) => ({
    item,
    orders: [{ kind: 'dispense' as const, id }],
    bearers: [],
    quantity: units * 1000,
    isFinal: true,
  }))
  return settleCharges(db, owed, { visit: null, reason, by, now })
}

const settle = (db: Db, returning: NewReturn) => {
  const { dispense, back, by, now } = returning
  if (dispense.visit === null) return settleSale(db, returning)
  const lines = [...new Set(back.flatMap(({ of }) => of.line ?? []))]
  return settleLines(db, { visit: dispense.visit, lines, reason: RETURNED, by, now })
}

/** Who opens lines again that were dispensed in full; for a restricted record it does not count as care by another (`cares_for`). */
const markReopened = (db: Db, lines: readonly number[], by: number) =>
  sql`update prescribed_drugs set reopened_by = ${by} where id = any(${lines}::integer[]) and not is_dispensed`.execute(db)

/** Those of the lines that come back to be dispensed again which were dispensed in full. */
const findDone = async (db: Db, { back, isToBeFilledAgain }: NewReturn): Promise<number[]> => {
  const lines = [...new Set(back.flatMap(({ of }) => of.line ?? []))]
  if (!isToBeFilledAgain || lines.length === 0) return []
  const rows = await db.selectFrom('prescribed_drugs').select('id').where('id', 'in', lines).where('is_dispensed', '=', true).execute()
  return rows.map(({ id }) => id)
}

const keepCredits = async (db: Db, id: number, creditNotes: readonly number[]) => {
  if (creditNotes.length === 0) return
  const rows = creditNotes.map((note) => ({ patient_return_id: id, credit_note_id: note }))
  await db.insertInto('patient_return_credits').values(rows).execute()
}

/** Writes what comes back, the document being locked: stock, bill and status. Answers credit notes that are to be numbered last of all. */
export const writeReturn = async (db: Db, returning: NewReturn) => {
  const { dispense, back } = returning
  await lockLevels(
    db,
    back.filter(({ batch }) => batch !== null).map(({ of }) => ({ store: dispense.store, item: of.item })),
  )
  const done = await findDone(db, returning)
  const written = await insertReturn(db, returning)
  if (done.length > 0) await markReopened(db, done, returning.by)
  await takeIntoQuarantine(db, written, returning)
  const settlement = await settle(db, returning)
  await keepCredits(db, written.id, settlement.creditNotes)
  return { ...written, ...settlement }
}
