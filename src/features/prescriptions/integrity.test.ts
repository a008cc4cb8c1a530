import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { Medicine, PrescribedDrug, Prescription } from './contract.ts'

interface Warning {
  key: string
  kind: string
  severity: 'stop' | 'note'
}
type Written = Prescription & { warnings: Warning[] }

const PRESCRIPTIONS = '/patients/prescriptions/'
const LINES = '/patients/prescribed-drugs/'
let clinic: TestClinic
let desk: Person
let doctor: Person
let pharmacist: Person
let amoxicillin: number
let ibuprofen: number
let warfarin: number
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  const drug = async (name: string, unit: string) => (await anItem(clinic.db, '5.00', { category: 'drug', name, unit })).id
  amoxicillin = await drug('Amoxicillin 500 mg capsule', 'capsule')
  ibuprofen = await drug('Ibuprofen 400 mg tablet', 'tablet')
  warfarin = await drug('Warfarin 5 mg tablet', 'tablet')
})
afterAll(() => clinic.close())

const visit = async () => aVisitWithOrders(desk, (await aPatient(clinic.db, { date_of_birth: '1980-05-05' })).id)
const post = (id: number, items: number[], more: object = {}, by = doctor) =>
  by.call('POST', PRESCRIPTIONS, {
    attendance_process: id,
    prescribed_drugs: items.map((item) => ({ item, directions: '1 tab tds 5/7' })),
    ...more,
  })
const prescribe = async (id: number, items: number[], more: object = {}) => {
  const reply = await post(id, items, more)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Written>()
}
const aLine = async () => (await prescribe((await visit()).id, [amoxicillin])).prescribed_drugs[0]!
const stopsOf = (reply: { warnings: Warning[] }) => reply.warnings.filter(({ severity }) => severity === 'stop')

const give = (line: number, quantity: number) =>
  sql`insert into dispense_items (prescribed_drug_id, item_id, quantity, dispensed_at, dispensed_by) 
    select id, item_id, ${quantity}, now(), ${pharmacist.id} from prescribed_drugs where id = ${line}`.execute(clinic.db)
const read = (line: number) =>
  clinic.db
    .selectFrom('prescribed_drugs')
    .select(['quantity_dispensed', 'is_dispensed', 'cancelled_at'])
    .where('id', '=', line)
    .executeTakeFirstOrThrow()

describe('what was handed out of a line is the sum of its portions', () => {
  test('whatever the program itself writes', async () => {
    const { id } = await aLine()
    for (const change of [sql`quantity_dispensed = 3`, sql`quantity = 3`, sql`is_dispensed = true, quantity_dispensed = quantity`])
      await expect(sql`update prescribed_drugs set ${change} where id = ${id}`.execute(clinic.db)).rejects.toThrow(/permission denied/)
    await give(id, 4)
    expect(await read(id)).toMatchObject({ quantity_dispensed: '4.000', is_dispensed: false })
    await expect(give(id, 12)).rejects.toThrow(/prescribed_drugs_dispensed/)
    await expect(
      sql`update prescribed_drugs set cancelled_at = now(), cancelled_by = ${doctor.id}, cancel_reason = 'x' where id = ${id}`.execute(
        clinic.db,
      ),
    ).rejects.toThrow(/prescribed_drugs_given/)
    await give(id, 11)
    expect(await read(id)).toMatchObject({ quantity_dispensed: '15.000', is_dispensed: true })
  })

  test('nothing is handed out of a cancelled line', async () => {
    const { id } = await aLine()
    await doctor.call('PATCH', `${LINES}${id}/`, { cancelled: true, reason: 'Not needed' })
    await expect(give(id, 1)).rejects.toThrow(/prescribed_drugs_given/)
    expect(await read(id)).toMatchObject({ quantity_dispensed: '0.000' })
  })

  test('also of those that reach for it at once', async () => {
    const { id } = await aLine()
    await Promise.all(Array.from({ length: 8 }, () => give(id, 1)))
    expect(await read(id)).toMatchObject({ quantity_dispensed: '8.000' })
  })
})

const current = async (patient: number) =>
  (await doctor.call('GET', `/patients/patients/${patient}/current-medicines/`)).json<{ name: string }[]>().map(({ name }) => name)

describe('a course', () => {
  test('never ends before it was prescribed: the safety check sees it, wherever the prescription began', async () => {
    const { id, patient } = await visit()
    const { prescribed_drugs } = await prescribe(id, [warfarin], { start_date: '2026-01-10' })
    expect(prescribed_drugs[0]).toMatchObject({ ends_on: '2026-03-06' })
    expect(await current(patient)).toEqual(['Warfarin 5 mg tablet'])
    expect(stopsOf((await post(id, [ibuprofen])).json<Written>())).toMatchObject([{ kind: 'interaction' }])
  })

  test('moves with the day on which its prescription begins, and never before it was prescribed', async () => {
    const { id, prescription } = await visit()
    await prescribe(id, [amoxicillin])
    const begin = async (start_date: string | null) =>
      (await doctor.call('PATCH', `${PRESCRIPTIONS}${prescription}/`, { start_date })).json<Written>().prescribed_drugs[0]!.ends_on
    expect([await begin('2026-03-10'), await begin('2025-12-01'), await begin('2026-03-04'), await begin(null)]).toEqual([
      '2026-03-14',
      '2026-03-06',
      '2026-03-08',
      '2026-03-06',
    ])
  })
})

test('no course begins years ahead, and nobody began to take something tomorrow', async () => {
  const { id, patient } = await visit()
  for (const start_date of ['9999-12-31', '2027-03-10'])
    expect((await post(id, [amoxicillin], { start_date })).json()).toHaveProperty('start_date')
  const medicines = `/patients/patients/${patient}/medicines/`
  const reported = (started_on: string) => doctor.call('POST', medicines, { name: 'Salbutamol inhaler', started_on })
  expect((await reported('2026-03-03')).json()).toEqual({ started_on: ['The date must not be in the future.'] })
  const { id: part } = (await reported('2026-03-02')).json<Medicine>()
  expect((await doctor.call('PATCH', `${medicines}${part}/`, { started_on: '9999-12-31' })).status).toBe(400)
})

describe('no text is written over unseen', () => {
  const NEEDED = { version: ['Send the version, or If-Match, of what you change.'] }

  test('the note of a prescription', async () => {
    const { id, prescription } = await visit()
    const { version } = await prescribe(id, [], { note: 'Take with food' })
    const change = (body: object) => doctor.call('PATCH', `${PRESCRIPTIONS}${prescription}/`, body)
    expect((await change({ note: 'Before food' })).json()).toEqual(NEEDED)
    expect((await post(id, [amoxicillin], { note: 'Before food' })).json()).toEqual(NEEDED)
    expect((await doctor.call('GET', `${PRESCRIPTIONS}${prescription}/`)).json<Written>()).toMatchObject({
      note: 'Take with food',
      prescribed_drugs: [],
    })
    expect((await post(id, [amoxicillin], { note: 'Take with food' })).status).toBe(201)
    expect((await change({ note: 'Before food', version })).status).toBe(412)
    expect((await change({ note: 'Before food', version: version + 1 })).json()).toMatchObject({ note: 'Before food' })
  })

  test('a medicine from elsewhere', async () => {
    const url = `/patients/patients/${(await aPatient(clinic.db)).id}/medicines/`
    const { id, version } = (await doctor.call('POST', url, { name: 'Salbutamol inhaler' })).json<Medicine>()
    const change = (body: object) => doctor.call('PATCH', `${url}${id}/`, body)
    expect((await change({ name: 'Something else' })).json()).toEqual(NEEDED)
    expect((await change({ stopped_on: '2026-03-01', stop_reason: 'Tremor' })).status).toBe(200)
    expect((await change({ stopped_on: '2026-03-02', stop_reason: 'Too dear' })).json()).toEqual(NEEDED)
    expect((await change({ stop_reason: 'Too dear', version })).status).toBe(412)
    expect((await change({ stop_reason: 'Tremor, too dear', version: version + 1 })).status).toBe(200)
  })

  test('nothing is written into a record that was put away', async () => {
    const { id: patient } = await aPatient(clinic.db)
    const url = `/patients/patients/${patient}/medicines/`
    const { id, version } = (await doctor.call('POST', url, { name: 'Salbutamol inhaler' })).json<Medicine>()
    expect((await desk.call('DELETE', `/patients/patients/${patient}/`)).status).toBeLessThan(300)
    const added = await doctor.call('POST', url, { name: 'Aspirin' })
    const changed = await doctor.call('PATCH', `${url}${id}/`, { reason: 'Asthma', version })
    expect([added.json(), changed.json()]).toMatchObject([{ code: 'deactivated' }, { code: 'deactivated' }])
  })

  test('the answer to a request', async () => {
    const { id: patient_id } = await aPatient(clinic.db)
    const at = clinic.clock.now
    const file = await clinic.db
      .insertInto('files')
      .values({ sha256: 'a'.repeat(64), size: 1, type: 'application/pdf', name: 'x.pdf', created_at: at, created_by: doctor.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    const { id } = await clinic.db
      .insertInto('public_prescription_requests')
      .values({ patient_id, file_id: file.id, date_created: at, created_by: doctor.id, date_changed: at })
      .returning('id')
      .executeTakeFirstOrThrow()
    const answer = (body: object) => pharmacist.call('PATCH', `/pharmacy/public-prescription-requests/${id}/`, body)
    expect((await answer({ status: 'accepted', answer: 'Come at four' })).status).toBe(200)
    expect((await answer({ status: 'declined', answer: 'Unreadable' })).json()).toEqual(NEEDED)
    expect((await answer({ status: 'done' })).json()).toMatchObject({ status: 'done', answer: 'Come at four' })
    expect((await answer({ answer: 'Came at four', version: 3 })).status).toBe(200)
  })
})

test('a reason stays with whoever gave it, although somebody else changes the line', async () => {
  const { id, patient } = await visit()
  await desk.call('POST', `/patients/patients/${patient}/allergies/`, { substance: 'Penicillin', category: 'drug', severity: 'severe' })
  const key = stopsOf((await post(id, [amoxicillin])).json<Written>())[0]!.key
  const overrides = [{ key, reason: 'Tolerated last year' }]
  const [line] = (await prescribe(id, [amoxicillin], { overrides })).prescribed_drugs
  const [given] = line!.overrides
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 60_000)
  const other = await clinic.signedInFrom('Doctor', 'sysadmin')
  const reply = await other.call('PATCH', `${LINES}${line!.id}/`, { note: 'Watch for a rash' })
  expect(reply.status, reply.text).toBe(200)
  expect(reply.json<PrescribedDrug>()).toMatchObject({ prescribed_by: other.id, overrides: [given] })
  const anew = await other.call('PATCH', `${LINES}${reply.json<PrescribedDrug>().id}/`, { directions: '2 caps tds 5/7' })
  expect(anew.json()).toMatchObject({ code: 'unsafe' })
})
