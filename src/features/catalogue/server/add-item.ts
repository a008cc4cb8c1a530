import type { z } from 'zod'
import { departmentProblem } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { ItemInput } from '../contract.ts'
import { priceErrors } from '../rules.ts'
import { findItemsById, insertItem, type ItemRow, lockItem, updateItemRow } from './items.ts'
import { requirePriceRight } from './policy.ts'
import { lockCashList } from './price-lists.ts'
import { upsertPrices } from './prices.ts'
import { findTaxClass } from './tax-classes.ts'
import { findToday } from './today.ts'

interface Refs {
  department?: number | null | undefined
  tax_class?: number | undefined
}
const requireRefs = async (db: Db, { department, tax_class }: Refs, before?: ItemRow) => {
  if (department != null && department !== before?.department) {
    const problem = await departmentProblem(db, department)
    if (problem !== null) throw fieldError('department', problem)
  }
  if (tax_class === undefined || tax_class === before?.tax_class) return
  const found = await findTaxClass(db, tax_class)
  if (!found) throw fieldError('tax_class', 'Tax class not found.')
  if (!found.is_active) throw fieldError('tax_class', 'This tax class is inactive.')
}

/** What was sent, under the names of the columns. */
const columnsOf = <T extends Refs>({ department, tax_class, ...rest }: T) => ({
  ...rest,
  ...(department !== undefined && { department_id: department }),
  ...(tax_class !== undefined && { tax_class_id: tax_class }),
})

export interface CashPrice {
  item: number
  price: string
  /** Where a refusal is told. */
  field: string
}
/**
 * Checks cash prices from today on and answers what writes them; the list is held first, as everybody does who sets prices. 400 at their
 * fields, 403 for who may not set prices.
 */
const prepareCashPrices = async (db: Db, prices: readonly Omit<CashPrice, 'item'>[], user: User, now: Date) => {
  requirePriceRight(user)
  const list = await lockCashList(db)
  const { today, currency } = await findToday(db, now)
  const rest = { co_pay_amount: null, co_pay_percent: null, valid_from: today, valid_until: null }
  for (const { price, field } of prices) {
    const error = priceErrors({ price, ...rest }, { today, currency, isCash: true })['price']
    if (error) throw fieldError(field, error)
  }
  return (items: readonly { item: number; price: string }[]) =>
    upsertPrices(
      db,
      list.id,
      items.map(({ item, price }) => ({ item, price, ...rest })),
      user.id,
      now,
    )
}

type NewItem = Omit<z.output<typeof ItemInput>, 'tax_class'> & { tax_class?: number | undefined; price?: string | null | undefined }
/** Adds an item, with its cash price from today when one is named, and answers its id. Whoever calls tells the trail and the screens. */
export const addItem = async (db: Db, { price, ...input }: NewItem, user: User, now: Date): Promise<number> => {
  const setPrices = price == null ? null : await prepareCashPrices(db, [{ price, field: 'price' }], user, now)
  await requireRefs(db, input)
  const id = await insertItem(db, columnsOf(input))
  if (price != null) await setPrices?.([{ item: id, price }])
  return id
}

type ItemChange = Partial<z.output<typeof ItemInput>> & { is_active?: boolean | undefined }
/** Changes an item that is there, which gets the next version. The caller holds it. */
export const changeItem = async (db: Db, before: ItemRow, change: ItemChange) => {
  await requireRefs(db, change, before)
  await updateItemRow(db, before.id, columnsOf(change))
}

/** The item, held until the transaction ends. */
export const holdItem = async (db: Db, id: number, now: Date): Promise<ItemRow | undefined> => {
  await lockItem(db, id)
  return (await findItemsById(db, [id], now))[0]
}

/**
 * Sets the cash prices that differ from today's, from today on, and answers the items whose price is another one now. Called before stock
 * is locked. 403 when a price differs and the person may not set prices; 400 at the field of a price that the currency does not have.
 */
export const setCashPrices = async (db: Db, prices: readonly CashPrice[], user: User, now: Date): Promise<number[]> => {
  const items = await findItemsById(
    db,
    prices.map(({ item }) => item),
    now,
  )
  const asked = new Map(items.map(({ id, price }) => [id, price]))
  const changed = prices.filter(({ item, price }) => asked.has(item) && Number(asked.get(item) ?? Number.NaN) !== Number(price))
  if (changed.length === 0) return []
  const setPrices = await prepareCashPrices(db, changed, user, now)
  // Of two prices of one item the last counts.
  const last = new Map(changed.map(({ item, price }) => [item, { item, price }]))
  await setPrices([...last.values()])
  return [...last.keys()]
}
