import { afterAll, beforeAll, expect, test } from 'vitest'
import { someone } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
let desk: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
})
afterAll(() => clinic.close())

const PATIENTS = '/patients/patients/'
interface Body {
  id: number
  unique_id: string
}
const register = async (body: object) => (await desk.call('POST', PATIENTS, body)).json<Body>()
const change = (id: number, body: object) => desk.call('PUT', `${PATIENTS}${id}/`, body)

test('a second name ends the mark that there is one name only, unless both are sent', async () => {
  const { id } = await register({ first_name: 'Soekarno', single_name: true, gender: 'male' })
  const names = { first_name: 'Soekarno', gender: 'male' }
  expect((await change(id, { ...names, single_name: true })).json()).toMatchObject({ single_name: true, second_name: '' })
  expect((await change(id, { ...names, second_name: 'Putra' })).json()).toMatchObject({ single_name: false, second_name: 'Putra' })
  const both = { second_name: 'Putra', single_name: true }
  expect((await change(id, { ...names, ...both })).json()).toMatchObject(both)
})

test('naming an unknown person like somebody on file is a question, as at registration', async () => {
  const person = someone({ phone: '0744555666' })
  const known = await register(person)
  const found = { first_name: 'Unknown', is_unidentified: true, found_at: 'Bus station', gender: 'unknown', phone: '0744555666' }
  const { id } = await register(found)
  // Without a name it is nobody's duplicate.
  expect((await change(id, { ...found, found_at: 'Bus station, 6:00' })).status).toBe(200)
  const named = { ...person, is_unidentified: false }
  const refused = await change(id, named)
  expect([refused.status, refused.json()]).toMatchObject([409, { code: 'possible_duplicate', duplicates: [{ id: known.id }] }])
  const saved = await change(id, { ...named, not_a_duplicate: true })
  expect([saved.status, saved.json()]).toMatchObject([200, { is_unidentified: false, version: 3 }])
  // Changed again, nobody asks: the person has a name.
  expect((await change(id, named)).status).toBe(200)
})

test('an unknown person who is like nobody is named without a question, not even about themselves', async () => {
  const { id } = await register({ first_name: 'Unknown', is_unidentified: true, gender: 'unknown', phone: '0744000111' })
  const reply = await change(id, someone({ is_unidentified: false, phone: '0744000111' }))
  expect([reply.status, reply.json()]).toMatchObject([200, { is_unidentified: false }])
})
