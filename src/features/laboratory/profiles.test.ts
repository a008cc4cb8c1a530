import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLabPanel, aLabProfile, specimenOf } from '../../testing/scenarios/laboratory.ts'
import type { createLabTestRequest, LabTestRequestPanel } from './contract.ts'

type Request = ResponseOf<typeof createLabTestRequest>
type Panel = LabTestRequestPanel

const REQUESTS = '/lab/lab-test-requests/'
const PANELS = '/lab/lab-test-requests-panel/'
let clinic: TestClinic
let desk: Person
let doctor: Person
/** Of the count of blood cells, which is charged as a whole; the last one is calculated. */
let hb: number
let wbc: number
let mchc: number
let fbc: number
let fbcItem: number
/** Of the salts, each charged by itself. */
let sodium: number
let potassium: number
let salts: number

beforeAll(async () => {
  clinic = await openTestClinic()
  const { db } = clinic
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  const edta = await specimenOf(db, 'EDTA')
  const priced = async (price: string) => (await anItem(db, price, { category: 'laboratory' })).id
  hb = (await aLabPanel(db, { code: 'HB', name: 'Haemoglobin', unit: 'g/L', specimen_id: edta, item_id: await priced('150.00') })).id
  wbc = (await aLabPanel(db, { code: 'WBC', name: 'White cells', specimen_id: edta })).id
  mchc = (await aLabPanel(db, { code: 'MCHC', name: 'MCHC', kind: 'calculated', formula: 'HB * 2', specimen_id: edta })).id
  sodium = (await aLabPanel(db, { code: 'NA', name: 'Sodium', item_id: await priced('100.00') })).id
  potassium = (await aLabPanel(db, { code: 'K', name: 'Potassium', item_id: await priced('110.00') })).id
  fbcItem = await priced('600.00')
  fbc = (await aLabProfile(db, [{ id: hb }, { id: wbc }, { id: mchc }], { code: 'FBC', name: 'Full blood count', item_id: fbcItem })).id
  salts = (await aLabProfile(db, [{ id: sodium }, { id: potassium }], { code: 'SALT', name: 'Salts' })).id
})
afterAll(() => clinic.close())

const visit = async () => aVisitWithOrders(desk, (await aPatient(clinic.db)).id)
const ask = (process: number, body: object) => doctor.call('POST', REQUESTS, { process, ...body })
const request = async (process: number, body: object) => {
  const reply = await ask(process, body)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Request>()
}
const add = (lab_test_request: number, test_panel: number) => doctor.call('POST', PANELS, { lab_test_request, test_panel })
const read = async (id: number) => (await doctor.call('GET', `${REQUESTS}${id}/`)).json<Request>()
const cancel = (panel: number, more: object = {}) =>
  doctor.call('PATCH', `${PANELS}${panel}/`, { cancelled: true, reason: 'Not needed', ...more })
const prices = async (invoice: number) => {
  const { rows } = await sql<{ unit_price: string }>`
    select unit_price::text from charges where invoice_id = ${invoice} and cancelled_at is null order by charges.unit_price`.execute(
    clinic.db,
  )
  return rows.map(({ unit_price }) => unit_price)
}
const samplesOf = async (process: number) => {
  const { rows } = await sql<{ code: string; state: string; priority: string }>`
    select m.code, s.state, s.priority from lab_samples s join lab_specimens m on m.id = s.specimen_id where s.process_id = ${process} order by s.id`.execute(
    clinic.db,
  )
  return rows
}
const tests = ({ panels }: Request) => panels.map(({ test_panel }) => test_panel)

describe('a profile', () => {
  test('is charged once, on one sample, and what follows from its tests needs none', async () => {
    const { process_test_req: process, invoice } = await visit()
    const made = await request(process, { profiles: [{ profile: fbc }], priority: 'urgent', is_fasting: true })
    expect(made).toMatchObject({
      test_profile: fbc,
      test_profile_name: 'Full blood count',
      priority: 'urgent',
      is_fasting: true,
      has_result: false,
    })
    expect(tests(made)).toEqual([hb, wbc, mchc])
    expect(made.panels[0]).toMatchObject({ profile: fbc, profile_name: 'Full blood count', item: fbcItem, sale_price: '600.00' })
    expect(new Set(made.panels.map(({ order }) => order)).size).toBe(1)
    expect(made.panels.map(({ sample_state }) => sample_state)).toEqual(['to collect', 'to collect', null])
    expect(await prices(invoice)).toEqual(['600.00'])
    expect(await samplesOf(process)).toEqual([{ code: 'EDTA', state: 'to collect', priority: 'urgent' }])
  })

  test('that is not on the price list is charged test by test', async () => {
    const { process_test_req: process, invoice } = await visit()
    const made = await request(process, { profiles: [{ profile: salts }] })
    expect(made.panels.map(({ test_panel, profile, sale_price }) => [test_panel, profile, sale_price])).toEqual([
      [sodium, null, '100.00'],
      [potassium, null, '110.00'],
    ])
    expect(await prices(invoice)).toEqual(['100.00', '110.00'])
  })

  test('shares a test with another one, and with the visit: it is done once', async () => {
    const { process_test_req: process, invoice } = await visit()
    const { id: anaemia } = await aLabProfile(clinic.db, [{ id: hb }, { id: potassium }])
    const both = await request(process, {
      profiles: [{ profile: fbc }, { profile: anaemia }],
      panels: [{ test_panel: sodium }, { test_panel: hb }],
    })
    expect(tests(both)).toEqual([hb, wbc, mchc, potassium, sodium])
    expect(await prices(invoice)).toEqual(['100.00', '110.00', '600.00'])
    expect((await ask(process, { profiles: [{ profile: salts }, { profile: fbc }] })).json()).toEqual({
      'profiles.0.profile': ['These tests are already requested in this visit.'],
      'profiles.1.profile': ['These tests are already requested in this visit.'],
    })
    expect(tests(await request(process, { profiles: [{ profile: salts, repeat: true }] }))).toEqual([sodium, potassium])
    const other = await visit()
    await request(other.process_test_req, { panels: [{ test_panel: hb }] })
    expect(tests(await request(other.process_test_req, { profiles: [{ profile: fbc }] }))).toEqual([wbc, mchc])
    expect(await prices(other.invoice)).toEqual(['150.00', '600.00'])
  })

  test('comes test by test from earlier clients, and is charged once; a test that is no part of it by itself', async () => {
    const { process_test_req: process, invoice } = await visit()
    expect((await ask(process, { test_profile: 2_000_000_000 })).json()).toHaveProperty('test_profile')
    const { id, panels } = await request(process, { test_profile: fbc, requested_by: 1, has_result: true })
    expect(panels).toEqual([])
    const first = await add(id, hb)
    expect([first.status, first.json<Panel>()]).toMatchObject([
      201,
      { test_panel: hb, profile: fbc, sale_price: '600.00', lab_test_request: id },
    ])
    // The same again, six times at once, and another one meanwhile.
    const replies = await Promise.all([wbc, hb, wbc, wbc, hb, sodium].map((test_panel) => add(id, test_panel)))
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201, 201, 201, 201])
    const keys = replies.map((reply) => reply.json<Panel>().id)
    expect([keys[1], keys[4], new Set(keys).size]).toEqual([first.json<Panel>().id, first.json<Panel>().id, 3])
    expect(tests(await read(id)).toSorted((a, b) => a - b)).toEqual([hb, wbc, sodium].toSorted((a, b) => a - b))
    expect(await prices(invoice)).toEqual(['100.00', '600.00'])
    const audited =
      await sql`select from audit_log where entity = 'lab test' and action = 'request' and entity_id = ${first.json<Panel>().id}`.execute(
        clinic.db,
      )
    expect(audited.rows).toHaveLength(1)
    expect((await add(id, 2_000_000_000)).json()).toHaveProperty('test_panel')
    expect((await add(2_000_000_000, hb)).json()).toHaveProperty('lab_test_request')
    await desk.call('PATCH', `/patients/initiate-attendance-process/${(await read(id)).visit}/`, { track: 'discharged' })
    expect((await add(id, potassium)).json()).toMatchObject({ code: 'visit_closed' })
  })

  test('loses its charge and its sample with the last of its tests, and gets them again', async () => {
    const { process_test_req: process, invoice } = await visit()
    const { id, panels } = await request(process, { profiles: [{ profile: fbc }] })
    expect((await cancel(panels[0]!.id)).json<Panel>()).toMatchObject({
      state: 'cancelled',
      sale_price: '600.00',
      invoice_item_status: 'pending',
    })
    expect((await cancel(panels[1]!.id)).status).toBe(200)
    expect(await samplesOf(process)).toMatchObject([{ state: 'cancelled' }])
    expect(await prices(invoice)).toEqual(['600.00'])
    expect((await cancel(panels[2]!.id)).json<Panel>()).toMatchObject({ sale_price: null, invoice_item_status: 'cancelled' })
    expect(await prices(invoice)).toEqual([])
    expect((await add(id, wbc)).status).toBe(201)
    expect(await prices(invoice)).toEqual(['600.00'])
    expect(await samplesOf(process)).toMatchObject([{ state: 'cancelled' }, { state: 'to collect' }])
  })
})

describe('clearing a request', () => {
  test('cancels what has no approved result, the entered results too, and nothing twice', async () => {
    const { process_test_req: process, invoice } = await visit()
    const { id, panels } = await request(process, { profiles: [{ profile: fbc }, { profile: salts }] })
    const [first, second] = panels
    const enter = (panel: number, approved: boolean) =>
      sql`insert into lab_results (request_panel_id, patient_id, panel_id, observed_at, result, entered, origin, entered_at, entered_by,
          approved_at, approved_by)
        select n.id, n.patient_id, n.panel_id, now(), '5', '5', 'typed', now(), ${desk.id}, ${approved ? new Date() : null}::timestamptz,
          ${approved ? desk.id : null}::integer from lab_test_request_panels n where n.id = ${panel}`.execute(clinic.db)
    await enter(first!.id, true)
    await enter(second!.id, false)
    expect((await cancel(first!.id)).json()).toMatchObject({ code: 'approved' })
    const clear = (body: object = { cancelled: true, reason: 'Patient left' }) => doctor.call('PATCH', `${REQUESTS}${id}/`, body)
    expect((await clear({ cancelled: true })).json()).toHaveProperty('reason')
    const replies = await Promise.all(Array.from({ length: 3 }, () => clear()))
    expect(statuses(replies)).toEqual([200, 409, 409])
    expect(replies.find(({ status }) => status === 409)?.json()).toMatchObject({ code: 'approved' })
    const after = await read(id)
    expect(after.panels.map(({ state }) => state)).toEqual(['approved', 'cancelled', 'cancelled', 'cancelled', 'cancelled'])
    expect(after.has_result).toBe(true)
    // The count stays on the bill: one of its tests was done.
    expect(await prices(invoice)).toEqual(['600.00'])
    const { rows } = await sql<{ withdraw_reason: string | null }>`
      select withdraw_reason from lab_results where request_panel_id = any(${[first!.id, second!.id]}::integer[]) order by id`.execute(
      clinic.db,
    )
    expect(rows).toEqual([{ withdraw_reason: null }, { withdraw_reason: 'Patient left' }])
    const nothing = await request((await visit()).process_test_req, { panels: [{ test_panel: hb }] })
    await cancel(nothing.panels[0]!.id)
    expect((await doctor.call('PATCH', `${REQUESTS}${nothing.id}/`, { cancelled: true, reason: 'x' })).json()).toMatchObject({
      code: 'cancelled',
    })
  })
})

describe('at the same time', () => {
  test('two doctors ask for the same profile: it is asked for and charged once', async () => {
    const other = await clinic.signedInFrom('Doctor', 'doctor')
    for (let round = 0; round < 4; round++) {
      const { process_test_req: process, invoice } = await visit()
      const body = { process, profiles: [{ profile: fbc }, { profile: salts }] }
      const replies = await Promise.all([doctor, other, doctor, other].map((person) => person.call('POST', REQUESTS, body)))
      expect(statuses(replies)).toEqual([201, 400, 400, 400])
      expect(await prices(invoice)).toEqual(['100.00', '110.00', '600.00'])
      expect(await samplesOf(process)).toHaveLength(2)
    }
  })

  test('a test is added while the request is cleared: what stands is charged and has a sample', async () => {
    for (let round = 0; round < 6; round++) {
      const { process_test_req: process, invoice } = await visit()
      const { id } = await request(process, { test_profile: fbc, panels: [{ test_panel: sodium }] })
      const clear = () => doctor.call('PATCH', `${REQUESTS}${id}/`, { cancelled: true, reason: 'Mistake' })
      const replies = await Promise.all(round % 2 ? [clear(), add(id, hb)] : [add(id, hb), clear()])
      expect(statuses(replies)).toEqual([200, 201])
      const { panels } = await read(id)
      const stands = panels.filter(({ state }) => state === 'requested')
      expect(await prices(invoice)).toEqual(stands.map(() => '600.00'))
      expect((await samplesOf(process)).filter(({ state }) => state === 'to collect')).toHaveLength(stands.length)
    }
  })
})

test('twenty tests stand in one request', async () => {
  const { process_test_req: process } = await visit()
  const many: number[] = []
  for (let n = 0; n < 20; n++) many.push((await aLabPanel(clinic.db, { item_id: (await anItem(clinic.db, '10.00')).id })).id)
  const { panels } = await request(process, { panels: many.map((test_panel) => ({ test_panel })) })
  expect(panels).toHaveLength(20)
})
