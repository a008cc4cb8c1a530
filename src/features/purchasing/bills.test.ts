import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Db } from '#platform/db/connect.ts'
import { statuses } from '../../testing/calls/statuses.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { anOrder } from '../../testing/scenarios/purchases.ts'
import { aDrug, aPack, aStore, aSupplier } from '../../testing/scenarios/stock.ts'
import type { BillableLine, BillDifference, OrderBill, OrderBillSummary } from './contract-bills.ts'
import type { GoodsReceipt } from './contract-receipts.ts'

let clinic: TestClinic
let db: Db
let clerk: Person
let chief: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  db = clinic.db
  clerk = await clinic.signedInAs(['purchasing.bill', 'purchasing.view', 'stock.receive', 'purchasing.pay'])
  chief = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

const URL = '/inventory/orderbill/'
let serial = 0
const aNumber = () => `INV-${++serial}`
type Written = OrderBill & { matched: BillDifference[] }
const enter = (body: object, by = clerk) => by.call('POST', URL, { invoice_no: aNumber(), bill_date: '2026-03-01', ...body })
const entered = async (body: object) => {
  const reply = await enter(body)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<Written>()
}
const receive = async (body: object) => {
  const reply = await clerk.call('POST', '/inventory/goods-receipts/', body)
  expect(reply.status, reply.text).toBe(201)
  return reply.json<GoodsReceipt>()
}
const back = (id: number) => clerk.call('POST', `/inventory/goods-receipts/${id}/reverse/`, { reason: 'Wrong' })
const lot = { lot: 'A1', expires_on: '2027-06-30' }
/** An order of 12 boxes of 100 at 250.00 with 16% tax, of which so many came. */
const ordered = async (came: number) => {
  const drug = await aDrug(db)
  const box = await aPack(db, drug.id, 100)
  const order = await anOrder(db, [
    { item_id: drug.id, quantity_purchased: 12, pack_id: box.id, pack_units: 100, unit_price: '250.00', tax_rate: '16' },
  ])
  const receipt = came === 0 ? null : await receive({ purchase_order: order.id, items: [{ item: drug.id, quantity: came, ...lot }] })
  return {
    drug,
    box,
    order,
    receipt,
    row: (quantity: number, more: object = {}) => ({ item: drug.id, quantity, unit_price: '250.00', ...more }),
  }
}

describe('POST /inventory/orderbill/', () => {
  test('enters a bill that agrees with order and delivery: nobody has to approve it', async () => {
    const { order, row, drug } = await ordered(10)
    const bill = await entered({ purchase_order: order.id, total_cost: '2900.00', items: [row(10)] })
    expect(bill).toMatchObject({
      supplier: order.supplier,
      purchase_order: order.id,
      purchase_order_number: order.number,
      payment_status: 'unpaid',
      bill_date: '2026-03-01',
      due_on: '2026-03-31',
      total_cost: '2900.00',
      tax: '400.00',
      balance: '2900.00',
      differences: [],
      matched: [],
      needs_approval: false,
      may: { approve: false, cancel: true, pay: true },
      items: [{ item: drug.id, quantity: 10, units: 1000, tax_rate: '16.00', total: '2900.00' }],
    })
    expect((await clerk.call('GET', `${URL}${bill.id}/`)).json<OrderBill>()).toMatchObject({ id: bill.id, items: bill.items })
  })

  test('says in words and rows where a bill differs, and keeps it', async () => {
    const { order, row, drug } = await ordered(10)
    const stranger = await aDrug(db)
    const bill = await entered({
      purchase_order: order.id,
      total_cost: '3706.00',
      items: [row(12, { unit_price: '260.00', tax_rate: '15' }), { item: stranger.id, quantity: 59, unit_price: '2.00' }],
    })
    expect(bill.differences).toEqual([
      `${drug.name}: billed 12 × Box of 100, received and not billed yet 10`,
      `${drug.name}: billed at 260.00 a Box of 100, agreed 250.00`,
      `${drug.name}: billed with 15% tax, agreed 16.00%`,
      `${stranger.name}: billed 59 × tablet, but it is not on the order`,
    ])
    expect(bill.matched.map(({ kind, billed, expected }) => [kind, billed, expected])).toEqual([
      ['quantity', '1200', '1000'],
      ['price', '260.00', '250.00'],
      ['tax', '15', '16.00'],
      ['item', '59', '0'],
    ])
    expect(bill).toMatchObject({ needs_approval: true, may: { approve: false, pay: false } })
  })

  test('counts what is on other bills, unless they were cancelled', async () => {
    const { order, row } = await ordered(10)
    const first = await entered({ purchase_order: order.id, total_cost: '2030.00', items: [row(7)] })
    const second = await entered({ purchase_order: order.id, total_cost: '1160.00', items: [row(4)] })
    expect(second.matched).toMatchObject([{ kind: 'quantity', billed: '400', expected: '300' }])
    for (const { id } of [first, second]) await clerk.call('POST', `${URL}${id}/cancel/`, { reason: 'Wrong' })
    expect((await entered({ purchase_order: order.id, total_cost: '2900.00', items: [row(10)] })).differences).toEqual([])
  })

  test('of two bills of one order that come at once, one takes the delivery', async () => {
    const { order, row } = await ordered(10)
    const bills = await Promise.all([1, 2, 3].map(() => entered({ purchase_order: order.id, total_cost: '2900.00', items: [row(10)] })))
    expect(bills.filter(({ differences }) => differences.length === 0)).toHaveLength(1)
  })

  test('without rows it is what came and is not billed, to the cent, and then is about that', async () => {
    const { order, row } = await ordered(10)
    const off = await entered({ purchase_order: order.id, total_cost: '2900.01' })
    expect(off.differences).toEqual(['Billed 2,900.01 in all, received and not billed yet 2,900.00'])
    // What nobody can hold against anything stands in the way of the next one.
    const after = await entered({ purchase_order: order.id, total_cost: '290.00', items: [row(1)] })
    expect(after.differences).toEqual([`Bill ${off.invoice_no} of 2,900.01 on the same order does not list its lines`])
    for (const { id } of [off, after]) await clerk.call('POST', `${URL}${id}/cancel/`, { reason: 'Wrong' })
    const whole = await entered({ purchase_order: order.id, total_cost: '2900.00' })
    expect(whole).toMatchObject({ differences: [], tax: '400.00', items: [{ quantity: 10, pack_units: 100 }] })
    expect((await entered({ purchase_order: order.id, total_cost: '290.00', items: [row(1)] })).matched).toMatchObject([
      { kind: 'quantity' },
    ])
  })

  test('without an order it is held against what came without one', async () => {
    const [drug, supplier, store] = [await aDrug(db), (await aSupplier(db, { payment_days: 10 })).id, (await aStore(db)).id]
    await receive({ store, supplier, items: [{ item: drug.id, quantity: 20, purchase_price: '3.00', ...lot }] })
    const agreed = await entered({ supplier, total_cost: '45.00', items: [{ item: drug.id, quantity: 15, unit_price: '3.00' }] })
    expect(agreed).toMatchObject({ differences: [], due_on: '2026-03-11', purchase_order: null })
    const more = await entered({ supplier, total_cost: '24.00', items: [{ item: drug.id, quantity: 6, unit_price: '4.00' }] })
    expect(more.matched.map(({ kind }) => kind)).toEqual(['quantity', 'price'])
    const never = await entered({ supplier, total_cost: '1.00', items: [{ item: (await aDrug(db)).id, quantity: 1, unit_price: '1' }] })
    expect(never.differences[0]).toContain('never came from this supplier without an order')
    expect((await entered({ supplier, total_cost: '1.00' })).differences).toEqual([
      'There is neither an order nor a row that this bill could be held against',
    ])
  })

  test('refuses the number of another bill of the supplier by naming it, whatever the case', async () => {
    const { order, row } = await ordered(10)
    const invoice_no = aNumber()
    const first = await entered({ purchase_order: order.id, invoice_no, total_cost: '290.00', items: [row(1)] })
    const body = { purchase_order: order.id, invoice_no: invoice_no.toLowerCase(), total_cost: '290.00', items: [row(1)] }
    const again = await enter(body)
    expect(again.status).toBe(409)
    expect(again.json()).toMatchObject({ code: 'entered_already', bill: first.id })
    const other = await ordered(1)
    await entered({ ...body, purchase_order: other.order.id, items: [other.row(1)] })
    await clerk.call('POST', `${URL}${first.id}/cancel/`, { reason: 'Wrong' })
    await entered(body)
  })

  test.each([
    ['a sum that is not that of its rows', { total_cost: '290.02' }, 'total_cost'],
    ['another tax', { tax: '39.00' }, 'tax'],
    ['tomorrow', { bill_date: '2026-03-03' }, 'bill_date'],
    ['due before it was written', { due_on: '2026-02-28' }, 'due_on'],
    ['no number', { invoice_no: ' ' }, 'invoice_no'],
    ['nothing to pay', { total_cost: '0.00' }, 'total_cost'],
    ['less than nothing', { total_cost: '-5.00' }, 'total_cost'],
    ['another supplier', { supplier: 999_999 }, 'supplier'],
    ['no such order', { purchase_order: 999_999 }, 'purchase_order'],
  ])('refuses %s', async (_what, wrong, field) => {
    const { order, row } = await ordered(1)
    const refused = await enter({ purchase_order: order.id, total_cost: '290.00', items: [row(1)], ...wrong })
    expect([refused.status, Object.keys(refused.json())]).toEqual([400, [field]])
  })

  test.each([
    ['zero', { quantity: 0 }, 'items.0.quantity'],
    ['a fraction', { quantity: 0.5 }, 'items.0.quantity'],
    ['an unknown unit', { pack: 999_999 }, 'items.0.pack'],
    ['an unknown item', { item: 999_999 }, 'items.0.item'],
    ['a row too great', { quantity: 999_999, pack: null, unit_price: '9999999.00' }, 'items.0.unit_price'],
  ])('refuses a row of %s', async (_what, wrong, field) => {
    const { order, row } = await ordered(1)
    const refused = await enter({ purchase_order: order.id, total_cost: '290.00', items: [row(1, wrong)] })
    expect([refused.status, Object.keys(refused.json())]).toEqual([400, [field]])
  })

  test('refuses a draft and a cancelled order, and lets a closed one be billed', async () => {
    const drug = await aDrug(db)
    const orders = await Promise.all(
      (['draft', 'cancelled', 'closed'] as const).map((status) =>
        anOrder(db, [{ item_id: drug.id, quantity_purchased: 1 }], {
          status,
          ...(status !== 'draft' && { ended_at: clinic.clock.now, end_reason: 'Ended' }),
        }),
      ),
    )
    const replies = await Promise.all(orders.map(({ id }) => enter({ purchase_order: id, total_cost: '10.00' })))
    expect(replies.map(({ status }) => status)).toEqual([409, 409, 201])
  })

  test('POST /inventory/orderbill/check/ says the same and writes nothing', async () => {
    const { order, row } = await ordered(10)
    const checked = await clerk.call('POST', `${URL}check/`, { purchase_order: order.id, items: [row(12)] })
    expect(checked.status, checked.text).toBe(200)
    expect(checked.json()).toMatchObject({ total: '3480.00', tax: '480.00', matched: [{ kind: 'quantity', expected: '1000' }] })
    expect((await clerk.call('GET', `${URL}?purchase_order=${order.id}`)).json()).toEqual([])
  })

  test('needs the right to enter bills', async () => {
    const unprivileged = await clinic.signedInAs(['purchasing.view', 'purchasing.pay'])
    expect((await enter({ total_cost: '1.00' }, unprivileged)).status).toBe(403)
  })
})

test('GET /inventory/orderbill/billable/ is what came and is on no bill yet, in boxes while they are whole', async () => {
  const { order, row, drug } = await ordered(10)
  const billable = async () =>
    (await clerk.call('GET', `${URL}billable/?purchase_order=${order.id}`)).json<{
      total: string
      supplier: number
      items: BillableLine[]
    }>()
  expect(await billable()).toMatchObject({ total: '2900.00', supplier: order.supplier, items: [{ quantity: 10, pack_name: 'Box of 100' }] })
  await entered({ purchase_order: order.id, total_cost: '1015.00', items: [row(350, { pack: null, unit_price: '2.50' })] })
  expect((await billable()).items).toMatchObject([{ item: drug.id, pack: null, pack_units: 1, units: 650, unit_price: '2.50' }])
  expect((await clerk.call('GET', `${URL}billable/?purchase_order=999999`)).status).toBe(404)
})

const act = (by: Person, id: number, what: string, body: object = {}) =>
  by.call('POST', `${URL}${id}/${what}/`, { reason: 'Agreed', ...body })

describe('POST /inventory/orderbill/{id}/approve/ and /cancel/', () => {
  test('a bill that differs is approved by somebody else, once, with a reason', async () => {
    const { order, row } = await ordered(10)
    const bill = await entered({ purchase_order: order.id, total_cost: '3480.00', items: [row(12)] })
    const own = await clinic.signedInAs(['purchasing.approve_bill', 'purchasing.bill', 'purchasing.view'])
    const mine = (await enter({ purchase_order: order.id, total_cost: '290.00', items: [row(1)] }, own)).json<Written>()
    expect((await act(own, mine.id, 'approve')).json()).toMatchObject({ code: 'own_bill' })
    expect((await act(clerk, bill.id, 'approve')).status).toBe(403)
    expect((await act(chief, bill.id, 'approve', { reason: ' ' })).status).toBe(400)
    expect((await act(chief, bill.id, 'approve', { version: 9 })).status).toBe(412)
    const replies = await Promise.all([act(chief, bill.id, 'approve'), act(own, bill.id, 'approve')])
    expect(statuses(replies)).toEqual([200, 409])
    const after = (await clerk.call('GET', `${URL}${bill.id}/`)).json<OrderBill>()
    expect(after).toMatchObject({ needs_approval: false, approval_reason: 'Agreed', may: { approve: false, pay: true }, version: 2 })
    const agreed = await ordered(1)
    const fine = await entered({ purchase_order: agreed.order.id, total_cost: '290.00', items: [agreed.row(1)] })
    expect((await act(chief, fine.id, 'approve')).status).toBe(409)
    expect((await act(chief, 999_999, 'approve')).status).toBe(404)
  })

  test('an unpaid bill is cancelled once, with a reason', async () => {
    const { order, row } = await ordered(1)
    const bill = await entered({ purchase_order: order.id, total_cost: '290.00', items: [row(1)] })
    expect((await act(clerk, bill.id, 'cancel')).json()).toMatchObject({ is_cancelled: true, balance: '0.00', cancel_reason: 'Agreed' })
    expect((await act(clerk, bill.id, 'cancel')).status).toBe(409)
    expect((await act(chief, bill.id, 'approve')).status).toBe(409)
  })

  test('a delivery that is billed is not taken back', async () => {
    const { order, row, receipt } = await ordered(10)
    const bill = await entered({ purchase_order: order.id, total_cost: '290.00', items: [row(1)] })
    const refused = await back(receipt!.id)
    expect([refused.status, refused.json<{ code: string }>().code]).toEqual([409, 'billed'])
    await act(clerk, bill.id, 'cancel')
    expect((await back(receipt!.id)).status).toBe(201)
  })

  test('nor is one without an order', async () => {
    const [drug, supplier, store] = [await aDrug(db), (await aSupplier(db)).id, (await aStore(db)).id]
    const came = { store, supplier, items: [{ item: drug.id, quantity: 20, purchase_price: '3.00', ...lot }] }
    const [first, second] = [await receive(came), await receive(came)]
    await entered({ supplier, total_cost: '60.00', items: [{ item: drug.id, quantity: 20, unit_price: '3.00' }] })
    expect((await back(first.id)).status).toBe(201)
    expect((await back(second.id)).status).toBe(409)
  })
})

test('GET /inventory/orderbill/ lists bills by supplier, status, what is overdue, differs or was cancelled', async () => {
  const { order, row } = await ordered(10)
  const agreed = await entered({ purchase_order: order.id, bill_date: '2026-01-01', total_cost: '290.00', items: [row(1)] })
  const differing = await entered({ purchase_order: order.id, total_cost: '3480.00', items: [row(12)] })
  const cancelled = await entered({ purchase_order: order.id, total_cost: '290.00', items: [row(1)] })
  await clerk.call('POST', `${URL}${cancelled.id}/cancel/`, { reason: 'Wrong' })
  const idsOf = async (query: string) =>
    (await clerk.call('GET', `${URL}?supplier=${order.supplier}&${query}`)).json<OrderBillSummary[]>().map(({ id }) => id)
  expect(await idsOf('')).toEqual([cancelled.id, differing.id, agreed.id])
  expect(await idsOf('cancelled=true')).toEqual([cancelled.id])
  expect(await idsOf('differs=true')).toEqual([differing.id])
  expect(await idsOf('overdue=true')).toEqual([agreed.id])
  expect(await idsOf('payment_status=unpaid&limit=1')).toEqual([differing.id])
  expect(await idsOf(`search=${agreed.invoice_no.toLowerCase()}&purchase_order=${order.id}`)).toContain(agreed.id)
  expect(await idsOf(`search=${order.number}`)).toHaveLength(3)
  const [overdue] = (await clerk.call('GET', `${URL}?supplier=${order.supplier}&overdue=true&count=true`)).json<OrderBillSummary[]>()
  // Due on 31 January; today is 2 March.
  expect(overdue!.overdue_days).toBe(30)
  expect((await clerk.call('GET', `${URL}?payment_status=open`)).json()).toHaveProperty('payment_status')
})
