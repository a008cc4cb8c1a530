import { sql } from 'kysely'
import { lockVisit } from '#features/attendance/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { notFound } from '#platform/errors/problem.ts'

/** What was handed out at once, as far as taking it back has to know. */
export interface Returnable {
  id: number
  number: string
  kind: 'prescription' | 'sale'
  store: number
  patient: number | null
  /** Null: a sale. */
  visit: number | null
}
/** One line of it, as it stands. */
export interface ReturnableItem {
  id: number
  item: number
  units: number
  returned: number
  /** The prescribed line; null of a sale. */
  line: number | null
  is_cancelled: boolean
  is_refused: boolean
  /** So much of the prescribed line it covered, as text. */
  covers: string | null
  /** Of the units these are to be filled again, and so much of the prescribed line is open for them. */
  reopened_units: number
  reopened: string
  batches: { batch: number; units: number; returned: number }[]
}

/**
 * What was handed out, nobody else taking any of it back or handing out more until the transaction ends; 404 when there is no such
 * document.
 */
export const lockReturnable = async (db: Db, id: number): Promise<Returnable> => {
  const { rows } = await sql<Returnable>`
    select s.id, s.number, s.kind, s.store_id as store, s.patient_id as patient, x.visit_id as visit
    from dispenses s left join prescriptions x on x.id = s.prescription_id where s.id = ${id}`.execute(db)
  const [found] = rows
  if (!found) throw notFound('Dispensing')
  if (found.visit !== null) await lockVisit(db, found.visit)
  // Nobody may change the row of a sale, so nobody can hold it: its number is held instead.
  else await sql`select pg_advisory_xact_lock(hashtextextended('dispense ' || ${id}::integer, 0))`.execute(db)
  return found
}

/** The lines of a document that is locked, in their order. */
export const findReturnableItems = async (db: Db, dispense: number): Promise<ReturnableItem[]> => {
  const { rows } = await sql<ReturnableItem>`
    select i.id, i.item_id as item, i.units, i.returned, i.prescribed_drug_id as line, d.cancelled_at is not null as is_cancelled,
      d.refused_at is not null as is_refused, i.quantity::text as covers, coalesce(back.units, 0)::integer as reopened_units,
      coalesce(back.quantity, 0)::text as reopened,
      (select coalesce(json_agg(json_build_object('batch', g.batch_id, 'units', g.units, 'returned', g.returned) order by g.batch_id), '[]')
        from dispense_batches g where g.dispense_item_id = i.id) as batches
    from dispense_items i left join prescribed_drugs d on d.id = i.prescribed_drug_id
    left join lateral (
      select sum(r.units) as units, sum(r.quantity) as quantity
      from patient_return_items r join patient_returns n on n.id = r.patient_return_id and n.is_to_be_filled_again
      where r.dispense_item_id = i.id
    ) back on true
    where i.dispense_id = ${dispense} order by i.id`.execute(db)
  return rows
}
