import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { createReferral } from './contract.ts'

type Referral = ResponseOf<typeof createReferral>

const REFERRALS = '/patients/referrals/'
let clinic: TestClinic
let doctor: Person
let surgeon: Person
let other: Person
let eyes: number
beforeAll(async () => {
  clinic = await openTestClinic()
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  surgeon = await clinic.signedInFrom('Doctor', 'doctor')
  other = await clinic.signedInFrom('Doctor', 'doctor')
  eyes = (await clinic.db.insertInto('departments').values({ name: 'Eye ward' }).returning('id').executeTakeFirstOrThrow()).id
})
afterAll(() => clinic.close())

const post = async (body: object) => {
  const reply = await doctor.call('POST', REFERRALS, body)
  return [reply.status, reply.json<{ code?: string }>().code ?? Object.keys(reply.json()).join()]
}
const refer = async (more: object, person = doctor) => {
  const visit = await aVisit(clinic.db)
  const reply = await person.call('POST', REFERRALS, { attendance_process: visit.id, note: 'Please see', ...more })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Referral>()
}
const move = (id: number, status: string, version: number, more: object = {}, person = surgeon) =>
  person.call('PATCH', `${REFERRALS}${id}/`, { status, version, ...more })
const idsFor = async (person: Person, query: string) =>
  (await person.call('GET', `${REFERRALS}?${query}`)).json<Referral[]>().map(({ id }) => id)

describe('a referral', () => {
  test('goes to a doctor or a department of the house, or outside, as its addressee says', async () => {
    const inside = await refer({ doctor: surgeon.id, is_urgent: true, service: 'surgeon', note: 'Hernia,\nleft' })
    expect(inside).toMatchObject({ type: 'internal', status: 'pending', doctor: surgeon.id, department: null, is_urgent: true })
    expect(inside).toMatchObject({ note: 'Hernia,\nleft', service: 'surgeon', referred_by: doctor.id, version: 1 })
    expect(inside.may).toEqual({ accept: false, decline: false, complete: false, cancel: true })
    const ward = await refer({ department: eyes })
    expect(ward).toMatchObject({ type: 'internal', department: eyes, department_name: 'Eye ward' })
    expect(ward.may).toMatchObject({ accept: true, decline: true })
    const outside = await refer({ provider: 'Hope Hospital', provider_email: 'Desk@Hope.example' })
    expect(outside).toMatchObject({ type: 'external', provider: 'Hope Hospital', provider_email: 'desk@hope.example' })
    expect(outside.may).toEqual({ accept: false, decline: true, complete: true, cancel: true })
  })

  test('takes what earlier clients send', async () => {
    const visit = await aVisit(clinic.db)
    const first = { note: 'Teeth', service: 'dentist', email: 'teeth@hope.example', patient_id: visit.patient_id, referred_by: 5 }
    const outside = (await doctor.call('POST', REFERRALS, first)).json<Referral>()
    expect(outside).toMatchObject({ type: 'external', provider: null, provider_email: 'teeth@hope.example', visit: visit.id })
    const second = { type: 'internal', reffered_doctor: surgeon.id, preferred_provider: '', provider_email_contact: '', service: 'general' }
    expect(await refer({ ...second, created_by: 1 })).toMatchObject({ type: 'internal', doctor: surgeon.id, provider: null })
    const third = { type: 'external', reffered_doctor: '', preferred_provider: 'Hope', provider_email_contact: 'a@hope.example' }
    expect(await refer(third)).toMatchObject({ provider: 'Hope', provider_email: 'a@hope.example', doctor: null })
  })

  test('is refused where it says nothing, contradicts itself, or names nobody who is there', async () => {
    const { id: visit, patient_id } = await aVisit(clinic.db)
    const nurse = await clinic.signedInFrom('Nurse', 'nurse')
    const to = { attendance_process: visit, note: 'x' }
    expect(await post({ note: 'x', doctor: surgeon.id })).toEqual([400, 'attendance_process'])
    expect(await post({ ...to, note: ' \n', doctor: surgeon.id })).toEqual([400, 'note'])
    expect(await post({ ...to, note: 'x'.repeat(2001), doctor: surgeon.id })).toEqual([400, 'note'])
    expect(await post(to)).toEqual([400, 'doctor'])
    expect(await post({ ...to, type: 'external' })).toEqual([400, 'provider'])
    expect(await post({ ...to, type: 'internal' })).toEqual([400, 'doctor'])
    expect(await post({ ...to, doctor: surgeon.id, provider: 'Hope' })).toEqual([400, 'type'])
    expect(await post({ ...to, type: 'internal', doctor: surgeon.id, provider: 'Hope' })).toEqual([400, 'provider'])
    expect(await post({ ...to, type: 'external', doctor: surgeon.id })).toEqual([400, 'type'])
    expect(await post({ ...to, doctor: doctor.id })).toEqual([400, 'doctor'])
    expect(await post({ ...to, doctor: nurse.id })).toEqual([400, 'doctor'])
    expect(await post({ ...to, department: 2_000_000_000 })).toEqual([400, 'department'])
    const closed = await clinic.db
      .insertInto('departments')
      .values({ name: 'Closed', is_active: false })
      .returning('id')
      .executeTakeFirstOrThrow()
    expect(await post({ ...to, department: closed.id })).toEqual([400, 'department'])
    const both = await doctor.call('POST', REFERRALS, { ...to, doctor: doctor.id, department: closed.id })
    expect([both.status, Object.keys(both.json<object>()).toSorted()]).toEqual([400, ['department', 'doctor']])
    expect(await post({ ...to, provider: 'Hope', provider_email: 'nowhere' })).toEqual([400, 'provider_email'])
    const over = await aVisit(clinic.db, { track: 'discharged' })
    expect(await post({ ...to, attendance_process: over.id, doctor: surgeon.id })).toEqual([409, 'visit_closed'])
    expect(await post({ ...to, patient: over.patient_id, doctor: surgeon.id })).toEqual([400, 'patient'])
    expect(await clinic.db.selectFrom('referrals').select('id').where('patient_id', '=', patient_id).execute()).toEqual([])
    const receptionist = await clinic.signedInFrom('Receptionist')
    expect((await receptionist.call('POST', REFERRALS, to)).status).toBe(403)
  })
})

describe('a referral inside the house', () => {
  test('is accepted and answered by whom it is addressed to', async () => {
    const { id } = await refer({ doctor: surgeon.id })
    const accepted = await move(id, 'accepted', 1)
    expect(accepted.json()).toMatchObject({ status: 'accepted', version: 2, may: { accept: false, complete: true, cancel: false } })
    expect((await move(id, 'completed', 2)).json()).toHaveProperty('reply')
    const done = await move(id, 'completed', 2, { reply: 'Operated.\nWell.' })
    expect(done.json()).toMatchObject({ status: 'completed', reply: 'Operated.\nWell.', replied_by_name: 'Test doctor', version: 3 })
    expect((await move(id, 'declined', 3, { reason: 'x' })).json()).toMatchObject({ code: 'not_a_move', status: 'completed' })
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select(['action', 'change'])
      .where('entity', '=', 'referral')
      .where('entity_id', '=', id)
      .orderBy('id')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['refer', 'update', 'update'])
    expect(trail[2]!.change).toEqual({ status: ['accepted', 'completed'], reply: 'Operated.\nWell.' })
  })

  test('is nobody else’s to answer, and only the referrer’s to cancel', async () => {
    const { id } = await refer({ doctor: surgeon.id })
    for (const [status, person] of [
      ['accepted', other],
      ['declined', doctor],
      ['cancelled', surgeon],
    ] as const)
      expect((await move(id, status, 1, { reason: 'x' }, person)).status).toBe(403)
    expect((await move(id, 'completed', 1, { reply: 'x' })).json()).toMatchObject({ code: 'not_a_move' })
    expect((await move(id, 'cancelled', 1, {}, doctor)).json()).toHaveProperty('reason')
    const cancelled = await move(id, 'cancelled', 1, { reason: 'Went home' }, doctor)
    expect(cancelled.json()).toMatchObject({ status: 'cancelled', status_reason: 'Went home', may: { accept: false, cancel: false } })
    const theirs = await refer({ doctor: surgeon.id, department: eyes })
    expect((await move(theirs.id, 'declined', 1, { reason: 'x' }, other)).status).toBe(403)
    const ward = await refer({ department: eyes })
    expect((await move(ward.id, 'declined', 1, { reason: 'Full' }, other)).json()).toMatchObject({ status: 'declined' })
  })

  test('says which version it is moved from; of two moves at once one is made', async () => {
    const { id } = await refer({ doctor: surgeon.id })
    expect((await surgeon.call('PATCH', `${REFERRALS}${id}/`, { status: 'accepted' })).json()).toHaveProperty('version')
    expect((await move(id, 'accepted', 7)).json()).toMatchObject({ code: 'version_conflict', current: { id, version: 1 } })
    expect((await move(2_000_000_000, 'accepted', 1)).status).toBe(404)
    const replies = await Promise.all([move(id, 'accepted', 1), move(id, 'cancelled', 1, { reason: 'Went home' }, doctor)])
    expect(statuses(replies)).toEqual([200, 412])
  })
})

test('somebody outside answers by whoever types it in, also after the visit', async () => {
  const { id, visit } = await refer({ provider: 'Hope Hospital' })
  await clinic.db.updateTable('visits').set({ track: 'discharged', closed_at: clinic.clock.now }).where('id', '=', visit).execute()
  expect((await move(id, 'accepted', 1)).json()).toMatchObject({ code: 'not_a_move' })
  const done = await move(id, 'completed', 1, { reply: 'Seen on 3 March' }, other)
  expect(done.json()).toMatchObject({ status: 'completed', reply: 'Seen on 3 March' })
})

describe('the lists', () => {
  test('show a doctor what waits for them or a department, until it is done', async () => {
    const mine = await refer({ doctor: surgeon.id })
    const ward = await refer({ department: eyes })
    const theirs = await refer({ doctor: other.id, department: eyes })
    const done = await refer({ doctor: surgeon.id })
    await move(done.id, 'declined', 1, { reason: 'x' })
    await move(mine.id, 'accepted', 1)
    const waiting = await idsFor(surgeon, 'to_me=true&limit=100')
    expect(waiting).toContain(mine.id)
    expect(waiting).toContain(ward.id)
    expect(waiting).not.toContain(theirs.id)
    expect(waiting).not.toContain(done.id)
    expect(await idsFor(other, `to_me=true&patient_id=${theirs.patient}`)).toEqual([theirs.id])
    expect(await idsFor(doctor, `to_me=false&patient_id=${theirs.patient}`)).toEqual([theirs.id])
  })

  test('are of a patient, a visit, a doctor, a department, a status, a type, from page to page', async () => {
    const { id: patient_id } = await aPatient(clinic.db)
    const { id: visit } = await aVisit(clinic.db, { patient_id })
    const to = { attendance_process: visit }
    const first = await refer({ ...to, doctor: surgeon.id })
    const second = await refer({ ...to, department: eyes })
    const third = await refer({ ...to, provider: 'Hope' })
    const all = [third.id, second.id, first.id]
    expect(await idsFor(doctor, `patient_id=${patient_id}`)).toEqual(all)
    expect(await idsFor(doctor, `visit=${visit}&status=pending`)).toEqual(all)
    expect(await idsFor(doctor, `visit=${visit}&doctor=${surgeon.id}`)).toEqual([first.id])
    expect(await idsFor(doctor, `visit=${visit}&department=${eyes}`)).toEqual([second.id])
    expect(await idsFor(doctor, `visit=${visit}&type=external`)).toEqual([third.id])
    const page = await doctor.call('GET', `${REFERRALS}?patient_id=${patient_id}&limit=2&count=true`)
    expect(page.headers['x-total-count']).toBe('3')
    const { next = '' } = page
    expect((await doctor.call('GET', next)).json<Referral[]>().map(({ id }) => id)).toEqual([first.id])
    expect((await doctor.call('GET', `${REFERRALS}?patient_id=2000000000`)).status).toBe(404)
  })

  test('and referrals are a read of the record', async () => {
    const { id, visit, patient } = await refer({ department: eyes })
    const reader = await clinic.signedInAs(['referrals.view'])
    await reader.call('GET', `${REFERRALS}?visit=${visit}`)
    const one = (await reader.call('GET', `${REFERRALS}${id}/`)).json<Referral>()
    expect(one.may).toEqual({ accept: false, decline: false, complete: false, cancel: false })
    expect((await reader.call('GET', `${REFERRALS}2000000000/`)).status).toBe(404)
    const rows = await clinic.db
      .selectFrom('audit_log')
      .select(['action', 'entity', 'patient_id'])
      .where('actor_id', '=', reader.id)
      .execute()
    expect(rows).toEqual(['referrals', 'referral'].map((entity) => ({ action: 'read', entity, patient_id: patient })))
  })
})
