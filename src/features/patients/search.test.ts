import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
let desk: Person
const numbers: Record<string, string> = {}

const people = [
  { first_name: 'Mohamed', second_name: 'Abdi', phone: '+254712345678' },
  { first_name: 'Kathryn', second_name: "O'Brien" },
  { first_name: 'Éloïse', second_name: 'Lefèvre-Martin' },
  { first_name: 'Wanjiku', second_name: 'Kamau', phone: '0722000111' },
  { first_name: 'Wanjiku', second_name: 'Mwangi' },
  { first_name: 'Otieno', second_name: 'Ochola', identifiers: [{ kind: 'national id', value: '2987-6543' }] },
  { first_name: '王', second_name: '小明' },
  { first_name: '100%', second_name: 'Under_score' },
]

beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
  for (const person of people) {
    const reply = await desk.call('POST', '/patients/patients/', { gender: 'unknown', ...person })
    numbers[`${person.first_name} ${person.second_name}`] = reply.json<{ unique_id: string }>().unique_id
  }
})
afterAll(() => clinic.close())

const found = async (q: string) => {
  const reply = await desk.call('GET', `/patient/search/?q=${encodeURIComponent(q)}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<{ first_name: string; second_name: string }[]>().map((row) => `${row.first_name} ${row.second_name}`)
}

describe('GET /patient/search/ finds', () => {
  test.each([
    ['a name as written', 'Wanjiku Kamau', 'Wanjiku Kamau'],
    ['names in the other order', 'kamau wanjiku', 'Wanjiku Kamau'],
    ['the beginnings of two names', 'wan kam', 'Wanjiku Kamau'],
    ['two letters', 'ka', 'Wanjiku Kamau'],
    ['another spelling', 'muhammad abdi', 'Mohamed Abdi'],
    ['a name by its sound', 'Catherine', "Kathryn O'Brien"],
    ['a slip of the finger', 'wanjkiu kamau', 'Wanjiku Kamau'],
    ['a missing letter', 'Otino', 'Otieno Ochola'],
    ['a name without its accents', 'eloise lefevre', 'Éloïse Lefèvre-Martin'],
    ['a name without its apostrophe', 'obrien', "Kathryn O'Brien"],
    ['a telephone as people write it', '0712 345 678', 'Mohamed Abdi'],
    ['a telephone with its country', '+254722000111', 'Wanjiku Kamau'],
    ['the last digits of a telephone', '5678', 'Mohamed Abdi'],
    ['an identifier', '29876543', 'Otieno Ochola'],
    ['a name in another script', '小明', '王 小明'],
  ])('%s', async (_what, q, expected) => {
    expect((await found(q))[0]).toBe(expected)
  })

  test('a patient by number, whole or without its zeros', async () => {
    const number = numbers['Wanjiku Mwangi']!
    expect((await found(number))[0]).toBe('Wanjiku Mwangi')
    expect((await found(number.replace(/^P-0*/, '')))[0]).toBe('Wanjiku Mwangi')
  })

  test('the best match first', async () => {
    expect((await found('wanjiku mwangi'))[0]).toBe('Wanjiku Mwangi')
    expect(await found('wanjiku')).toEqual(expect.arrayContaining(['Wanjiku Kamau', 'Wanjiku Mwangi']))
  })

  test.each(['%', '_', "'", '"', '\\', ';--', "'; DROP TABLE patients; --", 'q & | !', '$', '(((', '.*', '\u202e', '100%'])(
    'nothing it should not with %j, which is only text',
    async (q) => {
      const names = await found(q)
      expect(names.every((name) => name.startsWith('100%'))).toBe(true)
    },
  )
})

test('a search needs a letter, and somebody who may search', async () => {
  expect((await desk.call('GET', '/patient/search/')).json()).toHaveProperty('q')
  expect((await desk.call('GET', '/patient/search/?q=%20')).json()).toHaveProperty('q')
  expect((await desk.call('GET', '/patient/search/?q=a&q=b')).json()).toHaveProperty('q')
  expect((await clinic.call('GET', '/patient/search/?q=a')).status).toBe(401)
  const patient = await clinic.signedInFrom('Patient', 'patient')
  expect((await patient.call('GET', '/patient/search/?q=wanjiku')).status).toBe(403)
})

test('the deactivated do not stand in the way of who is found', async () => {
  const { id } = await aPatient(clinic.db, { first_name: 'Quenby', second_name: 'Xu' })
  const gone = await Promise.all(Array.from({ length: 40 }, () => aPatient(clinic.db, { first_name: 'Quenby', second_name: 'Xu' })))
  await clinic.db
    .updateTable('patients')
    .set({ deactivated_at: clinic.clock.now })
    .where('id', '>', id)
    .where('id', '<=', Math.max(...gone.map((one) => one.id)))
    .execute()
  expect(await found('quenby xu')).toEqual(['Quenby Xu'])
  const officer = await clinic.signedInFrom('Records officer')
  const passport = { patient_id: gone[0]!.id, kind: 'passport', value: 'QX 77 01' } as const
  await clinic.db.insertInto('patient_identifiers').values(passport).execute()
  expect(await found('qx7701')).toEqual([])
  expect((await officer.call('POST', `/patients/patients/${gone[0]!.id}/reactivate/`, {})).status).toBe(200)
  expect(await found('qx7701')).toEqual(['Quenby Xu'])
  expect(await found('quenby')).toEqual(['Quenby Xu', 'Quenby Xu'])
  expect((await officer.call('DELETE', `/patients/patients/${gone[0]!.id}/`)).status).toBe(204)
  const left = await clinic.db.selectFrom('patient_search_keys').select('key').where('patient_id', '=', gone[0]!.id).execute()
  expect(left).toEqual([])
})

test('a change of name, telephone or identifier is found at once, and the old one no longer', async () => {
  const made = await desk.call('POST', '/patients/patients/', {
    first_name: 'Zebedayo',
    second_name: 'Quist',
    gender: 'male',
    phone: '0799888777',
  })
  const { id } = made.json<{ id: number }>()
  await desk.call('PUT', `/patients/patients/${id}/`, {
    first_name: 'Xenophon',
    second_name: 'Quist',
    gender: 'male',
    phone: '0799111222',
    version: 1,
  })
  expect(await found('xenophon')).toEqual(['Xenophon Quist'])
  expect(await found('zebedayo')).toEqual([])
  expect(await found('0799111222')).toEqual(['Xenophon Quist'])
  expect(await found('0799888777')).toEqual([])
  const added = await desk.call('POST', `/patients/patients/${id}/identifiers/`, { kind: 'passport', value: 'AK 55 12' })
  expect(await found('ak5512')).toEqual(['Xenophon Quist'])
  await desk.call('DELETE', `/patients/patients/${id}/identifiers/${added.json<{ id: number }>().id}/`)
  expect(await found('ak5512')).toEqual([])
})
