const firsts = (category: string) => `
    select l.* from (
      select n.*, t.unit, row_number() over (partition by n.bill, n.item_id order by n.place) as nth
      from new_lines n join items t on t.id = n.item_id where t.category = '${category}' and n.by is not null
    ) l where l.nth = 1`

/** The orders that tests and drugs on the bills come from; what stands on a bill a second time was added by hand. */
export const orderSql = {
  tests: `
    with test as materialized (
      select l.*, nextval('lab_test_request_panels_id_seq') as id from (${firsts('laboratory')}) l
    ), request as materialized (
      select r.*, nextval('lab_test_requests_id_seq') as id from (select bill, min(at) as at, min(by) as by from test group by bill) r
    ), requested as (
      insert into lab_test_requests (id, process_id, patient_id, requested_at, requested_by) overriding system value
      select r.id, p.id, v.patient_id, r.at, coalesce(v.doctor_id, r.by)
      from request r join new_bills b on b.bill = r.bill join visits v on v.id = b.visit_id join process_test_requests p on p.visit_id = v.id
    ), panelled as (
      insert into lab_test_request_panels (id, lab_test_request_id, item_id) overriding system value
      select t.id, r.id, t.item_id from test t join request r on r.bill = t.bill
    )
    update new_lines l set order_kind = 'laboratory', order_id = t.id from test t where t.bill = l.bill and t.place = l.place`,
  drugs: `
    with drug as materialized (
      select l.*, nextval('prescribed_drugs_id_seq') as id,
        case when l.quantity >= 9 and l.quantity % 3 = 0 then 3 when l.quantity >= 4 and l.quantity % 2 = 0 then 2 else 1 end as daily
      from (${firsts('drug')}) l
    ), prescribed as (
      insert into prescribed_drugs (id, prescription_id, patient_id, item_id, dosage, frequency, duration, quantity, is_dispensed, quantity_dispensed, prescribed_at,
        prescribed_by) overriding system value
      select d.id, p.id, v.patient_id, d.item_id, '1 ' || d.unit, case d.daily when 3 then '3 times a day' when 2 then 'twice a day' else 'once a day' end,
        case when d.quantity = d.daily then '1 day' else ceil(d.quantity / d.daily) || ' days' end, d.quantity,
        g.is_given, case when g.is_given then d.quantity else 0 end, d.at, coalesce(v.doctor_id, d.by)
      from drug d join new_bills b on b.bill = d.bill join visits v on v.id = b.visit_id join prescriptions p on p.visit_id = v.id,
        lateral (select exists (select from visit_moves m where m.visit_id = v.id and m.from_track = 'pharmacy')) as g (is_given)
    )
    update new_lines l set order_kind = 'prescription', order_id = d.id from drug d where d.bill = l.bill and d.place = l.place`,
  visits: `
    update new_lines l set order_kind = 'consultation', order_id = b.visit_id from new_bills b where b.bill = l.bill and l.code is null`,
} as const
