import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { checkPrescription } from '#features/prescriptions/contract-writing.ts'
import { anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openCounter, type Counter } from '../../testing/scenarios/counter.ts'
import { onShelf } from '../../testing/scenarios/pharmacy.ts'

let clinic: TestClinic
let counter: Counter
let enalapril: number
beforeAll(async () => {
  clinic = await openTestClinic()
  counter = await openCounter(clinic)
  enalapril = (await anItem(clinic.db, '5.00', { category: 'drug', name: 'Enalapril 5 mg tablet', unit: 'tablet' })).id
  await onShelf(clinic.db, enalapril)
})
afterAll(() => clinic.close())

const KEY = 'pregnancy:ace-arb:enalapril'
const UNKNOWN = 'pregnancy:ace-arb-unknown:enalapril'
const lines = () => [{ item: enalapril, directions: '1 tab od 5/7' }]
const aWoman = async (more: object = {}) => (await aPatient(clinic.db, { date_of_birth: '1995-01-01', ...more })).id
const url = (patient: number) => `/patients/patients/${patient}/pregnancies/`
const begin = async (patient: number, body: object = { lmp: '2025-12-05' }) => {
  const reply = await counter.desk.call('POST', url(patient), { source: 'test', ...body })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<{ id: number; version: number }>()
}
const check = async (patient: number) => {
  const reply = await counter.doctor.call('POST', '/patients/prescriptions/check/', { patient, lines: lines() })
  expect(reply.status, reply.text).toBe(200)
  const { warnings, pregnancy } = reply.json<ResponseOf<typeof checkPrescription>>()
  return { pregnancy, found: warnings.filter(({ kind }) => kind === 'pregnancy').map(({ severity, key }) => `${severity} ${key}`) }
}

test('prescribing warns by the record: a stop in pregnancy and past due, a note where it is not known, nothing after a birth', async () => {
  const [pregnant, late, unknown, denied, born] = [await aWoman(), await aWoman(), await aWoman(), await aWoman(), await aWoman()]
  await begin(pregnant)
  await begin(late, { edd: '2026-01-20', confirmations: [{ field: 'gestation', reason: 'Overdue' }] })
  expect((await counter.desk.call('POST', `/patients/patients/${denied}/not-pregnant/`, {})).status).toBe(201)
  const { id, version } = await begin(born)
  const ended = { version, outcome: 'live birth', ended_on: '2026-03-01' }
  expect((await counter.desk.call('POST', `${url(born)}${id}/end/`, ended)).status).toBe(200)
  expect(await check(pregnant)).toMatchObject({ pregnancy: { state: 'pregnant', gestation_days: 87 }, found: [`stop ${KEY}`] })
  expect(await check(late)).toMatchObject({ pregnancy: { state: 'past due', gestation_days: 321 }, found: [`stop ${KEY}`] })
  expect(await check(unknown)).toMatchObject({ pregnancy: { state: 'unknown', gestation_days: null }, found: [`note ${UNKNOWN}`] })
  expect(await check(denied)).toMatchObject({ pregnancy: { state: 'not pregnant', gestation_days: null }, found: [] })
  expect(await check(born)).toMatchObject({ pregnancy: { state: 'postpartum', gestation_days: null }, found: [] })
})

test.each([
  ['a man', { gender: 'male' }, 0],
  ['a girl of 11', { date_of_birth: '2014-06-01' }, 0],
  ['a girl of 12', { date_of_birth: '2014-01-01' }, 1],
  ['a woman of 55', { date_of_birth: '1971-01-01' }, 1],
  ['a woman of 56', { date_of_birth: '1969-06-01' }, 0],
  ['a person of unknown sex', { gender: 'unknown' }, 1],
] as const)('of %s, of whom nothing is known, it is noted accordingly', async (_title, person, notes) => {
  expect((await check(await aWoman(person))).found).toHaveLength(notes)
})

test('a note that pregnancy is not known needs no reason, a stop does, and the counter asks anew when it is recorded meanwhile', async () => {
  const woman = await aWoman()
  const prescription = await counter.write(lines(), { patient: woman })
  expect(await counter.atCounter(prescription.id)).toMatchObject({
    is_pregnant: null,
    pregnancy: { state: 'unknown', gestation_days: null },
    warnings: [{ key: UNKNOWN, severity: 'note' }],
  })
  await begin(woman)
  expect(await counter.atCounter(prescription.id)).toMatchObject({
    is_pregnant: true,
    pregnancy: { state: 'pregnant', gestation_days: 87 },
    warnings: [{ key: KEY, severity: 'stop' }],
  })
  expect(await counter.refusedFor(prescription, [{ line: prescription.lines[0] }])).toMatchObject({
    status: 409,
    code: 'unsafe',
    warnings: [{ key: KEY }],
  })
})
