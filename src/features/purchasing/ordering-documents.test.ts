import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import {
  anApprovedRequisition,
  anOrder,
  aRequisition,
  aShelf,
  type Buyers,
  buyersOf,
  move,
  well,
} from '../../testing/scenarios/ordering.ts'
import { pdfPages } from '../../testing/documents/pdf-text.ts'
import { aPack, someStock } from '../../testing/scenarios/stock.ts'
import type { PurchaseOrder } from './contract-orders.ts'

let clinic: TestClinic
let people: Buyers
beforeAll(async () => {
  clinic = await openTestClinic()
  people = await buyersOf(clinic)
  await clinic.db.updateTable('company').set({ name: 'Mwangaza Clinic', address1: 'Moi Road 12', phone1: '+254712000111' }).execute()
})
afterAll(() => clinic.close())

const print = async (url: string, person: Person = people.officer) => {
  const reply = await clinic.app.inject({ method: 'GET', url, headers: { authorization: `Bearer ${person.token}` } })
  expect([reply.statusCode, reply.headers['content-type']], reply.statusCode === 200 ? '' : reply.body).toEqual([200, 'application/pdf'])
  return { text: pdfPages(reply.rawPayload).flat().join(' ').replaceAll(/\s+/g, ' '), name: String(reply.headers['content-disposition']) }
}
const expectText = (text: string, ...words: string[]) => {
  for (const word of words) expect(text).toContain(word)
}

test('a purchase order says who sends what to whom, for how much, and who approved it', async () => {
  const { store, supplier, first } = await aShelf(clinic)
  await clinic.db
    .updateTable('suppliers')
    .set({ name: 'Dawa House', address: 'Industrial Area', contact_person: 'Achieng Otieno', tax_number: 'P051' })
    .where('id', '=', supplier)
    .execute()
  await clinic.db.updateTable('stores').set({ name: 'Maternity ward' }).where('id', '=', store).execute()
  await clinic.db.updateTable('items').set({ name: 'Amoxicillin 500 mg' }).where('id', '=', first).execute()
  const pack = await aPack(clinic.db, first, 100, 'Tin')
  const rows = [{ item: first, pack: pack.id, quantity_purchased: 12, unit_price: '1250.00', tax_rate: '16' }]
  const order = await anOrder(people.officer, supplier, rows, { store, note: 'Deliver before noon' })
  const draft = await print(`/inventory/purchase-order/${order.id}/pdf/`)
  expectText(draft.text, 'DRAFT', 'Not approved yet', order.number)
  await move(people.other, 'purchase-order', order.id, 'approve')
  const { text, name } = await print(`/inventory/download_purchaseorder_pdf/${order.id}/`)
  expectText(
    text,
    'Mwangaza Clinic',
    'Moi Road 12',
    'Purchase order',
    order.number,
    'Dawa House',
    'Industrial Area',
    'Achieng Otieno',
    'P051',
  )
  expectText(
    text,
    'Deliver to',
    'Maternity ward',
    'Expected',
    '9 Mar 2026',
    'Ordered by',
    'Approved by',
    'Test receptionist',
    'Deliver before noon',
  )
  expectText(text, 'Amoxicillin 500 mg', 'Tin · 100 tablet', '12', '1,250.00', '16%', '2,400.00', '15,000.00', '17,400.00')
  expect(text).not.toContain('DRAFT')
  expect(name).toContain(`${order.number}.pdf`)
  const trail = await clinic.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id'])
    .where('entity', '=', 'purchase order')
    .orderBy('id')
    .execute()
  expect(trail.at(-1)).toEqual({ action: 'print', actor_id: people.officer.id })
})

test('an order without a supplier prints too, and a cancelled one says so', async () => {
  const { id } = await well<PurchaseOrder>(people.officer.call('POST', '/inventory/purchase-order/', {}), 201)
  expectText((await print(`/inventory/purchase-order/${id}/pdf/`)).text, 'No supplier yet', 'DRAFT')
  await move(people.officer, 'purchase-order', id, 'cancel')
  expectText((await print(`/inventory/purchase-order/${id}/pdf/`)).text, 'CANCELLED')
})

test('a requisition says what was asked, approved and ordered, and by whom', async () => {
  const { store, first, second } = await aShelf(clinic)
  await clinic.db.updateTable('stores').set({ name: 'Theatre' }).where('id', '=', store).execute()
  await clinic.db.updateTable('items').set({ name: 'Gauze swabs' }).where('id', '=', first).execute()
  await someStock(clinic.db, { item: first, store: 1, quantity: 5, unit_cost: '2.5' })
  const draft = await aRequisition(people.asker, store, [{ item: second, quantity_requested: 3 }])
  expectText((await print(`/inventory/requisition/${draft.id}/pdf/`)).text, 'DRAFT - not submitted', draft.number)
  const { id, number } = await anApprovedRequisition(people, store, [{ item: first, quantity_requested: 40 }])
  for (const path of [`/inventory/requisition/${id}/pdf/`, `/inventory/download_requisition_pdf/${id}/`]) {
    const { text } = await print(path, people.asker)
    expectText(
      text,
      'Mwangaza Clinic',
      'Requisition',
      number,
      'Requested by',
      'Theatre',
      'Gauze swabs',
      'Department',
      'Procurement',
      '100.00',
    )
    expect(text).not.toContain('DRAFT')
  }
})

test('papers are for people with purchasing.view, of what there is', async () => {
  const unprivileged = await clinic.signedInAs(['stock.view'])
  for (const path of ['requisition', 'purchase-order']) {
    expect((await unprivileged.call('GET', `/inventory/${path}/1/pdf/`)).status).toBe(403)
    expect((await people.officer.call('GET', `/inventory/${path}/999999/pdf/`)).status).toBe(404)
  }
})
