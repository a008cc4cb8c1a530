import { z } from 'zod'
import { Amount } from '#shared/money.ts'
import { line } from '#shared/text.ts'
import { withPoint } from '#platform/csv/cells.ts'
import type { Parsed } from '#platform/csv/problems.ts'
import type { FileRow, TableForm } from '#platform/csv/read-table.ts'
import { Cost, Count, CountOrNone, Expiry, Lot } from '#features/stock/contract-fields.ts'
import { openingColumns } from '#features/stock/contract-import.ts'

type Column = (typeof openingColumns)[number]

/** Some packs bear a month alone: what is in them may be used until its last day. */
export const lastOfMonth = (text: string) => {
  const [, year, month] = /^(\d{4})-(0[1-9]|1[0-2])$/.exec(text) ?? []
  return year && month ? new Date(Date.UTC(Number(year), Number(month), 0)).toISOString().slice(0, 10) : text
}
/** A day written first and with points, or past the twelfth of a month: it can be read in one way only. Any other is left to be refused. */
const dayFirst = (text: string) => {
  const [, day = '', sign, month = '', year = ''] = /^(\d{1,2})([./])(\d{1,2})\2(\d{4})$/.exec(text) ?? []
  const isPlain = sign === '.' || Number(day) > 12 || Number(day) === Number(month)
  return sign && isPlain ? `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}` : text
}
const whole = (count: typeof Count) =>
  z
    .string()
    .transform((text) => (/^\d{1,7}$/.test(text) ? Number(text) : Number.NaN))
    .pipe(count)

/** The columns of a file of opening stock, and what their cells hold. */
export const openingCells = {
  code: line(30),
  name: line(120),
  store: line(60),
  lot: Lot,
  expiry: z
    .string()
    .transform((text) => dayFirst(lastOfMonth(text)))
    .pipe(Expiry),
  quantity: whole(Count),
  pack: line(60),
  unit_cost: withPoint.pipe(Cost),
  pack_cost: withPoint.pipe(Amount),
  minimum: whole(CountOrNone),
  reorder_level: whole(CountOrNone),
} satisfies Record<Column, z.ZodType>
export type OpeningCells = Parsed<typeof openingCells>
export type OpeningRow = FileRow<Column>

export const openingForm: TableForm<Column> = {
  columns: openingColumns,
  needs: ['code', 'name'],
  missing: 'The file needs a column code or name.',
  maxRows: 5_000,
  tooMany: 'The file has more than 5,000 rows. Split it.',
  aliases: { item: 'name', item_code: 'code', lot_number: 'lot', expiry_date: 'expiry', expires_on: 'expiry', batch: 'lot', unit: '' },
}
