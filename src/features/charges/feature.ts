import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
    names: ['charges', 'document_counters', 'invoices'],
  },
  constraints: {
    charges_stock_ordered: { says: 'A drug or consumable is billed through a pharmacy request or a counter sale.' },
    charges_one_per_order: { says: 'This order is already charged.' },
  },
  patientRows: {
    invoices: { label: 'Bills', at: 'coalesce(t.issued_at, t.created_at)', text: "concat_ws(' · ', t.number, t.total)" },
  },
}
