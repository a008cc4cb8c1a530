import { sql } from 'kysely'
import { itemCategoryDimension, itemDimension } from '#features/catalogue/public.ts'
import { clinicDay } from '#features/company/public.ts'
import { askedAt } from '#platform/questions/asked-at.ts'
import type { Subject } from '#platform/questions/subject.ts'
import { itemLink, storeDimension, supplierDimension } from './questions-columns.ts'

const today = clinicDay(askedAt)
const isExpired = sql`coalesce(b.expires_on < ${today}, false)`

/** What lies in the stores batch by batch, as the screen of expiries has it: what may be used, and what has expired and still lies there. */
export const batches: Subject = {
  name: 'batches',
  title: 'Batches',
  noun: ['batch', 'batches'],
  words: [
    'batch',
    'batch expire|expiry',
    'lot',
    'lot number',
    'expire',
    'expiry',
    'expiry date',
    'item|product|stock expire|expiry',
    'short dated',
    'shelf life',
    'best before',
  ],
  type: 'inventory_status',
  access: ['stock.view'],
  from: sql`batch_stock h join batches b on b.item_id = h.item_id and b.id = h.batch_id join items i on i.id = h.item_id
    join stores st on st.id = h.store_id`,
  joins: { supplier: sql`left join suppliers su on su.id = b.supplier_id` },
  where: sql`h.quantity > 0 and case when ${isExpired} then h.state <> 'in transit' else h.state = 'usable' end`,
  at: { sql: sql`b.expires_on`, kind: 'day', ahead: true },
  measures: {
    batches: {
      title: 'Batches in stores',
      words: ['batch', 'lot', 'batch|lot expire|expiry'],
      kind: 'count',
      total: sql`count(*)`,
    },
    items_expiring: {
      title: 'Items',
      words: ['item|product expire|expiry', 'item|product short dated', 'expire'],
      kind: 'count',
      total: sql`count(distinct h.item_id)`,
      adds: false,
    },
    expired_items: {
      title: 'Items of which something has expired',
      words: ['expired', 'item|product|stock expired'],
      kind: 'count',
      total: sql`count(distinct h.item_id)`,
      where: isExpired,
      of: 'items_expiring',
      adds: false,
    },
    units: {
      title: 'Units',
      words: [
        'units|quantity expire|expiry',
        'units|quantity batch|lot',
        'units|quantity stock expire',
        'tablets|capsules|bottles|vials expire',
        'much stock expire',
      ],
      kind: 'quantity',
      total: sql`sum(h.quantity)`,
    },
    expired_units: {
      title: 'Units that have expired',
      words: [
        'units|quantity expired',
        'units|quantity expired stock|batch|lot',
        'tablets|capsules|bottles|vials expired',
        'much stock expired',
      ],
      kind: 'quantity',
      total: sql`sum(h.quantity)`,
      where: isExpired,
    },
    expiring_value: {
      title: 'Value at cost',
      words: [
        'value|worth|cost expire|expiry',
        'value|worth|cost stock|batch|lot|item expire|expiry',
        'value|worth|cost batch|lot',
        'money lose|lost expire|expiry',
      ],
      kind: 'money',
      total: sql`round(sum(h.quantity * b.unit_cost), 2)`,
    },
    expired_value: {
      title: 'Value at cost of what has expired',
      words: ['value|worth|cost expired', 'value|worth|cost stock|batch|lot|item expired', 'money lose|lost expired', 'loss expired'],
      kind: 'money',
      total: sql`round(sum(h.quantity * b.unit_cost), 2)`,
      where: isExpired,
    },
  },
  dimensions: {
    item: itemDimension({ key: sql`h.item_id`, sql: sql`i.name` }),
    store: storeDimension(sql`h.store_id`, []),
    supplier: supplierDimension(sql`b.supplier_id`),
    category: itemCategoryDimension({ sql: sql`i.category::text` }),
    expired: {
      is: 'choice',
      title: 'Expired',
      words: ['expired or not', 'whether expired', 'expiry status'],
      sql: sql`case when ${isExpired} then 'yes' else 'no' end`,
      values: {
        yes: ['=expired', 'out of date', 'past expiry', 'outdated', 'past expiry date'],
        no: ['unexpired', 'in date', 'not expired'],
      },
      labels: { yes: 'Expired', no: 'Not expired' },
    },
    days_left: {
      is: 'number',
      title: 'Days until it expires',
      words: ['days left', 'days until|to expiry', 'days before expiry', 'remaining shelf life', 'shelf life'],
      sql: sql`b.expires_on - ${today}`,
      unit: 'days',
      bands: [
        { below: 0, label: 'Expired' },
        { below: 31, label: 'Within 30 days' },
        { below: 61, label: '31–60 days' },
        { below: 91, label: '61–90 days' },
        { below: null, label: 'Later' },
      ],
    },
  },
  list: {
    columns: [
      { key: 'item', title: 'Item', kind: 'text', sql: sql`i.name` },
      { key: 'lot', title: 'Lot', kind: 'text', sql: sql`b.lot`, words: ['lot number', 'batch number'] },
      {
        key: 'expires_on',
        title: 'Expires',
        kind: 'date',
        sql: sql`b.expires_on`,
        words: ['expiry date', 'expiration date', 'expire date', 'when expire'],
      },
      { key: 'quantity', title: 'Quantity', kind: 'quantity', sql: sql`h.quantity` },
      { key: 'unit', title: 'Unit', kind: 'text', sql: sql`i.unit` },
      { key: 'store', title: 'Store', kind: 'text', sql: sql`st.name` },
      { key: 'value', title: 'Value', kind: 'money', sql: sql`round(h.quantity * b.unit_cost, 2)` },
    ],
    order: sql`b.expires_on nulls last, lower(i.name), h.id`,
    link: itemLink(sql`h.item_id`),
  },
  screen: { label: 'Expiry and recalls', to: '/dashboard/inventory/expiry' },
  examples: ['Which batches expire in the next 30 days?', 'How many batches have expired?'],
}
