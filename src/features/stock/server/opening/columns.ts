import { z } from 'zod'
import { Amount } from '#shared/money.ts'
import type { DayOrder } from '#shared/day-orders.ts'
import { line } from '#shared/text.ts'
import { withPoint } from '#platform/csv/cells.ts'
import { dayCell, lastOfMonth } from '#platform/csv/day.ts'
import type { Parsed } from '#platform/csv/problems.ts'
import type { FileRow, TableForm } from '#platform/csv/read-table.ts'
import { Cost, Count, CountOrNone, Expiry, Lot, openingColumns } from '#features/stock/contract-items.ts'

type Column = (typeof openingColumns)[number]

const whole = (count: typeof Count) =>
  z
    .string()
    .transform((text) => (/^\d{1,7}$/.test(text) ? Number(text) : Number.NaN))
    .pipe(count)

/** The columns of a file of opening stock, and what their cells hold; the order of days is null where the file does not show it. */
export const openingCells = (order: DayOrder | null) =>
  ({
    code: line(30),
    name: line(120),
    store: line(60),
    lot: Lot,
    expiry: z
      .string()
      .transform(lastOfMonth)
      .pipe(dayCell({ order, today: '', time_zone: 'UTC', years: 'coming' }, () => {}))
      .pipe(Expiry.optional()),
    quantity: whole(Count),
    pack: line(60),
    unit_cost: withPoint.pipe(Cost),
    pack_cost: withPoint.pipe(Amount),
    minimum: whole(CountOrNone),
    reorder_level: whole(CountOrNone),
  }) satisfies Record<Column, z.ZodType>
export type OpeningCells = Parsed<ReturnType<typeof openingCells>>
export type OpeningRow = FileRow<Column>

export const openingForm: TableForm<Column> = {
  columns: openingColumns,
  needs: ['code', 'name'],
  missing: 'The file needs a column code or name.',
  maxRows: 5_000,
  tooMany: 'The file has more than 5,000 rows. Split it.',
  aliases: { item: 'name', item_code: 'code', lot_number: 'lot', expiry_date: 'expiry', expires_on: 'expiry', batch: 'lot', unit: '' },
}
