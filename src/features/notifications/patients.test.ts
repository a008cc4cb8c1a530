import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { anAppointment, aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aLabProfile } from '../../testing/scenarios/laboratory.ts'
import { alerts as rules } from '../../app.ts'
import { openToPublic } from '../booking/samples.ts'
import { checkAlerts } from './public.ts'

let clinic: TestClinic
let chief: Person
let lab: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  clinic = await openTestClinic()
  chief = await clinic.signedInFrom('System administrator', 'sysadmin')
  lab = await openLaboratory(clinic)
})
afterAll(() => clinic.close())

const look = () => checkAlerts(clinic.db, rules, clinic.clock.now)
const sent = async (person: Person, path: string, body: object = {}, status = 200) => {
  const reply = await person.call('POST', path, body)
  expect(reply.status, reply.text).toBe(status)
  return reply.json<{ id: number; version: number }>()
}

const aFile = async () => {
  const added = await clinic.db
    .insertInto('files')
    .values({ sha256: 'b'.repeat(64), size: 1, type: 'application/pdf', name: 'p.pdf', created_at: clinic.clock.now, created_by: chief.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  return added.id
}

test('released results stand in the inbox of the account until the patient has looked at them', async () => {
  const { db } = clinic
  const person = await clinic.signedInFrom('Patient', 'patient')
  const sodium = await lab.test({ name: 'Chloride' })
  const request = await lab.ask([sodium], { patient: { user_id: person.id } })
  await lab.enter([{ request_panel: request.of(sodium), result: '140' }])
  const mine = async () => {
    await look()
    return db.selectFrom('notifications').selectAll().where('user_id', '=', person.id).where('resolved_at', 'is', null).execute()
  }
  expect(await mine()).toEqual([])
  await lab.approve([request.of(sodium)])
  expect(await mine()).toMatchObject([{ kind: 'results_released', entity_id: request.id, words: {}, patient_id: null }])
  const result = await db
    .selectFrom('lab_results')
    .select('id')
    .where('request_panel_id', '=', request.of(sodium))
    .executeTakeFirstOrThrow()
  const seen = { result_id: result.id, patient_id: request.patient, read_at: clinic.clock.now }
  const looked = (user_id: number) =>
    db
      .insertInto('lab_result_reads')
      .values({ ...seen, user_id })
      .execute()
  // Somebody else's account was linked with the record, and looked.
  await looked(chief.id)
  expect(await mine()).toHaveLength(1)
  await looked(person.id)
  expect(await mine()).toEqual([])
  // What a look that began earlier raises for an account that was taken off the record meanwhile.
  await db
    .insertInto('notifications')
    .values({ kind: 'results_released', entity_id: request.id, user_id: chief.id, created_at: clinic.clock.now })
    .execute()
  await look()
  const kept = await db
    .selectFrom('notifications')
    .select(['user_id', 'resolved_at'])
    .where('kind', '=', 'results_released')
    .where('entity_id', '=', request.id)
    .execute()
  expect(kept).toEqual([{ user_id: person.id, resolved_at: expect.any(Date) }])
})

test('what is shown long after it was approved stands there from then on', async () => {
  const { db, clock } = clinic
  const begun = clock.now
  const people = [await clinic.signedInFrom('Patient', 'patient'), await clinic.signedInFrom('Patient', 'patient')]
  const tests = [await lab.test({ name: 'In person', is_withheld: true, kind: 'text' }), await lab.test({ name: 'Slow', kind: 'text' })]
  const requests = await Promise.all(people.map((person, n) => lab.ask([tests[n]!], { patient: { user_id: person.id } })))
  const ids = requests.map((request, n) => request.of(tests[n]!))
  await lab.enter(ids.map((request_panel) => ({ request_panel, result: 'Found' })))
  await lab.approve(ids)
  await db.updateTable('lab_settings').set({ portal_delay_hours: 720 }).execute()
  const reportedAfter = async (days: number) => {
    clock.now = new Date(begun.getTime() + days * 86_400_000)
    await look()
    const rows = await sql<{ reported: number }>`select entity_id as reported from notifications
      where kind = 'results_released' and user_id in (${people[0]!.id}, ${people[1]!.id}) and resolved_at is null order by id`.execute(db)
    return rows.rows.map(({ reported }) => reported)
  }
  expect(await reportedAfter(29)).toEqual([])
  expect(await reportedAfter(31)).toEqual([requests[1]!.id])
  clock.now = new Date(begun.getTime() + 100 * 86_400_000)
  const head = await clinic.signedInFrom('Laboratory manager', 'lab_manager')
  await sent(head, `/lab/lab-test-requests/${requests[0]!.id}/release/`, { is_held: false, reason: 'Notified' }, 201)
  expect(await reportedAfter(100)).toEqual([requests[0]!.id])
  expect(await reportedAfter(131)).toEqual([])
  clock.now = begun
  await db.updateTable('lab_settings').set({ portal_delay_hours: 0 }).execute()
})

test('what the clinic does for a patient is in the inbox of their account; what they did themselves is not', async () => {
  const { db } = clinic
  const at = clinic.clock.now
  const person = await clinic.signedInFrom('Patient', 'patient')
  const { id: patient } = await aPatient(db, { user_id: person.id })
  const newest = async () => {
    const rows = await db.selectFrom('notifications').select(['kind', 'entity_id']).where('user_id', '=', person.id).orderBy('id').execute()
    return rows.map(({ kind, entity_id }) => [kind, entity_id])
  }
  const { item, doctor } = await openToPublic(clinic, { capacity: 50 })
  const appointment = await anAppointment(db, { patient_id: patient, item_id: item, doctor_id: doctor, status: 'confirmed' })
  const change = (version: number, body: object) => chief.call('PATCH', `/patients/appointments/${appointment.id}/`, { version, ...body })
  const moved = await change(1, { appointment_date_time: '2026-03-09T06:00:00Z' })
  expect(moved.status, moved.text).toBe(200)
  expect((await change(2, { reason: 'Cough' })).status).toBe(200)
  expect((await change(3, { status: 'cancelled', status_reason: 'Doctor away' })).status).toBe(200)
  const reported = [
    ['appointment_changed', appointment.id],
    ['appointment_cancelled', appointment.id],
  ]
  expect(await newest()).toEqual(reported)

  const pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  const sentIn = { patient_id: patient, file_id: await aFile(), date_created: at, date_changed: at, created_by: person.id }
  const prescription = await db.insertInto('public_prescription_requests').values(sentIn).returning('id').executeTakeFirstOrThrow()
  const address = `/pharmacy/public-prescription-requests/${prescription.id}/`
  await sent(pharmacist, `${address}remarks/`, { body: 'Which strength?' }, 201)
  await sent(pharmacist, `${address}remarks/`, { body: 'And for how long?' }, 201)
  reported.push(['prescription_asked', prescription.id])
  expect(await newest()).toEqual(reported)
  const declined = await pharmacist.call('PATCH', address, { status: 'declined', answer: 'Please come', version: 3 })
  expect(declined.status, declined.text).toBe(200)
  reported.push(['prescription_answered', prescription.id])
  expect(await newest()).toEqual(reported)

  const profile = await aLabProfile(db, [])
  const wish = { patient_id: patient, profile_id: profile.id, appointment_date: '2026-03-05T06:00:00Z', date_created: at, date_changed: at }
  const request = await db.insertInto('public_lab_requests').values(wish).returning('id').executeTakeFirstOrThrow()
  const answered = await lab.technician.call('PUT', `/lab/public-lab-test-request/${request.id}/`, { status: 'confirmed', version: 1 })
  expect(answered.status, answered.text).toBe(200)
  reported.push(['lab_request_answered', request.id])
  expect(await newest()).toEqual(reported)
})

test('what a patient was told of ends when they answer, when it is decided, and when it is cancelled or over', async () => {
  const { db, clock } = clinic
  const begun = clock.now
  const person = await clinic.signedInFrom('Patient', 'patient')
  const pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  const { id: patient } = await aPatient(db, { user_id: person.id })
  const waiting = async (kind: string) => {
    await look()
    const rows = await sql<{ entity_id: number }>`select entity_id from notifications
      where user_id = ${person.id} and kind = ${kind} and resolved_at is null order by entity_id`.execute(db)
    return rows.rows.map(({ entity_id }) => entity_id)
  }
  const requestIds: number[] = []
  for (let n = 0; n < 3; n += 1) {
    const sentIn = { patient_id: patient, file_id: await aFile(), date_created: begun, date_changed: begun, created_by: person.id }
    requestIds.push((await db.insertInto('public_prescription_requests').values(sentIn).returning('id').executeTakeFirstOrThrow()).id)
  }
  const path = (n: number) => `/pharmacy/public-prescription-requests/${requestIds[n]}/`
  for (const n of [0, 1, 2]) await sent(pharmacist, `${path(n)}remarks/`, { body: 'Which strength?' }, 201)
  expect(await waiting('prescription_asked')).toEqual(requestIds)
  await sent(person, `${path(0)}remarks/`, { body: 'The strong ones' }, 201)
  const accepted = await pharmacist.call('PATCH', path(1), { status: 'accepted', version: 2 })
  expect(accepted.status, accepted.text).toBe(200)
  expect(await waiting('prescription_asked')).toEqual([requestIds[2]])
  await sent(pharmacist, `${path(0)}remarks/`, { body: 'How strong?' }, 201)
  expect(await waiting('prescription_asked')).toEqual([requestIds[0], requestIds[2]])

  const { item, doctor } = await openToPublic(clinic, { capacity: 50 })
  const moved: number[] = []
  for (const hour of ['06', '07', '08']) {
    const { id } = await anAppointment(db, {
      patient_id: patient,
      item_id: item,
      doctor_id: doctor,
      appointment_date_time: `2026-03-05T${hour}:00:00Z`,
    })
    const reply = await chief.call('PATCH', `/patients/appointments/${id}/`, { status: 'confirmed', version: 1 })
    expect(reply.status, reply.text).toBe(200)
    moved.push(id)
  }
  expect(await waiting('appointment_changed')).toEqual(moved)
  const off = { status: 'cancelled', status_reason: 'Better', version: 2 }
  expect((await person.call('PATCH', `/patients/appointments/${moved[0]}/`, off)).status).toBe(200)
  expect(await waiting('appointment_changed')).toEqual(moved.slice(1))
  clock.now = new Date('2026-03-05T07:30:00Z')
  expect(await waiting('appointment_changed')).toEqual(moved.slice(2))
  clock.now = begun
})

test('a patient reads, marks and chooses their own through the calls of everybody, and sees nothing of anybody else', async () => {
  const { db } = clinic
  const now = clinic.clock.now
  const [one, other] = [await clinic.signedInFrom('Patient', 'patient'), await clinic.signedInFrom('Patient', 'patient')]
  await aPatient(db, { user_id: one.id })
  const own = { kind: 'appointment_changed', created_at: now }
  const insert = (values: object) =>
    db
      .insertInto('notifications')
      .values({ ...own, entity_id: 1, ...values })
      .returning('id')
      .executeTakeFirstOrThrow()
  const mine = await insert({ user_id: one.id })
  const theirs = await insert({ user_id: other.id })
  await insert({ kind: 'stock_low' })
  const list = async (query = '') => {
    const reply = await one.call('GET', `/notifications/notifications/${query}`)
    expect(reply.status, reply.text).toBe(200)
    return reply.json<{ id: number; is_read: boolean }[]>().map(({ id, is_read }) => [id, is_read])
  }
  expect(await list()).toEqual([[mine.id, false]])
  expect(await list('?all=true&kind=stock_low')).toEqual([])
  expect((await one.call('GET', '/notifications/count/')).json()).toEqual({ unread: 1, critical: 0 })
  const read = await one.call('POST', '/notifications/read/', { ids: [mine.id, theirs.id] })
  expect([read.status, read.json()]).toEqual([200, { unread: 0, critical: 0 }])
  expect(await list()).toEqual([[mine.id, true]])
  expect((await other.call('GET', '/notifications/count/')).json()).toEqual({ unread: 1, critical: 0 })
  const off = await one.call('PUT', '/notifications/preferences/', { off: ['appointment_changed'] })
  expect(off.status, off.text).toBe(200)
  expect(await list()).toEqual([])
  expect((await one.call('PUT', '/notifications/preferences/', { off: [] })).status).toBe(200)
  expect((await one.call('PUT', '/notifications/preferences/', { off: ['stock_low'] })).json()).toEqual({
    off: ['You do not receive this notification.'],
  })
})
