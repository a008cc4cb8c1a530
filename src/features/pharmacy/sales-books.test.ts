import { afterAll, beforeAll, expect, test } from 'vitest'
import { cents } from '#shared/money.ts'
import { findInconsistencies } from '../../testing/books/books.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { aCounter, levelOf, type Counter, type Sold } from '../../testing/scenarios/sales.ts'
import { findStockInconsistencies } from '../../testing/books/stock-books.ts'
import { someStock } from '../../testing/scenarios/stock.ts'

let clinic: TestClinic
let counter: Counter
beforeAll(async () => {
  clinic = await openTestClinic()
  counter = await aCounter(clinic)
})
afterAll(() => clinic.close())

test('of twelve who sell at once from ten, each gets units of its own', async () => {
  const { sell, goods, store, cash } = counter
  const { id: item } = await goods('3.00', 10)
  const body = { lines: [{ item, quantity: 1 }], total: '3.00', payments: [{ payment_mode: cash, amount: '3.00' }] }
  const replies = await Promise.all(Array.from({ length: 12 }, () => sell(body)))
  const codes = replies.map((reply) => (reply.status === 201 ? 'sold' : reply.json<{ code: string }>().code))
  expect(codes.toSorted()).toEqual([...Array.from({ length: 2 }, () => 'not_enough_stock'), ...Array.from({ length: 10 }, () => 'sold')])
  expect(await levelOf(clinic, store, item)).toMatchObject({ usable: 0 })
})

test('after sales and returns in any order, stock and books hold', async () => {
  const { goods, sell, check, takeReturn, cash, store } = counter
  let seed = 7
  const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
  const refunder = await clinic.signedInAs(['pharmacy.return', 'billing.refund'])
  const items = await Promise.all(['33.33', '0.01', '250.50', '7.77'].map((price) => goods(price, 30)))
  for (const { id } of items) await someStock(clinic.db, { item: id, store, quantity: 5, expires_on: '2026-07-01' })
  const sales: Sold['dispense'][] = []
  const done = { sold: 0, returned: 0, refunded: 0 }
  for (let step = 0; step < 28; step++) {
    clinic.clock.now = new Date(clinic.clock.now.getTime() + 1000)
    if (step < 5 || random(2) === 0) {
      await clinic.db
        .updateTable('billing_settings')
        .set({ rounding_step: ['0.01', '1.00', '5.00'][random(3)]! })
        .execute()
      const lines = items.filter(() => random(2) === 0).map(({ id }) => ({ item: id, quantity: 1 + random(7) }))
      if (lines.length === 0) continue
      const { total } = (await check({ lines })).json<{ total: string }>()
      const reply = await sell({ lines, total, payments: cents(total) > 0 ? [{ payment_mode: cash, amount: total }] : [] })
      expect([201, 409], reply.text).toContain(reply.status)
      if (reply.status === 201) done.sold = sales.push(reply.json<Sold>().dispense)
      continue
    }
    const sale = sales[random(sales.length)]!
    const asked = sale.items.map(({ id, batches }) => ({ dispense_item: id, batch: batches[0]!.batch, units: 1 + random(3) }))
    const refund = random(2) === 0 ? [{ payment_mode: cash, amount: '5.00' }] : undefined
    const reply = await takeReturn(sale.id, asked, { refund }, refunder)
    expect([201, 400], reply.text).toContain(reply.status)
    if (reply.status === 201) done[refund ? 'refunded' : 'returned'] += 1
  }
  await clinic.db.updateTable('billing_settings').set({ rounding_step: '0.01' }).execute()
  expect(await findInconsistencies(clinic.db)).toEqual([])
  expect(await findStockInconsistencies(clinic.db)).toEqual([])
  for (const [name, times] of Object.entries(done)) expect(times, name).toBeGreaterThan(0)
})
