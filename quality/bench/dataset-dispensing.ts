import type { Client } from 'pg'

/** What a busy pharmacy has after years: what was handed out, what nobody came for, and who waits now. */
export const PHARMACY = { patients: 100_000, prescriptions: 1_000_000, uncollected: 14_000, waiting: 300 } as const
/** A tenth of what a clinic's has. */
export const CLINIC_PHARMACY = { patients: 2000, prescriptions: 20_000, uncollected: 200, waiting: 30 } as const
/** A tenth of that, with as many who wait now. */
export const TENTH_PHARMACY = { patients: 200, prescriptions: 2000, uncollected: 100, waiting: 30 } as const
type PharmacySize = { readonly [part in keyof typeof PHARMACY]: number }
const LINES = 3
/** Of three lines the first two are more than what is left of the batch that expires first: five batches. */
const QUANTITIES = [25, 25, 10]
/** The pharmacy's shelf. */
const STORE = 2

const loadPatients = (client: Client, size: PharmacySize) =>
  client.query(
    `insert into patients (unique_id, first_name, second_name, gender, date_of_birth)
     select 'B-' || n, 'Achieng', 'Bench ' || n, case n % 2 when 0 then 'female' else 'male' end::gender, '1950-01-01'::date + n % 18000
     from generate_series(1, $1::integer) n`,
    [size.patients],
  )

/** Their visits, the first of them first: long ago and over, then those of the last month, then those who wait now. */
const loadVisits = (client: Client, size: PharmacySize) =>
  client.query(
    `create temporary table filled as
     with visit as (
       insert into visits (track_number, patient_id, reason, track, track_since, created_at, closed_at)
       select 'BD-' || n, p.first + n % $1::integer, 'Fever', case when is_here then 'pharmacy' else 'complete' end::track, at, at, case when not is_here then at end
       from generate_series(1, $2::integer) n
       cross join (select min(id) as first from patients where unique_id like 'B-%') p
       cross join lateral (select n > $2 - $3 as is_late, n > $2 - $4 as is_here) k
       cross join lateral (select case when is_here then now() - ($2 - n) * interval '1 minute'
         when is_late then now() - interval '9 days' - ($2 - n) * interval '1 minute'
         else now() - interval '40 days' - ($2 - n) * interval '100 seconds' end as at) t
       returning id, patient_id, created_at, closed_at
     ), paper as (
       insert into prescriptions (visit_id, patient_id, created_at) select id, patient_id, created_at from visit order by id returning id, visit_id, patient_id, created_at
     )
     select p.id, p.visit_id, p.patient_id, p.created_at, row_number() over (order by p.id) as place from paper p`,
    [size.patients, size.prescriptions, size.uncollected, size.waiting],
  )

const loadLines = async (client: Client, size: PharmacySize) => {
  const open = size.prescriptions - size.uncollected
  await client.query(
    `insert into prescribed_drugs (prescription_id, patient_id, item_id, directions, dosage, frequency, duration, quantity, ends_on, prescribed_at, prescribed_by,
       quantity_dispensed, is_dispensed)
     select f.id, f.patient_id, i.first + (f.place * ${LINES} + n) % i.items, '1 tab od', '1 tablet', 'once a day', '5 days', q.quantity,
       f.created_at::date + 5, f.created_at, u.id, case when f.place <= $1 then q.quantity else 0 end, f.place <= $1
     from filled f cross join generate_series(0, ${LINES - 1}) n
     cross join lateral (select ($2::integer[])[n + 1] as quantity) q
     cross join (select min(id) as first, count(*) as items from items where code like 'STK-%') i
     cross join (select min(id) as id from users) u order by f.id, n`,
    [open, QUANTITIES],
  )
  await client.query(
    `update prescriptions p set status = case when f.place <= $1 then 'dispensed' else 'pending' end::prescription_status,
       waiting_since = case when f.place > $1 then f.created_at end from filled f where f.id = p.id`,
    [open],
  )
}

const loadDispensed = async (client: Client, size: PharmacySize) => {
  await client.query(
    `insert into dispenses (number, kind, store_id, prescription_id, patient_id, waited_since, dispensed_at, dispensed_by)
     select 'BD-' || f.id, 'prescription', ${STORE}, f.id, f.patient_id, f.created_at, f.created_at + interval '20 minutes', u.id
     from filled f cross join (select min(id) as id from users) u where f.place <= $1 order by f.id`,
    [size.prescriptions - size.uncollected],
  )
  await client.query(
    `insert into dispense_items (prescribed_drug_id, quantity, dispensed_at, dispensed_by, dispense_id, item_id, units, unit_price)
     select d.id, d.quantity, s.dispensed_at, s.dispensed_by, s.id, d.item_id, d.quantity::integer, 5
     from dispenses s join prescribed_drugs d on d.prescription_id = s.prescription_id where s.number like 'BD-%' order by d.id`,
  )
}

/** What waits stands on drafts. */
const loadDrafts = async (client: Client, size: PharmacySize) => {
  await client.query(
    `insert into invoices (visit_id, patient_id, created_at)
     select f.visit_id, f.patient_id, f.created_at from filled f where f.place > $1 order by f.id`,
    [size.prescriptions - size.uncollected],
  )
  await client.query(
    `insert into charges (invoice_id, item_id, item_name, category, order_kind, order_id, quantity, unit_price, price_source, tax_rate, tax_included, created_at)
     select v.id, i.id, i.name, i.category, 'prescription', d.id, d.quantity, 5, 'cash', 0, true, v.created_at
     from filled f join invoices v on v.visit_id = f.visit_id join prescribed_drugs d on d.prescription_id = f.id join items i on i.id = d.item_id
     where f.place > $1`,
    [size.prescriptions - size.uncollected],
  )
  await client.query(`update invoices v set has_charges = true from filled f where v.visit_id = f.visit_id`)
}

const tables = ['patients', 'visits', 'prescriptions', 'prescribed_drugs', 'dispenses', 'dispense_items', 'invoices', 'charges'] as const

/** Prescriptions beside the stores, with what was handed out of them. */
export const loadPharmacy = async (client: Client, size: PharmacySize): Promise<void> => {
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)
  await loadPatients(client, size)
  await loadVisits(client, size)
  await loadLines(client, size)
  await loadDispensed(client, size)
  await loadDrafts(client, size)
  for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
  await client.query('drop table filled')
}
