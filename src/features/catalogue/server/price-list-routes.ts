import { hasTooManyDecimals } from '#shared/money.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, notFound, stale } from '#platform/errors/problem.ts'
import { handle } from '#platform/http/handle.ts'
import { createPriceList, listPriceLists, PriceList, updatePriceList } from '../contract-prices.ts'
import {
  findPriceList,
  findPriceLists,
  hasInsurer,
  insertPriceList,
  lockPriceList,
  type PriceListRow,
  updatePriceListRow,
} from './price-lists.ts'
import { findToday } from './today.ts'

interface CoPay {
  co_pay_amount?: string | null | undefined
  co_pay_percent?: string | null | undefined
}

const requireDecimals = async (db: Db, now: Date, amount: string | null | undefined) => {
  if (amount == null) return
  const { currency } = await findToday(db, now)
  if (hasTooManyDecimals(amount, currency)) throw fieldError('co_pay_amount', 'The clinic’s currency does not have these decimals.')
}

/** A co-pay of one kind takes the place of one of the other. */
const oneCoPay = <T extends CoPay>(change: T): T => ({
  ...change,
  ...(change.co_pay_amount != null && { co_pay_percent: null }),
  ...(change.co_pay_percent != null && { co_pay_amount: null }),
})

const keepCash = (change: CoPay & { covers_unlisted?: boolean | undefined; is_active?: boolean | undefined }) => {
  if (change.is_active === false) throw conflict('The cash list is always in use: everything else falls back on it.')
  if (change.co_pay_amount != null) throw fieldError('co_pay_amount', 'Who pays cash pays all: there is no co-pay.')
  if (change.co_pay_percent != null) throw fieldError('co_pay_percent', 'Who pays cash pays all: there is no co-pay.')
  if (change.covers_unlisted) throw fieldError('covers_unlisted', 'Only an insurer covers what is not on its list.')
}

export const priceListRoutes = [
  handle(listPriceLists, ({ db, now }) => findPriceLists(db, now)),

  handle(createPriceList, async ({ db, body, now, audit, publish }) => {
    const { insurance_company, ...rest } = body
    if (!(await hasInsurer(db, insurance_company))) throw fieldError('insurance_company', 'There is no such insurance company.')
    await requireDecimals(db, now, rest.co_pay_amount)
    const id = await insertPriceList(db, { ...rest, insurance_company_id: insurance_company })
    audit('create', { entity: 'price list', id, change: body })
    publish('catalogue', id)
    return (await findPriceList(db, id, now)) as PriceListRow
  }),

  handle(updatePriceList, async ({ db, params, body, ifMatch, now, audit, publish }) => {
    const list = await lockPriceList(db, params.id)
    const before = list && (await findPriceList(db, params.id, now))
    if (!before) throw notFound('Price list')
    const { version = ifMatch, ...change } = body
    if (version !== null && version !== before.version) throw stale(PriceList.parse(before))
    if (list.is_cash) keepCash(change)
    await requireDecimals(db, now, change.co_pay_amount)
    await updatePriceListRow(db, params.id, oneCoPay(change))
    const after = (await findPriceList(db, params.id, now)) as PriceListRow
    audit('change', { entity: 'price list', id: after.id, change: changedFields(before, after) })
    publish('catalogue', after.id)
    return after
  }),
]
