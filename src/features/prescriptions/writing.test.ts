import { afterAll, beforeAll, expect, test } from 'vitest'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import type { PrescribedDrug, Prescription } from './contract.ts'
import type { Favourite, PrescribableItem } from './contract-writing.ts'

const PRESCRIPTIONS = '/patients/prescriptions/'
const FAVOURITES = '/patients/prescription-favourites/'
let clinic: TestClinic
let desk: Person
let doctor: Person
let amoxicillin: number
let gauze: number
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  amoxicillin = (await anItem(clinic.db, '5.00', { category: 'drug', name: 'Amoxicillin 500 mg capsule', unit: 'capsule' })).id
  await anItem(clinic.db, '5.00', { category: 'drug', name: 'Bioamoxil 625 mg tablet', unit: 'tablet' })
  await anItem(clinic.db, '5.00', { category: 'drug', name: 'Syrup of amoxicillin', unit: 'bottle' })
  await anItem(clinic.db, '5.00', { category: 'drug', name: 'Old amoxicillin', is_active: false })
  await anItem(clinic.db, '5.00', { category: 'laboratory', name: 'Amoxicillin level' })
  gauze = (await anItem(clinic.db, null, { category: 'consumable', name: 'Gauze swab' })).id
})
afterAll(() => clinic.close())

const find = async (q: string, by = doctor) =>
  (await by.call('GET', `/patients/prescribable-items/?q=${encodeURIComponent(q)}`)).json<PrescribableItem[]>()

test('items are found by the words of their names as they are typed, those that begin so first', async () => {
  expect((await find('amoxi')).map(({ name }) => name)).toEqual([
    'Amoxicillin 500 mg capsule',
    'Syrup of amoxicillin',
    'Bioamoxil 625 mg tablet',
  ])
  expect((await find('gauze'))[0]).toMatchObject({ category: 'consumable', unit_price: null, substances: [] })
  expect((await find('capsule amox'))[0]).toMatchObject({ id: amoxicillin, unit_price: '5.00' })
  expect(await find('%')).toEqual([])
  expect((await find('')).length).toBe(4)
  expect((await find('amoxi', await clinic.signedInAs(['prescriptions.view'])))[0]).toMatchObject({ unit_price: null })
})

test('drugs are found by their other names, and after those that are named so', async () => {
  const other = await openTestClinic()
  try {
    const by = await other.signedInFrom('Doctor', 'doctor')
    const drug = async (name: string, more: object = {}) =>
      (await anItem(other.db, '5.00', { category: 'drug', name, unit: 'tablet', ...more })).id
    const reported = await drug('Dolo tablet')
    for (const name of [
      'Paracetamol 500 mg tablet',
      'Paracetamol 120 mg/5 ml syrup',
      'Paracetamol/caffeine 500/65 mg tablet',
      'Ibuprofen 400 mg tablet',
      'Amoxicillin 500 mg capsule',
      'Amoxicillin/clavulanic acid 625 mg tablet',
      'Co-amoxiclav 375 mg tablet',
      'Oral rehydration salts sachet',
      'Brufenol tablet',
    ])
      await drug(name)
    await drug('Paracetamol 1 g tablet', { is_active: false })
    await other.db
      .insertInto('item_drugs')
      .values({ item_id: reported, substances: ['paracetamol'], changed_at: new Date(), changed_by: by.id })
      .execute()
    const names = async (q: string) => (await find(q, by)).map(({ name }) => name)
    const paracetamol = [
      'Dolo tablet',
      'Paracetamol 120 mg/5 ml syrup',
      'Paracetamol 500 mg tablet',
      'Paracetamol/caffeine 500/65 mg tablet',
    ]
    for (const q of ['pcm', 'PCM', 'Panadol', 'paracetmol', 'acetamin']) expect(await names(q), q).toEqual(paracetamol)
    expect(await names('panadol syrup')).toEqual(['Paracetamol 120 mg/5 ml syrup'])
    expect(await names('brufen')).toEqual(['Brufenol tablet', 'Ibuprofen 400 mg tablet'])
    for (const q of ['augmentin', 'augm'])
      expect(await names(q), q).toEqual(['Amoxicillin/clavulanic acid 625 mg tablet', 'Co-amoxiclav 375 mg tablet'])
    expect(await names('co-amox')).toEqual(['Co-amoxiclav 375 mg tablet', 'Amoxicillin/clavulanic acid 625 mg tablet'])
    expect(await names('ORS')).toEqual(['Oral rehydration salts sachet'])
    expect(await names('augmentin 375')).toEqual(['Co-amoxiclav 375 mg tablet'])
    for (const q of ['pc', 'xyzzy', 'panadol zzz']) expect(await names(q), q).toEqual([])
  } finally {
    await other.close()
  }
})

test('favourites are one’s own, each once', async () => {
  const keep = (person: Person, body: object) => person.call('POST', FAVOURITES, body)
  const first = (await keep(doctor, { item: amoxicillin, directions: '1 cap tds 7/7' })).json<Favourite>()
  expect((await keep(doctor, { item: amoxicillin, directions: '1 cap tds 7/7' })).json()).toEqual(first)
  expect((await keep(doctor, { item: 2_000_000_000, directions: 'x' })).json()).toHaveProperty('item')
  const other = await clinic.signedInFrom('Doctor', 'doctor')
  expect((await other.call('GET', FAVOURITES)).json()).toEqual([])
  expect((await other.call('DELETE', `${FAVOURITES}${first.id}/`)).status).toBe(404)
  expect((await doctor.call('GET', FAVOURITES)).json<object[]>()).toMatchObject([
    { item_name: 'Amoxicillin 500 mg capsule', is_out_of_use: false },
  ])
  expect((await doctor.call('DELETE', `${FAVOURITES}${first.id}/`)).status).toBe(204)
  expect((await doctor.call('GET', FAVOURITES)).json()).toEqual([])
})

test('the last prescription can be repeated, and says what is out of use', async () => {
  const patient = (await aPatient(clinic.db)).id
  const gone = await anItem(clinic.db, '1.00', { category: 'drug', name: 'Paracetamol 500 mg tablet', unit: 'tablet' })
  const first = await aVisitWithOrders(desk, patient)
  const last = async (more = '') => (await doctor.call('GET', `${PRESCRIPTIONS}last/?patient_id=${patient}${more}`)).json<unknown>()
  expect(await last()).toBeNull()
  const prescribed_drugs = [
    { item: amoxicillin, directions: '1 cap tds 7/7' },
    { item: gone.id, directions: '2 tabs prn', quantity: '20' },
  ]
  expect((await doctor.call('POST', PRESCRIPTIONS, { attendance_process: first.id, prescribed_drugs })).status).toBe(201)
  await clinic.db.updateTable('items').set({ is_active: false }).where('id', '=', gone.id).execute()
  expect(await last()).toMatchObject({
    id: first.prescription,
    lines: [
      { item: amoxicillin, is_out_of_use: false, directions: '1 cap tds 7/7', quantity: '21.000' },
      { item: gone.id, is_out_of_use: true },
    ],
  })
  expect(await last(`&attendance_process=${first.id}`)).toBeNull()
  expect((await doctor.call('GET', `${PRESCRIPTIONS}last/?patient_id=2000000000`)).status).toBe(404)
})

test('the check answers as far as a line goes, and refuses what is not there', async () => {
  const patient = (await aPatient(clinic.db)).id
  const check = (body: object) => doctor.call('POST', `${PRESCRIPTIONS}check/`, { patient, ...body })
  expect((await check({ lines: [] })).json()).toEqual({
    lines: [],
    warnings: [],
    allergy_status: { state: 'not asked', recorded_at: null, recorded_by_name: null, version: 1 },
    pregnancy: { state: 'unknown', gestation_days: null, edd: null, said_on: null },
    dose_weight: null,
  })
  for (const directions of ['50000 units weekly for 12 weeks', '999999 mg stat', '1 tab od for 5000 days', 'tds '.repeat(70).trim()])
    expect((await check({ lines: [{ item: amoxicillin, directions }] })).status, directions).toBe(200)
  const reply = (await check({ lines: [{ item: amoxicillin, directions: '1 cap' }, { item: gauze }] })).json<{ lines: object[] }>()
  expect(reply.lines).toMatchObject([
    { item: amoxicillin, quantity: null, unit: 'capsule', unit_price: '5.00', total_price: null },
    { item: gauze, words: '', unit_price: null },
  ])
  expect((await check({ lines: [{ item: 2_000_000_000 }] })).json()).toHaveProperty(['lines.0.item'])
  expect((await check({ lines: [], attendance_process: 2_000_000_000 })).json()).toHaveProperty('attendance_process')
  expect((await check({ patient: 2_000_000_000, lines: [] })).json()).toHaveProperty('patient')
})

test('a number without a unit counts what is counted', async () => {
  const patient = (await aPatient(clinic.db)).id
  const quantity = async (item: number, directions: string) =>
    (await doctor.call('POST', `${PRESCRIPTIONS}check/`, { patient, lines: [{ item, directions }] })).json<{
      lines: { quantity: string | null }[]
    }>().lines[0]
  for (const [directions, expected] of [
    ['1 bd 5 weeks', '70'],
    ['1 bd 5/7', '10'],
    ['2 tds 1/52', '42'],
  ] as const)
    // prettier-ignore
    expect(await quantity(amoxicillin, directions), directions).toMatchObject({ quantity: expected })
  expect(await quantity(gauze, '1 bd 5/7')).toMatchObject({ quantity: null })
  expect(await quantity(amoxicillin, '-1 bd 5/7')).toMatchObject({ quantity: null })
})

test('the paper says in plain words what to take, of the lines that stand', async () => {
  const patient = await aPatient(clinic.db, { date_of_birth: '2026-02-20', is_birth_date_estimated: true })
  const { id, prescription } = await aVisitWithOrders(desk, patient.id)
  const prescribed_drugs = [
    { item: amoxicillin, directions: '1 cap tds 7/7', note: 'Finish the course' },
    { item: gauze, quantity: '2' },
  ]
  const written = (
    await doctor.call('POST', PRESCRIPTIONS, { attendance_process: id, prescribed_drugs, note: 'Come back on Friday' })
  ).json<{
    prescribed_drugs: { id: number }[]
  }>()
  await doctor.call('PATCH', `/patients/prescribed-drugs/${written.prescribed_drugs[1]!.id}/`, { cancelled: true, reason: 'No' })
  for (const url of [`/patients/download_prescription_pdf/${prescription}/`, `/download_prescription_pdf/${prescription}/`]) {
    const reply = await clinic.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${doctor.token}` } })
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'application/pdf'])
    const text = pdfPages(reply.rawPayload).flat().join(' ').replaceAll(/\s+/g, ' ')
    for (const words of [
      'Amoxicillin 500 mg capsule',
      'One capsule three times a day for 7 days',
      '21 capsules',
      'Finish the course',
      'Come back on Friday',
      'about 10 days',
    ])
      expect(text).toContain(words)
    expect(text).not.toContain('Gauze')
    expect(text).not.toMatch(/\btds\b/)
  }
  expect((await doctor.call('GET', '/patients/download_prescription_pdf/2000000000/')).status).toBe(404)
})

test('lists: those with lines, by status, patient, visit; lines by item and state', async () => {
  const { id, prescription, patient } = await aVisitWithOrders(desk, (await aPatient(clinic.db)).id)
  const list = async (query: string) => (await doctor.call('GET', `${PRESCRIPTIONS}?${query}`)).json<Prescription[]>()
  expect(await list(`patient_id=${patient}`)).toEqual([])
  expect(await list(`visit=${id}`)).toMatchObject([{ id: prescription, status: 'pending' }])
  const prescribed_drugs = [{ item: amoxicillin, directions: '1 cap tds 5/7' }, { item: gauze }]
  expect((await doctor.call('POST', PRESCRIPTIONS, { attendance_process: id, prescribed_drugs })).status).toBe(201)
  expect(await list(`patient_id=${patient}&status=pending`)).toMatchObject([{ id: prescription }])
  expect(await list(`patient_id=${patient}&status=dispensed`)).toEqual([])
  expect(await list(`prescription_id=${prescription}`)).toMatchObject([{ prescribed_drugs: [{ item: amoxicillin }, { item: gauze }] }])
  const linesOf = async (query: string) =>
    (await doctor.call('GET', `/patients/prescribed-drugs/?${query}`)).json<PrescribedDrug[]>().map(({ item }) => item)
  expect(await linesOf(`prescription_id=${prescription}`)).toEqual([gauze, amoxicillin])
  expect(await linesOf(`prescription_id__id=${prescription}&is_dispensed=true`)).toEqual([])
  expect(await linesOf(`patient_id=${patient}&item=${gauze}`)).toEqual([gauze])
  const page = await doctor.call('GET', `${PRESCRIPTIONS}?limit=1&count=true&status=pending`)
  expect(Number(page.headers['x-total-count'])).toBeGreaterThan(1)
  expect(page.headers['link']).toMatch(/rel="next"/)
})
