import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { startVisit } from '#features/attendance/contract.ts'
import { anItem, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { listCashierQueue } from './contract.ts'

type Visit = ResponseOf<typeof startVisit>
type Row = ResponseOf<typeof listCashierQueue>[number]

let clinic: TestClinic
let person: Person
let item: number
let cash: number
beforeAll(async () => {
  clinic = await openTestClinic()
  person = await clinic.signedInFrom('System administrator', 'sysadmin')
  item = (await anItem(clinic.db, '100.00')).id
  cash = (await clinic.db.selectFrom('payment_modes').select('id').where('category', '=', 'cash').executeTakeFirstOrThrow()).id
})
afterAll(() => clinic.close())

const start = async (track: string) => {
  const { id: patient } = await aPatient(clinic.db)
  return (await person.call('POST', '/patients/initiate-attendance-process/', { patient, reason: 'Fever', track })).json<Visit>()
}
const move = async (visit: Visit, track: string) =>
  (await person.call('PATCH', `/patients/initiate-attendance-process/${visit.id}/`, { track, version: visit.version })).json<Visit>()
const add = (visit: Visit) => person.call('POST', '/billing/invoice-items/', { invoice: visit.invoice, item })
const queue = async () => (await person.call('GET', '/billing/queue/')).json<Row[]>()

test('who has nothing on the bill is not in the queue, unless at the till', async () => {
  const doctor = await start('doctor')
  const waiting = await move(await start('doctor'), 'billing')
  expect((await queue()).map(({ id }) => id)).toEqual([waiting.id])
  await add(doctor)
  expect((await queue()).map(({ id, due, has_left }) => [id, due, has_left])).toEqual([
    [waiting.id, '0.00', false],
    [doctor.id, '100.00', false],
  ])
})

test('a paid bill leaves the queue, a new charge brings the visit back with a new bill', async () => {
  const visit = await start('triage')
  await add(visit)
  const pay = () =>
    person.call('POST', `/billing/invoices/${visit.invoice}/payments/`, {
      issue: true,
      payments: [{ payment_mode: cash, amount: '100.00' }],
    })
  expect((await pay()).status).toBe(201)
  expect((await queue()).filter(({ id }) => id === visit.id)).toEqual([])
})

test('who leaves with something on a draft stays at the end of the queue until it is billed', async () => {
  const visit = await start('reception')
  await add(visit)
  await move(visit, 'discharged')
  const rows = await queue()
  expect(rows.at(-1)).toMatchObject({ id: visit.id, has_left: true, due: '100.00', track: 'discharged' })
  await person.call('POST', `/billing/invoices/${visit.invoice}/issue/`, {})
  expect((await queue()).filter(({ id }) => id === visit.id)).toEqual([])
})
