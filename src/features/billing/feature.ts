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
          label: 'See bills, payments and who is at the till',
          roles: ['receptionist', 'pharmacist', 'cashier', 'accountant'],
        },
        'billing.charge': {
          label: 'Open bills, add services and change lines of drafts',
          roles: ['receptionist', 'cashier', 'accountant'],
        },
        'billing.price': { label: 'Charge another price than the list’s', roles: ['accountant'] },
        'billing.discount': { label: 'Give discounts and waive what a patient owes', roles: ['accountant'] },
        'billing.issue': { label: 'Issue bills', roles: ['cashier', 'accountant'] },
        'billing.pay': { label: 'Take payments', roles: ['cashier', 'accountant'] },
        'billing.credit': { label: 'Credit issued bills', roles: ['accountant'] },
        'billing.refund': { label: 'Pay money back', roles: ['accountant'] },
        'billing.reverse': { label: 'Take a receipt back', roles: ['accountant'] },
        'billing.settings': { label: 'Decide payment modes, taxes, rounding and consultation fees', roles: ['accountant'] },
      },
    },
  },
  topics: {
    billing: { access: 'billing.view', isOfPatient: true },
  },
  constraints: {
    invoices_kept: { says: 'An issued bill never changes.' },
    invoices_overpaid: { says: 'This is more than what is due on the bill.' },
    invoices_unissued: { says: 'Issue this bill before it is paid.' },
    invoices_paid_patient: { says: 'Money that went back since stands in the way.' },
    invoices_paid_insurer: { says: 'Money that went back since stands in the way.' },
    receipts_reversed_once: { says: 'This receipt was taken back already.' },
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
      'charge invoice': { patient: 'Put something on your bill' },
      'change charge invoice': { patient: 'Changed your bill' },
      'discount invoice': { patient: 'Changed your bill' },
      'cancel charge invoice': { patient: 'Took something off your bill' },
      'issue invoice': { patient: 'Issued your bill' },
      'credit invoice': { patient: 'Credited something of your bill' },
      'payment receipt': { staff: 'Took a payment', patient: 'Took your payment' },
      'refund receipt': { staff: 'Gave money back', patient: 'Gave you money back' },
      'reversal receipt': { staff: 'Undid a payment', patient: 'Undid a payment' },
    },
  },
}
