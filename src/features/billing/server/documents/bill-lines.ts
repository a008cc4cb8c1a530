import { cents } from '#shared/money.ts'
import type { BillLine } from './find-bill.ts'
import type { Cell, Entry, PrintedDocument } from './print-pages.ts'
import { figure, joined, percent, quantity } from '#platform/pdf/printed-values.ts'

interface Shown {
  title: string
  isShown: boolean
  cell: (line: BillLine) => Cell
}

/** The lines of a bill on a sheet: only the columns in which something stands. */
export const billTable = (lines: readonly BillLine[], currency: string, hasInsurer: boolean): PrintedDocument['table'] => {
  const some = (of: (line: BillLine) => string) => lines.some((line) => cents(of(line)) !== 0)
  const money = (amount: string): Cell => ({ text: cents(amount) === 0 ? '-' : figure(amount, currency) })
  const shares = hasInsurer || some((line) => line.insurer_amount)
  const columns: Shown[] = [
    { title: 'Quantity', isShown: true, cell: (line) => ({ text: quantity(line.quantity) }) },
    { title: 'Price', isShown: true, cell: (line) => ({ text: figure(line.unit_price, currency) }) },
    { title: 'Discount', isShown: some((line) => line.discount), cell: (line) => money(line.discount) },
    {
      title: 'Tax',
      isShown: some((line) => line.tax),
      cell: (line) => ({ ...money(line.tax), sub: cents(line.tax_rate) === 0 ? '' : percent(line.tax_rate) }),
    },
    { title: 'Amount', isShown: true, cell: (line) => ({ text: figure(line.total, currency) }) },
    { title: 'Insurer', isShown: shares, cell: (line) => money(line.insurer_amount) },
    { title: 'Waived', isShown: some((line) => line.waiver), cell: (line) => money(line.waiver) },
    { title: 'Patient', isShown: shares, cell: (line) => money(line.patient_amount) },
  ]
  const shown = columns.filter(({ isShown }) => isShown)
  return {
    columns: [{ title: 'Item', align: 'start' }, ...shown.map(({ title }) => ({ title, align: 'end' as const }))],
    rows: lines.map((line) => [{ text: line.item_name, sub: line.code ?? '' }, ...shown.map(({ cell }) => cell(line))]),
  }
}

/** The same on a roll: what it is, how it is reckoned, and what it costs. */
export const billRoll = (lines: readonly BillLine[], currency: string): Entry[] =>
  lines.map((line) => {
    const part = (label: string, amount: string) => cents(amount) !== 0 && `${label} ${figure(amount, currency)}`
    return {
      label: line.item_name,
      detail: joined(
        `${quantity(line.quantity)} x ${figure(line.unit_price, currency)}`,
        line.code,
        part('discount', line.discount),
        cents(line.tax) !== 0 && `tax ${percent(line.tax_rate)}`,
        part('insurer', line.insurer_amount),
        part('waived', line.waiver),
      ),
      amount: figure(line.total, currency),
    }
  })
