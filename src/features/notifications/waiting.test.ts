import { afterAll, beforeAll, expect, test } from 'vitest'
import { aDoctor, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aRequisition, aShelf, type Buyers, buyersOf, move } from '../../testing/scenarios/ordering.ts'

let clinic: TestClinic
let buyers: Buyers
let lab: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  clinic = await openTestClinic()
  buyers = await buyersOf(clinic)
  lab = await openLaboratory(clinic)
})
afterAll(() => clinic.close())

const waitingFor = async (person: Person) => {
  const reply = await person.call('GET', '/notifications/waiting/')
  expect(reply.status, reply.text).toBe(200)
  return Object.fromEntries(reply.json<{ at: string; count: number }[]>().map(({ at, count }) => [at.replace('/dashboard/', ''), count]))
}

test('each person is told of what their rights let them act on, and of nothing else', async () => {
  const other = await aDoctor(clinic.db)
  for (const track of ['triage', 'triage', 'billing'] as const) await aVisit(clinic.db, { track })
  await aVisit(clinic.db, { track: 'doctor' })
  await aVisit(clinic.db, { track: 'doctor', doctor_id: other.id })
  const [nurse, doctor, cashier] = await Promise.all([
    clinic.signedInFrom('Nurse', 'nurse'),
    clinic.signedInFrom('Doctor', 'doctor'),
    clinic.signedInFrom('Cashier', 'cashier'),
  ])
  expect(await waitingFor(nurse)).toMatchObject({ 'nursing-interface': 2 })
  expect(await waitingFor(doctor)).toMatchObject({ 'doctor-interface': 1 })
  expect(await waitingFor(cashier)).toMatchObject({ billing: 1 })
  expect(Object.keys(await waitingFor(nurse))).not.toContain('billing')
  expect(Object.keys(await waitingFor(cashier))).not.toContain('doctor-interface')
  expect(await waitingFor(await clinic.signedInAs(['company.change']))).toEqual({})
})

test('a test goes from the work list to approval, and a critical value waits until it was notified', async () => {
  const potassium = await lab.test({ name: 'Potassium of the count' })
  const request = await lab.ask([potassium])
  expect(await waitingFor(lab.technician)).toMatchObject({ 'laboratory/worklist': 1 })
  await lab.enter([{ request_panel: request.of(potassium), result: '4.1' }])
  expect(await waitingFor(lab.technician)).toMatchObject({ 'laboratory/worklist': 0 })
  expect(await waitingFor(lab.manager)).toMatchObject({ 'laboratory/approve': 1, 'laboratory/critical': 0 })
  await lab.approve([request.of(potassium)])
  expect(await waitingFor(lab.manager)).toMatchObject({ 'laboratory/approve': 0 })
})

test('a requisition waits for who approves it next, never for who asked or approved', async () => {
  const { other, head, officer } = buyers
  const shelf = await aShelf(clinic)
  const { id } = await aRequisition(other, shelf.store, [{ item: shelf.first, quantity_requested: 5 }])
  const counts = async () => (await Promise.all([head, officer, other].map(waitingFor))).map((one) => one['inventory/requisitions'])
  expect(await counts()).toEqual([0, 0, 0])
  await move(other, 'requisition', id, 'submit')
  expect(await counts()).toEqual([1, 0, 0])
  await move(head, 'requisition', id, 'approve-department')
  expect(await counts()).toEqual([0, 1, 0])
})

test('a count ends at one hundred', async () => {
  for (let at = 0; at < 101; at += 1) await aVisit(clinic.db, { track: 'triage' })
  expect(await waitingFor(await clinic.signedInFrom('Nurse', 'nurse'))).toMatchObject({ 'nursing-interface': 100 })
})
