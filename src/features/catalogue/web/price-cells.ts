import { Amount } from '#shared/money.ts'
import { amountText, bareAmount } from '#web/text/amount-text.ts'
import type { PriceRow } from '../contract.ts'
import { type CoPay, noCoPay, readCoPay, typedCoPay } from './co-pay.ts'

/** The two boxes of a row that are typed in. */
export type CellColumn = 'price' | 'co_pay'
export interface Place {
  row: number
  column: number
}

/** What a person may change of a row: the price of none takes the item off the list. */
export interface Terms extends CoPay {
  price: string | null
}

/** A row of the list, as far as its prices go. */
export type PricedRow = Pick<PriceRow, 'price' | 'co_pay_amount' | 'co_pay_percent'>

/** What stands in a cell when it is opened for typing. */
export const typedCell = (column: CellColumn, row: PricedRow): string => (column === 'price' ? bareAmount(row.price) : typedCoPay(row))

/** The row's terms after something was typed into one of its cells; the sentence that refuses it otherwise. */
export const termsAfter = (column: CellColumn, typed: string, { price, co_pay_amount, co_pay_percent }: PricedRow): Terms | string => {
  const before = { price, co_pay_amount, co_pay_percent }
  if (column === 'price') {
    const text = amountText(typed)
    if (text === '') return { price: null, ...noCoPay }
    const read = Amount.safeParse(text)
    return read.success ? { ...before, price: read.data } : (read.error.issues[0]?.message ?? 'Not valid.')
  }
  const coPay = readCoPay(typed)
  if (typeof coPay === 'string') return coPay
  return price === null && typed.trim() !== '' ? 'Enter the price first.' : { ...before, ...coPay }
}

const isSamePercent = (a: string | null, b: string | null) => (a === null ? b === null : b !== null && Number(a) === Number(b))

/** True when both terms ask the same. */
export const isSame = (a: PricedRow, b: PricedRow) =>
  a.price === b.price && a.co_pay_amount === b.co_pay_amount && isSamePercent(a.co_pay_percent, b.co_pay_percent)

const within = (at: number, count: number) => Math.max(0, Math.min(count - 1, at))

/** Where a key leads in a grid of so many rows and columns; null for a key that does not move. */
export const placeAfter = (key: string, { row, column }: Place, rows: number, columns: number, page: number): Place | null => {
  switch (key) {
    case 'ArrowDown':
      return { row: within(row + 1, rows), column }
    case 'ArrowUp':
      return { row: within(row - 1, rows), column }
    case 'ArrowRight':
      return { row, column: within(column + 1, columns) }
    case 'ArrowLeft':
      return { row, column: within(column - 1, columns) }
    case 'PageDown':
      return { row: within(row + page, rows), column }
    case 'PageUp':
      return { row: within(row - page, rows), column }
    case 'Home':
      return { row: 0, column }
    case 'End':
      return { row: within(rows - 1, rows), column }
    default:
      return null
  }
}
