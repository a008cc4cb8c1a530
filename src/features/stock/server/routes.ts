import type { Program } from '#features/feature.ts'
import { type Route, handle, handlePrepared, type Context } from '#platform/http/handle.ts'
import { moveRoutes } from './moves/routes.ts'
import { useRoutes } from './use-by-week.ts'
import type { Services } from '#platform/services.ts'
import { fileOf, tableFile } from '#platform/tables/render.ts'
import {
  exportStock,
  importOpeningStock,
  openingTemplate,
  replaceLevel,
  replacePacks,
  type StockLevel,
  createStockItem,
  deleteStockItem,
  deleteStockItemById,
  getStockItem,
  listStockItems,
  StockItem,
  type StockItemCard,
  updateStockItem,
  stores,
} from '../contract-items.ts'
import { stockTable } from './opening/export-stock.ts'
import { importOpeningFrom, readOpening } from './opening/import-opening.ts'
import { makeOpeningTemplate } from './opening/opening-template.ts'
import { readClinicHead, requireDepartment } from '#features/company/public.ts'
import * as contract from '../contract-counts.ts'
import { approveCountOf, cancelCountOf, rejectCountOf, submitCountOf } from './counts/end-count.ts'
import { addCountLineTo, enterCountsOf } from './counts/enter-counts.ts'
import { countCounts, findCounts, getSheet } from './counts/find-counts.ts'
import { printSheet } from './counts/print-sheet.ts'
import { startCountOf } from './counts/start-count.ts'
import {
  createInventory,
  type Inventory,
  listExpiring,
  listInventories,
  listStock,
  getOverview,
  getUsage,
  listItemMovements,
  listLow,
  listMovements,
  scanCode,
} from '../contract-ledger.ts'
import { dayOf } from './core/numbers.ts'
import { countExpiring, countInventories, findExpiring, findInventories, findInventory } from './inventories.ts'
import { openStock } from './open-stock.ts'
import { countStock, findStock } from './stock.ts'
import { sql } from 'kysely'
import { changedFields, auditReads } from '#platform/audit/audit.ts'
import { fieldError, notFound, conflict, requireFound } from '#platform/errors/problem.ts'
import { holdItem, addItem, changeItem } from '#features/catalogue/public.ts'
import { requireStore } from './core/stores.ts'
import { lockLevels } from './core/levels.ts'
import { findLevels, countStockItems, findCard, findStockItems } from './items.ts'
import { findPacks, writePacks } from './packs.ts'
import type { Db } from '#platform/db/connect.ts'
import { catalogueRoutes } from '#platform/records/catalogue-routes.ts'
import { requireUnchanged, changeFrom } from '#platform/records/version.ts'
import { listRoute } from '#platform/records/list-route.ts'
import { readPage, type PageAsked } from '#platform/db/keyset.ts'
import { insertStockedItem, requireNothingOnHand, requireSupplier, updateStockedItem } from './write-items.ts'
import { sharedRead } from '#platform/db/shared-read.ts'
import { outlookOf } from '../reorder.ts'
import { findMovements, type MovementFilters } from './movements.ts'
import { findMostUsed, findShortage, findStoreCounts, findWorth, worthOf } from './overview.ts'
import { maySeeDispenses } from './policy.ts'
import { findScanned } from './scan.ts'
import { countLow, findDemand, findLow, findWeeks } from './usage.ts'

const WEEKS = 26

const movementsPage = async ({ db, user, audit }: Pick<Context, 'db' | 'user' | 'audit'>, filters: MovementFilters, asked: PageAsked) => {
  const page = await readPage(asked, { find: (position) => findMovements(db, filters, position, maySeeDispenses(user)) })
  auditReads(audit, 'stock movements', page.rows)
  return page
}

const ledgerRoutes: Route[] = [
  handle(listItemMovements, async ({ db, user, audit, params, query }) => {
    const { limit, cursor, ...filters } = query
    const stocked = await db.selectFrom('stocked_items').select('item_id').where('item_id', '=', params.id).executeTakeFirst()
    if (!stocked) throw notFound('Item')
    return movementsPage({ db, user, audit }, { ...filters, item: params.id }, { limit, cursor })
  }),

  handle(listMovements, ({ db, user, audit, query }) => {
    const { limit, cursor, ...filters } = query
    return movementsPage({ db, user, audit }, filters, { limit, cursor })
  }),

  handle(getUsage, async ({ db, params, query, now }) => {
    const day = await dayOf(db, now)
    const [demand, weeks] = await Promise.all([
      findDemand(db, params.id, day, query.store),
      findWeeks(db, params.id, day, query.weeks ?? WEEKS, query.store),
    ])
    if (!demand) throw notFound('Item')
    return { item: params.id, ...demand, ...outlookOf(demand), weeks }
  }),

  handle(listLow, async ({ db, query, now }) => {
    const day = await dayOf(db, now)
    const page = await readPage(query, {
      find: (position) => findLow(db, query, day, position),
      by: ({ sort_name }) => sort_name,
      count: () => countLow(db, query),
    })
    return { ...page, rows: page.rows.map((row) => ({ ...row, ...outlookOf(row) })) }
  }),

  handle(scanCode, async ({ db, query, now }) => findScanned(db, query.code, Number((await dayOf(db, now)).slice(0, 4)))),

  handle(getOverview, async ({ db, query, now }) => {
    const day = await dayOf(db, now)
    const [worth, counts, shortage, mostUsed] = await sharedRead(db, `stock overview ${day} ${query.store}`, () =>
      Promise.all([
        findWorth(db, day, query.store),
        findStoreCounts(db, query.store),
        findShortage(db, query.store),
        findMostUsed(db, day, query.store),
      ]),
    )
    const all = worth.find(({ store }) => store === null)
    const values = new Map(worth.map(({ store, value }) => [store, value]))
    return {
      day,
      value: all?.value ?? '0.00',
      ...shortage,
      usable: worthOf(all, 'usable'),
      expiring: {
        within_30: worthOf(all, 'within_30'),
        within_60: worthOf(all, 'within_60'),
        within_90: worthOf(all, 'within_90'),
      },
      expired: worthOf(all, 'expired'),
      quarantined: worthOf(all, 'quarantined'),
      in_transit: worthOf(all, 'in_transit'),
      stores: counts.map((row) => ({ ...row, value: values.get(row.store) ?? '0.00' })),
      most_used: mostUsed,
    }
  }),
]

/** The card, and the item of the catalogue beneath it, held until the transaction ends. */
const holdCard = async (db: Db, id: number, now: Date) => {
  const item = await holdItem(db, id, now)
  const card = item && (await findCard(db, id, now))
  if (!item || !card) throw notFound('Item')
  return { item, card }
}

const takeOutOfUse = async ({ db, now, audit, publish }: Context, id: number) => {
  const { item } = await holdCard(db, id, now)
  await requireNothingOnHand(db, id)
  await updateStockedItem(db, id, { is_active: false })
  await changeItem(db, item, { is_active: false })
  audit('deactivate', { entity: 'item', id })
  publish('stock', id)
  publish('catalogue', id)
}

const itemRoutes: Route[] = [
  listRoute(listStockItems, {
    find: (db, query, position, { now }) => findStockItems(db, query, now, position),
    by: ({ sort_name }) => sort_name,
    count: countStockItems,
  }),

  handle(getStockItem, async ({ db, params, now }) => {
    return requireFound(await findCard(db, params.id, now), 'Item')
  }),

  handle(createStockItem, async ({ db, body, user, now, audit, publish }) => {
    const { name, category, units_of_measure: unit, item_code: code, tax_class, sale_price: price, ...settings } = body
    await requireSupplier(db, settings.supplier)
    const id = await addItem(db, { name, category, unit, code, tax_class, price }, user, now)
    await insertStockedItem(db, id, settings)
    audit('create', { entity: 'item', id, change: body })
    publish('stock', id)
    publish('catalogue', id)
    return (await findCard(db, id, now)) as StockItemCard
  }),

  handle(updateStockItem, async ({ db, params, body, ifMatch, now, audit, publish }) => {
    const { item, card: before } = await holdCard(db, params.id, now)
    const { version = ifMatch, name, category, units_of_measure: unit, item_code: code, tax_class, is_active, ...settings } = body
    await requireUnchanged(before, version)
    if (is_active === false && before.is_active) await requireNothingOnHand(db, params.id)
    if (settings.supplier !== before.supplier) await requireSupplier(db, settings.supplier)
    const sent = { name, category, unit, code, tax_class, is_active }
    const ofCatalogue = Object.fromEntries(Object.entries(sent).filter(([, value]) => value !== undefined)) as Partial<typeof sent>
    await updateStockedItem(db, params.id, { ...settings, is_active })
    if (Object.keys(ofCatalogue).length > 0) await changeItem(db, item, ofCatalogue)
    const after = (await findCard(db, params.id, now)) as StockItemCard
    audit('change', { entity: 'item', id: params.id, change: changedFields(StockItem.parse(before), StockItem.parse(after)) })
    publish('stock', params.id)
    publish('catalogue', params.id)
    return after
  }),

  handle(deleteStockItem, (context) => takeOutOfUse(context, context.params.id)),
  handle(deleteStockItemById, (context) => takeOutOfUse(context, context.body.id)),
]

/** Holds the store's row until the transaction ends, and those of the main stores: there is always one. */
const lockStore = async (db: Db, id: number | null) => {
  if (id !== null) await sql`select id from stores where id = ${id} or kind = 'main' order by id for no key update`.execute(db)
}

/** A store out of use needs nothing: it would be short of everything for ever. The store's row is held. */
const clearLevels = (db: Db, id: number) =>
  sql`update stock_levels set minimum = 0, reorder_level = 0, maximum = null, version = version + 1
    where store_id = ${id} and (reorder_level > 0 or maximum is not null)`.execute(db)

/** Why a store cannot go out of use: something lies there, is on its way to or from it, is being counted or ordered; or it is the last main one. */
const findStoreTies = async (db: Db, id: number) => {
  const { rows } = await sql<{ holds: boolean; moves: boolean; counts: boolean; orders: boolean; is_last_main: boolean }>`
    select exists (select from stock_levels where store_id = ${id} and usable + quarantined > 0) as holds,
      exists (select from stock_levels where store_id = ${id} and in_transit > 0)
        or exists (select from transfers where from_store_id = ${id} and status = 'sent') as moves,
      exists (select from stock_counts where store_id = ${id} and status in ('counting', 'submitted')) as counts,
      exists (select from purchase_orders where store_id = ${id} and status in ('approved', 'sent', 'part-received')) as orders,
      (select kind = 'main' from stores where id = ${id})
        and not exists (select from stores where kind = 'main' and is_active and id <> ${id}) as is_last_main`.execute(db)
  return rows[0]!
}

const requireEmpty = async (db: Db, id: number) => {
  const { holds, moves, counts, orders } = await findStoreTies(db, id)
  if (holds) throw conflict('This store still holds stock.', {}, 'store_in_use')
  if (moves) throw conflict('This store has transfers in transit.', {}, 'store_in_use')
  if (counts) throw conflict('A count is in progress in this store.', {}, 'store_in_use')
  if (orders) throw conflict('This store has open purchase orders.', {}, 'store_in_use')
}

const storeRoutes = catalogueRoutes(stores, {
  table: 'stores',
  entity: 'store',
  topics: ['stock'],
  order: sql`c.kind, lower(c.name)`,
  lock: lockStore,
  check: async ({ db, sent, before }) => {
    await requireDepartment(db, sent.department, before?.department)
    if (!before) return
    if (sent.is_active === false && before.is_active) await requireEmpty(db, before.id)
    const staysMain = (sent.kind ?? before.kind) === 'main' && (sent.is_active ?? before.is_active)
    if (before.kind === 'main' && before.is_active && !staysMain && (await findStoreTies(db, before.id)).is_last_main)
      throw conflict('This is the last main store: at least one is required.', {}, 'last_main_store')
  },
  beforeWrite: async ({ db, sent, before }) => {
    if (before && sent.is_active === false) await clearLevels(db, before.id)
  },
})

const packRoutes: Route[] = [
  handle(replacePacks, async ({ db, params, body, ifMatch, now, audit, publish }) => {
    await holdItem(db, params.id, now)
    const { before, change } = await changeFrom(await findPacks(db, params.id), body, { ifMatch, what: 'Item' })
    const { packs, barcodes = [] } = change
    await writePacks(db, params.id, packs, barcodes, before.packs)
    const after = (await findPacks(db, params.id))!
    audit('change packs', { entity: 'item', id: params.id, change: changedFields(before, after) })
    publish('stock', params.id)
    return after
  }),

  handle(replaceLevel, async ({ db, params, body, ifMatch, audit, publish }) => {
    const { id: item, store } = params
    const { version = ifMatch, minimum, reorder_level, maximum = null } = body
    const stocked = await db.selectFrom('stocked_items').select('item_id').where('item_id', '=', item).executeTakeFirst()
    if (!stocked) throw notFound('Item')
    if (!(await db.selectFrom('stores').select('id').where('id', '=', store).executeTakeFirst())) throw notFound('Store')
    await requireStore(db, store)
    if (reorder_level < minimum) throw fieldError('reorder_level', 'The reorder level cannot be below the minimum.')
    if (maximum !== null && maximum < reorder_level) throw fieldError('maximum', 'The maximum cannot be below the reorder level.')
    await lockLevels(db, [{ store, item }])
    const [before] = (await findLevels(db, item, store)) as [StockLevel]
    await requireUnchanged(before, version)
    await db
      .updateTable('stock_levels')
      .set({ minimum, reorder_level, maximum, version: sql`version + 1` })
      .where('item_id', '=', item)
      .where('store_id', '=', store)
      .execute()
    const [after] = (await findLevels(db, item, store)) as [StockLevel]
    audit('change level', { entity: 'item', id: item, change: { store, ...changedFields({ ...before }, { ...after }) } })
    publish('stock', item)
    return after
  }),
]

const onHandRoutes: Route[] = [
  handle(listInventories, async ({ db, query, now }) => {
    const day = await dayOf(db, now)
    return readPage(query, {
      find: (position) => findInventories(db, query, { now, day }, position),
      count: () => countInventories(db, query, day),
    })
  }),

  handle(createInventory, async ({ db, body, user, now, audit, publish }) => {
    const day = await dayOf(db, now)
    const { note, place, isRepriced } = await openStock(db, body, { user, now, day })
    audit('open stock', { entity: 'stock note', id: note, change: body })
    publish('stock', place.item)
    if (isRepriced) publish('catalogue', place.item)
    return (await findInventory(db, place, { now, day })) as Inventory
  }),

  handle(listStock, async ({ db, query, now }) => {
    const day = await dayOf(db, now)
    return readPage(query, {
      find: (position) => findStock(db, query, { now, day }, position),
      by: ({ sort_name }) => sort_name,
      count: () => countStock(db, query, day),
    })
  }),

  handle(listExpiring, async ({ db, query, now }) => {
    const day = await dayOf(db, now)
    return readPage(query, {
      find: (position) => findExpiring(db, query, { now, day }, position),
      by: ({ expiry_date }) => expiry_date ?? '',
      count: () => countExpiring(db, query, day),
    })
  }),
]

/** Counting what is really there. */
const countRoutes = ({ files, printPdf }: Pick<Services, 'files' | 'printPdf'>): Route[] => [
  listRoute(contract.listCounts, {
    find: (db, query, position, { user }) => findCounts(db, query, position, user),
    count: countCounts,
  }),
  handle(contract.getCount, ({ db, user, params }) => getSheet(db, user, params.id)),
  handle(contract.startCount, startCountOf),
  handle(contract.enterCounts, enterCountsOf),
  handle(contract.addCountLine, addCountLineTo),
  handle(contract.submitCount, submitCountOf),
  handle(contract.approveCount, approveCountOf),
  handle(contract.rejectCount, rejectCountOf),
  handle(contract.cancelCount, cancelCountOf),
  handlePrepared(
    contract.printCountSheet,
    // Made before the transaction begins, so that no connection waits for the printer.
    async ({ db, user, params, now }) => {
      const count = await getSheet(db, user, params.id)
      return { count, body: await printSheet({ user, now }, printPdf, count, await readClinicHead(db, files, 'a4')) }
    },
    async ({ audit, prepared: { count, body } }) => {
      audit('print', { entity: 'stock count', id: count.id })
      return { body, filename: `count-sheet-${count.number}.pdf`, inline: true }
    },
  ),
]

/** Stock by file: in when a clinic begins, out whenever somebody asks. */
const openingRoutes = ({ reader, printPdf }: Pick<Services, 'reader' | 'printPdf'>): Route[] => [
  handlePrepared(importOpeningStock, ({ files }) => readOpening(files), importOpeningFrom),
  handle(openingTemplate, ({ db }) => makeOpeningTemplate(db)),
  handlePrepared(
    exportStock,
    // Over a connection that only reads, and before the request takes one of the desk.
    async ({ query, now, type }) => {
      const { table, head } = await stockTable(reader, query, now)
      return { rows: table.rows.length, reply: fileOf(type) ? await tableFile(table, type, { name: 'stock', printPdf, head }) : table }
    },
    async ({ query, type, audit, prepared: { rows, reply } }) => {
      audit('export', { entity: 'stock', id: null, change: { ...query, rows, as: type } })
      return reply
    },
  ),
]

/** What is kept where and how, what lies there and what became of it. */
const readingRoutes: Route[] = [...storeRoutes, ...itemRoutes, ...packRoutes, ...onHandRoutes, ...ledgerRoutes, ...useRoutes]

/** Everything about stock. */
export const routes = (program: Program): Route[] => [
  ...readingRoutes,
  ...moveRoutes(program, program.undoIssued),
  ...countRoutes(program),
  ...openingRoutes(program),
]
