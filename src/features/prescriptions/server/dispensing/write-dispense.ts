import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { writeEntry } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { Pick } from './pick-batches.ts'
import type { Portion } from './portions.ts'

export interface NewDispense {
  kind: 'prescription' | 'sale'
  store: number
  prescription: number | null
  patient: number | null
  customer: string | null
  /** The bill of a sale. */
  invoice: number | null
  note: string
  unpaidReason: string
  by: number
  now: Date
}
export interface WrittenDispense {
  id: number
  number: string
  /** The ids of its lines, in the order of the portions. */
  items: number[]
}

/** The document, its lines and their batches in one statement; of a prescribed line never more than is left. */
const insertDispense = async (
  db: Db,
  doc: NewDispense,
  portions: readonly Portion[],
  picks: readonly Pick[][],
): Promise<WrittenDispense> => {
  const lines = portions.map((portion, place) => ({
    place,
    line: portion.line?.id ?? null,
    item: portion.item,
    units: portion.units,
    covers: portion.covers,
    substitution: portion.substitutionReason,
    batch_reason: portion.batchReason,
    is_scanned: portion.isScanned,
    directions: portion.directions,
    structure: portion.structure,
  }))
  const batches = picks.flatMap((of, place) => of.map(({ batch, units }) => ({ place, batch, units })))
  const { rows } = await sql<{ id: number; number: string; items: number[] }>`
    with wanted as materialized (
      select nextval('dispense_items_id_seq')::integer as id, l.*
      from json_to_recordset(${JSON.stringify(lines)}::json) as l(place integer, line integer, item integer, units integer, covers numeric,
        substitution text, batch_reason text, is_scanned boolean, directions text, structure jsonb)
    ), fitting as (
      select w.*, d.prescribed_at from wanted w left join prescribed_drugs d on d.id = w.line
      where w.line is null or (d.cancelled_at is null and d.refused_at is null and d.quantity_dispensed + w.covers <= d.quantity)
    ), document as (
      insert into dispenses (number, kind, store_id, prescription_id, patient_id, customer_name, invoice_id, note, unpaid_reason,
        waited_since, dispensed_at, dispensed_by)
      select next_number('dispense', extract(year from ${clinicDay(doc.now)})::integer), ${doc.kind}::dispense_kind, ${doc.store}::integer,
        ${doc.prescription}::integer, ${doc.patient}::integer, ${doc.customer}::text, ${doc.invoice}::integer, ${doc.note}::text,
        ${doc.unpaidReason}::text,
        (select min(f.prescribed_at) from fitting f where not exists (
          select from dispenses e where e.prescription_id = ${doc.prescription}::integer)), ${doc.now}::timestamptz, ${doc.by}::integer
      returning id, number
    ), given as (
      insert into dispense_items (id, prescribed_drug_id, quantity, dispensed_at, dispensed_by, dispense_id, item_id, units,
        substitution_reason, batch_reason, is_scanned, directions, structure) overriding system value
      select f.id, f.line, f.covers, ${doc.now}::timestamptz, ${doc.by}::integer, document.id, f.item, f.units, f.substitution,
        f.batch_reason, f.is_scanned, f.directions, f.structure
      from fitting f, document order by f.id
      returning id
    ), drawn as (
      insert into dispense_batches (dispense_item_id, item_id, batch_id, units)
      select w.id, w.item, b.batch, b.units
      from json_to_recordset(${JSON.stringify(batches)}::json) as b(place integer, batch integer, units integer)
      join wanted w on w.place = b.place
    )
    select document.id, document.number, (select array_agg(w.id order by w.place) from wanted w join given g on g.id = w.id) as items
    from document`.execute(db)
  return { ...rows[0]!, items: rows[0]!.items ?? [] }
}

/**
 * Writes what goes over the counter, but for the movements of the stock, whose levels are held already. 409 `dispensed` when less is left of
 * a line than is handed out.
 */
export const writeDocument = async (
  db: Db,
  doc: NewDispense,
  portions: readonly Portion[],
  picks: readonly Pick[][],
): Promise<WrittenDispense> => {
  const written = await insertDispense(db, doc, portions, picks)
  if (written.items.length !== portions.length) throw conflict('Already dispensed.', {}, 'dispensed')
  return written
}

/** Moves the stock of a document that was written. */
export const moveStock = async (
  db: Db,
  doc: NewDispense,
  written: WrittenDispense,
  portions: readonly Portion[],
  picks: readonly Pick[][],
) => {
  const movements = portions.flatMap(({ item }, place) =>
    (picks[place] ?? []).map(({ batch, units }) => ({
      store: doc.store,
      item,
      batch,
      state: 'usable' as const,
      kind: doc.kind === 'sale' ? ('otc' as const) : ('dispense' as const),
      quantity: -units,
    })),
  )
  const entry = { number: written.number, document: { dispense: written.id }, by: doc.by, now: doc.now }
  if (movements.length > 0) await writeEntry(db, entry, movements)
}

/** Both. */
export const writeDispense = async (
  db: Db,
  doc: NewDispense,
  portions: readonly Portion[],
  picks: readonly Pick[][],
): Promise<WrittenDispense> => {
  const written = await writeDocument(db, doc, portions, picks)
  await moveStock(db, doc, written, portions, picks)
  return written
}
