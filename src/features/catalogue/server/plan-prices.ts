import { isSamePrice, priceErrors, type PriceFrame, priceOn, type WantedPrice } from '../rules.ts'
import type { priceCells } from './csv-columns.ts'
import type { FileRow } from '#platform/csv/read-table.ts'
import { type Match, meantItem } from './match-rows.ts'
import type { PriceRow } from './prices.ts'
import type { Parsed, Problems } from '#platform/csv/problems.ts'

export type PriceCells = Parsed<typeof priceCells>
export type PriceRowOfFile = FileRow<keyof typeof priceCells>
export interface PlannedPrice extends WantedPrice {
  item: number
  /** The price of this item that counts on that day now. */
  before: PriceRow | null
}
export interface PricePlan {
  added: PlannedPrice[]
  changed: PlannedPrice[]
  unchanged: number
}

/**
 * What a row wants of the prices that its item has on the list; null when it is so already. A row that begins on a past day on which a
 * price did begin is an exported one: what it changes counts from today.
 */
export const toWantedPrice = (cells: PriceCells & { price: string }, prices: readonly PriceRow[], today: string): WantedPrice | null => {
  const asked = {
    price: cells.price,
    co_pay_amount: cells.co_pay_amount ?? null,
    co_pay_percent: cells.co_pay_percent ?? null,
    valid_until: cells.valid_until ?? null,
  }
  const recorded = prices.find(({ valid_from }) => valid_from === cells.valid_from)
  if (recorded && isSamePrice(recorded, asked)) return null
  const isFromToday = cells.valid_from === undefined || (recorded !== undefined && cells.valid_from < today)
  const running = isFromToday ? priceOn(prices, today) : undefined
  if (running && isSamePrice(running, asked)) return null
  return { ...asked, valid_from: isFromToday ? today : (cells.valid_from as string) }
}

const planRow = (
  { row, cells: given }: PriceRowOfFile,
  cells: PriceCells,
  item: number,
  prices: readonly PriceRow[],
  frame: PriceFrame,
  problems: Problems,
): PlannedPrice | null => {
  const { price } = cells
  if (price === undefined) {
    const isEmpty = Object.keys(given).every((column) => column === 'code' || column === 'name')
    if (!isEmpty && given.price === undefined) problems.add(row, 'price', 'This field is required.')
    return null
  }
  const wanted = toWantedPrice({ ...cells, price }, prices, frame.today)
  if (!wanted) return null
  for (const [field, message] of Object.entries(priceErrors(wanted, frame))) problems.add(row, field, message)
  return { item, ...wanted, before: priceOn(prices, wanted.valid_from) ?? null }
}

/** What a file asks of a price list; rows without a price leave their item as it is, rows with a problem are in none of the three. */
export const planPrices = (
  rows: readonly PriceRowOfFile[],
  parsed: readonly PriceCells[],
  matches: readonly Match[],
  pricesOf: ReadonlyMap<number, readonly PriceRow[]>,
  frame: PriceFrame,
  problems: Problems,
): PricePlan => {
  const plan: PricePlan = { added: [], changed: [], unchanged: 0 }
  const taken = new Set<string>()
  for (const [place, row] of rows.entries()) {
    const match = matches[place]
    const cells = parsed[place]
    if (!match || !cells) continue
    const isSound = Object.keys(cells).length === Object.keys(row.cells).length
    const count = problems.count
    const item = meantItem(row, match, problems)
    if (item === null && isSound) problems.add(row.row, row.cells.code === undefined ? 'name' : 'code', 'Item not found.')
    if (item == null) continue
    const planned = planRow(row, cells, item, pricesOf.get(item) ?? [], frame, problems)
    if (!isSound) continue
    const key = `${item} ${planned?.valid_from ?? cells.valid_from ?? frame.today}`
    if (taken.has(key)) problems.add(row.row, 'valid_from', 'An earlier row sets the price of this item from the same date.')
    taken.add(key)
    if (problems.count > count) continue
    if (!planned) plan.unchanged += 1
    else if (planned.before) plan.changed.push(planned)
    else plan.added.push(planned)
  }
  return plan
}
