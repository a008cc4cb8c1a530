import { expect } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import type { createPatientReturn, checkSale, createSale } from '#features/pharmacy/contract-counter.ts'
import { anItem } from '../builders.ts'
import type { Person, TestClinic } from '../clinic.ts'
import { aStore, someStock } from './stock.ts'

export type Sold = ResponseOf<typeof createSale>
export type CheckedSale = ResponseOf<typeof checkSale>
export type Returned = ResponseOf<typeof createPatientReturn>
export const SALES = '/pharmacy/sales/'
export const RETURNS = '/pharmacy/returns/'

/** A pharmacy in use, who sells there and takes things back, and how money comes in. */
export const aCounter = async (clinic: TestClinic) => {
  const { db } = clinic
  const { id: store } = await aStore(db, { kind: 'pharmacy' })
  await db.updateTable('pharmacy_settings').set({ store_id: store }).execute()
  const modes = await db.selectFrom('payment_modes').select(['id', 'category']).execute()
  const of = (category: string) => modes.find((mode) => mode.category === category)!.id
  const seller = await clinic.signedInAs(['pharmacy.sell', 'pharmacy.return', 'prescriptions.view'])
  const [cash, mobile] = [of('cash'), of('mobile money')]
  const check = (body: object) => seller.call('POST', `${SALES}check/`, body)
  const sell = (body: object, by: Person = seller, headers = {}) => by.call('POST', SALES, body, headers)
  return {
    store,
    cash,
    mobile,
    seller,
    check,
    sell,
    /** An item at a price with so many units out of one batch; a consumable, about which no rule says anything, unless said. */
    goods: async (price: string | null, quantity: number, more: Parameters<typeof anItem>[2] = {}) => {
      const { id } = await anItem(db, price, { category: 'consumable', unit: 'piece', ...more })
      return { id, batch: quantity > 0 ? await someStock(db, { item: id, store, quantity }) : 0 }
    },
    /** Sells at what the check says, paid in cash. */
    sold: async (lines: readonly object[], more: object = {}): Promise<Sold> => {
      const asked = { lines, ...more }
      const checked = await check(asked)
      expect(checked.status, checked.text).toBe(200)
      const { total } = checked.json<CheckedSale>()
      const payments = Number(total) > 0 ? [{ payment_mode: cash, amount: total }] : []
      const reply = await sell({ ...asked, total, payments })
      expect(reply.status, reply.text).toBe(201)
      return reply.json<Sold>()
    },
    takeReturn: (dispense: number, items: readonly object[], more: object = {}, by: Person = seller) =>
      by.call('POST', `/pharmacy/dispenses/${dispense}/returns/`, { reason: 'No longer needed', items, ...more }),
  }
}
export type Counter = Awaited<ReturnType<typeof aCounter>>

/** What a store has of an item, by state. */
export const levelOf = async ({ db }: Pick<TestClinic, 'db'>, store: number, item: number) =>
  db
    .selectFrom('stock_levels')
    .select(['usable', 'quarantined'])
    .where('store_id', '=', store)
    .where('item_id', '=', item)
    .executeTakeFirst()
