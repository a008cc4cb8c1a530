import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { askedAt } from '#platform/questions/asked-at.ts'
import type { Subject, Topics } from '#platform/questions/subject.ts'
import { furtherNames, itemCategoryDimension, itemDimension } from './questions-columns.ts'

const prices: Subject = {
  name: 'prices',
  title: 'Today’s prices',
  noun: ['price', 'prices'],
  words: ['price', 'cost', 'charge for', 'fee', 'tariff', 'price list', 'much is|are', 'much charge', 'much pay for'],
  type: 'billing_summary',
  access: ['services.view'],
  // The lists of insurers are for those who see price lists; the catalogue shows the cash price alone.
  rows: ({ permissions }) => (permissions.has('prices.view') ? undefined : sql`pl.insurance_company_id is null`),
  from: sql`prices c join price_lists pl on pl.id = c.price_list_id join items i on i.id = c.item_id`,
  // Of the prices of a list that hold today, the one that began last counts.
  where: sql`pl.is_active and i.is_active and c.id = (
    select n.id from prices n where n.price_list_id = c.price_list_id and n.item_id = c.item_id and n.valid_from <= ${clinicDay(askedAt)}
      and (n.valid_until is null or n.valid_until >= ${clinicDay(askedAt)})
    order by n.valid_from desc limit 1)`,
  measures: {
    price: {
      title: 'Price',
      words: ['price', 'average|mean|median price|cost|fee', 'cost', 'fee', 'tariff', 'charge for', 'much charge|cost'],
      kind: 'money',
      value: sql`c.price`,
      usually: 'average',
      each: true,
    },
    prices: {
      title: 'Prices',
      words: ['item|service priced', 'item|service with price', 'item|service have|has price'],
      kind: 'count',
      total: sql`count(*)`,
    },
  },
  dimensions: {
    item: itemDimension({ key: sql`c.item_id`, sql: sql`i.name` }),
    category: itemCategoryDimension({ sql: sql`i.category::text` }),
    price_list: {
      is: 'choice',
      title: 'Price list',
      words: ['price list', 'list of prices', 'tariff', 'scheme', 'insurer', 'payer', 'insurance company'],
      sql: sql`pl.name`,
      values: {},
    },
    payer: {
      is: 'named',
      title: 'Insurer',
      words: ['insurer', 'insurance', 'payer'],
      joins: ['payer'],
      key: sql`pl.insurance_company_id`,
      sql: sql`coalesce(payer.name, 'Cash')`,
      vocabulary: 'payer',
    },
    payer_kind: {
      is: 'choice',
      title: 'Payer',
      words: ['cash or insurance', 'cash insurance'],
      sql: sql`case when pl.insurance_company_id is null then 'patient' else 'insurer' end`,
      values: {
        patient: ['cash', 'cash patient|price|list', 'self paying', 'walk in'],
        insurer: ['insurance', 'insured', 'insurance price|list'],
      },
      labels: { patient: 'Cash', insurer: 'Insurance' },
    },
  },
  joins: { payer: sql`left join insurance_companies payer on payer.id = pl.insurance_company_id` },
  list: {
    columns: [
      { key: 'item', title: 'Item', kind: 'text', sql: sql`i.name` },
      { key: 'code', title: 'Code', kind: 'text', sql: sql`i.code` },
      { key: 'category', title: 'Category', kind: 'text', sql: sql`i.category::text` },
      { key: 'price_list', title: 'Price list', kind: 'text', sql: sql`pl.name` },
      { key: 'unit', title: 'Unit', kind: 'text', sql: sql`i.unit` },
      { key: 'price', title: 'Price', kind: 'money', sql: sql`c.price` },
      { key: 'valid_from', title: 'Since', kind: 'date', sql: sql`c.valid_from` },
    ],
    order: sql`lower(i.name), i.id, pl.insurance_company_id is not null, lower(pl.name)`,
  },
  screen: { label: 'Catalogue', to: '/dashboard/administration/catalogue' },
  examples: ['What is the price of a consultation?'],
}

/** What things cost, and the names of everything that is charged for or kept in stock; what is out of use has a past too. */
export const questions: Topics = {
  subjects: [prices],
  vocabularies: [
    {
      name: 'item',
      noun: 'item',
      rows: sql`select i.id, i.name, ${furtherNames(sql`i`)} as also from items i`,
      access: ['services.view', 'stock.view', 'prescriptions.view', 'billing.view', 'purchasing.view', 'reports.sales'],
    },
  ],
}
