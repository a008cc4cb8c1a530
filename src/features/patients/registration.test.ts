import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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
  version: number
  first_name: string
  second_name: string
  age: number | null
}
const register = async (more: object = {}) => {
  const reply = await desk.call('POST', PATIENTS, someone(more))
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Body>()
}

const count = () =>
  clinic.db
    .selectFrom('patients')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()

describe('POST /patients/patients/', () => {
  test('the desk registers a patient with kin, identifiers and allergies, and the act is in the trail', async () => {
    const sent = {
      ...someone(),
      phone: '0712 345-678',
      identifiers: [{ kind: 'national id', value: '12345678' }],
      next_of_kin: [{ first_name: 'Otieno', second_name: 'Ochola', relationship: 'brother', contact: { tel_no: '+254700000001' } }],
      allergies: [
        { substance: 'Latex', category: 'other', severity: 'mild' },
        { substance: 'Penicillin', category: 'drug', severity: 'severe', reaction: 'rash' },
      ],
    }
    const reply = await desk.call('POST', PATIENTS, sent)
    expect(reply.status).toBe(201)
    const patient = reply.json<Body & { next_of_kin: object[]; allergies: { substance: string }[]; phone: string }>()
    expect(patient).toMatchObject({ age: 36, phone: '0712345678', is_active: true, version: 1, identifiers: [{ value: '12345678' }] })
    expect(patient.unique_id).toMatch(/^P-\d{5}$/)
    expect(patient.next_of_kin).toMatchObject([{ relationship: 'brother', contact: { tel_no: '+254700000001' } }])
    expect(patient.allergies.map((allergy) => allergy.substance)).toEqual(['Penicillin', 'Latex'])
    expect(reply.headers['etag']).toBe('"1"')
    const trail = await clinic.db.selectFrom('audit_log').selectAll().where('patient_id', '=', patient.id).execute()
    expect(trail).toMatchObject([{ action: 'create', entity: 'patient', actor_id: desk.id }])
  })

  test('what the patient says of allergies is written down by the desk, and ended by clinical staff alone', async () => {
    const { id } = await register({ allergies: [{ substance: 'Penicillin', category: 'drug', severity: 'severe' }] })
    const written = await clinic.db.selectFrom('allergies').selectAll().where('patient_id', '=', id).executeTakeFirstOrThrow()
    expect(written).toMatchObject({ recorded_by: desk.id, ended_at: null })
    const doctor = await clinic.signedInFrom('Doctor', 'doctor')
    const end = (person: Person) => person.call('POST', `${PATIENTS}${id}/allergies/${written.id}/end/`, { reason: 'Tested' })
    expect([(await end(desk)).status, (await end(doctor)).status]).toEqual([403, 204])
  })

  test('every broken field is named, and nothing is saved', async () => {
    const before = await count()
    const reply = await desk.call('POST', PATIENTS, {
      first_name: ' \u200b',
      gender: 'x',
      date_of_birth: '1990-02-30',
      phone: '12',
      nickname: 'W',
    })
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.json()).sort()).toEqual(['date_of_birth', 'first_name', 'gender', 'nickname', 'phone', 'second_name'])
    expect(await count()).toEqual(before)
  })

  // The first is two days from now: a day is lent for clinics ahead of UTC.
  test.each([new Date(Date.now() + 172_800_000).toISOString().slice(0, 10), '1800-01-01', '0000-00-00', '9999-12-31', '1900-02-29'])(
    'nobody is born on %s',
    async (date_of_birth) => {
      const reply = await desk.call('POST', PATIENTS, someone({ date_of_birth }))
      expect([reply.status, Object.keys(reply.json())]).toEqual([400, ['date_of_birth']])
    },
  )

  test('one name is enough when the person has one; a second name is asked for otherwise', async () => {
    const refused = await desk.call('POST', PATIENTS, { first_name: 'Sukarno', gender: 'male' })
    expect([refused.status, Object.keys(refused.json())]).toEqual([400, ['second_name']])
    expect((await desk.call('POST', PATIENTS, { first_name: 'Sukarno', single_name: true, gender: 'male' })).status).toBe(201)
  })

  test('an unknown person is registered with place and time', async () => {
    const reply = await desk.call('POST', PATIENTS, {
      first_name: 'Unknown',
      is_unidentified: true,
      found_at: 'Market road, 14:00',
      gender: 'unknown',
    })
    expect(reply.json()).toMatchObject({ is_unidentified: true, found_at: 'Market road, 14:00', age: null })
  })

  test('fields that the server decides are taken and ignored', async () => {
    const decided = { unique_id: 'X-1', user: desk.id, created_by: 999_999, date_created: '2020-01-01', age: 7 }
    const patient = await register(decided)
    expect(patient).toMatchObject({ unique_id: expect.stringMatching(/^P-/), user: null, age: 36 })
    const changed = await desk.call('PUT', `${PATIENTS}${patient.id}/`, { ...someone(), ...decided })
    expect([changed.status, changed.json()]).toMatchObject([200, { unique_id: patient.unique_id, user: null, age: 36 }])
  })

  test('names of every script and sign come back as they were sent', async () => {
    for (const first_name of [
      "Ng'ang'a",
      'Łukasz',
      '王小明',
      'عائشة',
      'Nguyễn',
      '👩🏽 Ada',
      "Robert'); DROP TABLE patients;--",
      '<script>alert(1)</script>',
    ])
      expect((await register({ first_name })).first_name).toBe(first_name)
  })

  test('somebody very alike is a question, not a second record', async () => {
    const first = await register({ phone: '+254711222333' })
    const again = {
      first_name: first.first_name,
      second_name: first.second_name,
      gender: 'female',
      date_of_birth: '1990-02-03',
      phone: '0711222333',
    }
    const reply = await desk.call('POST', PATIENTS, again)
    expect([reply.status, reply.json()]).toMatchObject([
      409,
      { code: 'possible_duplicate', duplicates: expect.arrayContaining([expect.objectContaining({ id: first.id, score: 100 })]) },
    ])
    expect((await desk.call('POST', PATIENTS, { ...again, not_a_duplicate: true })).status).toBe(201)
  })

  test('an identifier that somebody has is a question whatever else differs, and never saved twice', async () => {
    const identifiers = [{ kind: 'passport', value: 'KE 4711' }]
    const first = await register({ identifiers })
    const other = someone({ gender: 'male', date_of_birth: '1950-12-24', identifiers: [{ kind: 'passport', value: 'ke 4711' }] })
    const asked = await desk.call('POST', PATIENTS, other)
    expect([asked.status, asked.json()]).toMatchObject([
      409,
      { code: 'possible_duplicate', duplicates: [{ id: first.id, because: expect.arrayContaining(['identifier']) }] },
    ])
    const refused = await desk.call('POST', PATIENTS, { ...other, not_a_duplicate: true })
    expect([refused.status, refused.json()]).toEqual([400, { identifiers: ['Another patient already has one of these identifiers.'] }])
  })

  test('two desks that register the same person at once make one record', async () => {
    const person = someone({ phone: '+254733444555' })
    const { first_name, second_name } = person
    const duplicates = [person, { ...person, first_name: second_name, second_name: first_name }, person]
    const replies = await Promise.all(duplicates.map((duplicate) => desk.call('POST', PATIENTS, duplicate)))
    expect(replies.map((reply) => reply.status).sort((a, b) => a - b)).toEqual([201, 409, 409])
  })

  test('nothing in a list is named twice, and insurance companies are those in use', async () => {
    const allergy = { category: 'drug', severity: 'mild' }
    const lists = {
      allergies: [
        { substance: 'Aspirin', ...allergy },
        { substance: 'ASPIRIN', ...allergy },
      ],
      identifiers: [
        { kind: 'passport', value: 'Z1' },
        { kind: 'passport', value: 'z1' },
      ],
      insurances: [7, 7],
    }
    for (const [name, list] of Object.entries(lists)) {
      const reply = await desk.call('POST', PATIENTS, someone({ [name]: list }))
      expect([reply.status, Object.keys(reply.json())]).toEqual([400, [name]])
    }
    const gone = { name: 'Inactive', is_active: false }
    const { id } = await clinic.db.insertInto('insurance_companies').values(gone).returning('id').executeTakeFirstOrThrow()
    for (const unusable of [id, 999_999])
      expect((await desk.call('POST', PATIENTS, someone({ insurances: [unusable] }))).json()).toEqual({
        insurances: ['An insurance company is unknown or inactive.'],
      })
  })

  test('what only the records of the clinic can say is named together', async () => {
    const taken = { kind: 'passport', value: 'TAKEN-1' }
    await register({ identifiers: [taken] })
    const body = someone({ not_a_duplicate: true, insurances: [999_999], identifiers: [{ ...taken, value: 'taken-1' }] })
    const reply = await desk.call('POST', PATIENTS, body)
    expect([reply.status, reply.json()]).toEqual([
      400,
      {
        insurances: ['An insurance company is unknown or inactive.'],
        identifiers: ['Another patient already has one of these identifiers.'],
      },
    ])
  })

  test('one idempotency key sent fifty times at once makes one patient and one reply', async () => {
    const body = someone()
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => desk.call('POST', PATIENTS, body, { 'idempotency-key': 'one-form' })),
    )
    expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]))
    expect(new Set(replies.map((reply) => reply.text)).size).toBe(1)
    const other = await desk.call('POST', PATIENTS, someone(), { 'idempotency-key': 'one-form' })
    expect([other.status, other.json()]).toMatchObject([422, { code: 'idempotency_key_reused' }])
  })
})
