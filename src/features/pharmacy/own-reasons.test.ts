import { afterAll, beforeAll, expect, test } from 'vitest'
import { findInconsistencies } from '../../testing/books/books.ts'
import { anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openCounter, type Counter } from '../../testing/scenarios/counter.ts'
import { onShelf } from '../../testing/scenarios/pharmacy.ts'
import type { PrescribedDrug } from '../prescriptions/contract.ts'

const KEY = 'allergy:group:penicillins:amoxicillin'
const PRESCRIBER = 'No other antibiotic reaches this bone'
const OWN = 'Asked the prescriber; adrenaline is at hand'

let clinic: TestClinic
let counter: Counter
let another: Person
let amoxicillin: number
let strong: number
let same: number
beforeAll(async () => {
  clinic = await openTestClinic()
  counter = await openCounter(clinic)
  another = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  const capsule = async (name: string) => {
    const { id } = await anItem(clinic.db, '5.00', { category: 'drug', name, unit: 'capsule' })
    await onShelf(clinic.db, id)
    return id
  }
  amoxicillin = await capsule('Amoxicillin 250 mg capsule')
  strong = await capsule('Amoxicillin 500 mg capsule')
  same = await capsule('Amoxil 250 mg capsule')
})
afterAll(() => clinic.close())

/** A prescription of amoxicillin, with the prescriber's reason, for somebody who had an anaphylaxis to penicillin. */
const against = async () => {
  const patient = (await aPatient(clinic.db, { date_of_birth: '1980-05-05' })).id
  const allergy = await counter.desk.call('POST', `/patients/patients/${patient}/allergies/`, {
    substance: 'Penicillin',
    reaction: 'Anaphylaxis',
    severity: 'life threatening',
    category: 'drug',
  })
  expect(allergy.status, allergy.text).toBe(201)
  const lines = [{ item: amoxicillin, directions: '1 cap tds 5/7' }]
  return counter.write(lines, { patient, overrides: [{ key: KEY, reason: PRESCRIBER }] })
}
const isAsked = {
  overrides: ['Enter your own reason for each blocking warning.', expect.stringContaining(`${KEY}: Allergic to Penicillin`)],
}

test('what stops is dispensed with a reason of one’s own next to the prescriber’s, each by whom it was given', async () => {
  const prescription = await against()
  const line = prescription.lines[0]!
  const before = await counter.atCounter(prescription.id)
  expect(before).toMatchObject({ settled: [], warnings: [{ key: KEY, severity: 'stop' }] })
  expect(await counter.refusedFor(prescription, [{ line }])).toEqual({ status: 400, ...isAsked })
  expect(await counter.refusedFor(prescription, [{ line }], { overrides: [{ key: 'allergy:other', reason: OWN }] })).toEqual({
    status: 400,
    ...isAsked,
  })
  expect(await counter.refusedFor(prescription, [{ line }], { overrides: [{ key: KEY, reason: ' ' }] })).toMatchObject({
    status: 400,
    'overrides.0.reason': [expect.any(String)],
  })
  await counter.give(prescription, [{ line, units: 5 }], { overrides: [{ key: KEY, reason: OWN }] })
  const { settled, prescribed_drugs } = await counter.atCounter(prescription.id)
  expect(settled).toEqual([KEY])
  expect(prescribed_drugs[0]!.overrides).toMatchObject([
    { key: KEY, stage: 'prescribing', reason: PRESCRIBER, by: 'Test doctor' },
    { key: KEY, stage: 'dispensing', reason: OWN, by: 'Test pharmacist' },
  ])
  // Another pharmacist has not thought about it yet; the first has.
  const theirs = await counter.post(prescription, [{ line, units: 5 }], {}, {}, another)
  expect([theirs.status, theirs.json()]).toEqual([400, isAsked])
  await counter.give(prescription, [{ line }])
  expect(await findInconsistencies(clinic.db)).toEqual([])
})

test('the calls of earlier clients ask for it too', async () => {
  const prescription = await against()
  const calls = [
    [`/patients/prescriptions/${prescription.id}/`, { status: 'dispensed' }],
    [`/patients/prescribed-drugs/${prescription.lines[0]}/`, { is_dispensed: true }],
  ] as const
  for (const [url, body] of calls) {
    const refused = await counter.pharmacist.call('PATCH', url, body)
    expect([refused.status, refused.json()]).toEqual([400, isAsked])
  }
  const overrides = [{ key: KEY, reason: OWN }]
  const done = await counter.pharmacist.call('PATCH', calls[0][0], { ...calls[0][1], overrides })
  expect([done.status, done.json()]).toMatchObject([200, { status: 'dispensed' }])
})

test('a stop that nobody has given a reason for is still the question of all of them', async () => {
  const patient = (await aPatient(clinic.db, { date_of_birth: '1980-05-05' })).id
  const prescription = await counter.write([{ item: amoxicillin, directions: '1 cap tds 5/7' }], { patient })
  await counter.desk.call('POST', `/patients/patients/${patient}/allergies/`, {
    substance: 'Penicillin',
    severity: 'severe',
    category: 'drug',
  })
  expect(await counter.refusedFor(prescription, [{ line: prescription.lines[0] }])).toMatchObject({
    status: 409,
    code: 'unsafe',
    warnings: [{ key: KEY }],
  })
})

test('another strength goes out with units and directions only, and covers what the strengths come to', async () => {
  const prescription = await counter.write([{ item: amoxicillin, quantity: '30', directions: '2 caps tds 5/7' }])
  const line = prescription.lines[0]!
  const instead = { line, item: strong, substitution_reason: 'None of 250 mg' }
  const refused = await counter.refusedFor(prescription, [instead])
  expect(refused).toEqual({
    status: 400,
    'lines.0.units': ['Enter the units: this item has another strength, form or unit.'],
    'lines.0.directions': ['Enter the directions: this item has another strength, form or unit.'],
  })
  expect(await counter.refusedFor(prescription, [{ ...instead, units: 16, directions: '1 cap tds 5/7' }])).toMatchObject({
    status: 400,
    'lines.0.units': [expect.stringContaining('Only 30')],
  })
  const given = await counter.give(prescription, [{ ...instead, units: 10, directions: '1 cap tds 5/7' }])
  expect(given).toMatchObject({ items: [{ item: strong, units: 10, covers: '20.000' }], prescription_status: 'partially dispensed' })
  // The same strength by another name is taken as it was prescribed.
  const rest = await counter.give(prescription, [{ line, item: same, substitution_reason: 'Another make' }])
  expect(rest).toMatchObject({ items: [{ item: same, units: 10, covers: '10.000' }], prescription_status: 'dispensed' })
  const drug = (await counter.doctor.call('GET', `/patients/prescribed-drugs/by-prescription/${prescription.id}/`)).json<
    PrescribedDrug[]
  >()[0]!
  expect(drug).toMatchObject({ quantity_dispensed: '30.000', is_dispensed: true })
})

test('a sale says what its directions come to beside what is sold', async () => {
  const lines = [
    { item: amoxicillin, quantity: 1, directions: '1 cap tds 5/7' },
    { item: strong, quantity: 2 },
  ]
  const checked = await counter.pharmacist.call('POST', '/pharmacy/sales/check/', { lines })
  expect([checked.status, checked.json()]).toMatchObject([
    200,
    {
      lines: [
        { units: 1, computed_quantity: '15' },
        { units: 2, computed_quantity: null },
      ],
    },
  ])
})
