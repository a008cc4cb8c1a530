import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { statuses } from '../../testing/calls/statuses.ts'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLabPanel, aLabProfile, specimenOf } from '../../testing/scenarios/laboratory.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import type { LabTestRequest, LabTestRequestPanel, Sample } from './contract.ts'

const SAMPLES = '/lab/patient-samples/'
const NOW = new Date('2026-03-02T07:30:40Z')
let clinic: TestClinic
let desk: Person
let doctor: Person
let nurse: Person
let technician: Person
/** Of serum in 60 minutes, 20 when it is urgent; of whole blood without a target. */
let sodium: number
let hb: number
let fbc: number
beforeAll(async () => {
  clinic = await openTestClinic({ now: NOW })
  const { db } = clinic
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  nurse = await clinic.signedInFrom('Nurse', 'nurse')
  technician = await clinic.signedInFrom('Laboratory technician', 'labtech')
  const item = async (price: string) => (await anItem(db, price, { category: 'laboratory' })).id
  const urgent = { turnaround_minutes: 60, urgent_turnaround_minutes: 20 }
  sodium = (await aLabPanel(db, { code: 'NA', item_id: await item('100.00'), ...urgent })).id
  hb = (await aLabPanel(db, { code: 'HB', specimen_id: await specimenOf(db, 'EDTA') })).id
  fbc = (await aLabProfile(db, [{ id: hb }], { code: 'FBC', item_id: await item('600.00') })).id
})
afterAll(() => clinic.close())

/** A visit in which sodium and a blood count were asked for: two samples to be taken, serum first. */
const asked = async ({ track = 'lab', priority = 'routine', more = {} }: { track?: string; priority?: string; more?: object } = {}) => {
  clinic.clock.now = NOW
  const patient = await aPatient(clinic.db, { date_of_birth: '1990-02-03', ...more })
  const visit = await aVisitWithOrders(desk, patient.id)
  await sql`update visits set track = ${track}::track where id = ${visit.id}`.execute(clinic.db)
  const reply = await doctor.call('POST', '/lab/lab-test-requests/', {
    process: visit.process_test_req,
    profiles: [{ profile: fbc }],
    panels: [{ test_panel: sodium }],
    priority,
    is_fasting: true,
  })
  expect(reply.status, reply.text).toBe(201)
  const request = reply.json<LabTestRequest>()
  const [serum, blood] = await ofProcess(visit.process_test_req)
  return { patient, visit, process: visit.process_test_req, request, serum: serum!, blood: blood! }
}
const ofProcess = async (process: number) =>
  (await technician.call('GET', `/lab/patient-samples-by-process-id/${process}/`)).json<Sample[]>()
const change = (id: number, body: object, by = nurse) => by.call('PATCH', `${SAMPLES}${id}/`, body)
const changed = async (id: number, body: object, by = nurse) => {
  const reply = await change(id, body, by)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Sample>()
}
const collect = (id: number, more: object = {}) => changed(id, { is_sample_collected: true, ...more })
const testsOn = async (sample: number) =>
  (await technician.call('GET', `/lab/labtestrequestpanels/sample/${sample}/`)).json<LabTestRequestPanel[]>()
const trackOf = async (visit: number) =>
  (await clinic.db.selectFrom('visits').select('track').where('id', '=', visit).executeTakeFirstOrThrow()).track
const enter = (panel: number) =>
  sql`insert into lab_results (request_panel_id, patient_id, panel_id, observed_at, result, entered, origin, entered_at, entered_by)
    select n.id, n.patient_id, n.panel_id, now(), '5', '5', 'typed', now(), ${technician.id} from lab_test_request_panels n where n.id = ${panel}`.execute(
    clinic.db,
  )
const moves = (visit: number) =>
  clinic.db.selectFrom('visit_moves').select(['to_track', 'moved_by']).where('visit_id', '=', visit).orderBy('id').execute()

const move = (samples: object[], to = 'collected') => nurse.call('POST', `${SAMPLES}moves/`, { samples, to })
const counts = async () =>
  (await technician.call('GET', `${SAMPLES}counts/`)).json<{ to_collect: number; to_receive: number; rejected_today: number }>()

describe('taking a sample', () => {
  test('says who took it when, and from when on its tests are due; the last one moves the visit on, whoever takes it', async () => {
    const { visit, process, patient, serum, blood } = await asked({ priority: 'urgent' })
    expect(serum).toMatchObject({
      patient_sample_code: expect.stringMatching(/^S-2026-\d{5}$/),
      process,
      visit: visit.id,
      patient: patient.id,
      patient_number: patient.unique_id,
      date_of_birth: '1990-02-03',
      is_birth_date_estimated: false,
      specimen_name: 'Serum',
      volume: '4',
      tests: ['NA'],
      is_fasting: true,
      state: 'to collect',
      is_sample_collected: false,
      priority: 'urgent',
      requested_by_name: 'Test doctor',
      labels_printed: 0,
    })
    expect(blood.tests).toEqual(['FBC'])
    clinic.clock.now = new Date('2026-03-02T07:40:00Z')
    for (const [collected_at, field] of [
      ['2026-03-02T07:40:01Z', 'collected_at'],
      ['2026-03-02T07:29:59Z', 'collected_at'],
    ])
      expect((await change(serum.id, { is_sample_collected: true, collected_at })).json()).toHaveProperty(field!)
    // The clock on the wall shows minutes.
    const taken = await collect(serum.id, { collected_at: '2026-03-02T07:30:00Z', version: serum.version })
    expect(taken).toMatchObject({
      state: 'collected',
      collected_at: '2026-03-02T07:30:00.000Z',
      collected_by_name: 'Test nurse',
      version: 2,
    })
    expect((await testsOn(serum.id))[0]).toMatchObject({ sample_state: 'collected', due_at: '2026-03-02T07:50:00.000Z' })
    expect(await trackOf(visit.id)).toBe('lab')
    await collect(blood.id)
    expect((await testsOn(blood.id))[0]!.due_at).toBeNull()
    expect(await trackOf(visit.id)).toBe('awaiting result')
    expect((await moves(visit.id)).at(-1)).toEqual({ to_track: 'awaiting result', moved_by: nurse.id })
    expect((await change(serum.id, { is_sample_collected: true })).json()).toMatchObject({ code: 'collected' })
    expect((await change(serum.id, { received: true, version: 1 })).json()).toMatchObject({
      code: 'version_conflict',
      current: { id: serum.id },
    })
    expect(await changed(serum.id, { received: true }, technician)).toMatchObject({ state: 'received', received_by_name: 'Test labtech' })
    expect((await change(serum.id, { received: true })).json()).toMatchObject({ code: 'received' })
    expect((await change(serum.id, { is_sample_collected: false })).json()).toMatchObject({ code: 'received' })
    const trail = await clinic.db
      .selectFrom('audit_log')
      .select('action')
      .where('entity', '=', 'sample')
      .where('entity_id', '=', serum.id)
      .orderBy('id')
      .execute()
    expect(trail.map(({ action }) => action)).toEqual(['collect', 'receive'])
  })

  test('leaves a visit elsewhere where it is, and is for those who may', async () => {
    const { visit, serum, blood } = await asked({ track: 'doctor' })
    const body = { is_sample_collected: true }
    expect([(await change(serum.id, body, doctor)).status, (await change(2_000_000_000, body)).status]).toEqual([403, 404])
    await collect(serum.id)
    await collect(blood.id)
    expect(await trackOf(visit.id)).toBe('doctor')
  })

  test('is receiving it where samples are taken in the laboratory', async () => {
    const { serum } = await asked()
    await sql`update lab_settings set receive_on_collect = true`.execute(clinic.db)
    expect(await collect(serum.id)).toMatchObject({ state: 'received', received_by_name: 'Test nurse' })
    expect(await changed(serum.id, { is_sample_collected: false })).toMatchObject({ state: 'to collect', received_at: null })
    await sql`update lab_settings set receive_on_collect = false`.execute(clinic.db)
  })

  test('is taken back while nothing was done with it', async () => {
    const { process, serum } = await asked()
    expect((await change(serum.id, { received: true })).json()).toMatchObject({ code: 'not_collected' })
    await collect(serum.id)
    expect((await change(serum.id, { is_sample_collected: false, collected_at: NOW.toISOString() })).json()).toHaveProperty('collected_at')
    expect(await changed(serum.id, { is_sample_collected: false })).toMatchObject({
      state: 'to collect',
      collected_at: null,
      collected_by_name: null,
    })
    const [panel] = await testsOn(serum.id)
    expect(panel!.due_at).toBeNull()
    expect((await change(serum.id, { is_sample_collected: false })).json()).toMatchObject({ code: 'not_collected' })
    await collect(serum.id)
    await doctor.call('POST', '/lab/lab-test-requests/', { process, panels: [{ test_panel: sodium, repeat: true }] })
    expect((await change(serum.id, { is_sample_collected: false })).json()).toMatchObject({ code: 'second_sample' })
    await enter(panel!.id)
    expect((await change(serum.id, { is_sample_collected: false })).json()).toMatchObject({ code: 'entered' })
    expect(await changed(serum.id, { note: ' Left arm ' })).toMatchObject({ note: 'Left arm' })
  })
})

describe('rejecting a sample', () => {
  test('asks for another one, to which its open tests go without what was entered', async () => {
    const { process, serum } = await asked({ priority: 'stat' })
    const reject = (id: number, more: object = {}) => change(id, { rejected: true, reason: 'Haemolysed', ...more }, technician)
    expect((await reject(serum.id)).json()).toMatchObject({ code: 'not_collected' })
    await collect(serum.id)
    const [panel] = await testsOn(serum.id)
    await enter(panel!.id)
    expect((await reject(serum.id, { reason: ' ' })).json()).toHaveProperty('reason')
    const replies = await Promise.all([reject(serum.id), reject(serum.id)])
    expect(statuses(replies)).toEqual([200, 409])
    const rejected = (await technician.call('GET', `${SAMPLES}${serum.id}/`)).json<Sample>()
    expect(rejected).toMatchObject({ state: 'rejected', reject_reason: 'Haemolysed', rejected_by_name: 'Test labtech', tests: [] })
    const fresh = (await ofProcess(process)).find(({ replaces_code }) => replaces_code !== null)!
    expect(fresh).toMatchObject({ state: 'to collect', replaces_code: serum.patient_sample_code, tests: ['NA'], priority: 'stat' })
    expect(rejected.replaced_by_code).toBe(fresh.patient_sample_code)
    expect(await testsOn(fresh.id)).toMatchObject([{ id: panel!.id, state: 'requested', due_at: null, current: null }])
    const { rows } = await sql`select withdraw_reason, is_current from lab_results where request_panel_id = ${panel!.id}`.execute(clinic.db)
    expect(rows).toEqual([{ withdraw_reason: 'Haemolysed', is_current: false }])
    for (const body of [{ is_sample_collected: true }, { received: true }, { note: 'x' }, { rejected: true, reason: 'x' }])
      expect((await change(serum.id, body)).json()).toMatchObject({ code: 'rejected' })
    // What is approved stays; a sample of which nothing is open is not asked for anew.
    await collect(fresh.id)
    await sql`insert into lab_results (request_panel_id, patient_id, panel_id, revision, observed_at, result, entered, origin, entered_at,
        entered_by, approved_at, approved_by, amend_reason)
      select n.id, n.patient_id, n.panel_id, 2, now(), '6', '6', 'typed', now(), ${technician.id}, now(), ${technician.id}, 'Anew'
      from lab_test_request_panels n where n.id = ${panel!.id}`.execute(clinic.db)
    expect((await reject(fresh.id)).json()).toMatchObject({ code: 'approved' })
  })

  test('without another one cancels its tests with their charges', async () => {
    const { visit, serum, blood } = await asked()
    await collect(blood.id)
    expect(await changed(blood.id, { rejected: true, reason: 'Clotted', recollect: false })).toMatchObject({
      state: 'rejected',
      replaced_by_code: null,
    })
    const { rows } = await sql<{ price: string }>`
      select unit_price::text as price from charges where invoice_id = ${visit.invoice} and cancelled_at is null`.execute(clinic.db)
    expect(rows).toEqual([{ price: '100.00' }])
    const [panel] = await testsOn(serum.id)
    await doctor.call('PATCH', `/lab/lab-test-requests-panel/${panel!.id}/`, { cancelled: true, reason: 'Not needed' })
    expect((await change(serum.id, { is_sample_collected: true })).json()).toMatchObject({ code: 'cancelled' })
  })
})

test('a sample that has not come is not waited for once none of its tests stands; one that came, or has another test, stays', async () => {
  const one = await asked()
  const two = await asked()
  const before = await counts()
  await move([one.serum, one.blood, two.serum, two.blood].map(({ id }) => ({ id })))
  await changed(two.serum.id, { received: true }, technician)
  await doctor.call('POST', '/lab/lab-test-requests/', { process: two.process, panels: [{ test_panel: sodium, repeat: true }] })
  await sql`update lab_test_request_panels set sample_id = ${two.blood.id} where panel_id = ${sodium} and sample_id = (
    select id from lab_samples where process_id = ${two.process} and state = 'to collect')`.execute(clinic.db)
  for (const sample of [one.serum, two.serum, two.blood]) {
    const [panel] = await testsOn(sample.id)
    const reply = await doctor.call('PATCH', `/lab/lab-test-requests-panel/${panel!.id}/`, { cancelled: true, reason: 'Not needed' })
    expect(reply.status, reply.text).toBe(200)
  }
  const left = [...(await ofProcess(one.process)), ...(await ofProcess(two.process))].filter(({ state }) => state !== 'to collect')
  expect(left.map(({ state }) => state)).toEqual(['cancelled', 'collected', 'received', 'collected'])
  expect((await counts()).to_receive).toBe(before.to_receive + 2)
  expect((await change(one.serum.id, { received: true }, technician)).json()).toMatchObject({ code: 'cancelled' })
})

const pay = async (visit: number) => {
  const bill = await clinic.db.selectFrom('invoices').select(['id']).where('visit_id', '=', visit).executeTakeFirstOrThrow()
  const cash = await clinic.db.selectFrom('payment_modes').select('id').where('name', '=', 'Cash').executeTakeFirstOrThrow()
  const whole = (await desk.call('GET', `/billing/invoices/${bill.id}/`)).json<{ patient_total: string }>()
  const payments = [{ payment_mode: cash.id, amount: whole.patient_total }]
  const paid = await desk.call('POST', `/billing/invoices/${bill.id}/payments/`, { issue: true, payments })
  expect(paid.status, paid.text).toBe(201)
}
const payFirst = async (pay_first: boolean) => {
  const manager = await clinic.signedInFrom('Laboratory manager')
  const { version } = (await manager.call('GET', '/lab/settings/')).json<{ version: number }>()
  expect((await manager.call('PATCH', '/lab/settings/', { pay_first, version })).json()).toMatchObject({ pay_first })
}

describe('payment first', () => {
  test('marks what is unpaid, and holds its samples where the clinic says so, unless a person with the right says why', async () => {
    const { visit, request, serum, blood } = await asked()
    expect([serum.is_unpaid, blood.is_unpaid]).toEqual([true, true])
    const read = async () => (await technician.call('GET', `/lab/lab-test-requests/${request.id}/`)).json<LabTestRequest>()
    expect(await read()).toMatchObject({ is_unpaid: true })
    await payFirst(true)
    try {
      const held = await change(serum.id, { is_sample_collected: true })
      expect([held.status, held.json()]).toMatchObject([409, { code: 'unpaid', samples: [serum.patient_sample_code] }])
      const both = { samples: [{ id: serum.id }, { id: blood.id }], to: 'collected' }
      expect((await nurse.call('POST', `${SAMPLES}moves/`, both)).json()).toMatchObject({
        code: 'unpaid',
        samples: expect.arrayContaining([serum.patient_sample_code, blood.patient_sample_code]),
      })
      const reason = { unpaid_reason: 'Unconscious' }
      const assistant = await clinic.signedInAs(['laboratory.view', 'laboratory.collect'])
      expect((await change(serum.id, { is_sample_collected: true, ...reason }, assistant)).status).toBe(403)
      expect((await change(serum.id, { is_sample_collected: false, ...reason })).json()).toEqual({
        unpaid_reason: ['Allowed only when the sample is being collected.'],
      })
      expect(await changed(serum.id, { is_sample_collected: true, ...reason })).toMatchObject({
        state: 'collected',
        unpaid_reason: 'Unconscious',
      })
      expect(await changed(serum.id, { is_sample_collected: false })).toMatchObject({ state: 'to collect', unpaid_reason: null })
      await pay(visit.id)
      expect(await read()).toMatchObject({ is_unpaid: false })
      const taken = await nurse.call('POST', `${SAMPLES}moves/`, { ...both, ...reason })
      expect(taken.json()).toMatchObject([
        { state: 'collected', is_unpaid: false, unpaid_reason: null },
        { state: 'collected', is_unpaid: false, unpaid_reason: null },
      ])
    } finally {
      await payFirst(false)
    }
    const free = await asked()
    expect(await changed(free.serum.id, { is_sample_collected: true })).toMatchObject({ state: 'collected', is_unpaid: true })
  })
})

describe('several samples', () => {
  test('are taken and received all or none, each as it was seen', async () => {
    const one = await asked()
    const two = await asked()
    const all = [one.serum, one.blood, two.serum]
    const named = all.map(({ id, version }) => ({ id, version }))
    expect((await move([...named, named[0]!, { id: 2_000_000_000 }])).json()).toEqual({
      'samples.3.id': ['Each sample may be listed only once.'],
      'samples.4.id': ['Sample not found.'],
    })
    expect((await move(named, 'received')).json()).toMatchObject({ code: 'not_collected' })
    expect((await move([...named.slice(0, 2), { id: two.serum.id, version: 7 }])).json()).toMatchObject({ code: 'version_conflict' })
    expect((await ofProcess(one.process)).map(({ state }) => state)).toEqual(['to collect', 'to collect'])
    const before = await counts()
    const reply = await move(named)
    expect(reply.json<Sample[]>().map(({ id, state }) => [id, state])).toEqual(all.map(({ id }) => [id, 'collected']))
    expect([await trackOf(one.visit.id), await trackOf(two.visit.id)]).toEqual(['awaiting result', 'lab'])
    expect(await counts()).toEqual({ ...before, to_collect: before.to_collect - 3, to_receive: before.to_receive + 3 })
    expect(before.rejected_today).toBeGreaterThan(0)
    // Two people with the same tray: one of them is told.
    const both = await Promise.all(
      [1, 2].map(() =>
        move(
          named.map(({ id }) => ({ id })),
          'received',
        ),
      ),
    )
    expect(statuses(both)).toEqual([200, 409])
  })
})

test('labels say whose it is, in bars too, one to a page of the size that was set, and are counted', async () => {
  const { serum, blood, patient } = await asked({ more: { first_name: 'Njoroge', second_name: 'X'.repeat(90) } })
  const headers = { authorization: `Bearer ${technician.token}` }
  const print = (query: string) => clinic.app.inject({ method: 'GET', url: `${SAMPLES}labels/?${query}`, headers })
  const labels = await print(`samples=${serum.id},${blood.id}&copies=2`)
  expect([labels.statusCode, labels.headers['content-type']]).toEqual([200, 'application/pdf'])
  const pages = pdfPages(labels.rawPayload)
  const text = pages.flat().join(' ')
  for (const words of [serum.patient_sample_code, blood.patient_sample_code, patient.unique_id, '3 Feb 1990', 'FBC', 'Njoroge'])
    expect(text.replaceAll('\u200B', '')).toContain(words)
  const pdf = labels.rawPayload.toString('latin1')
  expect(pages).toHaveLength(4)
  expect(pdf).toMatch(/\/MediaBox\s*\[0 0 141\.7\d* 70\.8\d*\]/)
  expect((await technician.call('GET', `${SAMPLES}${serum.id}/`)).json<Sample>()).toMatchObject({
    labels_printed: 2,
    version: serum.version,
  })
  expect((await print('samples=2000000000')).statusCode).toBe(404)
  expect((await print('samples=9999999999')).statusCode).toBe(404)
  expect((await print('samples=1;2')).statusCode).toBe(400)
  await collect(serum.id)
  await changed(serum.id, { rejected: true, reason: 'Clotted', recollect: false })
  expect((await print(`samples=${serum.id}`)).json()).toMatchObject({ code: 'rejected' })
})
