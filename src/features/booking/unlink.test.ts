import { afterAll, beforeAll, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { BookingRequest } from './contract.ts'
import { aRequest, BOOK, type Booked, callFrom, openToPublic } from './samples.ts'

let clinic: TestClinic
let call: ReturnType<typeof callFrom>
let desk: Person
let doctor: number
let item: number
beforeAll(async () => {
  clinic = await openTestClinic({ publicUrl: 'https://clinic.example' })
  call = callFrom(clinic)
  desk = await clinic.signedInFrom('Receptionist')
  ;({ doctor, item } = await openToPublic(clinic))
  await clinic.db.updateTable('message_settings').set({ email_is_on: true }).execute()
})
afterAll(() => clinic.close())

test('a booking that is taken off a wrong record takes back what waits for the wrong person, and tells the right one', async () => {
  const wrong = await aPatient(clinic.db, { email: 'wrong@example.com' })
  const booked = (await call('POST', BOOK, aRequest({ doctor, item, email: 'right@example.com' }))).json<Booked>()
  expect((await desk.call('POST', `${BOOK}${booked.id}/convert/`, { patient: wrong.id, confirm: true })).status).toBe(200)
  expect((await desk.call('POST', `${BOOK}${booked.id}/unlink/`, {})).status).toBe(200)
  const { appointment } = (await desk.call('GET', `${BOOK}${booked.id}/`)).json<BookingRequest>()
  const reported = await clinic.db
    .selectFrom('messages')
    .select(['kind', 'address', 'state', 'patient_id'])
    .where('entity_id', '=', appointment)
    .orderBy('id')
    .execute()
  expect(reported.slice(1)).toEqual([
    { kind: 'confirmed', address: 'wrong@example.com', state: 'skipped', patient_id: wrong.id },
    { kind: 'confirmed', address: 'right@example.com', state: 'queued', patient_id: null },
  ])
})
