import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import { aPatient } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { patiently } from '../../testing/calls/patiently.ts'

const VISITS = '/patients/initiate-attendance-process/'
type Answer = Record<string, never> & { id: number; patient: number; version: number; track_number: string }

let clinic: TestClinic
let desk: Person
let doctor: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('Receptionist')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
})
afterAll(() => clinic.close())

const start = (patient: number, more: object = {}, headers: Record<string, string> = {}) =>
  desk.call('POST', VISITS, { patient, reason: 'Fever', ...more }, headers)
const started = async (overrides: Parameters<typeof aPatient>[1] = {}, more: object = {}) => {
  const patient = await aPatient(clinic.db, overrides)
  const reply = await start(patient.id, more)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Answer>()
}
const ascending = (a: number, b: number) => a - b
const rowsOf = (table: 'visits' | 'invoices' | 'triages' | 'prescriptions', patientId: number) =>
  clinic.db.selectFrom(table).select('id').where('patient_id', '=', patientId).execute()

describe('POST /patients/initiate-attendance-process/', () => {
  test('a visit begins with its number, its papers and its first move, and answers what boards need', async () => {
    const patient = await aPatient(clinic.db, { date_of_birth: '2000-03-02', other_names: 'Wairimu', second_name: 'Ouma' })
    const [valid, past] = await clinic.db
      .insertInto('insurance_companies')
      .values([{ name: 'Jubilee' }, { name: 'Ended cover' }])
      .returning('id')
      .execute()
    await clinic.db
      .insertInto('patient_insurances')
      .values([
        { patient_id: patient.id, insurance_company_id: valid!.id },
        { patient_id: patient.id, insurance_company_id: past!.id, valid_until: '2026-03-01' },
      ])
      .execute()
    const allergy = { patient_id: patient.id, category: 'drug' } as const
    await clinic.db
      .insertInto('allergies')
      .values([
        { ...allergy, substance: 'Dust', severity: 'mild' },
        { ...allergy, substance: 'Latex', severity: 'unknown' },
        { ...allergy, substance: 'Eggs', severity: 'moderate' },
        { ...allergy, substance: 'Penicillin', severity: 'life threatening' },
      ])
      .execute()
    await clinic.db.insertInto('patient_alerts').values({ patient_id: patient.id, text: 'Falls', is_critical: true }).execute()

    const reply = await start(patient.id, { doctor: doctor.id, track: ' TRIAGE ', priority: 'urgent', track_number: 'mine' })
    expect(reply.status, reply.text).toBe(201)
    expect(reply.headers['etag']).toBe('"1"')
    const visit = reply.json<Answer>()
    expect(visit).toMatchObject({
      patient: patient.id,
      patient_number: patient.unique_id,
      patient_name: 'Achieng Wairimu Ouma',
      age: 26,
      gender: 'female',
      track: 'triage',
      priority: 'urgent',
      reason: 'Fever',
      doctor: doctor.id,
      assigned_doctor: 'Test doctor',
      attended_by: null,
      created_at: '2026-03-02T07:30:00.000Z',
      track_since: '2026-03-02T07:30:00.000Z',
      created_by: desk.id,
      closed_at: null,
      insurances: [{ id: valid!.id, name: 'Jubilee' }],
      allergies: [
        { substance: 'Penicillin', severity: 'life threatening', is_intolerance: false },
        { substance: 'Latex', severity: 'unknown', is_intolerance: false },
        { substance: 'Eggs', severity: 'moderate', is_intolerance: false },
        { substance: 'Dust', severity: 'mild', is_intolerance: false },
      ],
      alerts: [{ text: 'Falls', is_critical: true }],
    })
    expect(visit.track_number).toMatch(/^V-2026-\d{5}$/)
    const { db } = clinic
    const written = { visit_id: visit.id, patient_id: patient.id, created_at: clinic.clock.now }
    const invoice = await db.selectFrom('invoices').selectAll().where('visit_id', '=', visit.id).executeTakeFirstOrThrow()
    const group = await db.selectFrom('process_test_requests').selectAll().where('visit_id', '=', visit.id).executeTakeFirstOrThrow()
    const triage = await db.selectFrom('triages').selectAll().where('visit_id', '=', visit.id).executeTakeFirstOrThrow()
    const prescription = await db.selectFrom('prescriptions').selectAll().where('visit_id', '=', visit.id).executeTakeFirstOrThrow()
    expect([invoice, triage, prescription]).toMatchObject([written, written, written])
    expect(visit).toMatchObject({ invoice: invoice.id, process_test_req: group.id, triage: triage.id, prescription: prescription.id })
    expect((await desk.call('GET', `${VISITS}${visit.id}/moves/`)).json()).toMatchObject([
      { from_track: null, to_track: 'triage', moved_by: desk.id, moved_by_name: 'Test receptionist', undoes: null },
    ])
    const seen = await db.selectFrom('patients').select(['last_visit_at', 'version']).where('id', '=', patient.id).executeTakeFirstOrThrow()
    expect(seen).toEqual({ last_visit_at: clinic.clock.now, version: 1 })
    const trail = await db.selectFrom('audit_log').selectAll().where('patient_id', '=', patient.id).execute()
    expect(trail).toMatchObject([{ action: 'start', entity: 'visit', entity_id: visit.id, actor_id: desk.id }])
    const record = (await desk.call('GET', `/patients/patients/${patient.id}/`)).json<{ allergies: { substance: string }[] }>()
    expect(record.allergies.map(({ substance }) => substance)).toEqual(['Penicillin', 'Latex', 'Eggs', 'Dust'])
  })

  test('without a track it begins at the doctor; an unidentified person is called Unknown', async () => {
    const visit = await started({ first_name: '', second_name: '', is_unidentified: true, found_at: 'Market, 06:40', gender: 'unknown' })
    expect(visit).toMatchObject({ track: 'doctor', patient_name: 'Unknown', is_unidentified: true, found_at: 'Market, 06:40', age: null })
  })

  test('nobody without a session and nobody without attendance.start', async () => {
    const patient = await aPatient(clinic.db)
    const body = { patient: patient.id, reason: 'Fever' }
    expect((await clinic.call('POST', VISITS, body)).status).toBe(401)
    const viewer = await clinic.signedInAs(['attendance.view'])
    expect((await viewer.call('POST', VISITS, body)).status).toBe(403)
    expect(await rowsOf('visits', patient.id)).toEqual([])
  })

  test('every field that does not fit is named and nothing begins', async () => {
    const patient = await aPatient(clinic.db)
    const gone = await aPatient(clinic.db, { deactivated_at: clinic.clock.now })
    const say = async (more: object) => (await start(patient.id, more)).json()
    expect(await say({ patient: true, reason: ' ', track: 'roof', priority: 'soon', doctor: '1', x: 1 })).toEqual({
      patient: [expect.any(String)],
      reason: expect.arrayContaining(['This field is required.']),
      track: [expect.stringContaining('Choose one of: reception, ')],
      priority: [expect.any(String)],
      doctor: [expect.any(String)],
      x: [expect.stringMatching(/^Unknown field `x`\. Allowed: .*\bpatient\b/)],
    })
    expect(await say({ track: 'billing' })).toEqual({
      track: ['A visit begins at one of: Reception, Triage, Doctor, Laboratory, Pharmacy.'],
    })
    expect(await say({ patient: 999_999 })).toEqual({ patient: ['Patient not found.'] })
    expect(await say({ patient: gone.id })).toEqual({ patient: [expect.stringContaining('deactivated')] })
    expect(await say({ doctor: desk.id, lab_tech: doctor.id, pharmacist: 999_999 })).toEqual({
      doctor: ['Choose an active doctor.'],
      lab_tech: ['Choose an active laboratory user.'],
      pharmacist: ['Choose an active pharmacist.'],
    })
    await clinic.db.updateTable('users').set({ is_active: false }).where('id', '=', doctor.id).execute()
    expect(await say({ doctor: doctor.id })).toEqual({ doctor: ['Choose an active doctor.'] })
    await clinic.db.updateTable('users').set({ is_active: true }).where('id', '=', doctor.id).execute()
    expect(await rowsOf('visits', patient.id)).toEqual([])
  })

  test('a second open visit is refused with the first one and since when, by the clock of the clinic', async () => {
    const visit = await started()
    const reply = await start(visit.patient)
    expect(reply.status).toBe(409)
    expect(reply.json()).toEqual({
      detail: 'Visit already open: Doctor since 10:30.',
      code: 'visit_open',
      visit: visit.id,
      track: 'doctor',
      track_since: '2026-03-02T07:30:00.000Z',
    })
    expect(await rowsOf('invoices', visit.patient)).toHaveLength(1)
  })

  test('a hundred parallel starts make one visit and ninety-nine refusals', async () => {
    const patient = await aPatient(clinic.db)
    const replies = await Promise.all(Array.from({ length: 100 }, () => patiently(() => start(patient.id))))
    expect(replies.map(({ status }) => status).toSorted(ascending)).toEqual([201, ...Array<number>(99).fill(409)])
    const [first] = replies.filter(({ status }) => status === 201)
    const refused = replies.filter(({ status }) => status === 409).map((reply) => reply.json())
    expect(refused).toEqual(Array(99).fill(expect.objectContaining({ code: 'visit_open', visit: first!.json<Answer>().id })))
    for (const table of ['visits', 'invoices', 'triages', 'prescriptions'] as const) expect(await rowsOf(table, patient.id)).toHaveLength(1)
  })

  test('fifty parallel sendings of one key make one visit and fifty equal replies', async () => {
    const patient = await aPatient(clinic.db)
    const replies = await Promise.all(Array.from({ length: 50 }, () => start(patient.id, {}, { 'idempotency-key': 'begin-1' })))
    expect(new Set(replies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1)
    expect(replies[0]!.status).toBe(201)
    expect(await rowsOf('visits', patient.id)).toHaveLength(1)
    expect((await start(patient.id, { reason: 'Cough' }, { 'idempotency-key': 'begin-1' })).status).toBe(422)

    // A change, too, whose answer was lost on the way: nobody else has changed the visit.
    const { id, version } = replies[0]!.json<Answer>()
    const change = (priority: string, key: string, from: number) =>
      desk.call('PATCH', `${VISITS}${id}/`, { priority, version: from }, { 'idempotency-key': key })
    const changed = await Promise.all([change('urgent', 'change-1', version), change('urgent', 'change-1', version)])
    changed.push(await change('urgent', 'change-1', version))
    expect(changed[0]).toMatchObject({ status: 200, headers: { etag: `"${version + 1}"` } })
    expect(new Set(changed.map(({ status, text, headers }) => `${status} ${text} ${String(headers['etag'])}`)).size).toBe(1)
    // A refusal gives its key back.
    expect((await change('emergency', 'change-2', version)).status).toBe(412)
    expect((await change('routine', 'change-2', version + 1)).status).toBe(200)
  })

  test('when one paper cannot be opened nothing has begun', async () => {
    const patient = await aPatient(clinic.db)
    await asOwner(clinic.ownerUrl, async (client) => {
      await client.query(`alter table prescriptions add constraint refused check (patient_id <> ${patient.id})`)
    })
    expect((await start(patient.id)).status).toBe(400)
    for (const table of ['visits', 'invoices', 'triages', 'prescriptions'] as const) expect(await rowsOf(table, patient.id)).toEqual([])
    const row = await clinic.db.selectFrom('patients').select('last_visit_at').where('id', '=', patient.id).executeTakeFirstOrThrow()
    expect(row.last_visit_at).toBeNull()
    expect(await clinic.db.selectFrom('audit_log').select('id').where('patient_id', '=', patient.id).execute()).toEqual([])
  })

  test('the year of the number is the year in the clinic', async () => {
    const patient = await aPatient(clinic.db)
    const old = clinic.clock.now
    clinic.clock.now = new Date('2026-12-31T21:30:00Z')
    const eve = await clinic.signedInFrom('Receptionist')
    const reply = await eve.call('POST', VISITS, { patient: patient.id, reason: 'Fever' })
    clinic.clock.now = old
    expect(reply.json<Answer>().track_number).toMatch(/^V-2027-/)
  })
})

const list = async (query: string) => {
  const reply = await desk.call('GET', `${VISITS}?${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply
}
const ids = async (query: string) => (await list(query)).json<Answer[]>().map(({ id }) => id)

describe('GET /patients/initiate-attendance-process/', () => {
  test('filters by track in any case, patient, doctor, state and day of the clinic; newest first', async () => {
    const first = await started({}, { track: 'pharmacy', doctor: doctor.id })
    const second = await started({}, { track: 'pharmacy' })
    expect(await ids('track=PHARMACY')).toEqual([second.id, first.id])
    expect(await ids(`patient_id=${first.patient}`)).toEqual([first.id])
    expect(await ids(`doctor=${doctor.id}&track=pharmacy`)).toEqual([first.id])
    expect(await ids(`assigned_doctor__id=${doctor.id}&track=pharmacy`)).toEqual([first.id])
    expect((await desk.call('PATCH', `${VISITS}${first.id}/`, { track: 'complete' })).status).toBe(200)
    expect(await ids('track=pharmacy')).toEqual([second.id])
    expect(await ids('track=complete')).toEqual([first.id])
    expect(await ids(`open=false&patient_id=${first.patient}`)).toEqual([first.id])
    expect(await ids(`open=true&patient_id=${first.patient}`)).toEqual([])
    // Half past ten at night in UTC is the next day in Nairobi.
    await clinic.db
      .updateTable('visits')
      .set({ created_at: new Date('2026-02-10T22:30:00Z') })
      .where('id', '=', first.id)
      .execute()
    expect(await ids(`patient_id=${first.patient}&from=2026-02-11&to=2026-02-11`)).toEqual([first.id])
    expect(await ids(`patient_id=${first.patient}&to=2026-02-10`)).toEqual([])
    expect(await ids(`patient_id=${first.patient}&from=2026-02-12`)).toEqual([])
  })

  test('pages follow each other without gap or repetition, and count when asked', async () => {
    const made = []
    for (let i = 0; i < 5; i++) made.push((await started({}, { track: 'lab' })).id)
    const first = await list('track=lab&limit=2&count=true')
    expect(first.headers['x-total-count']).toBe('5')
    const seen = first.json<Answer[]>().map(({ id }) => id)
    let next = first.next
    while (next) {
      const page = await desk.call('GET', next)
      seen.push(...page.json<Answer[]>().map(({ id }) => id))
      next = page.next
    }
    expect(seen).toEqual(made.toReversed())
  })

  test('nobody without a session or the permission; unknown filters and broken values are named; nothing found is an empty list', async () => {
    expect((await clinic.call('GET', VISITS)).status).toBe(401)
    expect((await (await clinic.signedInAs([])).call('GET', VISITS)).status).toBe(403)
    const reply = await desk.call('GET', `${VISITS}?track=roof&doctor=x&sort=name&from=2026-02-30&open=maybe&cursor=1`)
    expect(reply.status).toBe(400)
    expect(Object.keys(reply.json()).sort()).toEqual(['doctor', 'from', 'open', 'sort', 'track'])
    expect((await desk.call('GET', `${VISITS}?from=2026-02-02&to=2026-02-01`)).json()).toEqual({ to: [expect.any(String)] })
    for (const forged of ['x', '["then",1]', '["2026-01-01T00:00:00Z",9007199254740992]', '[1,1]']) {
      const cursor = Buffer.from(forged).toString('base64url')
      expect((await desk.call('GET', `${VISITS}?cursor=${cursor}`)).status, forged).toBe(400)
    }
    expect((await list('patient_id=999999')).json()).toEqual([])
  })

  test('GET …/{id}/ and …/{id}/moves/ answer one visit, 404 for none, 401 and 403 for whom it is not', async () => {
    const visit = await started()
    const reply = await desk.call('GET', `${VISITS}${visit.id}/`)
    expect(reply.json()).toEqual(visit)
    expect(reply.headers['etag']).toBe('"1"')
    for (const path of [`${visit.id}/`, `${visit.id}/moves/`]) {
      expect((await clinic.call('GET', VISITS + path)).status).toBe(401)
      expect((await (await clinic.signedInAs([])).call('GET', VISITS + path)).status).toBe(403)
    }
    for (const path of ['999999/', '999999/moves/']) expect((await desk.call('GET', VISITS + path)).status).toBe(404)
    for (const path of ['0/', 'x/moves/']) expect((await desk.call('GET', VISITS + path)).status).toBe(400)
  })
})
