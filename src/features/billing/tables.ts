import type { Tables } from '#platform/export/rules.ts'

const currency = '(select currency from company)'

export const tables: Tables = {
  names: [
    'payment_modes',
    'receipts',
    'payments',
    'allocations',
    'credit_notes',
    'credit_note_items',
    'journal_entries',
    'postings',
    'document_prints',
    'doctor_fees',
    'billing_settings',
  ],
  filledAtFirst: ['billing_settings', 'payment_modes'],
  sums: {
    'rows of money posted, by account': `select account::text || ' ' || ${currency} as key, sum(amount)::text as value from postings group by 1`,
    'money received, by mode of payment': `select m.name || ' ' || ${currency} as key, sum(p.amount)::text as value
      from payments p join payment_modes m on m.id = p.payment_mode_id group by 1`,
    'billed, by state of the bill': `select status::text || ' ' || ${currency} as key, sum(total)::text as value from invoices group by 1`,
  },
}
