import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { getPatient } from '#features/patients/contract.ts'
import { anAppointment, anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aBusyPatient, type Busy } from '../../testing/patients/busy-patient.ts'
import { aLabPanel } from '../../testing/scenarios/laboratory.ts'
import type { Death, previewDeath, recordDeath } from './contract.ts'

type Sent = ResponseOf<typeof recordDeath>
type Preview = ResponseOf<typeof previewDeath>

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
const preview = async (patient: number, by = doctor) => {
  const reply = await by.call('GET', `${url(patient)}preview/`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Preview>()
}
const details = { died_on: TODAY, died_at: '10:30', place: 'here', reported_by: 'Otieno Ouma', reporter_relation: 'Brother' }
const send = async (patient: number, body: object = {}, by = doctor) =>
  by.call('POST', url(patient), { ...details, seen: (await preview(patient)).seen, ...body })
const died = async (patient: number, body: object = {}) => {
  const reply = await send(patient, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Sent>()
}
const list = async (patient: number) => (await doctor.call('GET', url(patient))).json<Sent[]>()
const undo = (patient: number, { id, version }: Pick<Sent, 'id' | 'version'>, by = doctor) =>
  by.call('POST', `${url(patient)}${id}/undo/`, { reason: 'Recorded for the wrong patient', version })
const record = async (patient: number, by = all) =>
  (await by.call('GET', `/patients/patients/${patient}/`)).json<ResponseOf<typeof getPatient>>()
const aMan = async (more: object = {}) => (await aPatient(clinic.db, { date_of_birth: '1961-05-04', gender: 'male', ...more })).id
const ok = async <T>(reply: ReturnType<Person['call']>, status = 201): Promise<T> => {
  const answer = await reply
  expect(answer.status, answer.text).toBe(status)
  return answer.json<T>()
}

describe('recording', () => {
  test('lists what it ends before it is confirmed, and ends exactly that, with the reason, in one transaction', async () => {
    const busy = await aBusyPatient(clinic, { all, desk, doctor })
    const { patient } = busy
    const seen = await preview(patient)
    expect(Object.fromEntries(seen.ends.map(({ kind, count }) => [kind, count]))).toEqual({
      visit: 1,
      appointment: 1,
      waiting: 1,
      test: 1,
      prescription: 1,
      medicine: 1,
      referral: 1,
      draft: 1,
      'laboratory request': 1,
      message: 1,
    })
    const death = await died(patient, { cause: 'Septic shock' })
    expect(death).toMatchObject({
      died_on: TODAY,
      died_at: '10:30',
      place: 'here',
      cause: 'Septic shock',
      cause_code: null,
      reported_by: 'Otieno Ouma',
      reporter_relation: 'Brother',
      noted_by: doctor.id,
      visit: busy.visit.id,
      ended: seen.ends,
      withdrawn_at: null,
      version: 1,
    })
    const { rows } = await sql<Record<string, unknown>>`select
      (select array[track::text, (closed_at is not null)::text] from visits where id = ${busy.visit.id}) as visit,
      (select array[status::text, status_reason] from appointments where id = ${busy.appointment.id}) as appointment,
      (select status::text from appointments where id = ${busy.past.id}) as past,
      (select array[status::text, close_reason] from waiting_list where id = ${busy.waiting.id}) as waiting,
      (select array[state::text, cancel_reason] from lab_test_request_panels where lab_test_request_id = ${busy.request.id}) as test,
      (select cancel_reason from prescribed_drugs where prescription_id = ${busy.prescription.id}) as line,
      (select array[stopped_on::text, stop_reason] from patient_medicines where id = ${busy.medicine.id}) as medicine,
      (select array[status::text, status_reason] from referrals where id = ${busy.referral.id}) as referral,
      (select orders from order_drafts where visit_id = ${busy.visit.id}) as draft,
      (select status::text from public_lab_requests where id = ${busy.sentIn.id}) as sent_in,
      (select array[state::text, reason] from messages where id = ${busy.message}) as message,
      (select count(*)::integer from messages where patient_id = ${patient}) as messages,
      (select count(*)::integer from charges c join invoices i on i.id = c.invoice_id where i.patient_id = ${patient}
        and c.cancelled_at is null and c.order_kind in ('laboratory', 'prescription')) as charges`.execute(clinic.db)
    expect(rows[0]).toEqual({
      visit: ['discharged', 'true'],
      appointment: ['cancelled', 'Patient died'],
      past: 'pending',
      waiting: ['removed', 'Patient died'],
      test: ['cancelled', 'Patient died'],
      line: 'Patient died',
      medicine: [TODAY, 'Patient died'],
      referral: ['cancelled', 'Patient died'],
      draft: 0,
      sent_in: 'cancelled',
      message: ['skipped', 'The patient has died.'],
      messages: 1,
      charges: 0,
    })
    expect((await preview(patient)).ends).toEqual([])
  })

  test('the record is found and marked, and the age stops at the death', async () => {
    const patient = await aMan()
    await died(patient, { died_on: '2026-02-27', died_at: null })
    expect(await record(patient)).toMatchObject({ age: 64, death: { died_on: '2026-02-27', died_at: null }, is_active: true })
    const number = (await record(patient)).unique_id
    const [found] = (await desk.call('GET', `/patient/search/?q=${number}`)).json<{ id: number; death: unknown }[]>()
    expect(found).toMatchObject({ id: patient, death: { died_on: '2026-02-27' } })
    await sql`update patients set date_of_birth = '1962-02-28' where id = ${patient}`.execute(clinic.db)
    expect((await record(patient)).age).toBe(63)
  })

  const impossible = [
    ['a day in the future', { died_on: '2026-03-03' }, 'died_on', '2026-03-03 is in the future'],
    ['a time in the future', { died_at: '10:31' }, 'died_at', '10:31 on 2026-03-02 is in the future'],
    ['a day before birth', { died_on: '1961-05-03' }, 'died_on', '1961-05-03 is before the date of birth, 1961-05-04'],
    ['a time that is none', { died_at: '25:00' }, 'died_at', 'HH:MM'],
    ['no reporter', { reported_by: null, reporter_relation: null }, 'reported_by', 'who reported'],
    ['two reporters', { reported_by_user: 1 }, 'reported_by', 'either'],
    ['another place without words', { place: 'other' }, 'place_note', 'where the patient died'],
    ['a diagnosis that is not on the list', { diagnosis_code: 999_999_999 }, 'diagnosis_code', 'list'],
  ] as const
  test.each(impossible)('rejects %s with the field and the value', async (_name, body, field, words) => {
    const patient = await aMan()
    const reply = await send(patient, body)
    expect(reply.status, reply.text).toBe(400)
    expect(reply.json<Record<string, string[]>>()[field]?.join(' ')).toContain(words)
  })

  test('asks about acts that are recorded after the death, and keeps the reason', async () => {
    const patient = await aMan()
    await aVisitWithOrders(all, patient)
    const first = await send(patient, { died_on: '2026-03-01', died_at: null })
    expect(first.status, first.text).toBe(409)
    expect(first.json()).toMatchObject({
      code: 'implausible',
      questions: [{ field: 'died_on', rule: 'acts-after-death' }],
      acts: [{ kind: 'visit' }],
    })
    const death = await died(patient, {
      died_on: '2026-03-01',
      died_at: null,
      place: 'brought in dead',
      confirmations: [{ field: 'died_on', reason: 'Brought in on the morning after' }],
    })
    expect(death.confirmed).toMatchObject([{ field: 'died_on', reason: 'Brought in on the morning after', by: doctor.id }])
    const idle = await send(await aMan(), { confirmations: [{ field: 'died_on', reason: 'Sure' }] })
    expect([idle.status, idle.text]).toEqual([400, expect.stringContaining('No confirmation is needed for died_on.')])
  })

  test('what was not seen is shown again, a second death is rejected, and the same key records once', async () => {
    const patient = await aMan()
    const { seen } = await preview(patient)
    await anAppointment(clinic.db, { patient_id: patient, doctor_id: null })
    const stale = await send(patient, { seen })
    expect(stale.status, stale.text).toBe(409)
    expect(stale.json()).toMatchObject({ code: 'changed', preview: { ends: [{ kind: 'appointment', count: 1 }] } })
    const body = { ...details, seen: (await preview(patient)).seen }
    const keyed = () => doctor.call('POST', url(patient), body, { 'idempotency-key': `death-${patient}` })
    expect([(await keyed()).status, (await keyed()).status]).toEqual([201, 201])
    expect(await list(patient)).toHaveLength(1)
    expect((await send(patient)).json()).toMatchObject({ code: 'died_already', died_on: TODAY })
  })

  test('has a permission of its own, and so has the undoing', async () => {
    const patient = await aMan()
    const { seen } = await preview(patient)
    const refused = await desk.call('POST', url(patient), { ...details, seen })
    expect(refused.status).toBe(403)
    const death = await died(patient)
    const nurse = await clinic.signedInFrom('Nurse', 'nurse')
    expect((await undo(patient, death, nurse)).status).toBe(403)
    expect((await undo(patient, death)).status).toBe(200)
  })

  test('corrects the details with their history, against the version', async () => {
    const patient = await aMan()
    const death = await died(patient)
    const change = (body: object) => doctor.call('PATCH', `${url(patient)}${death.id}/`, body)
    expect((await change({ died_at: null })).json()).toMatchObject({ version: [expect.any(String)] })
    const after = await ok<Death>(change({ died_at: null, died_on: '2026-03-01', cause: 'Stroke', version: 1 }), 200)
    expect(after).toMatchObject({
      died_on: '2026-03-01',
      died_at: null,
      cause: 'Stroke',
      version: 2,
      history: [{ was: { died_at: '10:30', cause: null } }],
    })
    expect((await change({ cause: 'Fall', version: 1 })).status).toBe(412)
    const trail = await sql<{ action: string }>`
      select action from audit_log where entity = 'death' and patient_id = ${patient} order by id`.execute(clinic.db)
    expect(trail.rows.map(({ action }) => action)).toEqual(['create', 'update'])
  })
})

type Starting = readonly [what: string, start: (busy: Busy) => ReturnType<Person['call']>]

/** Every call that begins work for a patient, or brings ended work back. */
const starting: readonly Starting[] = [
  [
    'a visit',
    ({ patient }) => all.call('POST', '/patients/initiate-attendance-process/', { patient, reason: 'Fever', track: 'reception' }),
  ],
  [
    'a move of the visit that ended',
    ({ visit }) => all.call('PATCH', `/patients/initiate-attendance-process/${visit.id}/`, { track: 'doctor' }),
  ],
  ['a visit opened again', ({ visit }) => doctor.call('POST', `/patients/initiate-attendance-process/${visit.id}/undo/`, {})],
  [
    'an appointment',
    ({ patient }) =>
      desk.call('POST', '/patients/appointments/', { patient, appointment_date_time: '2026-03-09T06:00:00Z', reason: 'Check' }),
  ],
  [
    'a cancelled appointment brought back',
    ({ appointment }) => all.call('POST', '/patients/appointments/statuses/', { ids: [appointment.id], status: 'confirmed' }),
  ],
  ['a check-in', ({ past }) => all.call('POST', `/patients/appointments/${past.id}/check-in/`, {})],
  [
    'a place on the waiting list',
    ({ patient }) => desk.call('POST', '/patients/appointments/waiting/', { patient, from_day: '2026-03-04' }),
  ],
  [
    'a prescription in the visit that ended',
    ({ visit, tablet }) =>
      doctor.call('POST', '/patients/prescriptions/', {
        attendance_process: visit.id,
        prescribed_drugs: [{ item: tablet.id, directions: '1 tab tds 5/7' }],
      }),
  ],
  [
    'a prescription',
    ({ patient, tablet }) =>
      doctor.call('POST', '/patients/prescriptions/', { patient, prescribed_drugs: [{ item: tablet.id, directions: '1 tab tds 5/7' }] }),
  ],
  [
    'a line added to a prescription',
    ({ prescription, tablet }) =>
      doctor.call('POST', '/patients/prescribed-drugs/', { prescription: prescription.id, item: tablet.id, directions: '1 tab od 5/7' }),
  ],
  [
    'dispensing',
    ({ prescription }) =>
      all.call('POST', '/pharmacy/dispenses/', {
        prescription: prescription.id,
        version: prescription.version,
        lines: [{ line: prescription.prescribed_drugs[0]!.id, units: 15 }],
      }),
  ],
  [
    'dispensing of a whole prescription',
    ({ prescription }) => all.call('PATCH', `/patients/prescriptions/${prescription.id}/`, { status: 'dispensed' }),
  ],
  [
    'dispensing of a line',
    ({ prescription }) => all.call('PATCH', `/patients/prescribed-drugs/${prescription.prescribed_drugs[0]!.id}/`, { is_dispensed: true }),
  ],
  [
    'a sale at the counter',
    ({ patient, tablet }) =>
      all.call('POST', '/pharmacy/sales/', { patient, lines: [{ item: tablet.id, quantity: 1 }], total: '0.00', payments: [] }),
  ],
  [
    'a laboratory request',
    ({ visit, panel }) =>
      doctor.call('POST', '/lab/lab-test-requests/', { process: visit.process_test_req, panels: [{ test_panel: panel.id }] }),
  ],
  [
    'a test added to a request',
    ({ request, panel }) => doctor.call('POST', '/lab/lab-test-requests-panel/', { lab_test_request: request.id, test_panel: panel.id }),
  ],
  [
    'a laboratory request that was sent in',
    ({ patient, profile }) =>
      all.call('POST', '/lab/public-lab-test-request/', { patient, test_profile: profile.id, appointment_date: '2026-03-05T06:00:00Z' }),
  ],
  ['tests for what was sent in', ({ sentIn }) => all.call('POST', `/lab/public-lab-test-request/${sentIn.id}/request/`, {})],
  ['a referral', ({ patient }) => doctor.call('POST', '/patients/referrals/', { patient, note: 'Please see', provider: 'Coast General' })],
  [
    'a referral in the visit that ended',
    ({ visit }) =>
      doctor.call('POST', '/patients/referrals/', { attendance_process: visit.id, note: 'Please see', provider: 'Coast General' }),
  ],
  ['a consultation', ({ patient }) => doctor.call('POST', '/patients/consultations/', { patient, complaint: 'Fever' })],
  [
    'a consultation in the visit that ended',
    ({ visit }) => doctor.call('POST', '/patients/consultations/', { attendance_process: visit.id, complaint: 'Fever' }),
  ],
  [
    'orders that are chosen',
    ({ visit, panel }) =>
      all.call('PUT', '/patients/order-drafts/', {
        visit: visit.id,
        key: 'late',
        tests: {
          tests: [
            {
              kind: 'panel',
              id: panel.id,
              name: panel.name,
              item: panel.item_id,
              panels: [{ id: panel.id, name: panel.name }],
              repeat: false,
            },
          ],
          priority: 'routine',
          note: '',
          is_fasting: false,
          is_pregnant: false,
        },
      }),
  ],
  ['a medicine that is taken', ({ patient }) => doctor.call('POST', `/patients/patients/${patient}/medicines/`, { name: 'Aspirin' })],
  [
    'a medicine that is taken again',
    ({ patient, medicine }) =>
      doctor.call('PATCH', `/patients/patients/${patient}/medicines/${medicine.id}/`, { stopped_on: null, stop_reason: null, version: 2 }),
  ],
  ['a slip for a portal account', ({ patient }) => all.call('POST', `/patients/patients/${patient}/account/slip/`, {})],
]

describe('after a death', () => {
  test('every call that begins work is refused with 409 and the day, whatever else is wrong with it', async () => {
    const busy = await aBusyPatient(clinic, { all, desk, doctor })
    await died(busy.patient)
    const wrong: string[] = []
    for (const [what, start] of starting) {
      const reply = await start(busy)
      const { code, died_on } = reply.status === 409 ? reply.json<Record<string, string>>() : { code: undefined, died_on: undefined }
      if (code !== 'patient_died' || died_on !== TODAY) wrong.push(`${what}: ${reply.status} ${reply.text}`)
    }
    expect(wrong).toEqual([])
  })

  test('the database refuses rows of new work by itself', async () => {
    const patient = await aMan()
    await died(patient)
    const rows = [
      sql`insert into visits (track_number, patient_id, reason, track, track_since, created_at) values ('X-1', ${patient}, 'x', 'doctor', ${began}, ${began})`,
      sql`insert into waiting_list (patient_id, from_day, created_at) values (${patient}, '2026-03-04', ${began})`,
      sql`insert into public_prescription_requests (patient_id, note, date_created, created_by, date_changed)
        values (${patient}, 'x', ${began}, ${all.id}, ${began})`,
    ]
    for (const row of rows) await expect(row.execute(clinic.db)).rejects.toMatchObject({ constraint: 'patients_died' })
  })

  test('bills, payments, notes, documents, results and letters can be completed', async () => {
    const patient = await aMan()
    const visit = await aVisitWithOrders(all, patient)
    const panel = await aLabPanel(clinic.db, { item_id: (await anItem(clinic.db, '300.00', { category: 'laboratory' })).id })
    const { panels } = await ok<{ panels: { id: number }[] }>(
      doctor.call('POST', '/lab/lab-test-requests/', { process: visit.process_test_req, panels: [{ test_panel: panel.id }] }),
    )
    const { rows: samples } = await sql<{ id: number; version: number }>`
      select id, version from lab_samples where patient_id = ${patient}`.execute(clinic.db)
    await ok(all.call('POST', '/lab/patient-samples/moves/', { samples: samples.map(({ id }) => ({ id })), to: 'collected' }), 200)
    const note = await ok<{ id: number; version: number }>(
      doctor.call('POST', '/patients/consultations/', { attendance_process: visit.id, complaint: 'Fever' }),
    )
    await died(patient)
    const kept = (await preview(patient)).keeps
    expect(Object.fromEntries(kept.map(({ kind, count }) => [kind, count]))).toMatchObject({ sample: 1, note: 1, bill: 1 })
    await ok(doctor.call('POST', `/patients/consultations/${note.id}/sign/`, { version: note.version }), 200)
    await ok(all.call('POST', '/lab/patient-samples/moves/', { samples: samples.map(({ id }) => ({ id })), to: 'received' }), 200)
    const entered = await all.call('POST', '/lab/results/', { results: [{ request_panel: panels[0]!.id, result: '5.1' }] })
    expect([200, 201], entered.text).toContain(entered.status)
    await ok(all.call('POST', `/billing/invoices/${visit.invoice}/issue/`, {}), 200)
    const cash = await clinic.db.selectFrom('payment_modes').select('id').where('category', '=', 'cash').executeTakeFirstOrThrow()
    await ok(all.call('POST', `/billing/invoices/${visit.invoice}/payments/`, { payments: [{ payment_mode: cash.id, amount: '300.00' }] }))
    expect((await all.call('GET', `/patients/patients/${patient}/card/`)).status).toBe(200)
  })
})
