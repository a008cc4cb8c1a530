import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { supplierDimension } from '#features/stock/public.ts'
import { askedAt } from '#platform/questions/asked-at.ts'
import type { Subject } from '#platform/questions/subject.ts'

const today = clinicDay(askedAt)

/** What suppliers bill; a bill that was cancelled is none. */
export const supplierBills: Subject = {
  name: 'supplier_bills',
  title: 'Suppliers’ bills',
  noun: ['supplier’s bill', 'suppliers’ bills'],
  words: [
    'supplier bill|invoice',
    'order bill',
    'bill supplier|vendor',
    'invoice supplier|vendor',
    'vendor bill|invoice',
    'payable',
    'accounts payable',
    'creditor',
    'owe supplier|vendor',
    'bill',
  ],
  type: 'purchasing',
  access: ['purchasing.view'],
  from: sql`supplier_bills b`,
  joins: {
    supplier: sql`join suppliers su on su.id = b.supplier_id`,
    order: sql`left join purchase_orders o on o.id = b.purchase_order_id`,
  },
  where: sql`b.cancelled_at is null`,
  at: { sql: sql`b.bill_date`, kind: 'day', phrase: 'the date of the bill' },
  measures: {
    bills: {
      title: 'Suppliers’ bills',
      words: ['supplier bill|invoice', 'vendor bill|invoice', 'creditor bill|invoice'],
      kind: 'count',
      total: sql`count(*)`,
    },
    bill_total: {
      title: 'Billed by suppliers, with tax',
      words: [
        'amount|total|value|worth supplier bill|invoice',
        'supplier billed',
        'supplier bill us',
        'billed by supplier',
        'much supplier bill|billed|charged|invoiced',
      ],
      kind: 'money',
      total: sql`sum(b.total_cost)`,
    },
    bills_owed: {
      title: 'Owed to suppliers now',
      words: [
        'owe supplier|vendor',
        'owed supplier|vendor',
        'debt supplier|vendor',
        'unpaid supplier bill|invoice amount|value|total',
        'much unpaid supplier bill|invoice',
        'outstanding supplier',
        'balance supplier',
        'supplier balance',
        'payable',
        'accounts payable',
        'we owe',
        'owing supplier',
        'due supplier',
        'creditor',
      ],
      kind: 'money',
      total: sql`sum(b.balance)`,
      where: sql`b.balance <> 0`,
    },
  },
  dimensions: {
    supplier: supplierDimension(sql`b.supplier_id`),
    payment_status: {
      is: 'choice',
      title: 'Payment',
      words: ['payment status', 'paid or unpaid', 'paid unpaid', 'status'],
      sql: sql`b.payment_status`,
      values: {
        unpaid: ['unpaid', 'not paid', 'not been paid', 'unsettled', 'nothing paid'],
        partial: ['partly paid', 'part paid', 'partially paid', 'partial'],
        paid: ['paid', 'fully paid', 'settled', 'cleared'],
      },
      labels: { unpaid: 'Unpaid', partial: 'Partly paid', paid: 'Paid' },
    },
    overdue: {
      is: 'choice',
      title: 'Overdue',
      words: ['overdue or not', 'whether overdue'],
      sql: sql`case when b.balance > 0 and b.due_on < ${today} then 'yes' else 'no' end`,
      values: { yes: ['overdue', 'past due', 'late', 'past the due date'], no: ['not overdue', 'not yet due'] },
      labels: { yes: 'Overdue', no: 'Not overdue' },
    },
  },
  list: {
    columns: [
      { key: 'number', title: 'Bill', kind: 'text', sql: sql`b.invoice_no` },
      { key: 'bill_date', title: 'Date', kind: 'date', sql: sql`b.bill_date` },
      { key: 'supplier', title: 'Supplier', kind: 'text', sql: sql`su.name`, joins: ['supplier'] },
      { key: 'order', title: 'Order', kind: 'text', sql: sql`o.number`, joins: ['order'] },
      { key: 'due_on', title: 'Due', kind: 'date', sql: sql`b.due_on`, words: ['due date', 'when due', 'due on'] },
      { key: 'total', title: 'Total', kind: 'money', sql: sql`b.total_cost` },
      { key: 'paid', title: 'Paid', kind: 'money', sql: sql`b.paid` },
      { key: 'balance', title: 'Owed', kind: 'money', sql: sql`b.balance` },
    ],
    order: sql`b.bill_date desc, b.id desc`,
    link: sql`'/dashboard/inventory/order-bills/' || b.id`,
  },
  screen: { label: 'Supplier invoices', to: '/dashboard/inventory/order-bills' },
  examples: ['How much do we owe suppliers?', 'Which supplier bills are overdue?'],
}
