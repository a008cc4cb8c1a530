import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { anItem, aPatient, aVisitWithOrders } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { aLabPanel } from '../../testing/scenarios/laboratory.ts'
import { onShelf } from '../../testing/scenarios/pharmacy.ts'
import type { createPrescribedDrug } from './contract.ts'

type Drug = ResponseOf<typeof createPrescribedDrug>

const DRUGS = '/patients/prescribed-drugs/'
let clinic: TestClinic
let desk: Person
let doctor: Person
let pharmacist: Person
let amoxicillin: number
let gauze: number
beforeAll(async () => {
  clinic = await openTestClinic()
  desk = await clinic.signedInFrom('System administrator', 'sysadmin')
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  pharmacist = await clinic.signedInFrom('Pharmacist', 'pharmacist')
  amoxicillin = (await anItem(clinic.db, '5.00', { category: 'drug', name: 'Amoxicillin 500 mg', unit: 'capsule' })).id
  gauze = (await anItem(clinic.db, '30.00', { category: 'consumable', name: 'Gauze' })).id
  for (const item of [amoxicillin, gauze]) await onShelf(clinic.db, item)
})
afterAll(() => clinic.close())

const visit = async () => aVisitWithOrders(desk, (await aPatient(clinic.db)).id)
const directions = { dosage: '500 mg', frequency: 'three times a day', duration: '7 days' }
const order = (prescription: number, item: number, more: object = {}) =>
  doctor.call('POST', DRUGS, { prescription, item, ...(item !== gauze && directions), ...more })
const prescribe = async (prescription: number, item: number, more: object = {}) => {
  const reply = await order(prescription, item, more)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Drug>()
}
const cancel = (id: number, more: object = {}) => doctor.call('PATCH', `${DRUGS}${id}/`, { cancelled: true, reason: 'Allergic', ...more })
const issue = (invoice: number) => desk.call('POST', `/billing/invoices/${invoice}/issue/`, {})
const active = (invoice: number) =>
  clinic.db
    .selectFrom('charges')
    .select(['item_id', 'order_kind', 'order_id', 'quantity', 'total'])
    .where('invoice_id', '=', invoice)
    .where('cancelled_at', 'is', null)
    .orderBy('id')
    .execute()

describe('prescribing', () => {
  test('charges the quantity, not one', async () => {
    const { id, prescription, patient, invoice } = await visit()
    const drug = await prescribe(prescription, amoxicillin, { quantity: '21', note: 'After food' })
    expect(drug).toMatchObject({
      prescription,
      visit: id,
      patient,
      item: amoxicillin,
      item_name: 'Amoxicillin 500 mg',
      ...directions,
      note: 'After food',
      quantity: '21.000',
      is_dispensed: false,
      sale_price: '5.00',
      invoice,
      invoice_item_status: 'pending',
      prescribed_by: doctor.id,
      prescribed_by_name: 'Test doctor',
      version: 1,
    })
    expect(await active(invoice)).toEqual([
      { item_id: amoxicillin, order_kind: 'prescription', order_id: drug.id, quantity: '21.000', total: '105.00' },
    ])
    expect((await prescribe(prescription, gauze)).quantity).toBe('1.000')
  })

  test('takes drugs and consumables in use, each once, a quantity above zero, and directions', async () => {
    const { prescription, invoice } = await visit()
    const film = await anItem(clinic.db, '50.00', { category: 'laboratory' })
    const unused = await anItem(clinic.db, '50.00', { category: 'drug', is_active: false })
    const refused = async (reply: ReturnType<typeof order>) => {
      const answered = await reply
      expect(answered.status).toBe(400)
      return answered.json()
    }
    for (const item of [film.id, unused.id, 2_000_000_000])
      expect(await refused(order(prescription, item))).toEqual({ item: ['Choose an active drug or consumable.'] })
    expect(await refused(order(2_000_000_000, gauze))).toEqual({ prescription: ['Prescription not found.'] })
    for (const quantity of ['0', '-1', '1.0001', '100000', true, 'x'])
      expect(await refused(order(prescription, gauze, { quantity }))).toHaveProperty('quantity')
    expect(await refused(order(prescription, gauze, { dosage: ' ', is_dispensed: true }))).toMatchObject({
      dosage: expect.anything(),
      is_dispensed: expect.anything(),
    })
    await prescribe(prescription, gauze)
    expect(await refused(order(prescription, gauze))).toEqual({ item: ['This item is already on the prescription.'] })
    expect(await active(invoice)).toHaveLength(1)
  })

  test('is refused by a visit that is over', async () => {
    const { id, version, prescription, invoice } = await visit()
    await desk.call('PATCH', `/patients/initiate-attendance-process/${id}/`, { track: 'discharged', version })
    expect((await order(prescription, gauze)).json()).toMatchObject({ code: 'visit_closed' })
    expect(await active(invoice)).toEqual([])
  })

  test('is for those who may, and leaves its row in the trail', async () => {
    const { prescription, patient } = await visit()
    expect((await pharmacist.call('POST', DRUGS, { prescription, item: gauze, ...directions })).status).toBe(403)
    expect((await clinic.call('POST', DRUGS, {})).status).toBe(401)
    const { id } = await prescribe(prescription, gauze)
    const row = await clinic.db
      .selectFrom('audit_log')
      .selectAll()
      .where('action', '=', 'prescribe')
      .where('entity_id', '=', id)
      .executeTakeFirst()
    expect(row).toMatchObject({ entity: 'prescribed drug', patient_id: patient, actor_id: doctor.id })
  })
})

describe('cancelling a line', () => {
  test('takes its charge off the draft, and the item may be prescribed anew', async () => {
    const { prescription, invoice } = await visit()
    const { id } = await prescribe(prescription, amoxicillin)
    const reply = await cancel(id)
    expect(reply.headers['etag']).toBe('"2"')
    expect(reply.json<Drug>()).toMatchObject({
      cancel_reason: 'Allergic',
      cancelled_by_name: 'Test doctor',
      invoice_item_status: 'cancelled',
    })
    expect(await active(invoice)).toEqual([])
    await prescribe(prescription, amoxicillin)
    expect(await active(invoice)).toHaveLength(1)
  })

  test('that was billed gives a credit note over its quantity', async () => {
    const { prescription, invoice } = await visit()
    const { id } = await prescribe(prescription, amoxicillin, { quantity: '10' })
    await prescribe(prescription, gauze)
    await issue(invoice)
    expect((await cancel(id)).json<Drug>()).toMatchObject({ invoice, invoice_item_status: 'credited' })
    const notes = await clinic.db.selectFrom('credit_notes').select('total').where('invoice_id', '=', invoice).execute()
    expect(notes).toEqual([{ total: '50.00' }])
  })

  test('is refused once it is dispensed, and twice, and of a version that is gone', async () => {
    const { prescription } = await visit()
    const given = await prescribe(prescription, gauze)
    expect((await pharmacist.call('PATCH', `${DRUGS}${given.id}/`, { is_dispensed: true })).status).toBe(200)
    expect((await cancel(given.id)).json()).toMatchObject({ code: 'dispensed' })
    const { id } = await prescribe(prescription, amoxicillin)
    expect((await cancel(id, { version: 7 })).json()).toMatchObject({ code: 'version_conflict', current: { id, version: 1 } })
    expect((await cancel(2_000_000_000)).status).toBe(404)
    const replies = await Promise.all(Array.from({ length: 6 }, () => cancel(id)))
    expect(statuses(replies)).toEqual([200, 409, 409, 409, 409, 409])
  })
})

describe('at the same time', () => {
  test('the same drug twice is prescribed and charged once', async () => {
    for (let round = 0; round < 5; round++) {
      const { prescription, invoice } = await visit()
      const replies = await Promise.all(Array.from({ length: 6 }, () => order(prescription, amoxicillin)))
      expect(statuses(replies)).toEqual([201, 400, 400, 400, 400, 400])
      expect(await active(invoice)).toHaveLength(1)
    }
  })

  test('a line that is cancelled while its bill is issued is either not on it or credited', async () => {
    for (let round = 0; round < 12; round++) {
      const { prescription, invoice } = await visit()
      const { id } = await prescribe(prescription, amoxicillin, { quantity: '10' })
      await prescribe(prescription, gauze)
      const replies = await Promise.all(round % 2 ? [cancel(id), issue(invoice)] : [issue(invoice), cancel(id)])
      expect(replies.map(({ status }) => status)).toEqual([200, 200])
      const notes = await clinic.db.selectFrom('credit_notes').select('total').where('invoice_id', '=', invoice).execute()
      expect(notes).toEqual((await active(invoice)).length === 1 ? [] : [{ total: '50.00' }])
      const bill = (await desk.call('GET', `/billing/invoices/${invoice}/`)).json<{ patient_balance: string }>()
      expect(bill.patient_balance).toBe('30.00')
    }
  })

  test('twelve orders of every kind and a move of the visit wait for each other and all succeed', async () => {
    const { id, version, prescription, process_test_req: process, invoice } = await visit()
    const items = await Promise.all(Array.from({ length: 6 }, () => anItem(clinic.db, '1.00', { category: 'drug' })))
    const tested = await Promise.all(Array.from({ length: 6 }, () => anItem(clinic.db, '1.00', { category: 'laboratory' })))
    const tests = await Promise.all(tested.map((item) => aLabPanel(clinic.db, { item_id: item.id })))
    const replies = await Promise.all([
      ...items.map((item) => order(prescription, item.id, { quantity: '1' })),
      desk.call('PATCH', `/patients/initiate-attendance-process/${id}/`, { track: 'doctor', version }),
      ...tests.map((test) => doctor.call('POST', '/lab/lab-test-requests/', { process, panels: [{ test_panel: test.id }] })),
    ])
    expect(statuses(replies)).toEqual([200, ...Array.from({ length: 12 }, () => 201)])
    expect(await active(invoice)).toHaveLength(12)
  })
})

describe('the lists', () => {
  test('are of a patient, newest first, and of a prescription, in its order', async () => {
    const { prescription, patient } = await visit()
    const first = await prescribe(prescription, gauze)
    const second = await prescribe(prescription, amoxicillin)
    const ids = async (url: string) => (await pharmacist.call('GET', url)).json<Drug[]>().map(({ id }) => id)
    expect(await ids(`${DRUGS}by_patient_id/${patient}/`)).toEqual([second.id, first.id])
    expect(await ids(`${DRUGS}by-prescription/${prescription}/`)).toEqual([first.id, second.id])
    expect(await ids(`${DRUGS}by_patient_id/${(await visit()).patient}/`)).toEqual([])
    expect((await pharmacist.call('GET', `${DRUGS}by_patient_id/2000000000/`)).status).toBe(404)
    expect((await pharmacist.call('GET', `${DRUGS}by-prescription/2000000000/`)).status).toBe(404)
    const page = await pharmacist.call('GET', `${DRUGS}by_patient_id/${patient}/?limit=1&count=true`)
    expect(page.headers['x-total-count']).toBe('2')
    const { next = '' } = page
    expect(await ids(next)).toEqual([first.id])
  })

  test('show prices only to those who see services', async () => {
    const { prescription, patient } = await visit()
    await prescribe(prescription, amoxicillin)
    const blind = await clinic.signedInAs(['prescriptions.view'])
    for (const url of [`${DRUGS}by_patient_id/${patient}/`, `${DRUGS}by-prescription/${prescription}/`]) {
      expect((await doctor.call('GET', url)).json<Drug[]>()).toMatchObject([{ sale_price: '5.00' }])
      expect((await blind.call('GET', url)).json<Drug[]>()).toMatchObject([{ sale_price: null }])
    }
  })

  test('are a read of the patient’s record', async () => {
    const { prescription, patient } = await visit()
    const reader = await clinic.signedInAs(['prescriptions.view'])
    await reader.call('GET', `${DRUGS}by_patient_id/${patient}/`)
    await reader.call('GET', `${DRUGS}by-prescription/${prescription}/`)
    const rows = await clinic.db
      .selectFrom('audit_log')
      .select(['entity', 'patient_id'])
      .where('actor_id', '=', reader.id)
      .orderBy('id')
      .execute()
    expect(rows).toEqual([
      { entity: 'prescribed drugs', patient_id: patient },
      { entity: 'prescription', patient_id: patient },
    ])
  })
})
