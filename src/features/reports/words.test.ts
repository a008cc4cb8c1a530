import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serviceGroups, stockGroups, waitGroups } from './contract.ts'
import { counterSales } from './server/counter-sales.ts'
import { dayClose } from './server/day-close.ts'
import { debtors } from './server/debtors.ts'
import { dispensedByDay } from './server/dispensed-by-day.ts'
import { dispensedByItem } from './server/dispensed-by-item.ts'
import { dispensedByPerson } from './server/dispensed-by-person.ts'
import { dispensingWaits } from './server/dispensing-waits.ts'
import { labCriticalCalls } from './server/lab-critical-calls.ts'
import { labRejections } from './server/lab-rejections.ts'
import { labTurnaround } from './server/lab-turnaround.ts'
import { labWorkload } from './server/lab-workload.ts'
import { paymentModes } from './server/payment-modes.ts'
import { purchases } from './server/purchases.ts'
import { salesByDate } from './server/sales-by-date.ts'
import { salesByItemAndDate } from './server/sales-by-item-and-date.ts'
import { salesByPayer } from './server/sales-by-payer.ts'
import { salesByService } from './server/sales-by-service.ts'
import { slowStock } from './server/slow-stock.ts'
import { stockLost } from './server/stock-lost.ts'
import { stockUsed } from './server/stock-used.ts'
import { stockValue } from './server/stock-value.ts'

const textsIn = (language: string) =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../web/i18n/${language}.json`), 'utf8')) as Record<string, string>

const groups = [
  ...serviceGroups.map((group) => salesByService.columns({ group })),
  ...stockGroups.flatMap((group) => [stockValue.columns({ group }), stockUsed.columns({ group })]),
]
const columns = [
  ...[dayClose, debtors, salesByDate, salesByPayer, stockLost, slowStock, purchases].flatMap((report) => report.columns({})),
  ...salesByItemAndDate.columns({ item_id: 1 }),
  ...paymentModes.columns({}),
  ...[
    counterSales,
    dispensedByDay,
    dispensedByItem,
    dispensedByPerson,
    labCriticalCalls,
    labRejections,
    labTurnaround,
    labWorkload,
  ].flatMap((report) => report.columns({})),
  ...waitGroups.flatMap((group) => dispensingWaits.columns({ group })),
  ...groups.flat(),
]
/** What the server says in a row, and the screen in the person's language. */
const cells = [
  'Patients, Waived, Rounding, Insurer, Patient, Customer, No department, Total, Billed, Given, Credited, Taken, Of that, Open now',
  'Bills issued, Of that tax, Of that rounding, Discounts, Credit notes, Total taken, Received, Refunded, Taken back',
  'Bills of this day, All bills, Expired, Damaged, Lost, Stock count, Drug, Consumable',
].flatMap((line) => line.split(', '))
const sentences = ['Name the first day, too.', 'Name the last day, too.', 'A report covers 5 years at most.']

test.each(['sw', 'fr'])('every word of a report is there in %s', (language) => {
  const texts = textsIn(language)
  const said = [...columns.map(({ title }) => title), ...cells, ...sentences]
  expect(said.length).toBeGreaterThan(60)
  expect(said.filter((text) => !(text in texts))).toEqual([])
})
