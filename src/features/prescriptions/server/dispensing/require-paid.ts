import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'

/** True of a charge `c` that the patient still owes, on the bill `i`: on a draft, or on one of which something is due. */
const isUnpaid = sql<boolean>`(c.cancelled_at is null and case when i.issued_at is null then c.patient_amount > 0 or c.price_source = 'none'
  else i.patient_balance > 0 and c.patient_amount > 0 and c.credited_total < c.total end)`

/** What was paid once and credited is not paid any more: a line that was refused, or came back, and waits again. */
const isCredited = sql`(c.cancelled_at is null and c.patient_amount > 0 and c.credited_quantity > 0 and c.quantity - c.credited_quantity
  < d.quantity - coalesce((select sum(p.quantity - coalesce((select sum(r.quantity) from patient_return_items r where r.dispense_item_id = p.id), 0))
    from dispense_items p where p.prescribed_drug_id = d.id and p.item_id <> d.item_id), 0))`

/** True of a charge `c` on the bill `i` that the patient still owes, or owes again, for what is prescribed in the line `d`. */
export const isOwed = sql<boolean>`(${isUnpaid} or ${isCredited})`

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
