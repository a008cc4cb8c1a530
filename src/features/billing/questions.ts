import { sql } from 'kysely'
import type { Topics } from '#platform/questions/subject.ts'
import { claims } from './questions-claims.ts'
import { agedDebts, debts } from './questions-debts.ts'
import { invoices } from './questions-invoices.ts'
import { payments } from './questions-payments.ts'

/** What was billed, paid, claimed and is owed. */
export const questions: Topics = {
  subjects: [invoices, payments, debts, agedDebts, claims],
  vocabularies: [
    {
      name: 'payment_mode',
      noun: 'payment mode',
      rows: sql`select m.id, m.name, '{}'::text[] as also from payment_modes m`,
      access: ['billing.view', 'reports.sales'],
    },
  ],
}
