import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { planOf } from '../../testing/databases/plan.ts'
import { findCurrentMedicines } from './server/current-medicines.ts'
import { findFavourites } from './server/favourites.ts'
import { findLastPrescription } from './server/last-prescription.ts'
import { countLines, findLine, findLines, findPrescriptionLines } from './server/lines.ts'
import { findMedicines } from './server/medicines.ts'
import { countPrescriptions, findPrescriptions } from './server/list-prescriptions.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic({ years: true })
  await asOwner(clinic.ownerUrl, async (client) => {
    for (const table of ['prescriptions', 'invoices'])
      await client.query(
        `insert into ${table} (visit_id, patient_id, created_at) select id, patient_id, created_at from visits where id <= 8000`,
      )
    await client.query(`insert into items (name, category) values ('Amoxicillin', 'drug'), ('Gauze', 'consumable')`)
    await client.query(`insert into users (email, first_name, last_name, role)
      select n || '@clinic.example', 'Amina', 'Yusuf', 'nurse' from generate_series(41, 50) n`)
    await client.query(`insert into prescribed_drugs (prescription_id, patient_id, item_id, dosage, frequency, duration, quantity, prescribed_at,
        prescribed_by)
      select s.id, s.patient_id, t.id, '1', 'daily', '5 days', 5, s.created_at, u.id
      from prescriptions s, items t, users u where t.category in ('drug', 'consumable') and u.email = '1@clinic.example'`)
    await client.query(`insert into charges (invoice_id, item_id, item_name, category, order_kind, order_id, quantity, unit_price, price_source,
        tax_rate, tax_included, created_at)
      select i.id, d.item_id, 'Drug', 'drug', 'prescription', d.id, 5, 5, 'cash', 0, true, d.prescribed_at
      from prescribed_drugs d join prescriptions s on s.id = d.prescription_id join invoices i on i.visit_id = s.visit_id`)
    await client.query(`update prescribed_drugs set quantity_dispensed = quantity, is_dispensed = true where id % 50 <> 0`)
    await client.query(`insert into patient_medicines (patient_id, name, recorded_at) select id, 'Metformin', now() from patients`)
    await client.query(`insert into prescription_favourites (user_id, item_id, directions, created_at)
      select u.id, t.id, n || ' tab bd', now() from users u, items t, generate_series(1, 100) n`)
    await client.query(`insert into files (sha256, size, type, name, created_at) values ('x', 1, 'image/png', 'x.png', now())`)
    await client.query(`insert into public_prescription_requests (patient_id, status, file_id, date_created, created_by, date_changed)
      select p.id, case when p.id % 50 = 0 then 'pending' else 'done' end::public_prescription_status, f.id, now(), u.id, now()
      from patients p, files f, users u where u.email = '1@clinic.example'`)
    await client.query('analyze')
  })
})
afterAll(() => clinic.close())

const big =
  /Seq Scan on (visits|patients|invoices|charges|prescriptions|prescribed_drugs|patient_medicines|prescription_favourites|public_prescription_requests)\b/
const page = { cursor: null, limit: 26 }

describe('at 8,000 visits prescribed drugs are read by index', () => {
  const cases: [string, (db: Db) => Promise<unknown>][] = [
    ['those of a patient', (db) => findLines(db, { patient: 77 }, true, page)],
    ['a later page of them', (db) => findLines(db, { patient: 77 }, true, { ...page, cursor: [9000, 9000] })],
    ['how many a patient has', (db) => countLines(db, { patient: 77 })],
    ['the lines of a prescription', (db) => findPrescriptionLines(db, [77], true)],
    ['one line', (db) => findLine(db, 7000, true)],
    ['the newest lines', (db) => findLines(db, {}, true, page)],
    ['those of an item', (db) => findLines(db, { item: 1 }, true, page)],
    ['those that nobody has handed out', (db) => findLines(db, { is_dispensed: false }, true, page)],
    ['the newest prescriptions', (db) => findPrescriptions(db, {}, page)],
    ['those of a status', (db) => findPrescriptions(db, { status: 'partially dispensed' }, page)],
    ['those of a patient', (db) => findPrescriptions(db, { patient_id: 77 }, page)],
    ['that of a visit', (db) => findPrescriptions(db, { visit: 77 }, page)],
    ['a later page of prescriptions', (db) => findPrescriptions(db, { status: 'pending' }, { ...page, cursor: [4000, 4000] })],
    ['how many of a patient', (db) => countPrescriptions(db, { patient_id: 77 })],
    ['what a patient takes now', (db) => findCurrentMedicines(db, 77, new Date('2026-03-02T07:30:00Z'))],
    ['what was prescribed last', (db) => findLastPrescription(db, 77, undefined)],
    ['medicines from elsewhere', (db) => findMedicines(db, 77)],
    ['favourites', (db) => findFavourites(db, 1)],
  ]
  test.each(cases)('%s', async (_name, query) => {
    const plan = await planOf(clinic, query)
    expect(plan).toMatch(/Index/)
    expect(plan).not.toMatch(big)
  })
})
