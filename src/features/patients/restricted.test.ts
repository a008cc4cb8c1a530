import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accessTokens } from '#platform/auth/tokens.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { permissions } from '#shared/permissions.ts'
import { bringUpToDate } from '#features/notifications/public.ts'
import { aConsultation, anAppointment, aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { patientAlerts } from './alerts.ts'

let clinic: TestClinic
/** May restrict, and reads the audit log. */
let officer: Person
/** May open records, and restricted ones in an emergency. */
let doctor: Person
/** May open records, and knows nothing of emergencies. */
let clerk: Person
const begun = new Date('2026-03-02T07:30:00Z')
beforeAll(async () => {
  clinic = await openTestClinic({ now: begun })
  officer = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  clerk = await clinic.signedInFrom('Receptionist')
})
afterAll(() => clinic.close())

/** The status of a record for this doctor, with a token of that minute: the first one is old by then. */
const openThen = async (id: number) => {
  const user = await clinic.db.selectFrom('users').selectAll().where('id', '=', doctor.id).executeTakeFirstOrThrow()
  const { id: sid } = await clinic.db.selectFrom('sessions').select('id').where('user_id', '=', doctor.id).executeTakeFirstOrThrow()
  const token = accessTokens([loadSecrets(clinic.dataDir).tokenKey], () => clinic.clock.now).sign({
    user_id: user.id,
    role: user.role,
    first_name: user.first_name,
    email: user.email,
    sid,
  })
  return (await clinic.call('GET', address(id), undefined, { authorization: `Bearer ${token}` })).status
}
const later = (minutes: number) => void (clinic.clock.now = new Date(begun.getTime() + minutes * 60_000))
const address = (id: number, more = '') => `/patients/patients/${id}/${more}`
const open = async (by: Person, id: number) => (await by.call('GET', address(id))).status
const aRestricted = async (more: object = {}) => {
  const { id } = await aPatient(clinic.db, more)
  const reply = await officer.call('POST', address(id, 'restriction/'), { reason: 'A colleague' })
  expect(reply.status, reply.text).toBe(201)
  return id
}
const breakGlass = (by: Person, id: number, more: object = {}) =>
  by.call('POST', address(id, 'emergency-access/'), { kind: 'life at risk', reason: 'Found unconscious in the car park', ...more })
const merge = async (by: Person, from: number, into: number) => {
  const { seen } = (await by.call('GET', `/patients/merges/preview/?from=${from}&into=${into}`)).json<{ seen: string }>()
  const reply = await by.call('POST', '/patients/merges/', { from, into, seen })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<{ id: number }>().id
}
const trail = async (id: number) =>
  (
    await clinic.db.selectFrom('audit_log').select(['action', 'entity', 'actor_id']).where('patient_id', '=', id).orderBy('id').execute()
  ).map(({ action, actor_id }) => `${action} ${actor_id}`)

test('a restricted record is shut, with a way in an emergency for those who have it and as if it were not there for others', async () => {
  const id = await aRestricted({ first_name: 'Restituta', second_name: 'Kept', phone: '0711222333', residence: 'Hidden road' })
  const shut = await doctor.call('GET', address(id))
  expect([shut.status, shut.json()]).toMatchObject([403, { code: 'restricted', patient: id }])
  expect(shut.text).not.toContain('Kept')
  const none = await clerk.call('GET', address(id))
  const unknown = await clerk.call('GET', address(2_000_000_000))
  expect([none.status, none.text]).toEqual([unknown.status, unknown.text])
  expect(await open(officer, id)).toBe(200)
  expect(await trail(id)).toEqual([`restrict ${officer.id}`, `denied ${doctor.id}`, `denied ${clerk.id}`, `read ${officer.id}`])
  const [line] = (await clerk.call('GET', '/patient/search/?q=Restituta')).json<object[]>()
  expect(line).toMatchObject({ id, is_restricted: true, phone: null, residence: null })
  // Nor by what a refused change would show.
  const put = await doctor.call('PUT', address(id), { first_name: 'A', second_name: 'B', gender: 'female', version: 999 })
  expect(put.json()).toEqual(shut.json())
  expect((await officer.call('POST', address(id, 'restriction/'), { reason: 'Twice' })).status).toBe(409)
  expect((await officer.call('POST', address(id, 'restriction/lift/'), { reason: 'Left' })).status).toBe(204)
  expect((await officer.call('POST', address(id, 'restriction/lift/'), { reason: 'Left' })).status).toBe(409)
  expect(await open(clerk, id)).toBe(200)
  expect((await breakGlass(doctor, id)).json()).toMatchObject({ code: 'not_restricted' })
  expect((await breakGlass(doctor, 2_000_000_000)).status).toBe(404)
})

test('an emergency access needs a reason, lasts its time, tells those who watch, is reviewed, and is told to the patient', async () => {
  const account = await clinic.signedInFrom('Patient', 'patient')
  const id = await aRestricted({ user_id: account.id })
  expect((await breakGlass(doctor, id, { reason: 'why?' })).json()).toHaveProperty('reason')
  expect((await breakGlass(doctor, id, { kind: 'curious' })).json()).toHaveProperty('kind')
  expect((await breakGlass(clerk, id)).status).toBe(403)
  // Two windows at once: one of them opens it.
  const both = await Promise.all([breakGlass(doctor, id), breakGlass(doctor, id)])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([201, 409])
  const record = await doctor.call('GET', address(id))
  expect(record.json()).toMatchObject({
    restriction: { reason: 'A colleague', emergencies: [{ user: doctor.id, until: '2026-03-02T08:30:00.000Z' }] },
  })
  expect(await open(await clinic.signedInFrom('Nurse', 'nurse'), id)).toBe(403)

  await bringUpToDate(clinic.db, patientAlerts[0]!, clinic.clock.now)
  const reported = (await officer.call('GET', '/notifications/notifications/?kind=emergency_access')).json<object[]>()
  expect(reported).toMatchObject([{ level: 'critical', patient: id, words: { who: 'Test doctor' } }])
  const [waiting] = (await officer.call('GET', '/audit/emergency-accesses/?state=waiting')).json<{ id: number }[]>()
  expect(waiting).toMatchObject({ patient: id, user: doctor.id, kind: 'life at risk', reviewed_at: null })
  const doctorWhoReads = await clinic.signedInAs(permissions)
  const review = (by: Person) => by.call('POST', `/audit/emergency-accesses/${waiting!.id}/review/`, { review: 'Was right.' })
  expect((await review(doctorWhoReads)).json()).toMatchObject({ review: 'Was right.', reviewed_by: 'Test receptionist' })
  expect((await review(officer)).status).toBe(409)
  await bringUpToDate(clinic.db, patientAlerts[0]!, clinic.clock.now)
  expect((await officer.call('GET', '/notifications/notifications/?kind=emergency_access')).json()).toEqual([])

  const log = (await officer.call('GET', address(id, 'access-log/?from=2026-03-02&until=2026-03-02'))).json<object[]>()
  expect(log).toContainEqual(
    expect.objectContaining({
      action: 'open in emergency',
      emergency: { kind: 'life at risk', reason: 'Found unconscious in the car park' },
    }),
  )
  expect((await officer.call('GET', address(id, 'access-log/?from=2026-03-03'))).json()).toEqual([])
  const own = (await account.call('GET', '/portal/access-log/')).json<{ what: string }[]>()
  expect(own.map(({ what }) => what)).toContain('Opened your record in an emergency: a life was at risk')

  later(59)
  expect(await openThen(id)).toBe(200)
  later(60)
  expect(await openThen(id)).toBe(403)
  later(0)
  await sql`update emergency_accesses set ended_at = until where id = ${waiting!.id}`.execute(clinic.db)
  expect((await doctor.call('POST', address(id, 'emergency-access/end/'), {})).status).toBe(409)
  expect((await breakGlass(doctor, id)).status).toBe(201)
  expect(await open(doctor, id)).toBe(200)
  expect((await doctor.call('POST', address(id, 'emergency-access/end/'), {})).status).toBe(204)
  expect(await open(doctor, id)).toBe(403)
})

test('nobody reviews their own, and what was written of an access stays', async () => {
  const id = await aRestricted()
  const both = await clinic.signedInAs(['patients.view', 'patients.break_glass', 'audit.log'])
  const { id: access } = (await breakGlass(both, id)).json<{ id: number }>()
  const own = await both.call('POST', `/audit/emergency-accesses/${access}/review/`, { review: 'Fine.' })
  expect([own.status, own.json<{ detail: string }>().detail]).toEqual([409, 'Another user must review this emergency access.'])
  for (const change of [sql`reason = 'Something else entirely'`, sql`until = until + interval '1 day'`, sql`user_id = ${officer.id}`])
    await expect(sql`update emergency_accesses set ${change} where id = ${access}`.execute(clinic.db)).rejects.toThrow(/permission denied/)
  await expect(sql`delete from emergency_accesses`.execute(clinic.db)).rejects.toThrow(/permission denied/)
})

test('whoever cares for the patient now opens the record, and nobody else', async () => {
  const id = await aRestricted()
  const nurse = await clinic.signedInFrom('Nurse', 'nurse')
  const cashier = await clinic.signedInFrom('Cashier')
  const other = await clinic.signedInFrom('Doctor', 'doctor')
  const who = { doctor, other, nurse, cashier, clerk }
  const openers = async () => {
    const found = []
    for (const [name, person] of Object.entries(who)) if ((await open(person, id)) === 200) found.push(name)
    return found
  }
  expect(await openers()).toEqual([])
  const visit = await aVisit(clinic.db, { patient_id: id, track: 'triage' })
  const move = (track: string, doctor_id: number | null = null) =>
    clinic.db
      .updateTable('visits')
      .set({ track: track as 'triage', doctor_id })
      .where('id', '=', visit.id)
      .execute()
  expect(await openers()).toEqual(['nurse'])
  await move('doctor')
  expect(await openers()).toEqual(['doctor', 'other'])
  await move('doctor', other.id)
  expect(await openers()).toEqual(['other'])
  // The cashier sees the bill, not the record.
  await move('billing')
  expect(await openers()).toEqual([])
  await move('inpatient', doctor.id)
  expect(await openers()).toEqual(['doctor', 'other', 'nurse'])
  await sql`update visits set track = 'discharged', closed_at = ${clinic.clock.now} where id = ${visit.id}`.execute(clinic.db)
  expect(await openers()).toEqual([])
  // A note in a visit that is over opens nothing.
  await aConsultation(clinic.db, { visit_id: visit.id, doctor_id: other.id, created_at: clinic.clock.now })
  expect(await openers()).toEqual([])
  await anAppointment(clinic.db, { patient_id: id, doctor_id: doctor.id, appointment_date_time: new Date('2026-03-02T15:00:00Z') })
  expect(await openers()).toEqual(['doctor'])
})

test('the desk goes on: it starts a visit and sees no more than who it is', async () => {
  const id = await aRestricted({ first_name: 'Desk', second_name: 'Known' })
  await clinic.db
    .insertInto('allergies')
    .values({
      patient_id: id,
      substance: 'Penicillin',
      category: 'drug',
      severity: 'severe',
      recorded_at: clinic.clock.now,
      recorded_by: officer.id,
    })
    .execute()
  const started = await clerk.call('POST', '/patients/initiate-attendance-process/', { patient: id, reason: 'Chest pain', track: 'doctor' })
  expect([started.status, started.json()]).toMatchObject([201, { patient: id, patient_name: 'Desk Known', reason: '', allergies: [] }])
  const boards = await clerk.call('GET', '/patients/board/')
  expect(boards.text).toContain('Desk Known')
  expect(boards.text).not.toContain('Penicillin')
  expect((await doctor.call('GET', '/patients/board/')).text).toContain('Penicillin')
})

test('a merge keeps the restriction, whichever record had it, and undoing it gives it back', async () => {
  const merger = await clinic.signedInFrom('System administrator', 'sysadmin')
  const from = await aRestricted({ first_name: 'Twin', second_name: 'Gone' })
  const into = (await aPatient(clinic.db, { first_name: 'Twin', second_name: 'Kept' })).id
  const { seen, is_doubtful } = (await merger.call('GET', `/patients/merges/preview/?from=${from}&into=${into}`)).json<{
    seen: string
    is_doubtful: boolean
  }>()
  expect(is_doubtful).toBe(false)
  const merged = await merger.call('POST', '/patients/merges/', { from, into, seen })
  expect(merged.status, merged.text).toBe(201)
  for (const id of [from, into]) expect(await open(doctor, id)).toBe(403)
  expect((await breakGlass(doctor, into)).status).toBe(201)
  for (const id of [from, into]) expect(await open(doctor, id)).toBe(200)
  await merger.call('POST', `/patients/merges/${merged.json<{ id: number }>().id}/undo/`, {})
  expect(await open(doctor, into)).toBe(200)
  expect(await open(clerk, into)).toBe(200)
  expect(await open(clerk, from)).toBe(404)
  // Restricted while merged, the rows that go back are so after it.
  const again = await merge(merger, from, into)
  expect((await officer.call('POST', address(into, 'restriction/lift/'), { reason: 'Anew' })).status).toBe(204)
  expect((await officer.call('POST', address(into, 'restriction/'), { reason: 'Kept' })).status).toBe(201)
  // And put away further, the record that was merged first stays shut.
  const { id: last } = await aPatient(clinic.db, { first_name: 'Twin', second_name: 'Last' })
  const further = await merge(merger, into, last)
  for (const id of [from, into, last]) expect([id, await open(clerk, id)]).toEqual([id, 404])
  expect((await officer.call('GET', address(from))).json()).toMatchObject({ is_restricted: true, restriction: { reason: 'Kept' } })
  // The doctor's emergency went along.
  expect(await open(doctor, from)).toBe(200)
  for (const one of [further, again]) expect((await merger.call('POST', `/patients/merges/${one}/undo/`, {})).status).toBe(200)
  for (const id of [from, into]) expect([id, await open(clerk, id)]).toEqual([id, 404])
})
