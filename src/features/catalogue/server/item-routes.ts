import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { fieldError, notFound, stale } from '#platform/errors/problem.ts'
import { handle, type User } from '#platform/http/handle.ts'
import { createItem, getItem, Item, listItems, listServices, updateItem } from '../contract.ts'
import { priceErrors } from '../rules.ts'
import { countItems, findItem, findItems, hasDepartment, insertItem, type ItemRow, lockItem, updateItemRow } from './items.ts'
import { requirePriceRight } from './policy.ts'
import { lockCashList } from './price-lists.ts'
import { upsertPrices } from './prices.ts'
import { findServiceNames, findServices } from './services.ts'
import { findTaxClass } from './tax-classes.ts'
import { findToday } from './today.ts'

interface Refs {
  department?: number | null | undefined
  tax_class?: number | undefined
}
const requireRefs = async (db: Db, { department, tax_class }: Refs, before?: ItemRow) => {
  if (department != null && department !== before?.department && !(await hasDepartment(db, department)))
    throw fieldError('department', 'There is no such department.')
  if (tax_class === undefined || tax_class === before?.tax_class) return
  const found = await findTaxClass(db, tax_class)
  if (!found) throw fieldError('tax_class', 'There is no such tax class.')
  if (!found.is_active) throw fieldError('tax_class', 'This tax class is out of use.')
}

/** What was sent, under the names of the columns. */
const columnsOf = <T extends Refs>({ department, tax_class, ...rest }: T) => ({
  ...rest,
  ...(department !== undefined && { department_id: department }),
  ...(tax_class !== undefined && { tax_class_id: tax_class }),
})

/** Checks a first cash price and answers what writes it; the list is held first, as everybody does who sets prices. */
const prepareFirstPrice = async (db: Db, price: string, user: User, now: Date) => {
  requirePriceRight(user)
  const list = await lockCashList(db)
  const { today, currency } = await findToday(db, now)
  const wanted = { price, co_pay_amount: null, co_pay_percent: null, valid_from: today, valid_until: null }
  const error = priceErrors(wanted, { today, currency, isCash: true })['price']
  if (error) throw fieldError('price', error)
  return (item: number) => upsertPrices(db, list.id, [{ item, ...wanted }], user.id, now)
}

export const itemRoutes = [
  handle(listServices, ({ db, user, now }) => (user.permissions.has('services.view') ? findServices(db, now) : findServiceNames(db))),

  handle(listItems, async ({ db, query, now }) => {
    const { limit: asked, cursor, count, ...filters } = query
    const limit = limitOf(asked)
    const rows = await findItems(db, filters, now, { cursor: readCursor(cursor), limit: limit + 1 })
    return pageOf(rows, limit, ({ sort_name }) => sort_name, count ? await countItems(db, filters, now) : undefined)
  }),

  handle(getItem, async ({ db, params, now }) => {
    const item = await findItem(db, params.id, now)
    if (!item) throw notFound('Item')
    return item
  }),

  handle(createItem, async ({ db, body, user, now, audit, publish }) => {
    const { price, ...input } = body
    const setFirstPrice = price == null ? null : await prepareFirstPrice(db, price, user, now)
    await requireRefs(db, input)
    const id = await insertItem(db, columnsOf(input))
    await setFirstPrice?.(id)
    audit('create', { entity: 'item', id, change: body })
    publish('catalogue', id)
    return (await findItem(db, id, now)) as ItemRow
  }),

  handle(updateItem, async ({ db, params, body, ifMatch, now, audit, publish }) => {
    await lockItem(db, params.id)
    const before = await findItem(db, params.id, now)
    if (!before) throw notFound('Item')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(Item.parse(before))
    await requireRefs(db, change, before)
    await updateItemRow(db, params.id, columnsOf(change))
    const after = (await findItem(db, params.id, now)) as ItemRow
    audit('change', { entity: 'item', id: after.id, change: changedFields(Item.parse(before), Item.parse(after)) })
    publish('catalogue', after.id)
    return after
  }),
]
