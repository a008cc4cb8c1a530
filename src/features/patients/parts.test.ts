import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
let desk: Person
let doctor: Person
let id: number
let other: number
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  const make = async (first_name: string) =>
    (await desk.call('POST', '/patients/patients/', { first_name, second_name: `${first_name}ov`, gender: 'female' })).json<{
      id: number
    }>().id
  id = await make('Amina')
  other = await make('Boris')
})
afterAll(() => clinic.close())

const record = async () => (await desk.call('GET', `/patients/patients/${id}/`)).json<Record<string, { id: number }[]>>()

test('POST /patients/contact-details/ then POST /patients/next-of-kin/: the kin has its contact', async () => {
  const contact = (await desk.call('POST', '/patients/contact-details/', { tel_no: '0700 111 222', residence: 'Nakuru' })).json<{
    id: number
  }>()
  const kin = { patient: id, first_name: 'Juma', second_name: 'Ali', relationship: 'husband', contacts: contact.id, created_by: 1 }
  const reply = await desk.call('POST', '/patients/next-of-kin/', kin)
  expect([reply.status, reply.json()]).toMatchObject([201, { patient: id, contacts: contact.id, contact: { tel_no: '0700111222' } }])
  // Somebody else's contact details cannot be taken over.
  const taken = await desk.call('POST', '/patients/next-of-kin/', { ...kin, patient: other })
  expect([taken.status, taken.json()]).toEqual([400, { contacts: ['Contact details not found.'] }])
  expect((await record())['next_of_kin']).toMatchObject([{ first_name: 'Juma', contact: { residence: 'Nakuru' } }])
  const kinId = reply.json<{ id: number }>().id
  expect((await desk.call('DELETE', `/patients/patients/${other}/next-of-kin/${kinId}/`)).status).toBe(404)
  expect((await desk.call('DELETE', `/patients/patients/${id}/next-of-kin/${kinId}/`)).status).toBe(204)
  expect((await record())['next_of_kin']).toEqual([])
})

test('a next of kin is changed, with the details, and the trail keeps what was there before', async () => {
  const sent = { patient: id, first_name: 'Wanja', second_name: 'Ali', relationship: 'aunt' }
  const made = (
    await desk.call('POST', '/patients/next-of-kin/', { ...sent, contact: { tel_no: '0700111222', residence: 'Nakuru' } })
  ).json<{
    id: number
    contact: { id: number }
  }>()
  const url = `/patients/patients/${id}/next-of-kin/${made.id}/`
  const names = { first_name: 'Wanja', second_name: 'Alia', relationship: 'aunt' }
  const renamed = await desk.call('PUT', url, names)
  expect([renamed.status, renamed.json()]).toMatchObject([200, { second_name: 'Alia', contact: { tel_no: '0700111222' } }])
  const reached = (await desk.call('PUT', url, { ...names, contact: { tel_no: '0700 333 444' } })).json()
  expect(reached).toMatchObject({ contact: { id: made.contact.id, tel_no: '0700333444', residence: null } })
  expect((await record())['next_of_kin']).toEqual([reached])
  const trail = clinic.db.selectFrom('audit_log').select('change').where('entity', '=', 'next of kin').where('entity_id', '=', made.id)
  expect(await trail.where('action', '=', 'update').orderBy('id').execute()).toMatchObject([
    { change: { second_name: ['Ali', 'Alia'] } },
    { change: { contact: [{ tel_no: '0700111222' }, { tel_no: '0700333444' }] } },
  ])
  // Details that two share change for one alone.
  const shared = { patient: id, first_name: 'Baraka', relationship: 'uncle', contacts: made.contact.id }
  const uncle = (await desk.call('POST', '/patients/next-of-kin/', shared)).json<{ id: number }>()
  await desk.call('PUT', `/patients/patients/${id}/next-of-kin/${uncle.id}/`, { ...names, contact: { residence: 'Kisumu' } })
  expect((await record())['next_of_kin']).toMatchObject([{ contact: { tel_no: '0700333444' } }, { contact: { residence: 'Kisumu' } }])
  expect((await desk.call('PUT', `/patients/patients/${other}/next-of-kin/${made.id}/`, names)).status).toBe(404)
  for (const kin of [made, uncle]) await desk.call('DELETE', `/patients/patients/${id}/next-of-kin/${kin.id}/`)
  expect((await desk.call('PUT', url, names)).status).toBe(404)
})

test('contact details need something in them', async () => {
  expect((await desk.call('POST', '/patients/contact-details/', {})).json()).toHaveProperty('non_field_errors')
  expect((await desk.call('POST', '/patients/next-of-kin/', { patient: 2_000_000, first_name: 'A', relationship: 'son' })).status).toBe(404)
})

test('an allergy is recorded by clinical staff, once, and ended with a reason', async () => {
  const penicillin = { substance: 'Penicillin', category: 'drug', severity: 'severe' }
  expect((await desk.call('POST', `/patients/patients/${id}/allergies/`, penicillin)).status).toBe(403)
  const made = await doctor.call('POST', `/patients/patients/${id}/allergies/`, penicillin)
  expect([made.status, made.json()]).toMatchObject([201, { substance: 'Penicillin', reaction: null }])
  const again = await doctor.call('POST', `/patients/patients/${id}/allergies/`, { ...penicillin, substance: 'PENICILLIN' })
  expect([again.status, again.json()]).toEqual([400, { substance: ['This allergy is already recorded.'] }])
  const allergy = made.json<{ id: number }>().id
  expect((await doctor.call('POST', `/patients/patients/${id}/allergies/${allergy}/end/`, {})).json()).toHaveProperty('reason')
  expect((await doctor.call('POST', `/patients/patients/${other}/allergies/${allergy}/end/`, { reason: 'Tested' })).status).toBe(404)
  expect((await doctor.call('POST', `/patients/patients/${id}/allergies/${allergy}/end/`, { reason: 'Tested' })).status).toBe(204)
  expect((await record())['allergies']).toEqual([])
})

test('an alert stands in the record until it is ended', async () => {
  const made = await desk.call('POST', `/patients/patients/${id}/alerts/`, { text: 'Hard of hearing', is_critical: false })
  expect((await record())['alerts']).toMatchObject([{ text: 'Hard of hearing' }])
  const alert = made.json<{ id: number }>().id
  expect((await desk.call('POST', `/patients/patients/${id}/alerts/${alert}/end/`, { reason: 'New aid' })).status).toBe(204)
  expect((await desk.call('POST', `/patients/patients/${id}/alerts/${alert}/end/`, { reason: 'New aid' })).status).toBe(404)
})

test('an identifier belongs to one patient', async () => {
  const passport = { kind: 'passport', value: 'A1234567' }
  expect((await desk.call('POST', `/patients/patients/${id}/identifiers/`, passport)).status).toBe(201)
  const taken = await desk.call('POST', `/patients/patients/${other}/identifiers/`, { ...passport, value: 'a1234567' })
  expect([taken.status, taken.json()]).toEqual([400, { value: ['This value is already in use.'] }])
})

test('an insurance is put, changed and removed', async () => {
  const company = await clinic.db.insertInto('insurance_companies').values({ name: 'Jubilant' }).returning('id').executeTakeFirstOrThrow()
  const url = `/patients/patients/${id}/insurances/${company.id}/`
  expect((await desk.call('PUT', url, { member_number: 'M-1' })).json()).toMatchObject({
    id: company.id,
    name: 'Jubilant',
    member_number: 'M-1',
  })
  await desk.call('PUT', url, { member_number: 'M-2', valid_until: '2027-01-31' })
  expect((await record())['insurances']).toMatchObject([{ member_number: 'M-2', valid_until: '2027-01-31' }])
  expect((await desk.call('DELETE', url)).status).toBe(204)
  expect((await desk.call('DELETE', url)).status).toBe(404)
  expect((await desk.call('PUT', `/patients/patients/${id}/insurances/999999/`, {})).status).toBe(404)
})

test('nothing is written into the record of a deactivated patient until it is brought back', async () => {
  const officer = await clinic.signedInFrom('Records officer')
  const alert = (await desk.call('POST', `/patients/patients/${other}/alerts/`, { text: 'Deaf' })).json<{ id: number }>()
  expect((await officer.call('DELETE', `/patients/patients/${other}/`)).status).toBe(204)
  const url = `/patients/patients/${other}/`
  const tries = [
    await desk.call('PUT', url, { first_name: 'Boris', second_name: 'Borisov', gender: 'male' }),
    await desk.call('PUT', `${url}account/`, { code: 'ABCD-EFGH', account: 1 }),
    await desk.call('POST', `${url}account/slip/`, {}),
    await desk.call('POST', '/patients/next-of-kin/', { patient: other, first_name: 'A', relationship: 'son' }),
    await doctor.call('POST', `${url}allergies/`, { substance: 'Latex', category: 'other', severity: 'mild' }),
    await desk.call('POST', `${url}alerts/`, { text: 'Late' }),
    await desk.call('POST', `${url}alerts/${alert.id}/end/`, { reason: 'New aid' }),
    await desk.call('POST', `${url}identifiers/`, { kind: 'passport', value: 'B 77' }),
    await desk.call('PUT', `${url}insurances/1/`, {}),
    await desk.call('DELETE', `${url}insurances/1/`),
  ]
  const refusal = { code: 'deactivated', detail: 'This patient is deactivated. Reactivate the record first.' }
  for (const reply of tries) expect([reply.status, reply.json()]).toEqual([409, refusal])
  expect((await officer.call('POST', `${url}reactivate/`, {})).status).toBe(200)
  expect((await desk.call('POST', `${url}alerts/${alert.id}/end/`, { reason: 'New aid' })).status).toBe(204)
})

test('POST /patients/duplicates/ names who may be the same person while the form is being filled in', async () => {
  await desk.call('POST', '/patients/patients/', {
    first_name: 'Muhammad',
    second_name: 'Yusuf',
    gender: 'male',
    date_of_birth: '1984-05-06',
    phone: '0711000999',
  })
  const ask = async (person: object) =>
    (await desk.call('POST', '/patients/duplicates/', person)).json<{ score: number; because: string[] }[]>()
  const [likely] = await ask({
    first_name: 'Yusuf',
    second_name: 'Mohamed',
    gender: 'male',
    date_of_birth: '1984-06-05',
    phone: '+254 711 000 999',
  })
  expect(likely!.score).toBeGreaterThanOrEqual(80)
  expect(likely!.because).toEqual(expect.arrayContaining(['telephone', 'day and month swapped']))
  // An age that is told is often off by one; two years apart are two people.
  const aged = (date_of_birth: string) => ask({ first_name: 'Muhammad', second_name: 'Yusuf', gender: 'male', date_of_birth })
  expect((await aged('1983-05-06')).map(({ because }) => because)).toEqual([['name', 'nearly the same date of birth']])
  expect((await aged('1985-11-30')).map(({ because }) => because)).toEqual([['name', 'year of birth off by one']])
  expect(await aged('1986-11-30')).toEqual([])
  expect(await ask({ first_name: 'Ingeborg', second_name: 'Zwick' })).toEqual([])
  expect(await ask({ first_name: '' })).toEqual([])
})
