import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { aLabPanel, aLabProfile, specimenOf } from '../../testing/scenarios/laboratory.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { updateLabTestRequestPanel, createLabTestRequest } from './contract.ts'

type Request = ResponseOf<typeof createLabTestRequest>
type Panel = ResponseOf<typeof updateLabTestRequestPanel>

const REQUESTS = '/lab/lab-test-requests/'
let clinic: TestClinic
let desk: Person
let doctor: Person
let malaria: number
let malariaItem: number
let glucose: number
let glucoseItem: number
/** A test of the laboratory on the price list; answers its id. */
const aTest = async (price: string | null, name: string, more: Parameters<typeof aLabPanel>[1] = {}) => {
  const { id: item } = await anItem(clinic.db, price, { category: 'laboratory', name })
  return { id: (await aLabPanel(clinic.db, { name, item_id: item, ...more })).id, item }
}
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  const edta = await specimenOf(clinic.db, 'EDTA')
  ;({ id: malaria, item: malariaItem } = await aTest('500.00', 'Malaria film', { kind: 'text', specimen_id: edta, position: 10 }))
  ;({ id: glucose, item: glucoseItem } = await aTest('200.00', 'Glucose', { position: 20 }))
})
afterAll(() => clinic.close())

const visit = async () => aVisitWithOrders(desk, (await aPatient(clinic.db)).id)
const ask = (process: number, tests: readonly number[], more: object = {}) =>
  doctor.call('POST', REQUESTS, { process, panels: tests.map((test_panel) => ({ test_panel })), ...more })
const request = async (process: number, tests: readonly number[], more: object = {}) => {
  const reply = await ask(process, tests, more)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Request>()
}
const cancel = (panel: number, more: object = {}) =>
  doctor.call('PATCH', `/lab/lab-test-requests-panel/${panel}/`, { cancelled: true, reason: 'Sample clotted', ...more })
const issue = (invoice: number) => desk.call('POST', `/billing/invoices/${invoice}/issue/`, {})
const current = async (invoice: number) => {
  const { db } = clinic
  const rows = await db
    .selectFrom('charges')
    .select(['item_id', 'order_kind', 'order_id', 'unit_price', 'credited_total'])
    .orderBy('id')
    .where('invoice_id', '=', invoice)
    .where('cancelled_at', 'is', null)
    .execute()
  return rows
}
const count = async (table: 'lab_test_requests' | 'lab_test_request_panels' | 'charges') => {
  const { total } = await clinic.db
    .selectFrom(table)
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  return total
}

describe('a request', () => {
  test('charges each of its tests on the visit’s bill', async () => {
    const { id, process_test_req: process, patient, invoice } = await visit()
    const made = await request(process, [malaria, glucose], { note: 'Before breakfast' })
    expect(made).toMatchObject({
      process,
      visit: id,
      patient,
      patient_name: expect.stringContaining('Achieng'),
      note: 'Before breakfast',
      requested_by: doctor.id,
      requested_by_name: 'Test doctor',
      requested_at: '2026-03-02T07:30:00.000Z',
      created_on: '2026-03-02',
      panels: [
        {
          test_panel: malaria,
          test_panel_name: 'Malaria film',
          item: malariaItem,
          state: 'requested',
          sample_state: 'to collect',
          sample_code: expect.stringMatching(/^S-2026-\d{5}$/),
          sale_price: '500.00',
          invoice,
          invoice_item_status: 'pending',
        },
        {
          test_panel: glucose,
          test_panel_name: 'Glucose',
          item: glucoseItem,
          sale_price: '200.00',
          invoice,
          cancelled_at: null,
          version: 1,
        },
      ],
    })
    expect(await current(invoice)).toMatchObject(
      made.panels.map((panel) => ({ item_id: panel.item, order_kind: 'laboratory', order_id: panel.order, unit_price: panel.sale_price })),
    )
  })

  test('is all or nothing, and names every test that does not fit', async () => {
    const { process_test_req: process } = await visit()
    const free = await aLabPanel(clinic.db)
    const unused = await aLabPanel(clinic.db, { is_active: false, item_id: (await anItem(clinic.db, '50.00')).id })
    const nothing = await aLabProfile(clinic.db, [])
    const unpriced = await aLabProfile(clinic.db, [{ id: malaria }, free])
    const before = [await count('lab_test_requests'), await count('lab_test_request_panels'), await count('charges')]
    const profiles = [nothing.id, unpriced.id, unpriced.id].map((profile) => ({ profile }))
    const reply = await ask(process, [malaria, free.id, unused.id, malaria, 2_000_000_000], { profiles })
    expect(reply.status).toBe(400)
    expect(reply.json()).toEqual({
      'profiles.0.profile': ['Choose an active laboratory profile.'],
      'profiles.1.profile': [`${free.name} is not on the price list, nor is the profile.`],
      'profiles.2.profile': ['Each profile may be listed only once.'],
      'panels.1.test_panel': ['This test is not on the price list. Request a profile that includes it.'],
      'panels.2.test_panel': ['Choose an active laboratory test.'],
      'panels.3.test_panel': ['Each test may be listed only once.'],
      'panels.4.test_panel': ['Choose an active laboratory test.'],
    })
    expect((await ask(process, [])).json()).toEqual({ panels: ['Choose at least one test.'] })
    expect((await ask(2_000_000_000, [malaria])).json()).toEqual({ process: ['Visit not found.'] })
    expect([await count('lab_test_requests'), await count('lab_test_request_panels'), await count('charges')]).toEqual(before)
  })

  test('asks a test that the visit has already only when that is said, or after it was cancelled', async () => {
    const { process_test_req: process, invoice } = await visit()
    const [panel] = (await request(process, [glucose])).panels
    const again = await ask(process, [glucose])
    expect([again.status, again.json()]).toEqual([400, { 'panels.0.test_panel': ['This test is already requested in this visit.'] }])
    await request(process, [], { panels: [{ test_panel: glucose, repeat: true }] })
    expect(await current(invoice)).toHaveLength(2)
    const other = await visit()
    const [cancelled] = (await request(other.process_test_req, [glucose])).panels
    expect((await cancel(cancelled!.id)).status).toBe(200)
    await request(other.process_test_req, [glucose])
    expect(await current(other.invoice)).toHaveLength(1)
    expect(panel!.id).not.toBe(cancelled!.id)
  })

  test('is refused by a visit that is over', async () => {
    const { id, version, process_test_req: process, invoice } = await visit()
    const left = await desk.call('PATCH', `/patients/initiate-attendance-process/${id}/`, { track: 'discharged', version })
    expect(left.status, left.text).toBe(200)
    const reply = await ask(process, [malaria])
    expect([reply.status, reply.json()]).toMatchObject([409, { code: 'visit_closed' }])
    expect(await current(invoice)).toEqual([])
  })

  test('goes on a further bill when the visit’s bill was issued', async () => {
    const { process_test_req: process, invoice } = await visit()
    await request(process, [malaria])
    expect((await issue(invoice)).status).toBe(200)
    const { panels } = await request(process, [glucose])
    expect(panels[0]!.invoice).not.toBe(invoice)
    expect(panels[0]).toMatchObject({ invoice_item_status: 'pending' })
  })

  test('is for those who may, and leaves its row in the trail', async () => {
    const { process_test_req: process, patient } = await visit()
    const nurse = await clinic.signedInFrom('Nurse', 'nurse')
    expect((await nurse.call('POST', REQUESTS, { process, panels: [{ test_panel: malaria }] })).status).toBe(403)
    expect((await clinic.call('POST', REQUESTS, {})).status).toBe(401)
    const { id } = await request(process, [malaria])
    const row = await clinic.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'request')
      .where('entity_id', '=', id)
      .executeTakeFirst()
    expect(row).toMatchObject({ entity: 'lab test request', patient_id: patient, actor_id: doctor.id })
  })
})

describe('cancelling a test', () => {
  test('takes its charge off the draft and leaves the others', async () => {
    const { process_test_req: process, invoice } = await visit()
    const { panels } = await request(process, [malaria, glucose])
    const reply = await cancel(panels[0]!.id)
    expect(reply.headers['etag']).toBe('"2"')
    expect(reply.json<Panel>()).toMatchObject({
      cancelled_at: '2026-03-02T07:30:00.000Z',
      cancelled_by_name: 'Test doctor',
      cancel_reason: 'Sample clotted',
      invoice_item: null,
      invoice_item_status: 'cancelled',
      sale_price: null,
      version: 2,
    })
    expect(await current(invoice)).toMatchObject([{ item_id: glucoseItem }])
  })

  test('that was billed gives a credit note', async () => {
    const { process_test_req: process, invoice } = await visit()
    const { panels } = await request(process, [malaria, glucose])
    await issue(invoice)
    expect((await cancel(panels[0]!.id)).json<Panel>()).toMatchObject({ invoice, invoice_item_status: 'credited', sale_price: '500.00' })
    const notes = await clinic.db.selectFrom('credit_notes').select(['total', 'reason']).where('invoice_id', '=', invoice).execute()
    expect(notes).toEqual([{ total: '500.00', reason: 'Sample clotted' }])
  })

  test('is still possible when the visit is over', async () => {
    const { id, version, process_test_req: process, invoice } = await visit()
    const [panel] = (await request(process, [malaria])).panels
    await desk.call('PATCH', `/patients/initiate-attendance-process/${id}/`, { track: 'discharged', version })
    expect((await cancel(panel!.id)).status).toBe(200)
    expect(await current(invoice)).toEqual([])
  })

  test('happens once, with a reason, of the version that was seen', async () => {
    const { process_test_req: process } = await visit()
    const [panel] = (await request(process, [malaria])).panels
    const { id } = panel!
    expect((await cancel(id, { reason: ' ' })).json()).toHaveProperty('reason')
    expect((await cancel(id, { cancelled: false })).json()).toHaveProperty('cancelled')
    expect((await cancel(id, { version: 2 })).json()).toMatchObject({ code: 'version_conflict', current: { id, version: 1 } })
    expect((await cancel(2_000_000_000)).status).toBe(404)
    const replies = await Promise.all(Array.from({ length: 6 }, () => cancel(id)))
    expect(statuses(replies)).toEqual([200, 409, 409, 409, 409, 409])
    const rows = await clinic.db
      .selectFrom('audit_log')
      .select('change')
      .where('entity', '=', 'lab test')
      .where('entity_id', '=', id)
      .execute()
    expect(rows).toEqual([{ change: { test: malaria, reason: 'Sample clotted', charge: 'cancelled' } }])
  })
})

describe('at the same time', () => {
  test('the same test twice is requested and charged once', async () => {
    for (let round = 0; round < 5; round++) {
      const { process_test_req: process, invoice } = await visit()
      const replies = await Promise.all(Array.from({ length: 6 }, () => ask(process, [malaria])))
      expect(statuses(replies)).toEqual([201, 400, 400, 400, 400, 400])
      expect(await current(invoice)).toHaveLength(1)
    }
  })

  test('a test that is cancelled while its bill is issued is either not on it or credited', async () => {
    for (let round = 0; round < 12; round++) {
      const { process_test_req: process, invoice } = await visit()
      const { panels } = await request(process, [malaria, glucose])
      const replies = await Promise.all(round % 2 ? [cancel(panels[0]!.id), issue(invoice)] : [issue(invoice), cancel(panels[0]!.id)])
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      const lines = await current(invoice)
      const notes = await clinic.db.selectFrom('credit_notes').select('total').where('invoice_id', '=', invoice).execute()
      const outcome = lines.length === 1 ? 'cancelled' : 'credited'
      expect(notes).toEqual(outcome === 'cancelled' ? [] : [{ total: '500.00' }])
      const bill = (await desk.call('GET', `/billing/invoices/${invoice}/`)).json<{ invoice_amount: string; patient_balance: string }>()
      expect(bill).toMatchObject({ invoice_amount: outcome === 'cancelled' ? '200.00' : '700.00', patient_balance: '200.00' })
    }
  })

  test('a test that is requested while the visit ends is charged or refused', async () => {
    for (let round = 0; round < 6; round++) {
      const { id, version, process_test_req: process, invoice } = await visit()
      const [asked] = await Promise.all([
        ask(process, [malaria]),
        desk.call('PATCH', `/patients/initiate-attendance-process/${id}/`, { track: 'discharged', version }),
      ])
      expect([201, 409]).toContain(asked.status)
      expect(await current(invoice)).toHaveLength(asked.status === 201 ? 1 : 0)
    }
  })
})
