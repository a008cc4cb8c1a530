import { sql, type RawBuilder } from 'kysely'
import { isUnpaid } from '#features/charges/public.ts'
import { ownReasons } from './settle-lines.ts'

/** The charge left the bill because of what was handed out, and nothing stands for the line or was taken off by hand. */
const isGone = sql`(c.cancelled_at is not null and c.cancel_reason in (${sql.join(ownReasons.map((reason) => sql.lit(reason)))})
  and not exists (select from charges y where y.order_kind = c.order_kind and y.order_id = c.order_id and y.cancelled_at is null)
  and not exists (select from charges y where y.order_kind = c.order_kind and y.order_id = c.order_id and y.cancelled_at is not null
    and y.cancel_reason not in (${sql.join(ownReasons.map((reason) => sql.lit(reason)))})))`

/**
 * What was billed, of portions what was paid, does not come to what stays with the patient and what is left of the line: the rest was credited,
 * or not billed because a part, or another item for a part, went out before it was paid.
 */
const isShort = sql`((c.cancelled_at is null or ${isGone}) and c.patient_amount > 0 and not d.is_dispensed and d.refused_at is null
  and case when c.cancelled_at is null then c.quantity - c.credited_quantity else 0 end < d.quantity - d.quantity_dispensed + coalesce((
    select sum(coalesce(p.units, p.quantity) - p.returned - coalesce(x.quantity - x.credited_quantity, 0)) from dispense_items p
    left join (charges x join invoices b on b.id = x.invoice_id and b.issued_at is not null and (b.patient_balance <= 0 or x.patient_amount = 0))
      on x.order_kind = 'dispense' and x.order_id = p.id and x.cancelled_at is null
    where p.prescribed_drug_id = d.id and p.item_id = d.item_id), 0))`

/** True of a charge `c` on the bill `i` that the patient still owes, or that does not bear all that is left of the line `d`. */
export const isOwed = sql<boolean>`(${isUnpaid} or ${isShort})`

/** A select of (line, name): those of these lines whose charge is not paid yet. */
export const unpaidLines = (lines: RawBuilder<unknown>) => sql`
  select distinct d.id as line, c.item_name as name from prescribed_drugs d
  join charges c on c.order_kind = 'prescription' and c.order_id = d.id join invoices i on i.id = c.invoice_id
  where d.id = any(${lines}::integer[]) and ${isOwed}`
