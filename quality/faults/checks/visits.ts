import { sql } from 'kysely'
import type { Check } from './check.ts'

/** Papers that open with every visit, in its transaction. */
const prescriptions = sql`
  papers as (
    select v.id, v.track, v.patient_id, i.id is not null as has_bill, t.id is not null as has_triage, p.id is not null as has_prescription,
      r.id is not null as has_requests
    from visits v
    left join lateral (select id from invoices where visit_id = v.id limit 1) i on true
    left join triages t on t.visit_id = v.id
    left join prescriptions p on p.visit_id = v.id
    left join process_test_requests r on r.visit_id = v.id
  )`

export const visits: Check = {
  name: 'whole visits and orders',
  counts: {
    visits: sql`visits`,
    open: sql`(select from visits where closed_at is null)`,
    orders: sql`(select from charges where order_kind is not null)`,
  },
  common: prescriptions,
  rules: {
    'half a visit': sql`select * from papers where not (has_bill and has_triage and has_prescription and has_requests)`,
    'two open visits of one patient': sql`
      select patient_id, count(*) from visits where closed_at is null group by 1 having count(*) > 1`,
    'a visit is not where its last move led': sql`
      select v.id, v.track, m.to_track from visits v
        left join lateral (select to_track from visit_moves where visit_id = v.id order by id desc limit 1) m on true
        where m.to_track is distinct from v.track`,
    'an order is charged twice': sql`
      select order_kind, order_id, count(*) from charges where order_kind is not null and cancelled_at is null
        group by 1, 2 having count(*) > 1`,
    'a prescribed line was never charged': sql`
      select d.id from prescribed_drugs d where d.cancelled_at is null
        and not exists (select from charges c where c.order_kind = 'prescription' and c.order_id = d.id)`,
    'a charge is on the bill of another patient': sql`
      select c.id, c.invoice_id from charges c join invoices i on i.id = c.invoice_id
        join prescribed_drugs d on c.order_kind = 'prescription' and d.id = c.order_id where d.patient_id <> i.patient_id`,
    'a laboratory request asks for nothing': sql`
      select r.id from lab_test_requests r where not exists (select from lab_test_request_panels p where p.lab_test_request_id = r.id)`,
    'a panel has no result that counts, or two': sql`
      select p.id, p.state, count(r.id) from lab_test_request_panels p
        left join lab_results r on r.request_panel_id = p.id and r.is_current
        where p.state in ('entered', 'approved') group by 1, 2 having count(r.id) <> 1`,
    'two drafts of one doctor in one visit': sql`
      select visit_id, doctor_id, count(*) from consultations where signed_at is null group by 1, 2 having count(*) > 1`,
  },
}
