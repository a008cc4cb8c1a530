import type { Db } from '#platform/db/connect.ts'
import { conflict, notFound, fieldError, invalidInput, requireFound } from '#platform/errors/problem.ts'
import { catalogueRoutes } from '#platform/records/catalogue-routes.ts'
import {
  taxClasses,
  exportItems,
  importItems,
  createItem,
  getItem,
  Item,
  listItems,
  listServices,
  updateItem,
  exportPrices,
  importPrices,
  createPriceList,
  listPriceLists,
  PriceList,
  updatePriceList,
  endPrice,
  listItemPrices,
  listPrices,
  setPrice,
} from '../contract.ts'
import { DEFAULT_TAX_CLASS } from './tax-classes.ts'
import { handle } from '#platform/http/handle.ts'
import { itemColumns, priceColumns } from './csv-columns.ts'
import { writeCsv } from '#platform/csv/write-csv.ts'
import { findItemCells, findPriceCells } from './exports.ts'
import { importItemsFrom } from './import-items.ts'
import { importPricesFrom } from './import-prices.ts'
import {
  findListName,
  findPriceList,
  findPriceLists,
  hasInsurer,
  insertPriceList,
  lockPriceList,
  type PriceListRow,
  updatePriceListRow,
} from './price-lists.ts'
import { findToday, cashPriceAt } from './today.ts'
import { changedFields } from '#platform/audit/audit.ts'
import { changeFrom } from '#platform/records/version.ts'
import { listRoute } from '#platform/records/list-route.ts'
import { readPage } from '#platform/db/keyset.ts'
import { addItem, changeItem, holdItem } from './add-item.ts'
import { countItems, findItem, findItems, type ItemRow, lockItem } from './items.ts'
import { sql } from 'kysely'
import { hasTooManyDecimals } from '#shared/money.ts'
import { priceErrors } from '../rules.ts'
import { countPricedItems, endPrices, findPricedItems, findPrices, type PriceRow, upsertPrices } from './prices.ts'

const requireList = async (db: Db, id: number) => {
  return requireFound(await findListName(db, id), 'Price list')
}
const holdList = async (db: Db, { id, item }: { id: number; item: number }) => {
  const list = requireFound(await lockPriceList(db, id), 'Price list')
  if (!(await lockItem(db, item))) throw notFound('Item')
  return list
}
const isOpen = (today: string) => (price: PriceRow) => price.valid_until === null || price.valid_until >= today
/** What the trail keeps of a price. */
const kept = (price: PriceRow) => {
  const { id: _id, item: _item, created_by_name: _name, ...rest } = price
  return rest
}

const priceRoutes = [
  handle(listPrices, async ({ db, params, query, now }) => {
    const list = await requireList(db, params.id)
    const day = query.on ?? (await findToday(db, now)).today
    return readPage(query, {
      find: (position) => findPricedItems(db, list.id, day, query, position),
      by: ({ sort_name }) => sort_name,
      count: () => countPricedItems(db, list.id, day, query),
    })
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

interface CoPay {
  co_pay_amount?: string | null | undefined
  co_pay_percent?: string | null | undefined
}

const requireDecimals = async (db: Db, now: Date, amount: string | null | undefined) => {
  if (amount == null) return
  const { currency } = await findToday(db, now)
  if (hasTooManyDecimals(amount, currency)) throw fieldError('co_pay_amount', 'Too many decimals for the clinic’s currency.')
}

/** A co-pay of one kind takes the place of one of the other. */
const oneCoPay = <T extends CoPay>(change: T): T => ({
  ...change,
  ...(change.co_pay_amount != null && { co_pay_percent: null }),
  ...(change.co_pay_percent != null && { co_pay_amount: null }),
})

const keepCash = (change: CoPay & { covers_unlisted?: boolean | undefined; is_active?: boolean | undefined }) => {
  if (change.is_active === false) throw conflict('The cash price list must stay active: all other lists fall back on it.')
  if (change.co_pay_amount != null) throw fieldError('co_pay_amount', 'Self-pay patients pay the full price: there is no co-pay.')
  if (change.co_pay_percent != null) throw fieldError('co_pay_percent', 'Self-pay patients pay the full price: there is no co-pay.')
  if (change.covers_unlisted) throw fieldError('covers_unlisted', 'Only an insurer can cover unlisted items.')
}

const priceListRoutes = [
  handle(listPriceLists, ({ db, now }) => findPriceLists(db, now)),

  handle(createPriceList, async ({ db, body, now, audit, publish }) => {
    const { insurance_company, ...rest } = body
    if (!(await hasInsurer(db, insurance_company))) throw fieldError('insurance_company', 'Insurance company not found.')
    await requireDecimals(db, now, rest.co_pay_amount)
    const id = await insertPriceList(db, { ...rest, insurance_company_id: insurance_company })
    audit('create', { entity: 'price list', id, change: body })
    publish('catalogue', id)
    return (await findPriceList(db, id, now)) as PriceListRow
  }),

  handle(updatePriceList, async ({ db, params, body, ifMatch, now, audit, publish }) => {
    const list = requireFound(await lockPriceList(db, params.id), 'Price list')
    const row = await findPriceList(db, params.id, now)
    const { before, change } = await changeFrom(row, body, { ifMatch, what: 'Price list', current: (row) => PriceList.parse(row) })
    if (list.is_cash) keepCash(change)
    await requireDecimals(db, now, change.co_pay_amount)
    await updatePriceListRow(db, params.id, oneCoPay(change))
    const after = (await findPriceList(db, params.id, now)) as PriceListRow
    audit('change', { entity: 'price list', id: after.id, change: changedFields(before, after) })
    publish('catalogue', after.id)
    return after
  }),
]

const byName = sql`lower(items.name)`

/** The items in use, by name, with nothing beside the name. */
const findServiceNames = (db: Db) => db.selectFrom('items').select(['id', 'name']).where('is_active', '=', true).orderBy(byName).execute()

/** The items in use, by name, with department and the cash price of the day. */
const findServices = (db: Db, now: Date) =>
  db
    .selectFrom('items')
    .leftJoin('departments', 'departments.id', 'items.department_id')
    .select(['items.id', 'items.name', 'departments.name as department', cashPriceAt(now).as('price')])
    .where('items.is_active', '=', true)
    .orderBy(byName)
    .execute()

const itemRoutes = [
  handle(listServices, ({ db, user, now }) => (user.permissions.has('services.view') ? findServices(db, now) : findServiceNames(db))),

  listRoute(listItems, {
    find: (db, query, position, { now }) => findItems(db, query, now, position),
    by: ({ sort_name }) => sort_name,
    count: (db, query, { now }) => countItems(db, query, now),
  }),

  handle(getItem, async ({ db, params, now }) => {
    return requireFound(await findItem(db, params.id, now), 'Item')
  }),

  handle(createItem, async ({ db, body, user, now, audit, publish }) => {
    const id = await addItem(db, body, user, now)
    audit('create', { entity: 'item', id, change: body })
    publish('catalogue', id)
    return (await findItem(db, id, now)) as ItemRow
  }),

  handle(updateItem, async ({ db, params, body, ifMatch, now, audit, publish }) => {
    const held = await holdItem(db, params.id, now)
    const { before, change } = await changeFrom(held, body, { ifMatch, what: 'Item', current: (item) => Item.parse(item) })
    await changeItem(db, before, change)
    const after = (await findItem(db, params.id, now)) as ItemRow
    audit('change', { entity: 'item', id: after.id, change: changedFields(Item.parse(before), Item.parse(after)) })
    publish('catalogue', after.id)
    return after
  }),
]

const csvRoutes = [
  handle(exportItems, async ({ db, now, audit }) => {
    const { today } = await findToday(db, now)
    const rows = await findItemCells(db, now)
    audit('export', { entity: 'catalogue', id: null, change: { rows: rows.length } })
    return { body: writeCsv(itemColumns, rows), filename: `Catalogue ${today}.csv` }
  }),
  handle(importItems, importItemsFrom),

  handle(exportPrices, async ({ db, params, now, audit }) => {
    const list = requireFound(await findListName(db, params.id), 'Price list')
    const { today } = await findToday(db, now)
    const rows = await findPriceCells(db, list.id, today)
    audit('export', { entity: 'price list', id: list.id, change: { rows: rows.length } })
    return { body: writeCsv(priceColumns, rows), filename: `Prices ${list.name} ${today}.csv` }
  }),
  handle(importPrices, importPricesFrom),
]

const isInUse = async (db: Db, id: number): Promise<boolean> =>
  (await db.selectFrom('items').select('id').where('tax_class_id', '=', id).where('is_active', '=', true).limit(1).executeTakeFirst()) !==
  undefined

const taxClassRoutes = catalogueRoutes(taxClasses, {
  table: 'tax_classes',
  entity: 'tax class',
  topics: ['catalogue'],
  check: async ({ db, sent, before }) => {
    if (sent.is_active !== false || !before?.is_active) return
    if (before.id === DEFAULT_TAX_CLASS) throw conflict('Items without their own tax class use this one: it must stay active.')
    if (await isInUse(db, before.id)) throw conflict('Items use this tax class. Assign them another one first.')
  },
})

export const routes = () => [...itemRoutes, ...taxClassRoutes, ...priceListRoutes, ...priceRoutes, ...csvRoutes]
