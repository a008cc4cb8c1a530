import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { askedAt } from '#platform/questions/asked-at.ts'
import type { Sql, Subject } from '#platform/questions/subject.ts'
import { buyerName, payerDimension, payerJoin, payerKindDimension } from './questions-columns.ts'

const age = sql`(${clinicDay(askedAt)} - i.issued_on)`
/** What is open of every bill, for the patient and for the insurer, as the report of debtors has it today. */
const open = sql`select b.party, case when b.party = 'patient' then i.patient_id end as patient_id,
    case when b.party = 'patient' and i.patient_id is null then i.customer_name end as customer_name,
    case when b.party = 'insurer' then i.insurance_company_id end as insurance_company_id, b.amount, ${age} as age, i.id, i.number, i.issued_on
  from invoices i cross join lateral (values ('patient', i.patient_balance), ('insurer', i.insurer_balance)) b (party, amount)
  where (i.patient_balance <> 0 or i.insurer_balance <> 0) and i.issued_on <= ${clinicDay(askedAt)} and b.amount <> 0`
const joins = { patient: sql`left join patients p on p.id = d.patient_id`, payer: payerJoin(sql`d.insurance_company_id`) }
const dimensions = {
  payer_kind: payerKindDimension(sql`d.insurance_company_id`),
  payer: payerDimension({ title: 'Insurer', key: sql`d.insurance_company_id`, without: 'Patients and customers' }),
}
/** As in the report. */
const ages = [
  { below: 31, label: '0–30 days' },
  { below: 61, label: '31–60 days' },
  { below: 91, label: '61–90 days' },
  { below: null, label: 'Over 90 days' },
] as const
const who: Sql = sql`coalesce(payer.name, ${buyerName(sql`d.customer_name`)})`
const kind: Sql = sql`case when d.party = 'insurer' then 'Insurer' when d.patient_id is null then 'Customer' else 'Patient' end`

/** A row is somebody who owes the clinic something now; to whom it owes something stands in the report alone. */
export const debts: Subject = {
  name: 'debts',
  title: 'Debtors',
  noun: ['debtor', 'debtors'],
  words: [
    'debt',
    'debtor',
    'owe',
    'owing',
    'owed',
    'indebted',
    'receivable',
    'accounts receivable',
    'arrears',
    'defaulter',
    'debtors list',
  ],
  type: 'billing_summary',
  access: ['reports.sales'],
  own: true,
  from: sql`(select o.party, o.patient_id, o.customer_name, o.insurance_company_id, count(*) as bills, sum(o.amount) as balance, max(o.age) as oldest
    from (${open}) o group by o.party, o.patient_id, o.customer_name, o.insurance_company_id) d`,
  joins,
  where: sql`d.balance > 0`,
  patient: sql`d.patient_id`,
  measures: {
    owed: {
      title: 'Owed to the clinic now',
      words: [
        'owed',
        'owe',
        'owing',
        'debt',
        'debt owed',
        'much owe|owed|owing|debt',
        'total owed|debt',
        'total owed debtor',
        'debtor total|amount|balance|value',
        'amount|money owed|owing',
        'money owe',
        'in debt',
        'total debt owed',
        'receivable',
        'accounts receivable',
        'arrears',
        'balance',
        'outstanding balance',
      ],
      kind: 'money',
      total: sql`sum(d.balance)`,
    },
    debtors: {
      title: 'Debtors',
      words: ['debtor', 'many owe|owing|debt', 'many owe|owing money', 'people owe|owing|debt', 'defaulter'],
      kind: 'count',
      total: sql`count(*)`,
    },
  },
  dimensions: {
    ...dimensions,
    debt_age: {
      is: 'number',
      title: 'Age of the oldest open bill',
      words: ['oldest bill|debt age', 'age of oldest bill|debt'],
      sql: sql`d.oldest`,
      unit: 'days',
      bands: ages,
    },
  },
  list: {
    columns: [
      { key: 'patient', title: 'Debtor', kind: 'text', sql: who, joins: ['patient', 'payer'] },
      { key: 'kind', title: 'Type', kind: 'text', sql: kind },
      { key: 'number', title: 'Number', kind: 'text', sql: sql`p.unique_id`, joins: ['patient'] },
      { key: 'bills', title: 'Open bills', kind: 'count', sql: sql`d.bills` },
      { key: 'oldest', title: 'Oldest bill', kind: 'days', sql: sql`d.oldest` },
      { key: 'balance', title: 'Owes', kind: 'money', sql: sql`d.balance` },
    ],
    order: sql`d.balance desc, d.patient_id, d.insurance_company_id, d.customer_name`,
  },
  screen: { label: 'Debtors', to: '/dashboard/billing/debtors' },
  examples: ['How much do patients owe us?', 'Who owes us money?'],
  ownExamples: ['How much do I owe?'],
}

/** The same by the age of each bill, in the columns of the report. */
export const agedDebts: Subject = {
  name: 'aged_debts',
  title: 'Open bills by age',
  noun: ['open bill', 'open bills'],
  words: ['aged debt', 'debt age|aging|ageing', 'aging|ageing report|analysis', 'open bill', 'old debt', 'overdue debt'],
  type: 'billing_summary',
  access: ['reports.sales'],
  from: sql`(${open}) d`,
  joins,
  patient: sql`d.patient_id`,
  measures: {
    owed_by_age: {
      title: 'Owed on open bills now',
      words: [
        'debt|owed|owe|owing|receivable|arrears age|aged|aging|ageing',
        'debt|owed|owe|owing|receivable|arrears days|weeks|months',
        'debt|owed|owe|owing old|older',
        'old|older debt',
        'overdue debt',
        'aged debt',
        'aging|ageing',
        'debt|owed|owe|owing age bill',
      ],
      kind: 'money',
      total: sql`sum(d.amount)`,
    },
  },
  dimensions: {
    ...dimensions,
    bill_age: {
      is: 'number',
      title: 'Age of the bill',
      words: ['age', 'bill age', 'age of bill|debt', 'debt age', 'older', 'old', 'overdue', 'days', 'aging|ageing'],
      sql: sql`d.age`,
      unit: 'days',
      bands: ages,
    },
    age: { is: 'number', title: 'Age of the bill', words: ['older', 'old'], sql: sql`d.age`, unit: 'days' },
    days_open: {
      is: 'number',
      title: 'Days since the bill',
      words: ['older', 'old', 'overdue', 'days', 'unpaid for', 'open for', 'owed for'],
      sql: sql`d.age`,
      unit: 'days',
    },
  },
  list: {
    columns: [
      { key: 'patient', title: 'Debtor', kind: 'text', sql: who, joins: ['patient', 'payer'] },
      { key: 'kind', title: 'Type', kind: 'text', sql: kind },
      { key: 'number', title: 'Bill', kind: 'text', sql: sql`d.number` },
      { key: 'issued_on', title: 'Issued', kind: 'date', sql: sql`d.issued_on` },
      { key: 'age', title: 'Age', kind: 'days', sql: sql`d.age` },
      { key: 'amount', title: 'Owed', kind: 'money', sql: sql`d.amount` },
    ],
    order: sql`d.age desc, d.id, d.party`,
    link: sql`'/dashboard/billing/invoices/' || d.id`,
  },
  screen: { label: 'Debtors', to: '/dashboard/billing/debtors' },
  examples: ['Debts by age'],
}
