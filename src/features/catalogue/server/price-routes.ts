import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { invalidInput, notFound } from '#platform/errors/problem.ts'
import { handle } from '#platform/http/handle.ts'
import { endPrice, listItemPrices, listPrices, setPrice } from '../contract-prices.ts'
import { priceErrors } from '../rules.ts'
import { lockItem } from './items.ts'
import { findListName, lockPriceList } from './price-lists.ts'
import { countPricedItems, endPrices, findPricedItems, findPrices, type PriceRow, upsertPrices } from './prices.ts'
import { findToday } from './today.ts'

const requireList = async (db: Db, id: number) => {
  const list = await findListName(db, id)
  if (!list) throw notFound('Price list')
  return list
}
const holdList = async (db: Db, { id, item }: { id: number; item: number }) => {
  const list = await lockPriceList(db, id)
  if (!list) throw notFound('Price list')
  if (!(await lockItem(db, item))) throw notFound('Item')
  return list
}
const isOpen = (today: string) => (price: PriceRow) => price.valid_until === null || price.valid_until >= today
/** What the trail keeps of a price. */
const kept = (price: PriceRow) => {
  const { id: _id, item: _item, created_by_name: _name, ...rest } = price
  return rest
}

export const priceRoutes = [
  handle(listPrices, async ({ db, params, query, now }) => {
    const { limit: asked, cursor, count, on, ...filters } = query
    const list = await requireList(db, params.id)
    const day = on ?? (await findToday(db, now)).today
    const limit = limitOf(asked)
    const rows = await findPricedItems(db, list.id, day, filters, { cursor: readCursor(cursor), limit: limit + 1 })
    return pageOf(rows, limit, ({ sort_name }) => sort_name, count ? await countPricedItems(db, list.id, day, filters) : undefined)
  }),

  handle(listItemPrices, async ({ db, params }) => {
    const list = await requireList(db, params.id)
    return findPrices(db, list.id, [params.item])
  }),

  handle(setPrice, async ({ db, params, body, user, now, audit, publish }) => {
    const list = await holdList(db, params)
    const { today, currency } = await findToday(db, now)
    const wanted = {
      price: body.price,
      co_pay_amount: body.co_pay_amount ?? null,
      co_pay_percent: body.co_pay_percent ?? null,
      valid_from: body.valid_from ?? today,
      valid_until: body.valid_until ?? null,
    }
    const errors = Object.entries(priceErrors(wanted, { today, currency, isCash: list.is_cash }))
    if (errors.length > 0) throw invalidInput(Object.fromEntries(errors.map(([field, message]) => [field, [message]])))
    const of = (prices: PriceRow[]) => prices.find(({ valid_from }) => valid_from === wanted.valid_from)
    const before = of(await findPrices(db, list.id, [params.item]))
    await upsertPrices(db, list.id, [{ item: params.item, ...wanted }], user.id, now)
    const after = of(await findPrices(db, list.id, [params.item])) as PriceRow
    const change = before ? changedFields(kept(before), kept(after)) : kept(after)
    audit('set', { entity: 'price', id: after.id, change: { price_list: list.id, item: params.item, from: after.valid_from, ...change } })
    publish('catalogue', params.item)
    return after
  }),

  handle(endPrice, async ({ db, params, now, audit, publish }) => {
    const list = await holdList(db, params)
    const { today } = await findToday(db, now)
    const open = (await findPrices(db, list.id, [params.item])).filter(isOpen(today))
    if (open.length === 0) throw notFound('Price')
    await endPrices(db, list.id, params.item, today)
    audit('end', { entity: 'price', id: open[0]?.id ?? null, change: { price_list: list.id, item: params.item, ended: open.map(kept) } })
    publish('catalogue', params.item)
  }),
]
