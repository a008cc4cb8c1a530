import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { openLaboratory } from '../../testing/scenarios/lab-results.ts'
import { aRange } from '../../testing/scenarios/laboratory.ts'
import { aRequisition, aShelf, type Buyers, buyersOf, move } from '../../testing/scenarios/ordering.ts'
import { anOrder } from '../../testing/scenarios/purchases.ts'
import { aDrug, aStore, someStock } from '../../testing/scenarios/stock.ts'
import { alerts as rules } from '../../app.ts'
import { aRequest, BOOK, callFrom, openToPublic } from '../booking/samples.ts'
import type { Notification } from './contract.ts'
import { checkAlerts } from './public.ts'
import type { Kind } from './rules.ts'

let clinic: TestClinic
let chief: Person
let buyers: Buyers
let lab: Awaited<ReturnType<typeof openLaboratory>>
beforeAll(async () => {
  clinic = await openTestClinic()
  chief = await clinic.signedInFrom('System administrator', 'sysadmin')
  buyers = await buyersOf(clinic)
  lab = await openLaboratory(clinic)
})
afterAll(() => clinic.close())

const look = () => checkAlerts(clinic.db, rules, clinic.clock.now)
const inbox = async (person: Person, kind: Kind, query = '') => {
  const reply = await person.call('GET', `/notifications/notifications/?kind=${kind}${query}`)
  expect(reply.status, reply.text).toBe(200)
  return reply.json<Notification[]>()
}
/** What somebody is told of a kind, after a look. */
const reported = async (person: Person, kind: Kind) => {
  await look()
  return inbox(person, kind)
}
const sent = async (person: Person, path: string, body: object = {}, status = 200) => {
  const reply = await person.call('POST', path, body)
  expect(reply.status, reply.text).toBe(status)
  return reply.json<{ id: number; version: number }>()
}

describe('the laboratory', () => {
  test('a critical value stands with its patient until somebody has read it back', async () => {
    const potassium = await lab.test({ name: 'Potassium', unit: 'mmol/L' })
    await aRange(clinic.db, potassium, { low: '3.5', high: '5.3', low_critical: '2.8', high_critical: '6.0' })
    const request = await lab.ask([potassium], { patient: { first_name: 'Zawadi', second_name: 'Mutua' } })
    const id = request.of(potassium)
    expect((await lab.enter([{ request_panel: id, result: '6.8' }])).status).toBe(200)
    const [entry, ...others] = await reported(lab.doctor, 'critical_result')
    expect(others).toEqual([])
    expect(entry).toMatchObject({
      level: 'critical',
      words: { test: 'Potassium', result: '6.8', unit: 'mmol/L' },
      patient: request.patient,
      patient_name: 'Zawadi Mutua',
      is_read: false,
      resolved_at: null,
    })
    const nameless = await clinic.signedInAs(['laboratory.view', 'laboratory.request'])
    expect(await inbox(nameless, 'critical_result')).toMatchObject([{ patient: null, patient_name: null }])
    const nurse = await clinic.signedInFrom('Nurse', 'nurse')
    expect(await inbox(nurse, 'critical_result')).toEqual([])

    expect(await inbox(lab.manager, 'results_to_approve')).toMatchObject([{ words: { count: 1 } }])
    await lab.approve([id])
    expect(await reported(lab.manager, 'results_to_approve')).toEqual([])
    expect(await inbox(lab.doctor, 'critical_result')).toHaveLength(1)
    const [call] = (await lab.technician.call('GET', `/lab/critical-calls/?visit=${request.visit}`)).json<{ id: number }[]>()
    await sent(lab.technician, `/lab/critical-calls/${call!.id}/tries/`, { called_to: 'Ward', is_reached: true, is_read_back: true }, 201)
    expect(await reported(lab.doctor, 'critical_result')).toEqual([])
    expect(await inbox(lab.doctor, 'critical_result', '&all=true')).toMatchObject([
      { id: entry!.id, resolved_at: expect.any(String) as string },
    ])
  })

  test('what more results wait changes the entry without being news', async () => {
    const sodium = await lab.test({ name: 'Sodium' })
    const enterOne = async () => {
      const request = await lab.ask([sodium])
      await lab.enter([{ request_panel: request.of(sodium), result: '140' }])
      return reported(lab.manager, 'results_to_approve')
    }
    const [first] = await enterOne()
    const [second] = await enterOne()
    expect([first!.words['count'], second!.words['count'], second!.id]).toEqual([1, 2, first!.id])
  })
})

test('critical vital signs are for doctors, until one has seen them; what gets critical again is news again', async () => {
  const [nurse, doctor] = [await clinic.signedInFrom('Nurse', 'nurse'), await clinic.signedInFrom('Doctor', 'doctor')]
  const visit = await aVisitWithOrders(chief, (await aPatient(clinic.db, { date_of_birth: '1990-01-01' })).id)
  const { id } = await clinic.db.selectFrom('triages').select('id').where('visit_id', '=', visit.id).executeTakeFirstOrThrow()
  const observe = (body: object) => sent(nurse, `/patients/triage/${id}/observations/`, body, 201)
  await observe({ spo2: 82 })
  const [entry] = await reported(doctor, 'critical_vitals')
  expect(entry).toMatchObject({ entity_id: id, patient: visit.patient, words: { signs: 'SpO2 82 %' } })
  expect(await inbox(nurse, 'critical_vitals')).toEqual([])
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 60_000)
  await observe({ spo2: 77 })
  const worse = await reported(doctor, 'critical_vitals')
  expect(worse).toMatchObject([{ words: { signs: 'SpO2 77 %' }, is_read: false }])
  expect(worse[0]!.id).toBeGreaterThan(entry!.id)
  await sent(doctor, `/patients/triage/${id}/critical-seen/`)
  expect(await reported(doctor, 'critical_vitals')).toEqual([])
})

describe('purchasing', () => {
  test('a requisition waits for the first, then for the second approval; never for who asked or approved', async () => {
    const { other, head, officer, asker } = buyers
    const shelf = await aShelf(clinic)
    const { id, number } = await aRequisition(other, shelf.store, [{ item: shelf.first, quantity_requested: 5 }])
    expect(await reported(head, 'requisition_to_approve')).toEqual([])
    await move(other, 'requisition', id, 'submit')
    expect(await reported(head, 'requisition_to_approve')).toMatchObject([{ entity_id: id, words: { number } }])
    for (const person of [other, asker, officer]) expect(await inbox(person, 'requisition_to_approve')).toEqual([])
    await move(head, 'requisition', id, 'approve-department')
    expect(await reported(head, 'requisition_to_approve')).toEqual([])
    expect(await inbox(officer, 'requisition_to_order')).toHaveLength(1)
    expect(await inbox(other, 'requisition_to_order')).toEqual([])
    await move(officer, 'requisition', id, 'approve')
    expect(await reported(officer, 'requisition_to_order')).toEqual([])
  })

  test('an order that is a draft, and a bill that differs', async () => {
    const { officer } = buyers
    const clerk = await clinic.signedInAs(['purchasing.bill', 'purchasing.view', 'purchasing.approve_bill'])
    const accountant = await clinic.signedInFrom('Accountant', 'accountant')
    const drug = await aDrug(clinic.db)
    const draft = await anOrder(clinic.db, [{ item_id: drug.id, quantity_purchased: 2 }], { status: 'draft', created_by: chief.id })
    expect(await reported(officer, 'orders_to_approve')).toMatchObject([{ words: { count: 1 } }])
    await move(officer, 'purchase-order', draft.id, 'approve')
    expect(await reported(officer, 'orders_to_approve')).toEqual([])
    const bill = await sent(
      clerk,
      '/inventory/orderbill/',
      {
        purchase_order: draft.id,
        invoice_no: 'INV-7',
        bill_date: '2026-03-01',
        total_cost: '40.00',
        items: [{ item: drug.id, quantity: 2, unit_price: '20.00' }],
      },
      201,
    )
    expect(await reported(accountant, 'bill_to_approve')).toMatchObject([{ entity_id: bill.id, words: { number: 'INV-7' } }])
    expect(await inbox(clerk, 'bill_to_approve')).toEqual([])
    await sent(accountant, `/inventory/orderbill/${bill.id}/approve/`, { reason: 'Agreed by telephone', version: bill.version })
    expect(await reported(accountant, 'bill_to_approve')).toEqual([])
  })
})

describe('the stores', () => {
  test('what is low, out, expiring and expired is one entry of a store; more of it is news, less is not', async () => {
    const { db } = clinic
    const keeper = await clinic.signedInFrom('Storekeeper', 'storekeeper')
    const store = await aStore(db, { name: 'Maternity' })
    const [first, second] = [await aDrug(db), await aDrug(db)]
    await someStock(db, { item: first.id, store: store.id, quantity: 4, expires_on: '2026-03-20' })
    await someStock(db, { item: second.id, store: store.id, quantity: 4, expires_on: '2026-02-20' })
    const level = (item: number, reorder: number) =>
      db.updateTable('stock_levels').set({ reorder_level: reorder }).where('item_id', '=', item).where('store_id', '=', store.id).execute()
    const of = async (kind: Kind) => (await reported(keeper, kind)).filter(({ entity_id }) => entity_id === store.id)
    expect(await of('stock_low')).toEqual([])
    await level(first.id, 10)
    const [low] = await of('stock_low')
    expect(low).toMatchObject({ words: { store: 'Maternity', count: 1 } })
    await level(second.id, 10)
    const [more] = await of('stock_low')
    expect(more).toMatchObject({ words: { count: 2 } })
    expect(more!.id).toBeGreaterThan(low!.id)
    await level(first.id, 1)
    const [less] = await of('stock_low')
    expect([less!.words['count'], less!.id]).toEqual([1, more!.id])
    expect(await of('stock_expiring')).toMatchObject([{ words: { store: 'Maternity', count: 1 } }])
    expect(await of('stock_expired')).toMatchObject([{ words: { store: 'Maternity', count: 1 } }])
    await db
      .insertInto('stock_levels')
      .values({ store_id: store.id, item_id: (await aDrug(db)).id })
      .execute()
    expect(await of('stock_out')).toMatchObject([{ words: { store: 'Maternity', count: 1 } }])
    const doctor = await clinic.signedInFrom('Doctor', 'doctor')
    for (const kind of ['stock_low', 'stock_out', 'stock_expired'] as const) expect(await inbox(doctor, kind)).toEqual([])
  })

  test('a recall until it is lifted; a count until somebody who did not count has approved it', async () => {
    const { db } = clinic
    const counter = await clinic.signedInAs(['stock.view', 'stock.count', 'stock.approve', 'stock.recall', 'stock.move'])
    const approver = await clinic.signedInAs(['stock.view', 'stock.approve'])
    const [drug, store] = [await aDrug(db, { name: 'Cefixime' }), await aStore(db)]
    await someStock(db, { item: drug.id, store: store.id, quantity: 4, lot: 'C9' })
    const recall = await sent(counter, '/inventory/recalls/', { item: drug.id, lot: 'C9', reason: 'Glass' }, 201)
    expect(await reported(counter, 'recall_open')).toMatchObject([{ entity_id: recall.id, words: { item: 'Cefixime', lot: 'C9' } }])
    expect(await inbox(approver, 'recall_open')).toEqual([])
    await sent(counter, `/inventory/recalls/${recall.id}/lift/`, { reason: 'Wrong lot', version: recall.version })
    expect(await reported(counter, 'recall_open')).toEqual([])

    const count = await sent(counter, '/inventory/counts/', { store: store.id }, 201)
    const { sheet } = (await counter.call('GET', `/inventory/counts/${count.id}/`)).json<{ sheet: { id: number }[] }>()
    const lines = sheet.map(({ id }) => ({ id, counted: 4 }))
    expect((await counter.call('PUT', `/inventory/counts/${count.id}/lines/`, { lines })).status).toBe(200)
    await sent(counter, `/inventory/counts/${count.id}/submit/`)
    expect(await reported(approver, 'count_to_approve')).toMatchObject([{ entity_id: count.id, words: { store: store.name } }])
    expect(await inbox(counter, 'count_to_approve')).toEqual([])
    await sent(approver, `/inventory/counts/${count.id}/approve/`)
    expect(await reported(approver, 'count_to_approve')).toEqual([])
  })
})

test('what the public asked for is one entry for those who answer, until all of it is answered', async () => {
  const { db } = clinic
  const desk = await clinic.signedInFrom('Receptionist')
  const { doctor, item } = await openToPublic(clinic, { capacity: 50 })
  const book = async () => {
    const reply = await callFrom(clinic)('POST', BOOK, aRequest({ doctor, item }))
    expect(reply.status, reply.text).toBe(201)
  }
  await book()
  const [one] = await reported(desk, 'booking_requests')
  await book()
  const [two] = await reported(desk, 'booking_requests')
  expect([one!.words, two!.words]).toEqual([{ count: 1 }, { count: 2 }])
  expect(two!.id).toBeGreaterThan(one!.id)
  expect(await inbox(lab.technician, 'booking_requests')).toEqual([])
  for (const { id } of (await desk.call('GET', `${BOOK}?is_open=true`)).json<{ id: number }[]>())
    await sent(desk, `${BOOK}${id}/convert/`, { patient: (await aPatient(db)).id })
  expect(await reported(desk, 'booking_requests')).toEqual([])

  const pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  const at = clinic.clock.now
  const { id: patient } = await aPatient(db)
  const prescription = { sha256: 'b'.repeat(64), size: 1, type: 'application/pdf', name: 'p.pdf', created_at: at, created_by: desk.id }
  const file = await db.insertInto('files').values(prescription).returning('id').executeTakeFirstOrThrow()
  const request = await db
    .insertInto('public_prescription_requests')
    .values({ patient_id: patient, file_id: file.id, date_created: at, date_changed: at, created_by: desk.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  expect(await reported(pharmacist, 'prescription_requests')).toMatchObject([{ words: { count: 1 } }])
  const answered = await pharmacist.call('PATCH', `/pharmacy/public-prescription-requests/${request.id}/`, {
    status: 'accepted',
    version: 1,
  })
  expect(answered.status, answered.text).toBe(200)
  expect(await reported(pharmacist, 'prescription_requests')).toEqual([])
})

test('what went wrong: messages, analysers, work outside requests', async () => {
  const { db } = clinic
  const now = clinic.clock.now
  const message = { channel: 'sms', address: '+254712345678', language: 'en', body: 'x', state: 'failed', send_after: now } as const
  await db
    .insertInto('messages')
    .values([
      { ...message, kind: 'reminder', once_key: 'new', created_at: now },
      { ...message, kind: 'reminder', once_key: 'old', created_at: new Date(now.getTime() - 8 * 86_400_000) },
    ])
    .execute()
  expect(await reported(chief, 'messages_failed')).toMatchObject([{ words: { count: 1 } }])
  await db
    .insertInto('lab_messages')
    .values({ direction: 'in', protocol: 'hl7', body: Buffer.from('x'), digest: Buffer.alloc(32), state: 'failed', at: now })
    .execute()
  expect(await reported(lab.technician, 'analyser_messages')).toMatchObject([{ words: { count: 1 } }])
  expect(await inbox(lab.doctor, 'analyser_messages')).toEqual([])
  const job = (name: string, state: string, minutes: number, data = {}) =>
    sql`insert into pgboss.job (name, state, completed_on, data)
      values (${name}, ${state}, ${new Date(now.getTime() - minutes * 60_000)}, ${JSON.stringify(data)}::jsonb)`.execute(db)
  await job('clean-up', 'failed', 30)
  await job('send-messages', 'failed', 20)
  await job('send-messages', 'completed', 10)
  expect(await reported(chief, 'jobs_failed')).toMatchObject([{ words: { count: 1, names: ['clean-up'] } }])
  expect(await inbox(buyers.head, 'jobs_failed')).toEqual([])
  expect(await inbox(await clinic.signedInAs(['company.change']), 'jobs_failed')).toHaveLength(1)
  await job('clean-up', 'completed', 1)
  expect(await reported(chief, 'jobs_failed')).toEqual([])
  await job('read-record', 'failed', 9, { record: 1 })
  await job('read-record', 'completed', 8, { record: 2 })
  expect(await reported(chief, 'jobs_failed')).toMatchObject([{ words: { names: ['read-record'] } }])
  await job('read-record', 'completed', 7, { record: 1 })
  expect(await reported(chief, 'jobs_failed')).toEqual([])
})

test('two looks at once raise one entry', async () => {
  const shelf = await aShelf(clinic)
  const { id } = await aRequisition(buyers.asker, shelf.store, [{ item: shelf.first, quantity_requested: 5 }])
  await move(buyers.asker, 'requisition', id, 'submit')
  await Promise.all([look(), look(), look()])
  const rows = await clinic.db
    .selectFrom('notifications')
    .select('id')
    .where('kind', '=', 'requisition_to_approve')
    .where('entity_id', '=', id)
    .execute()
  expect(rows).toHaveLength(1)
  expect(await look()).toEqual([])
})
