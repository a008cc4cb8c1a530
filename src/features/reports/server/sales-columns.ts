import { sql } from 'kysely'
import type { ReportColumn } from './report.ts'

/** What every sales report counts, over rows of `postings p` of the accounts sales and tax: what was billed, and what was credited. */
export const salesSums = sql`
  count(*) filter (where p.quantity > 0) as lines,
  coalesce(-sum(p.amount) filter (where p.account = 'sales' and p.amount < 0), 0.00) as sales,
  coalesce(-sum(p.amount) filter (where p.account = 'tax' and p.amount < 0), 0.00) as tax,
  coalesce(sum(p.amount) filter (where p.account = 'tax' and p.amount > 0), 0.00) as tax_credited,
  coalesce(sum(p.amount) filter (where p.amount > 0), 0.00) as credited`

/** How much was billed: only of one item does it make sense. */
export const quantitySum = sql`coalesce(sum(p.quantity) filter (where p.quantity > 0), 0.000) as quantity`

/** Which postings are sales: the very words of the indexes that hold them. */
export const ofSales = sql`p.account in ('sales', 'tax')`

export const lineColumn: ReportColumn = { key: 'lines', title: 'Items billed', kind: 'count' }

/** The columns of money of a row that has the sums of `s`. */
export const derivedSums = sql`s.sales, s.tax, s.sales + s.tax as billed, s.credited, s.tax_credited, s.tax - s.tax_credited as tax_net,
  s.sales + s.tax - s.credited as net`

/**
 * Sales are before tax; billed and credited are with it; net is billed less credited, and equals the postings of sales and tax. Net tax is
 * what was charged less what credit notes gave back, and equals the postings of tax.
 */
export const moneyColumns: readonly ReportColumn[] = [
  { key: 'sales', title: 'Sales before tax', kind: 'money' },
  { key: 'tax', title: 'Tax charged', kind: 'money' },
  { key: 'billed', title: 'Billed', kind: 'money' },
  { key: 'credited', title: 'Credited', kind: 'money' },
  { key: 'tax_credited', title: 'Tax credited', kind: 'money' },
  { key: 'tax_net', title: 'Net tax', kind: 'money' },
  { key: 'net', title: 'Net', kind: 'money' },
]
