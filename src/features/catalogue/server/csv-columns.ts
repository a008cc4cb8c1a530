import { z } from 'zod'
import { Amount, Percent } from '#shared/money.ts'
import { line } from '#shared/text.ts'
import { withPoint, yesOrNo } from '#platform/csv/cells.ts'
import { ItemCategory } from '../contract.ts'

const amount = withPoint.pipe(Amount)
const percent = withPoint.pipe(Percent)
const day = z.iso.date({ error: 'Enter the date as 2026-12-31.' })
const category = z
  .string()
  .transform((text) => text.toLowerCase())
  .pipe(ItemCategory)

const form = {
  needs: ['code', 'name'],
  missing: 'The file needs a column code or name.',
  maxRows: 5_000,
  tooMany: 'The file has more than 5,000 rows. Split it.',
} as const

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
export const itemForm = { ...form, columns: itemColumns }

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
export const priceForm = { ...form, columns: priceColumns }
