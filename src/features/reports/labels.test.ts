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
  'Patients, Waived, Rounding, Insurer, Patient, Customer, No department, Total, Billed, Reductions, Credited, Takings, Of which, Outstanding, Tax, Net tax, Cashier, Pharmacy, Payment, Refund, Reversal',
  'Bills issued, Of which tax, Of which rounding, Discounts, Credit notes, Total taken, Received, Refunded, Reversed',
  'Bills of the day, All bills, Expired, Damaged, Lost, Stock count, Drug, Consumable',
].flatMap((line) => line.split(', '))
const sentences = ['Enter the first date as well.', 'Enter the last date as well.', 'A report can cover at most 5 years.']

test.each(translatedLanguages)('every word of a report is there in %s', (language) => {
  const texts = readTexts(language)
  const message = [...columns.map(({ title }) => title), ...cells, ...sentences]
  expect(reports.length).toBeGreaterThan(20)
  expect(message.filter((text) => !(text in texts))).toEqual([])
})
