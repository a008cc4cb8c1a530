import type { readClinicHead } from '#features/company/public.ts'
import type { Context } from '#platform/http/handle.ts'
import { breakable, breakAll } from '#platform/pdf/breakable.ts'
import type { PrintPdf } from '#platform/pdf/print.ts'
import { day, joined, moment } from '#platform/pdf/printed-values.ts'
import type { StockCountLine, StockCountSheet } from '#features/stock/contract-counts.ts'

const template = new URL('./count-sheet.typ', import.meta.url)
type Head = Awaited<ReturnType<typeof readClinicHead>>

const batchCells = (line: StockCountLine, isBlind: boolean) => [
  line.lot || 'No lot',
  line.expires_on === null ? '' : day(line.expires_on),
  line.state === 'usable' ? '' : 'Quarantined',
  ...(isBlind ? [] : [line.expected === null ? '' : String(line.expected)]),
  line.counted === null ? '' : String(line.counted),
  line.reason,
]

/**
 * The sheet as PDF, in English, A4: a line for each batch, by item, with boxes to write in. What was counted already stands in them; a blind
 * sheet never says what the books have.
 */
export const printSheet = (
  { user, now }: Pick<Context, 'user' | 'now'>,
  printPdf: PrintPdf,
  { number, store_name, started_at, started_by_name, is_blind, note, sheet }: StockCountSheet,
  { clinic, zone }: Head,
): Promise<Uint8Array> => {
  const words = {
    title: `Count sheet ${number}`,
    store: store_name,
    facts: joined(
      `${sheet.length} ${sheet.length === 1 ? 'line' : 'lines'}`,
      `started ${moment(started_at, zone)} by ${started_by_name}`,
      note,
    ),
    is_blind,
    columns: ['Lot', 'Last day', '', ...(is_blind ? [] : ['Expected']), 'Counted', 'Remark'],
    groups: [...Map.groupBy(sheet, ({ item }) => item).values()].map((lines) => ({
      item: joined(lines[0]?.item_code, lines[0]?.item_name),
      unit: lines[0]?.unit ?? '',
      rows: lines.map((line) => batchCells(line, is_blind)),
    })),
    foot: `Printed ${moment(now, zone)} by ${user.first_name} ${user.last_name}`.trimEnd(),
  }
  return printPdf(template, {
    ...breakAll(words),
    is_blind,
    clinic: { ...clinic, name: breakable(clinic.name), lines: clinic.lines.map(breakable) },
  })
}
