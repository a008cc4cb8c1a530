import { sql } from 'kysely'
import type { z } from 'zod'
import { isLeftOpenAt } from '#features/attendance/public.ts'
import { patientName } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { QueueRow } from '../contract.ts'

/** Of those who left unbilled: so many at most, the last first. */
const LEFT = 500

/**
 * Everybody in the house with something on a bill or something due, and everybody at the till: those at the till first, whoever has
 * something to pay before whoever has paid, whoever has waited longest first; then visits that were left open on earlier days; after them whoever left with something on a draft. One bill a visit: the draft when there is something on it, else the
 * oldest with something due.
 */
export const findQueue = async (db: Db, now: Date): Promise<z.output<typeof QueueRow>[]> => {
  const { rows } = await sql<z.output<typeof QueueRow>>`
    select v.id, b.invoice, v.patient_id as patient,
      ${patientName} as patient_name,
      p.unique_id as patient_number, v.track, v.track_since, v.priority,
      (select c.name from insurance_companies c where c.id = b.insurer) as insurance_company_name,
      b.status, b.item_count, b.unpriced, b.amount as invoice_amount, b.due, v.closed_at is not null as has_left, ${isLeftOpenAt(now)} as is_left_open
    from (
      select id from visits where closed_at is null
      union all (select w.id from invoices i join visits w on w.id = i.visit_id and w.closed_at is not null
        where i.issued_at is null and i.has_charges order by i.id desc limit ${sql.lit(LEFT)})
    ) here
    join visits v on v.id = here.id
    join patients p on p.id = v.patient_id
    cross join lateral (
      select (array_agg(i.id order by (i.issued_at is null and l.lines > 0) desc, i.patient_balance > 0 desc, i.id))[1] as invoice,
        (array_agg(i.insurance_company_id order by (i.issued_at is null and l.lines > 0) desc, i.patient_balance > 0 desc, i.id))[1] as insurer,
        (array_agg(i.status order by (i.issued_at is null and l.lines > 0) desc, i.patient_balance > 0 desc, i.id))[1] as status,
        coalesce(sum(l.lines), 0)::integer as item_count, coalesce(sum(l.unpriced), 0)::integer as unpriced,
        bool_or(i.issued_at is null and l.lines > 0) as is_unbilled,
        sum(case when i.issued_at is null then l.total else i.total end) as amount,
        sum(case when i.issued_at is null then l.patient else i.patient_balance end) as due
      from invoices i
      cross join lateral (
        select count(c.id) as lines, count(*) filter (where c.price_source = 'none') as unpriced, coalesce(sum(c.total), 0.00) as total,
          coalesce(round(sum(c.patient_amount) / max(s.rounding_step)) * max(s.rounding_step), 0.00) as patient
        from billing_settings s left join charges c on c.invoice_id = i.id and c.cancelled_at is null
          and (i.issued_at is null or i.patient_balance <> 0)
      ) l
      where i.visit_id = v.id
    ) b
    where b.invoice is not null
      and case when v.closed_at is null then v.track = 'billing' or b.item_count > 0 or b.due <> 0 else b.is_unbilled end
    order by v.closed_at is not null, is_left_open, (v.track = 'billing' and (b.item_count > 0 or b.due <> 0)) desc, (v.track = 'billing') desc,
      v.track_since, v.id`.execute(db)
  return rows
}
