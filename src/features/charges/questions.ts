import { sql } from 'kysely'
import { itemCategoryDimension, itemDimension } from '#features/catalogue/index.ts'
import type { Subject, Topics } from '#platform/questions/subject.ts'

/** What was billed line by line and what was credited of it, from the same postings as the sales reports, items as the catalogue has them now. */
const sales: Subject = {
  name: 'sales',
  title: 'Sales',
  noun: ['sale', 'sales'],
  words: ['sale', 'sell', 'sold', 'turnover', 'revenue', 'selling', 'sales report'],
  type: 'billing_summary',
  access: ['reports.sales'],
  from: sql`postings p`,
  joins: {
    item: sql`join items i on i.id = p.item_id`,
    department: sql`left join departments d on d.id = i.department_id`,
    visit: sql`join invoices v_bill on v_bill.id = p.invoice_id left join visits v on v.id = v_bill.visit_id
      left join users doctor on doctor.id = v.doctor_id`,
  },
  where: sql`p.account in ('sales', 'tax')`,
  at: { sql: sql`p.day`, kind: 'day' },
  measures: {
    sales: {
      title: 'Net sales: with tax, less what was credited',
      words: [
        'sale',
        'sold',
        'sell',
        'much sell|sold',
        'sale value|amount|total|worth',
        'net sale',
        'turnover',
        'revenue',
        'revenue generated|made',
        'revenue total|amount',
        'income from|generated|made',
        'made from sale|sales',
        'selling',
        'best selling',
        'top selling',
        'best selling sale|sales value',
        'selling value',
        'sold value|worth|amount',
        'gross income',
      ],
      kind: 'money',
      total: sql`-sum(p.amount)`,
    },
    sales_before_tax: {
      title: 'Sales before tax',
      words: ['sale before tax|vat', 'sale without|excluding tax|vat', 'sale net of tax|vat', 'revenue before|without|excluding tax|vat'],
      kind: 'money',
      total: sql`-sum(p.amount)`,
      where: sql`p.account = 'sales' and p.amount < 0`,
    },
    tax: {
      title: 'Tax on sales',
      words: ['tax', 'vat', 'tax charged|billed|collected', 'vat charged|billed|collected', 'sales tax', 'tax sale'],
      kind: 'money',
      total: sql`-sum(p.amount)`,
      where: sql`p.account = 'tax' and p.amount < 0`,
    },
    credited: {
      title: 'Credited of sales',
      words: ['sale credited', 'credited sale', 'credit sale', 'sale returned|reversed'],
      kind: 'money',
      total: sql`sum(p.amount)`,
      where: sql`p.amount > 0`,
    },
    quantity_sold: {
      title: 'Quantity billed',
      words: [
        'quantity sold|billed',
        'units sold|billed',
        'sold quantity|units',
        'pieces|tablets|capsules|bottles sold',
        'sale quantity|volume',
        'quantity sale',
        'volume sold',
      ],
      kind: 'quantity',
      total: sql`sum(p.quantity)`,
      where: sql`p.quantity > 0`,
    },
    lines: {
      title: 'Items billed',
      words: [
        'item billed|charged',
        'line billed|sold',
        'times sold|billed|charged',
        'billed item|line|service',
        'service billed|charged',
        'how often sold|billed|charged',
        'charges',
      ],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`p.quantity > 0`,
    },
  },
  dimensions: {
    item: itemDimension({ key: sql`p.item_id`, sql: sql`i.name`, joins: ['item'] }),
    category: itemCategoryDimension({ sql: sql`i.category::text`, joins: ['item'] }),
    department: {
      is: 'named',
      title: 'Department',
      words: ['department', 'unit', 'section', 'cost centre|center', 'revenue centre|center'],
      joins: ['item', 'department'],
      key: sql`i.department_id`,
      sql: sql`coalesce(d.name, 'No department')`,
      vocabulary: 'department',
    },
    doctor: {
      is: 'named',
      title: 'Doctor of the visit',
      words: ['doctor', 'clinician', 'physician', 'clinical officer', 'medical officer', 'dr', 'practitioner', 'consultant'],
      joins: ['visit'],
      key: sql`v.doctor_id`,
      sql: sql`nullif(concat_ws(' ', doctor.first_name, doctor.last_name), '')`,
      vocabulary: 'doctor',
    },
  },
  screen: { label: 'All reports', to: '/dashboard/reports' },
  examples: ['Sales by department this month', 'Top 10 items by sales last month'],
}

/** What was sold. */
export const chargeQuestions: Topics = { subjects: [sales] }
