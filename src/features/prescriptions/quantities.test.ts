import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { findInconsistencies } from '../../testing/books/books.ts'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { onShelf } from '../../testing/scenarios/pharmacy.ts'
import { triages } from '../../testing/scenarios/triages.ts'
import type { PrescribedDrug } from './contract.ts'
import type { CheckedLine, checkPrescription } from './contract-writing.ts'
import { uncountedWords, type Uncounted } from './rules.ts'

const PRESCRIPTIONS = '/patients/prescriptions/'
const LINES = '/patients/prescribed-drugs/'
type Warned = PrescribedDrug & { warnings: { rule: string; severity: string; title: string }[] }

let clinic: TestClinic
let desk: Person
let doctor: Person
let pharmacist: Person
let nursing: Awaited<ReturnType<typeof triages>>
const items: Record<string, number> = {}
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  nursing = await triages(clinic)
  for (const [name, unit] of [
    ['Amlodipine 5 mg tablet', 'tablet'],
    ['Amlodipine 5 mg', 'tablet'],
    ['Nifedipine 20 mg MR tablet', 'tablet'],
    ['Omeprazole 20 mg capsule', 'capsule'],
    ['Paracetamol 120 mg/5 ml syrup', 'ml'],
    ['Amoxicillin 125 mg/5 ml syrup 100 ml', 'bottle'],
    ['Amoxicillin 250 mg/5 ml syrup', 'bottle'],
    ['Salbutamol inhaler 100 mcg 200 doses', 'inhaler'],
    ['Oral rehydration salts sachet', 'sachet'],
    ['Prednisolone 5 mg tablet', 'tablet'],
    ['Insulin soluble 100 IU/ml 10 ml', 'vial'],
  ] as const)
    items[name] = (await anItem(clinic.db, '5.00', { category: 'drug', name, unit })).id
  items['Gauze'] = (await anItem(clinic.db, '5.00', { category: 'consumable', name: 'Gauze' })).id
  for (const item of Object.values(items)) await onShelf(clinic.db, item)
})
afterAll(() => clinic.close())

const child = async (weight: number) => {
  const { id, visit } = await nursing.aTriage({ date_of_birth: '2023-01-01' })
  await nursing.saved(id, { weight })
  return visit
}
const adult = async () => aVisitWithOrders(desk, (await aPatient(clinic.db, { date_of_birth: '1980-05-05' })).id)
type Visit = Pick<Awaited<ReturnType<typeof adult>>, 'id' | 'patient' | 'prescription'>

const order = (visit: Visit, name: string, body: object) =>
  doctor.call('POST', LINES, { prescription: visit.prescription, item: items[name], ...body })
const ordered = async (...args: Parameters<typeof order>) => {
  const reply = await order(...args)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Warned>()
}
const change = (line: { id: number }, body: object) => doctor.call('PATCH', `${LINES}${line.id}/`, body)

test.each([
  ['Amlodipine 5 mg tablet', '2.5 mg od 30/7', '15.000'],
  ['Amlodipine 5 mg', '2.5 mg od 30/7', '15.000'],
  ['Amlodipine 5 mg tablet', '1.25 mg od 30/7', '8.000'],
  ['Amlodipine 5 mg tablet', 'half a tab od 30/7', '15.000'],
  ['Paracetamol 120 mg/5 ml syrup', '5 ml tds 5/7', '75.000'],
  ['Paracetamol 120 mg/5 ml syrup', '120 mg tds 5/7', '75.000'],
  ['Amoxicillin 125 mg/5 ml syrup 100 ml', '5 ml tds 7/7', '2.000'],
  ['Amoxicillin 125 mg/5 ml syrup 100 ml', '125 mg tds 5/7', '1.000'],
  ['Salbutamol inhaler 100 mcg 200 doses', '2 puffs qds 30/7', '2.000'],
  ['Oral rehydration salts sachet', '1 sachet tds 2/7', '6.000'],
  ['Insulin soluble 100 IU/ml 10 ml', '20 units bd 30/7', '2.000'],
])('%s, %s: %s', async (name, directions, quantity) => {
  const line = await ordered(await adult(), name, { directions })
  expect(line).toMatchObject({ quantity, computed_quantity: quantity, sale_price: '5.00' })
})

test('the three parts of earlier clients count the same, and dispensing all of it dispenses all of it', async () => {
  const visit = await adult()
  const line = await ordered(visit, 'Amlodipine 5 mg tablet', { dosage: '2.5 mg', frequency: 'OD', duration: '30 days' })
  expect(line).toMatchObject({ quantity: '15.000', dosage: '2.5 mg', frequency: 'OD', duration: '30 days' })
  const changed = await change(line, { dosage: '7.5 mg' })
  expect([changed.status, changed.json()]).toMatchObject([200, { quantity: '45.000' }])
  const done = await pharmacist.call('PATCH', `${PRESCRIPTIONS}${visit.prescription}/`, { status: 'dispensed' })
  expect([done.status, done.json<{ prescribed_drugs: PrescribedDrug[] }>().prescribed_drugs.at(-1)]).toMatchObject([
    200,
    { quantity: '45.000', quantity_dispensed: '45.000' },
  ])
  expect(await findInconsistencies(clinic.db)).toEqual([])
})

test.each<[string, object, Uncounted]>([
  ['Omeprazole 20 mg capsule', { directions: '10 mg od 14/7' }, 'parts'],
  ['Omeprazole 20 mg capsule', { directions: 'half a cap od 14/7' }, 'parts'],
  ['Nifedipine 20 mg MR tablet', { directions: '10 mg bd 14/7' }, 'parts'],
  ['Nifedipine 20 mg MR tablet', { dosage: '10 mg', frequency: 'BD', duration: '14 days' }, 'parts'],
  ['Amlodipine 5 mg tablet', { directions: '3 mg od 30/7' }, 'parts'],
  ['Amlodipine 5 mg tablet', { directions: '5 mg od' }, 'days'],
  ['Amlodipine 5 mg tablet', { dosage: '5 mg', frequency: 'OD' }, 'days'],
  ['Amlodipine 5 mg tablet', { directions: '5 mg' }, 'frequency'],
  ['Amlodipine 5 mg tablet', { directions: 'od 5/7' }, 'dose'],
  ['Amlodipine 5 mg tablet', { directions: '1 tab prn 5/7' }, 'maximum'],
  ['Amlodipine 5 mg tablet', { directions: 'until it gets better 3 or 4' }, 'unread'],
  ['Amlodipine 5 mg tablet', { directions: '1 ml od 5/7' }, 'contents'],
  ['Amoxicillin 250 mg/5 ml syrup', { directions: '5 ml tds 5/7' }, 'contents'],
  ['Paracetamol 120 mg/5 ml syrup', { directions: '15 mg/kg tds 5/7' }, 'weight'],
  ['Gauze', { directions: 'change when wet' }, 'unread'],
])('%s, %j is refused on the quantity, which names what is missing: %s', async (name, body, missing) => {
  const visit = await adult()
  const refused = await order(visit, name, body)
  expect([refused.status, refused.json()]).toEqual([400, { quantity: [uncountedWords[missing]] }])
  const checked = await doctor.call('POST', `${PRESCRIPTIONS}check/`, { patient: visit.patient, lines: [{ item: items[name], ...body }] })
  expect(checked.json<{ lines: CheckedLine[] }>().lines).toMatchObject([{ quantity: null, computed_quantity: null, missing }])
})

test('a consumable without directions is one', async () => {
  expect(await ordered(await adult(), 'Gauze', {})).toMatchObject({ quantity: '1.000' })
})

test('a dose for each kilogram is counted with the weight on record, in ml and in whole bottles', async () => {
  const visit = await child(12)
  const syrup = await ordered(visit, 'Paracetamol 120 mg/5 ml syrup', { directions: '15 mg/kg tds 3/7' })
  // 180 mg are 7.5 ml.
  expect(syrup).toMatchObject({ quantity: '68.000', directions: '15 mg/kg tds 3/7' })
  expect(syrup.words).toMatch(/7\.5 ml three times a day.*15 mg\/kg × 12 kg = 180 mg → 7\.5 ml of 120 mg\/5 ml = 180 mg/)
  const bottles = await ordered(visit, 'Amoxicillin 125 mg/5 ml syrup 100 ml', { directions: '45 mg/kg/day in 3 divided doses 7/7' })
  // 180 mg are 7.2 ml, which no syringe measures: 7 ml, in all 147 ml.
  expect(bottles).toMatchObject({ quantity: '2.000', structure: { doses: [{ amount: 7, unit: 'ml', frequency: 'TDS' }] } })
  expect(bottles.words).toContain('45 mg/kg/day × 12 kg = 540 mg a day, 180 mg a dose → 7 ml of 125 mg/5 ml = 175 mg')
})

test('a dose for each kilogram is limited, rounded to what a tablet can be divided into, and says so', async () => {
  const { patient } = await child(12)
  const lines = [
    { item: items['Paracetamol 120 mg/5 ml syrup'], directions: '40 mg/kg qds 3/7' },
    { item: items['Prednisolone 5 mg tablet'], directions: '0.6 mg/kg od 3/7' },
    { item: items['Amlodipine 5 mg tablet'], directions: '0.1 mg/kg od 3/7' },
  ]
  const reply = await doctor.call('POST', `${PRESCRIPTIONS}check/`, { patient, lines })
  const { lines: checked, dose_weight } = reply.json<ResponseOf<typeof checkPrescription>>()
  expect(dose_weight).toEqual({ weight: 12, measured_on: clinic.clock.now.toISOString().slice(0, 10), is_too_old: false })
  expect(checked).toMatchObject([
    {
      calculation: '40 mg/kg × 12 kg = 480 mg, limited to 225 mg (maximum 900 mg a day) → 9.5 ml of 120 mg/5 ml = 228 mg',
      structure: { doses: [{ amount: 9.5, unit: 'ml', frequency: 'QDS' }] },
    },
    { calculation: '0.6 mg/kg × 12 kg = 7.2 mg → 1 tablet of 5 mg = 5 mg' },
    { calculation: '0.1 mg/kg × 12 kg = 1.2 mg', structure: { doses: [{ amount: 1.2, unit: 'mg' }] }, missing: 'parts' },
  ])
  const titles = checked.map(({ warnings }) => warnings.flatMap(({ rule, title_key }) => (rule === 'by-weight' ? title_key : [])))
  expect(titles).toEqual([['doseCapped'], ['doseRoundedDown'], ['doseUnmeasurable']])
})

test('a weight that is too old for the age of a child gives no dose for each kilogram', async () => {
  const visit = await child(12)
  const { now } = clinic.clock
  const ask = async (days: number) => {
    clinic.clock.now = new Date(now.getTime() + days * 86_400_000)
    const line = { item: items['Paracetamol 120 mg/5 ml syrup'], directions: '15 mg/kg tds 3/7' }
    // A session ends before a weight is too old.
    const later = await clinic.signedInFrom('Doctor', 'doctor')
    const reply = await later.call('POST', `${PRESCRIPTIONS}check/`, { patient: visit.patient, lines: [line] })
    const refused = await later.call('POST', LINES, { prescription: visit.prescription, ...line })
    clinic.clock.now = now
    return { checked: reply.json<ResponseOf<typeof checkPrescription>>(), refused }
  }
  const late = await ask(31)
  expect(late.checked).toMatchObject({
    lines: [{ quantity: null, missing: 'old weight', calculation: null }],
    dose_weight: { weight: 12, is_too_old: true },
  })
  expect([late.refused.status, late.refused.json()]).toEqual([400, { quantity: [uncountedWords['old weight']] }])
  const inTime = await ask(30)
  expect([inTime.checked.lines[0]?.quantity, inTime.refused.status]).toEqual(['68', 201])
})

test('what somebody has said of an item is counted with, and capsules stay whole whatever was said', async () => {
  const reported = async (name: string, more: object) => {
    const reply = await pharmacist.call('PUT', `/drugs/items/${items[name]}/`, more)
    expect(reply.status, reply.text).toBe(200)
    return reply.json<{ divides: number | null; contents: unknown }>()
  }
  const syrup = { substances: ['amoxicillin'], strengths: [{ amount: 250, unit: 'mg', per: { amount: 5, unit: 'ml' } }], form: 'liquid' }
  expect(await reported('Amoxicillin 250 mg/5 ml syrup', { ...syrup, contents: { amount: 60, unit: 'ml' } })).toMatchObject({
    contents: { amount: 60, unit: 'ml' },
  })
  expect(await ordered(await adult(), 'Amoxicillin 250 mg/5 ml syrup', { directions: '5 ml tds 5/7' })).toMatchObject({ quantity: '2.000' })
  const tablet = { substances: ['prednisolone'], strengths: [{ amount: 5, unit: 'mg' }], form: 'tablet' }
  const half = { directions: '2.5 mg od 10/7' }
  const quarter = { directions: '1.25 mg od 10/7' }
  const unknown = await ordered(await adult(), 'Prednisolone 5 mg tablet', half)
  expect(unknown.warnings).toMatchObject([{ rule: 'division-unknown', severity: 'note' }])
  await reported('Prednisolone 5 mg tablet', { ...tablet, divides: 2 })
  const scored = await ordered(await adult(), 'Prednisolone 5 mg tablet', half)
  expect(scored).toMatchObject({ quantity: '5.000', warnings: [] })
  expect((await order(await adult(), 'Prednisolone 5 mg tablet', quarter)).json()).toEqual({ quantity: [uncountedWords.parts] })
  const omeprazole = { substances: ['omeprazole'], strengths: [{ amount: 20, unit: 'mg' }], form: 'capsule', divides: 4 }
  expect(await reported('Omeprazole 20 mg capsule', omeprazole)).toMatchObject({ divides: 1 })
  expect((await pharmacist.call('PUT', `/drugs/items/${items['Gauze']}/`, { ...tablet, divides: 3 })).json()).toHaveProperty('divides')
})

test('a part of what is taken whole stops, even when the quantity was entered', async () => {
  const refused = await order(await adult(), 'Nifedipine 20 mg MR tablet', { directions: '10 mg bd 14/7', quantity: '14' })
  expect([refused.status, refused.json()]).toMatchObject([409, { code: 'unsafe', warnings: [{ rule: 'not-divided', severity: 'stop' }] }])
})

test('a changed dose never changes an entered quantity, and says both', async () => {
  const line = await ordered(await adult(), 'Amlodipine 5 mg tablet', { directions: '5 mg bd 30/7', quantity: '90' })
  expect(line).toMatchObject({ quantity: '90.000', computed_quantity: '60.000', warnings: [] })
  const changed = (await change(line, { directions: '5 mg od 30/7' })).json<Warned>()
  expect(changed).toMatchObject({ quantity: '90.000', computed_quantity: '30.000' })
  expect(changed.warnings).toMatchObject([
    {
      rule: 'quantity-kept',
      severity: 'note',
      title: 'Quantity of Amlodipine 5 mg tablet: 90 was entered and is kept; the directions give 30.',
    },
  ])
  const check = await doctor.call('POST', `${PRESCRIPTIONS}check/`, {
    patient: line.patient,
    lines: [{ item: line.item, directions: '5 mg od 10/7' }],
    without: [changed.id],
  })
  expect(check.json()).toMatchObject({ lines: [{ quantity: '90', computed_quantity: '10', warnings: [{ rule: 'quantity-kept' }] }] })
  const replaced = await doctor.call('POST', PRESCRIPTIONS, {
    prescription: line.prescription,
    replace: true,
    prescribed_drugs: [{ item: line.item, directions: '5 mg od 10/7' }],
  })
  const active = replaced.json<{ prescribed_drugs: Warned[] }>().prescribed_drugs.at(-1)!
  expect(active).toMatchObject({ quantity: '90.000', computed_quantity: '10.000' })
  expect((await change(active, { directions: '5 mg od 10/7', quantity: '10' })).json()).toMatchObject({
    quantity: '10.000',
    warnings: [],
  })
})

test('the one that earlier versions wrote where nothing could be counted is not taken for entered', async () => {
  const line = await ordered(await adult(), 'Amlodipine 5 mg tablet', { dosage: '5 mg', frequency: 'OD', quantity: '1' })
  expect(line).toMatchObject({ quantity: '1.000', computed_quantity: null })
  expect((await change(line, { dosage: '10 mg' })).json()).toEqual({ quantity: [uncountedWords.days] })
  expect((await change(line, { dosage: '10 mg', duration: '30 days' })).json()).toMatchObject({ quantity: '60.000' })
})
