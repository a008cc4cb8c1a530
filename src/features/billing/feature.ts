import type { Feature } from '../feature.ts'

const currency = '(select currency from company)'

export const feature: Feature = {
  tables: {
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
  },
  permissions: {
    billing: {
      title: 'Billing',
      place: 270,
      rights: {
        'billing.view': {
          label: 'View bills, payments and the cashier queue',
          roles: ['receptionist', 'pharmacist', 'cashier', 'accountant'],
        },
        'billing.charge': {
          label: 'Open bills, add services and edit draft lines',
          roles: ['receptionist', 'cashier', 'accountant'],
        },
        'billing.price': { label: 'Charge a price other than the list price', roles: ['accountant'] },
        'billing.discount': { label: 'Give discounts and waive patient amounts', roles: ['accountant'] },
        'billing.issue': { label: 'Issue bills', roles: ['cashier', 'accountant'] },
        'billing.pay': { label: 'Take payments', roles: ['cashier', 'accountant'] },
        'billing.credit': { label: 'Credit issued bills', roles: ['accountant'] },
        'billing.refund': { label: 'Refund payments', roles: ['accountant'] },
        'billing.reverse': { label: 'Reverse receipts', roles: ['accountant'] },
        'billing.settings': { label: 'Manage payment modes, taxes, rounding and consultation fees', roles: ['accountant'] },
      },
    },
  },
  topics: {
    billing: { access: 'billing.view', isOfPatient: true },
  },
  constraints: {
    invoices_kept: { says: 'An issued bill cannot be changed.' },
    invoices_overpaid: { says: 'This is more than what is due on the bill.' },
    invoices_unissued: { says: 'Issue this bill before taking a payment.' },
    invoices_paid_patient: { says: 'Not possible: a refund was made since.' },
    invoices_paid_insurer: { says: 'Not possible: a refund was made since.' },
    receipts_reversed_once: { says: 'This receipt is already reversed.' },
  },
  patientRows: {
    receipts: { label: 'Receipts', at: 't.received_at', text: "t.number || ' · ' || t.total" },
  },
  accessLog: {
    nouns: [
      { entities: ['invoice', 'invoices', 'invoice items'], staff: 'the bills', patient: 'your bills' },
      { entities: ['credit note', 'credit notes'], staff: 'the credit notes', patient: 'your bills' },
      { entities: ['receipt', 'receipts'], staff: 'the receipts', patient: 'your receipts' },
    ],
    sentences: {
      'charge invoice': { patient: 'Added an item to your bill' },
      'change charge invoice': { patient: 'Changed your bill' },
      'discount invoice': { patient: 'Changed your bill' },
      'cancel charge invoice': { patient: 'Removed an item from your bill' },
      'issue invoice': { patient: 'Issued your bill' },
      'credit invoice': { patient: 'Issued a credit note on your bill' },
      'payment receipt': { staff: 'Took a payment', patient: 'Took your payment' },
      'refund receipt': { staff: 'Refunded a payment', patient: 'Gave you a refund' },
      'reversal receipt': { staff: 'Reversed a payment', patient: 'Reversed a payment' },
    },
  },
}
