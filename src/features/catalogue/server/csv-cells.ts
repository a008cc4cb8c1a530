import { z } from 'zod'
import { Amount, Percent } from '#shared/money.ts'
import { line } from '#shared/text.ts'
import { ItemCategory } from '../contract.ts'

// Where people write decimals with a comma, their spreadsheets do too. One or two digits after it cannot be thousands.
const withPoint = z.string().transform((text) => (/^\d+,\d{1,2}$/.test(text) ? text.replace(',', '.') : text))
const amount = withPoint.pipe(Amount)
const percent = withPoint.pipe(Percent)
const day = z.iso.date({ error: 'Write the day as 2026-12-31.' })
const yesOrNo = z.stringbool({ truthy: ['true', 'yes', '1'], falsy: ['false', 'no', '0'], error: 'Write true or false.' })
const category = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(ItemCategory)

/** The columns of the catalogue as a file, and what their cells hold. */
export const itemCells = {
  code: line(30),
  name: line(120),
  category,
  unit: line(30),
  department: line(60),
  tax_class: line(60),
  price: amount,
  active: yesOrNo,
}
export const itemColumns = Object.keys(itemCells) as (keyof typeof itemCells)[]

/** The same of a price list. */
export const priceCells = {
  code: line(30),
  name: line(120),
  price: amount,
  co_pay_amount: amount,
  co_pay_percent: percent,
  valid_from: day,
  valid_until: day,
}
export const priceColumns = Object.keys(priceCells) as (keyof typeof priceCells)[]

export type Parsed<S extends Record<string, z.ZodType>> = { [K in keyof S]?: z.output<S[K]> }
