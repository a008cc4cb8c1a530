import { afterAll, beforeAll, expect, test } from 'vitest'
import { findInconsistencies } from '../../testing/books/books.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { aPrescription, aTablet, type WrittenPrescription } from '../../testing/scenarios/pharmacy.ts'
import type { CounterPrescription, Dispense } from './contract.ts'
import type { RequestWithRemarks } from './contract-requests.ts'

const URL_OF = '/pharmacy/public-prescription-requests/'
const DAY_MS = 86_400_000
const NOW = new Date('2026-03-02T07:30:00Z')
let clinic: TestClinic
let desk: Person
let doctor: Person
let pharmacist: Person
let own: number
let first: number
let second: number
let prescription: WrittenPrescription
const signIn = async () => {
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
}
beforeAll(async () => {
  clinic = await openTestClinic()
  clinic.clock.now = NOW
  await signIn()
  own = (await aTablet(clinic.db)).id
  first = (await aTablet(clinic.db)).id
  second = (await aTablet(clinic.db)).id
  await clinic.db.updateTable('stocked_items').set({ is_controlled: true }).execute()
  prescription = await aPrescription(clinic.db, { desk, doctor }, [{ item: own, quantity: '15' }], {
    patient: (await aPatient(clinic.db)).id,
  })
})
afterAll(() => clinic.close())

const sentIn = async (sha: string) => {
  const { id: file_id } = await clinic.db
    .insertInto('files')
    .values({ sha256: sha.repeat(64), size: 1, type: 'application/pdf', name: 'paper.pdf', created_at: NOW, created_by: desk.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id } = await clinic.db
    .insertInto('public_prescription_requests')
    .values({ patient_id: prescription.patient, file_id, date_created: NOW, created_by: desk.id, date_changed: NOW })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
const write = async (request: number, item: number, written_by: string, written_on?: string) => {
  const body = { lines: [{ item, directions: '1 tab bd 3/7' }], written_by, written_on, attendance_process: prescription.visit }
  const reply = await pharmacist.call('POST', `${URL_OF}${request}/prescription/`, body)
  expect(reply.status, reply.text).toBe(201)
}
const read = async (request: number) => (await pharmacist.call('GET', `${URL_OF}${request}/`)).json<RequestWithRemarks>()
const atCounter = async () => {
  const found = (await pharmacist.call('GET', `/pharmacy/prescriptions/${prescription.id}/`)).json<CounterPrescription>()
  const lineOf = (item: number) => found.prescribed_drugs.find((line) => line.item === item && line.cancelled_at === null)!
  return { ...found, lineOf }
}
const dispensePrescription = async (...wanted: [item: number, units: number][]) => {
  const { version, lineOf } = await atCounter()
  const lines = wanted.map(([item, units]) => ({ line: lineOf(item).id, units }))
  return pharmacist.call('POST', '/pharmacy/dispenses/', { prescription: prescription.id, version, lines })
}
const change = async (item: number, body: object) => {
  const reply = await doctor.call('PATCH', `/patients/prescribed-drugs/${(await atCounter()).lineOf(item).id}/`, body)
  expect(reply.status, reply.text).toBe(200)
}

test('of the doctor’s own lines and those of papers that were sent in, each names who wrote it, is filled as long, and is its request’s', async () => {
  const [one, two] = [await sentIn('a'), await sentIn('b')]
  await write(one, first, 'Dr A. Otieno', '2026-02-20')
  await write(two, second, 'Dr B. Wafula', '2026-02-20')
  const before = await atCounter()
  expect(before.prescribed_drugs.map(({ written_by, written_on, is_expired }) => [written_by, written_on, is_expired])).toEqual([
    [null, null, false],
    ['Dr A. Otieno', '2026-02-20', false],
    ['Dr B. Wafula', '2026-02-20', false],
  ])
  const [queued] = (await pharmacist.call('GET', '/pharmacy/queue/')).json<{ prescribed_by_name: string }[]>()
  expect(queued?.prescribed_by_name).toBe('Dr A. Otieno, Dr B. Wafula, Test doctor')

  // One document: the doctor's in part, all of the first paper.
  const given = await dispensePrescription([own, 5], [first, 6])
  expect(given.status, given.text).toBe(201)
  const dispense = given.json<Dispense>()
  const request = { method: 'GET', headers: { authorization: `Bearer ${pharmacist.token}` } } as const
  const labels = await clinic.app.inject({ ...request, url: `/pharmacy/dispenses/${dispense.id}/labels/?language=en` })
  const pages = pdfPages(labels.rawPayload).map((page) => page.join(' ').replaceAll('\u200B', '').replaceAll(/\s+/g, ' '))
  expect(pages.map((page) => /Prescribed by (?:Test doctor|Dr A\. Otieno)/.exec(page)?.[0])).toEqual([
    'Prescribed by Test doctor',
    'Prescribed by Dr A. Otieno',
  ])
  const bringBack = {
    reason: 'Rash',
    items: [{ dispense_item: dispense.items[0]!.id, batch: dispense.items[0]!.batches[0]!.batch, units: 1 }],
  }
  expect((await pharmacist.call('POST', `/pharmacy/dispenses/${dispense.id}/returns/`, bringBack)).status).toBe(201)
  const register = (await pharmacist.call('GET', '/pharmacy/register/')).json<{ item: number; kind: string; prescriber_name: string }[]>()
  expect(register.filter(({ kind }) => kind !== 'opening').map(({ item, prescriber_name }) => [item, prescriber_name])).toEqual([
    [own, 'Test doctor'],
    [first, 'Dr A. Otieno, 2026-02-20'],
    [own, 'Test doctor'],
  ])

  // The first is done, the second waits; what the doctor changes of it stays that of its paper.
  expect([await read(one), await read(two)]).toMatchObject([
    { status: 'done', is_handed_out: true, prescription: prescription.id },
    { status: 'accepted', is_handed_out: false, prescription: prescription.id },
  ])
  await change(second, { quantity: '4' })
  expect((await atCounter()).lineOf(second)).toMatchObject({
    quantity: '4.000',
    written_by: 'Dr B. Wafula',
    written_on: '2026-02-20',
    is_expired: false,
  })

  // 31 days after the papers and 21 after the doctor.
  clinic.clock.now = new Date(NOW.getTime() + 21 * DAY_MS)
  await signIn()
  const later = await atCounter()
  expect([later.is_expired, later.lineOf(own).is_expired, later.lineOf(second).is_expired]).toEqual([false, false, true])
  expect((await dispensePrescription([second, 4])).json()).toMatchObject({ code: 'prescription_expired' })
  expect((await dispensePrescription([own, 2])).status).toBe(201)

  // Without its lines it is open again, although the doctor's stand: it is written anew, or declined.
  await change(second, { cancelled: true, reason: 'Too old' })
  expect(await read(two)).toMatchObject({ status: 'accepted', prescription: null, is_handed_out: false })
  await write(two, second, 'Dr B. Wafula')
  expect(await read(two)).toMatchObject({ status: 'accepted', prescription: prescription.id })
  const decline = () => pharmacist.call('PATCH', `${URL_OF}${two}/`, { status: 'declined', answer: 'Ask for a new one' })
  expect((await decline()).json()).toMatchObject({ code: 'not_possible' })
  await change(second, { cancelled: true, reason: 'Not wanted' })
  expect((await decline()).json()).toMatchObject({ status: 'declined', prescription: null })
  expect(await read(one)).toMatchObject({ status: 'done', is_handed_out: true })
  expect(await findInconsistencies(clinic.db)).toEqual([])
})
