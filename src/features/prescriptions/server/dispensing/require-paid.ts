import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** True of a charge `c` that the patient still owes, on the bill `i`: on a draft, or on one of which something is due. */
const isUnpaid = sql<boolean>`(c.cancelled_at is null and case when i.issued_at is null then c.patient_amount > 0 or c.price_source = 'none'
  else i.patient_balance > 0 and c.patient_amount > 0 and c.credited_total < c.total end)`

/**
 * What was billed does not come to what stays with the patient and what is left of the line: the rest was credited, or never billed because
 * a part went out before it was paid.
 */
const isShort = sql`(c.cancelled_at is null and c.patient_amount > 0 and not d.is_dispensed and d.refused_at is null
  and c.quantity - c.credited_quantity < d.quantity - d.quantity_dispensed + coalesce((
    select sum(coalesce(p.units, p.quantity) - p.returned - coalesce(x.quantity - x.credited_quantity, 0)) from dispense_items p
    left join charges x on x.order_kind = 'dispense' and x.order_id = p.id and x.cancelled_at is null
    where p.prescribed_drug_id = d.id and p.item_id = d.item_id), 0))`

/** True of a charge `c` on the bill `i` that the patient still owes, or that does not bear all that is left of the line `d`. */
export const isOwed = sql<boolean>`(${isUnpaid} or ${isShort})`

/** A select of (line, name): those of these lines whose charge is not paid yet. */
export const unpaidLines = (lines: RawBuilder<unknown>) => sql`
  select d.id as line, c.item_name as name from prescribed_drugs d
  join charges c on c.order_kind = 'prescription' and c.order_id = d.id join invoices i on i.id = c.invoice_id
  where d.id = any(${lines}::integer[]) and ${isOwed}`

/** Those of these lines whose charge is not paid yet. */
export const findUnpaid = async (db: Db, lines: readonly number[]): Promise<{ line: number; name: string }[]> => {
  const { rows } = await sql<{ line: number; name: string }>`${unpaidLines(sql`${lines}::integer[]`)} order by 1`.execute(db)
  return rows
}
