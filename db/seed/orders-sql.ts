const firsts = (category: string) => `
    select l.* from (
      select n.*, t.unit, row_number() over (partition by n.bill, n.item_id order by n.place) as nth
      from new_lines n join items t on t.id = n.item_id where t.category = '${category}' and n.by is not null
    ) l where l.nth = 1`

/** The orders that tests and drugs on the bills come from; what stands on a bill a second time was added by hand. */
export const orderSql = {
  tests: `
    with test as materialized (
      -- What no test is charged as, because somebody has changed that since, stands on the bill by itself.
      select l.*, f.id as profile, case when f.id is null then p.id end as panel, nextval('lab_orders_id_seq') as id from (${firsts('laboratory')}) l
      left join lab_profiles f on f.item_id = l.item_id left join lab_panels p on p.item_id = l.item_id
      where f.id is not null or p.id is not null
    ), request as materialized (
      select r.*, nextval('lab_test_requests_id_seq') as id from (
        select bill, min(at) as at, min(by) as by from test group by bill order by min(at), bill
      ) r
    ), requested as (
      insert into lab_test_requests (id, process_id, patient_id, requested_at, requested_by) overriding system value
      select r.id, p.id, v.patient_id, r.at, coalesce(v.doctor_id, r.by)
      from request r join new_bills b on b.bill = r.bill join visits v on v.id = b.visit_id join process_test_requests p on p.visit_id = v.id
    ), panelled as (
      insert into lab_orders (id, lab_test_request_id, profile_id, panel_id, item_id) overriding system value
      select t.id, r.id, t.profile, t.panel, t.item_id from test t join request r on r.bill = t.bill
    )
    update new_lines l set order_kind = 'laboratory', order_id = t.id from test t where t.bill = l.bill and t.place = l.place`,
  drugs: `
    with drug as materialized (
      select l.*, nextval('prescribed_drugs_id_seq') as id, v.id as visit_id, v.patient_id, p.id as prescription_id,
        coalesce(v.doctor_id, l.by) as prescriber, m.moved_at as given_at, m.moved_by as given_by
      from (${firsts('drug')}) l join new_bills b on b.bill = l.bill join visits v on v.id = b.visit_id
      join prescriptions p on p.visit_id = v.id
      left join visit_moves m on m.visit_id = v.id and m.from_track = 'pharmacy'
      where l.directions is not null
    ), prescribed as (
      insert into prescribed_drugs (id, prescription_id, patient_id, item_id, directions, structure, dosage, frequency, duration, quantity,
        ends_on, is_dispensed, quantity_dispensed, prescribed_at, prescribed_by) overriding system value
      select id, prescription_id, patient_id, item_id, directions, structure, dosage, frequency, duration, quantity,
        (at at time zone (select time_zone from company))::date + days - 1, given_at is not null,
        case when given_at is null then 0 else quantity end, at, prescriber
      from drug order by id
    ), given as (
      insert into dispense_items (prescribed_drug_id, item_id, quantity, dispensed_at, dispensed_by)
      select id, item_id, quantity, given_at - interval '90 seconds', given_by from drug where given_at is not null order by given_at, id
    )
    update new_lines l set order_kind = 'prescription', order_id = d.id from drug d where d.bill = l.bill and d.place = l.place`,
  visits: `
    update new_lines l set order_kind = 'consultation', order_id = b.visit_id from new_bills b where b.bill = l.bill and l.code is null`,
} as const
