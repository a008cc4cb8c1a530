import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTexts, translatedLanguages } from '#platform/texts/read-texts.ts'
import { serviceGroups, stockGroups, waitGroups } from './contract.ts'
import { dispensingWaits } from './server/dispensing-waits.ts'
import type { Report } from './server/report.ts'
import { salesByService } from './server/sales-by-service.ts'
import { stockUsed } from './server/stock-used.ts'
import { stockValue } from './server/stock-value.ts'
import { exportsOf } from '../../testing/modules.ts'

const groups = [
  ...serviceGroups.map((group) => salesByService.columns({ group })),
  ...stockGroups.flatMap((group) => [stockValue.columns({ group }), stockUsed.columns({ group })]),
]
const isReport = (value: unknown): value is Report<object> =>
  typeof value === 'object' && value !== null && 'columns' in value && 'find' in value
const reports = (await exportsOf(join(import.meta.dirname, 'server'), '*.ts')).filter(isReport)
const columns = [
  ...reports.flatMap((report) => report.columns({})),
  ...waitGroups.flatMap((group) => dispensingWaits.columns({ group })),
  ...groups.flat(),
]
/** What the server says in a row, and the screen in the person's language. */
const cells = [
  'Patients, Waived, Rounding, Insurer, Patient, Customer, No department, Total, Billed, Given, Credited, Taken, Of that, Open now, Tax, Net tax, Cashier, Pharmacy, Payment, Refund, Reversal',
  'Bills issued, Of that tax, Of that rounding, Discounts, Credit notes, Total taken, Received, Refunded, Taken back',
  'Bills of this day, All bills, Expired, Damaged, Lost, Stock count, Drug, Consumable',
].flatMap((line) => line.split(', '))
const sentences = ['Name the first day, too.', 'Name the last day, too.', 'A report covers 5 years at most.']

test.each(translatedLanguages)('every word of a report is there in %s', (language) => {
  const texts = readTexts(language)
  const message = [...columns.map(({ title }) => title), ...cells, ...sentences]
  expect(reports.length).toBeGreaterThan(20)
  expect(message.filter((text) => !(text in texts))).toEqual([])
})
