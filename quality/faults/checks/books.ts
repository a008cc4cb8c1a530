import { sql } from 'kysely'
import { moneyRules, numberRules } from '../../../src/testing/books/books.ts'
import { dispenseRules, dispenseTables, stockRules, stockTables } from '../../../src/testing/books/stock-books.ts'
import type { Check } from './check.ts'

export const money: Check = {
  name: 'money balances',
  counts: { bills: sql`invoices`, receipts: sql`receipts`, postings: sql`postings` },
  rules: {
    ...moneyRules,
    'a document is posted twice or not at all': sql`
      select 'invoice' as kind, i.id, count(e.id) from invoices i left join journal_entries e on e.invoice_id = i.id
        where i.issued_at is not null group by i.id having count(e.id) <> 1
      union all select 'receipt', r.id, count(e.id) from receipts r left join journal_entries e on e.receipt_id = r.id
        group by r.id having count(e.id) <> 1
      union all select 'credit note', n.id, count(e.id) from credit_notes n left join journal_entries e on e.credit_note_id = n.id
        group by n.id having count(e.id) <> 1`,
  },
}

export const numbers: Check = {
  name: 'numbers without a gap',
  counts: {
    bills: sql`(select from invoices where number is not null)`,
    receipts: sql`receipts`,
    'credit notes': sql`credit_notes`,
  },
  rules: {
    ...numberRules,
    'an issued bill has no number': sql`select id, issued_at from invoices where issued_at is not null and number is null`,
  },
}

export const stock: Check = {
  name: 'stock is the ledger',
  counts: { movements: sql`stock_movements`, batches: sql`(select from batch_stock where quantity > 0)` },
  rules: stockRules,
  common: stockTables,
}

export const dispensing: Check = {
  name: 'what went over the counter',
  counts: { dispenses: sql`dispenses`, lines: sql`prescribed_drugs` },
  rules: dispenseRules,
  common: dispenseTables,
}
