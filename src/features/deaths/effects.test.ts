import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { bringUpToDate } from '#features/notifications/public.ts'
import { queueMessage } from '#features/messages/public.ts'
import type { getPatient } from '#features/patients/contract.ts'
import type { mergePatients, previewMerge } from '#features/patients/contract-merge.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { anAccount, PASSWORD, signIn } from '../../testing/accounts.ts'
import { anAppointment, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { alerts } from '../../app.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aBusyPatient } from '../../testing/patients/busy-patient.ts'
import type { previewDeath, recordDeath } from './contract.ts'

type Sent = ResponseOf<typeof recordDeath>

let clinic: TestClinic
let all: Person
let doctor: Person
let desk: Person
let began: Date
beforeAll(async () => {
  clinic = await openTestClinic()
  all = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  desk = await clinic.signedInFrom('Receptionist')
  began = clinic.clock.now
})
beforeEach(() => {
  clinic.clock.now = began
})
afterAll(() => clinic.close())

const TODAY = '2026-03-02'
const url = (patient: number) => `/patients/patients/${patient}/deaths/`
const seenOf = async (patient: number, by = all) =>
  (await by.call('GET', `${url(patient)}preview/`)).json<ResponseOf<typeof previewDeath>>().seen
const details = { died_on: TODAY, died_at: '10:30', place: 'here', reported_by: 'Otieno Ouma', reporter_relation: 'Brother' }
const send = async (patient: number, body: object = {}, by = all) =>
  by.call('POST', url(patient), { ...details, seen: await seenOf(patient, by), ...body })
const died = async (patient: number, body: object = {}) => {
  const reply = await send(patient, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Sent>()
}
const undo = (patient: number, { id, version }: Pick<Sent, 'id' | 'version'>) =>
  all.call('POST', `${url(patient)}${id}/undo/`, { reason: 'Recorded for the wrong patient', version })
const record = async (patient: number, by = all) =>
  (await by.call('GET', `/patients/patients/${patient}/`)).json<ResponseOf<typeof getPatient>>()
const aMan = async (more: object = {}) => (await aPatient(clinic.db, { date_of_birth: '1961-05-04', gender: 'male', ...more })).id

test('undone within a day: restores what it can, and lists what it could not', async () => {
  const busy = await aBusyPatient(clinic, { all, desk, doctor })
  const { patient } = busy
  const death = await died(patient)
  // Somebody else was given the time of the appointment meanwhile.
  await anAppointment(clinic.db, { doctor_id: doctor.id, appointment_date_time: busy.appointment.appointment_date_time })
  const reply = await undo(patient, death)
  expect(reply.status, reply.text).toBe(200)
  expect(reply.json<Sent>()).toMatchObject({
    withdraw_reason: 'Recorded for the wrong patient',
    restored: [
      { kind: 'visit', restored: 1, lost: [] },
      { kind: 'appointment', restored: 0, lost: [busy.appointment.number] },
      { kind: 'waiting', restored: 1 },
      { kind: 'test', restored: 0, lost: [busy.panel.name] },
      { kind: 'prescription', restored: 0, lost: [expect.any(String)] },
      { kind: 'medicine', restored: 1 },
      { kind: 'referral', restored: 1 },
      { kind: 'draft', restored: 1 },
      { kind: 'laboratory request', restored: 1 },
      { kind: 'message', restored: 1 },
    ],
  })
  const { rows } = await sql<Record<string, unknown>>`select
    (select track::text from visits where id = ${busy.visit.id} and closed_at is null) as visit,
    (select status::text from waiting_list where id = ${busy.waiting.id}) as waiting,
    (select stopped_on from patient_medicines where id = ${busy.medicine.id}) as medicine,
    (select status::text from referrals where id = ${busy.referral.id}) as referral,
    (select orders from order_drafts where visit_id = ${busy.visit.id}) as draft,
    (select status::text from public_lab_requests where id = ${busy.sentIn.id}) as sent_in,
    (select state::text from messages where id = ${busy.message}) as message`.execute(clinic.db)
  expect(rows[0]).toEqual({
    visit: 'reception',
    waiting: 'waiting',
    medicine: null,
    referral: 'pending',
    draft: 1,
    sent_in: 'pending',
    message: 'queued',
  })
  expect(await record(patient)).toMatchObject({ death: null, open_visit: busy.visit.id })
  expect((await undo(patient, { ...death, version: 2 })).json()).toMatchObject({ code: 'withdrawn' })
  expect((await send(patient)).status).toBe(201)
})

test('after a day it is refused, and the details can still be corrected', async () => {
  const patient = await aMan()
  const death = await died(patient)
  await sql`update deaths set noted_at = ${new Date(began.getTime() - 86_400_000)} where id = ${death.id}`.execute(clinic.db)
  const late = await undo(patient, death)
  expect(late.status, late.text).toBe(409)
  expect(late.json()).toMatchObject({ code: 'too_late', undo_until: began.toISOString() })
  const corrected = await all.call('PATCH', `${url(patient)}${death.id}/`, { cause: 'Stroke', version: 1 })
  expect(corrected.status, corrected.text).toBe(200)
})

test('the account of the patient is closed: sessions end, nobody signs in, and it opens again when the death is undone', async () => {
  const account = await anAccount(clinic.db, 'patient')
  const patient = await aMan({ user_id: account.id })
  const first = await signIn(clinic, account.email)
  expect(first.status, first.text).toBe(200)
  const { access } = first.json<{ access: string }>()
  const asked = () => clinic.call('GET', '/patients/patient-profile/', undefined, { authorization: `Bearer ${access}` })
  expect((await asked()).status).toBe(200)
  const death = await died(patient)
  expect([(await asked()).status, (await signIn(clinic, account.email, PASSWORD)).status]).toEqual([401, 401])
  // Whoever takes the account into use again opens no record of a patient who died.
  await sql`update users set is_active = true where id = ${account.id}`.execute(clinic.db)
  const again = await signIn(clinic, account.email)
  const token = again.status === 200 ? again.json<{ access: string }>().access : ''
  expect((await clinic.call('GET', '/patients/patient-profile/', undefined, { authorization: `Bearer ${token}` })).status).toBe(401)
  await sql`update users set is_active = false where id = ${account.id}`.execute(clinic.db)
  expect((await undo(patient, death)).json<Sent>().restored).toMatchObject([{ kind: 'account', restored: 1 }])
  expect((await signIn(clinic, account.email)).status).toBe(200)
})

test('nothing is written to a patient who died, whatever asks for it', async () => {
  await sql`update message_settings set sms_is_on = true, email_is_on = true`.execute(clinic.db)
  const patient = await aMan()
  const ask = (onceKey: string) =>
    queueMessage(clinic.db, {
      kind: 'ready',
      recipient: { patient, phone: '+254712000111', email: 'a@clinic.example' },
      values: { first_name: 'Otieno', day: TODAY, time: '10:00', number: '', link: null },
      entity: { kind: 'laboratory request', id: 1 },
      onceKey,
      now: began,
    })
  expect(await ask(`before ${patient}`)).toBe(2)
  const death = await died(patient)
  expect(await ask(`after ${patient}`)).toBe(0)
  const { rows } = await sql<{ state: string }>`select distinct state::text from messages where patient_id = ${patient}`.execute(clinic.db)
  expect(rows).toEqual([{ state: 'skipped' }])
  await undo(patient, death)
  await sql`update message_settings set sms_is_on = false, email_is_on = false`.execute(clinic.db)
})

test('who may not open a restricted record learns nothing of the death, neither from lists nor from refusals', async () => {
  const { id: patient, unique_id } = await aPatient(clinic.db, { date_of_birth: '1961-05-04', gender: 'male' })
  const reported = async (by: Person) => {
    const [found] = (await by.call('GET', `/patient/search/?q=${unique_id}`)).json<{ death: unknown }[]>()
    const [listed] = (await by.call('GET', `/patients/allergies/?patients=${patient}`)).json<{ death: unknown }[]>()
    const deaths = await by.call('GET', url(patient))
    const booking = await by.call('POST', '/patients/appointments/', {
      patient,
      appointment_date_time: '2026-03-09T06:00:00Z',
      reason: 'Check',
    })
    const visit = await by.call('POST', '/patients/initiate-attendance-process/', { patient, reason: 'Fever', track: 'reception' })
    return { found: found?.death, listed: listed?.death, deaths: deaths.status, booking: booking.text, visit: visit.text }
  }
  await died(patient)
  expect(await reported(desk)).toMatchObject({ found: { died_on: TODAY }, listed: { died_on: TODAY }, deaths: 200 })
  const restricted = await all.call('POST', `/patients/patients/${patient}/restriction/`, { reason: 'A colleague' })
  expect(restricted.status, restricted.text).toBe(201)
  const { found, listed, deaths, booking, visit } = await reported(desk)
  expect([found, listed, deaths]).toEqual([null, null, 404])
  expect(`${booking} ${visit}`).not.toMatch(/died|death/iu)
  const own = await all.call('POST', '/patients/initiate-attendance-process/', { patient, reason: 'Fever', track: 'reception' })
  expect(own.json()).toMatchObject({ code: 'patient_died', died_on: TODAY })
})

test('the desk is told of the time that is free, by appointment and patient; never of a restricted record', async () => {
  const alert = alerts.find(({ kind }) => kind === 'appointment_freed')!
  const toRow = async (patient: number) => {
    await bringUpToDate(clinic.db, alert, clinic.clock.now)
    const rows = (await desk.call('GET', '/notifications/notifications/')).json<{ kind: string; patient: number | null; words: object }[]>()
    return rows.filter((row) => row.kind === 'appointment_freed' && row.patient === patient)
  }
  const patient = await aMan()
  const { number } = await anAppointment(clinic.db, { patient_id: patient, doctor_id: null })
  await died(patient)
  expect(await toRow(patient)).toMatchObject([{ words: { number } }])
  await all.call('POST', `/patients/patients/${patient}/restriction/`, { reason: 'A colleague' })
  expect(await toRow(patient)).toEqual([])
})

const previewOf = async (from: number, into: number) =>
  (await all.call('GET', `/patients/merges/preview/?from=${from}&into=${into}`)).json<ResponseOf<typeof previewMerge>>()
const merge = async (from: number, into: number) => {
  const reply = await all.call('POST', '/patients/merges/', { from, into, seen: (await previewOf(from, into)).seen })
  expect(reply.status, reply.text).toBe(201)
  return reply.json<ResponseOf<typeof mergePatients>>()
}

test('a death moves with a merge in both directions, and back; two different deaths and open work have to be decided first', async () => {
  for (const isFrom of [true, false]) {
    const [from, into] = [await aMan(), await aMan()]
    await died(isFrom ? from : into)
    const { id } = await merge(from, into)
    expect((await record(into)).death).toMatchObject({ died_on: TODAY })
    expect((await all.call('POST', `/patients/merges/${id}/undo/`, {})).status).toBe(200)
    expect([(await record(from)).death !== null, (await record(into)).death !== null]).toEqual([isFrom, !isFrom])
  }
  const [from, into] = [await aMan(), await aMan()]
  await died(from)
  await died(into, { died_on: '2026-03-01', died_at: null })
  expect((await previewOf(from, into)).stops).toMatchObject([{ reason: 'two deaths' }])
  const other = await aMan()
  await died(other)
  expect(await previewOf(from, other)).toMatchObject({ stops: [], same: [{ kind: 'deaths' }] })
  await merge(from, other)
  const alive = await aMan()
  await aVisitWithOrders(all, alive)
  expect((await previewOf(alive, other)).stops.map(({ reason }) => reason)).toContain('work after death')
  expect((await previewOf(other, alive)).stops.map(({ reason }) => reason)).toContain('work after death')
})

test('parallel to a death, work is ended by it or refused: none is left open', async () => {
  const strays: unknown[] = []
  const statuses = new Set<number>()
  for (const turn of [0, 1, 2]) {
    const patient = await aMan()
    const open = await aVisitWithOrders(all, patient)
    const seen = await seenOf(patient)
    const requests = [
      () => all.call('POST', url(patient), { ...details, seen }),
      () =>
        desk.call('POST', '/patients/appointments/', { patient, appointment_date_time: `2026-03-0${4 + turn}T06:00:00Z`, reason: 'Check' }),
      () => desk.call('POST', '/patients/appointments/waiting/', { patient, from_day: '2026-03-04' }),
      () => doctor.call('POST', '/patients/referrals/', { attendance_process: open.id, note: 'Please see', provider: 'Coast General' }),
      () => all.call('PATCH', `/patients/initiate-attendance-process/${open.id}/`, { track: 'doctor' }),
    ]
    const answers = await Promise.all([...requests.slice(turn), ...requests.slice(0, turn)].map((ask) => ask()))
    for (const { status } of answers) statuses.add(status)
    // Work that came first has to be seen before the death is recorded.
    if ((await record(patient)).death === null) await died(patient)
    const { rows } = await sql`
      select 'visit' as kind from visits where patient_id = ${patient} and closed_at is null
      union all select 'appointment' from appointments where patient_id = ${patient} and status in ('pending', 'confirmed')
      union all select 'waiting' from waiting_list where patient_id = ${patient} and status = 'waiting'
      union all select 'referral' from referrals where patient_id = ${patient} and status = 'pending'`.execute(clinic.db)
    strays.push(...rows)
  }
  expect(strays).toEqual([])
  expect([...statuses].filter((status) => ![200, 201, 409].includes(status))).toEqual([])
})

test('parallel starts of a visit and a death leave no open visit', async () => {
  const strays: unknown[] = []
  for (const turn of [0, 1]) {
    const patient = await aMan()
    const seen = await seenOf(patient)
    const requests = [
      () => all.call('POST', url(patient), { ...details, seen }),
      () => all.call('POST', '/patients/initiate-attendance-process/', { patient, reason: 'Fever', track: 'reception' }),
    ]
    const answers = await Promise.all((turn === 0 ? requests : requests.toReversed()).map((ask) => ask()))
    expect(answers.filter(({ status }) => ![201, 409].includes(status)).map(({ text }) => text)).toEqual([])
    const { rows } =
      await sql`select from visits v where v.patient_id = ${patient} and v.closed_at is null and died_on(${patient}) is not null`.execute(
        clinic.db,
      )
    strays.push(...rows)
  }
  expect(strays).toEqual([])
})
