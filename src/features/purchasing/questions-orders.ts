import { sql } from 'kysely'
import { itemDimension } from '#features/catalogue/public.ts'
import { clinicDay } from '#features/company/public.ts'
import { storeDimension, supplierDimension } from '#features/stock/public.ts'
import { staffJoin, staffName } from '#features/users/public.ts'
import { askedAt } from '#platform/questions/asked-at.ts'
import type { Subject } from '#platform/questions/subject.ts'

const today = clinicDay(askedAt)

export const purchaseOrders: Subject = {
  name: 'purchase_orders',
  title: 'Purchase orders',
  noun: ['purchase order', 'purchase orders'],
  words: ['purchase order', 'lpo', 'local purchase order', 'po', 'order to supplier', 'supplier order', 'procurement order', 'purchasing'],
  type: 'purchasing',
  access: ['purchasing.view'],
  from: sql`purchase_orders o`,
  joins: {
    store: sql`join stores st on st.id = o.store_id`,
    supplier: sql`left join suppliers su on su.id = o.supplier_id`,
    worth: sql`cross join lateral (
      select coalesce(sum(r.quantity_purchased * r.unit_price + round(r.quantity_purchased * r.unit_price * r.tax_rate / 100, 2)), 0.00) as total
      from purchase_order_items r where r.purchase_order_id = o.id
    ) worth`,
    by_whom: staffJoin('by_whom', sql`o.created_by`),
  },
  at: { sql: sql`o.created_at`, kind: 'instant', phrase: 'when the order was written' },
  measures: {
    orders: {
      title: 'Purchase orders',
      words: [
        'purchase order',
        'lpo',
        'po',
        'purchase order placed|raised|made|sent|send|issue|written|write',
        'lpo|po placed|raised|made|sent|send|issue|written|write',
        'orders placed|place',
        'order supplier',
        'order placed|raised|sent|send supplier',
        'times ordered',
      ],
      kind: 'count',
      total: sql`count(*)`,
    },
    ordered_value: {
      title: 'Ordered with tax, without cancelled orders',
      words: [
        'ordered value',
        'value ordered',
        'value purchase order',
        'purchase order value|worth|amount|cost',
        'value order',
        'worth order|ordered',
        'amount|cost|total|sum ordered',
        'much order|ordered',
        'spent|spend|spending order|ordered|purchase|purchases|procurement|buying',
        'purchase value|amount|cost',
        '=purchases supplier',
        'money ordered|spent purchase',
      ],
      kind: 'money',
      total: sql`sum(worth.total)`,
      joins: ['worth'],
      where: sql`o.status <> 'cancelled'`,
    },
    late_orders: {
      title: 'Orders that are late',
      words: ['late order', 'overdue order', 'delayed order', 'order late|overdue|delayed', 'late|overdue|delayed purchase order'],
      kind: 'count',
      total: sql`count(*)`,
      where: sql`o.status in ('sent', 'part-received') and o.expected_on < ${today}`,
    },
  },
  dimensions: {
    supplier: supplierDimension(sql`o.supplier_id`),
    status: {
      is: 'choice',
      title: 'Status',
      words: ['status', 'order status', 'state', 'stage'],
      sql: sql`o.status::text`,
      values: {
        draft: ['draft', 'not approved', 'unapproved', 'awaiting approval', 'pending approval'],
        approved: ['approved', 'not sent', 'unsent'],
        sent: ['sent', 'undelivered', 'not delivered', 'awaiting delivery', 'pending delivery'],
        'part-received': ['part received', 'partly|partially received', 'partly|partially delivered', 'partial'],
        received: ['fully received', 'received', 'delivered', 'completed'],
        closed: ['closed'],
        cancelled: ['cancelled', 'canceled'],
      },
    },
    open: {
      is: 'choice',
      title: 'To receive',
      words: ['open or closed', 'still to come'],
      sql: sql`case when o.status in ('sent', 'part-received') then 'yes' else 'no' end`,
      values: { yes: ['open', 'outstanding', 'pending', 'still to come', 'not yet received|delivered', 'incomplete'], no: ['not open'] },
      labels: { yes: 'To receive', no: 'Nothing to come' },
    },
    store: storeDimension(sql`o.store_id`),
  },
  list: {
    columns: [
      { key: 'number', title: 'Number', kind: 'text', sql: sql`o.number` },
      { key: 'ordered_at', title: 'Created', kind: 'instant', sql: sql`o.created_at` },
      { key: 'supplier', title: 'Supplier', kind: 'text', sql: sql`su.name`, joins: ['supplier'] },
      { key: 'store', title: 'For', kind: 'text', sql: sql`st.name`, joins: ['store'] },
      { key: 'status', title: 'Status', kind: 'text', sql: sql`o.status::text`, words: ['order status'] },
      {
        key: 'expected_on',
        title: 'Expected',
        kind: 'date',
        sql: sql`o.expected_on`,
        words: ['expected date', 'when expected', 'delivery date'],
      },
      { key: 'total', title: 'Total with tax', kind: 'money', sql: sql`worth.total`, joins: ['worth'] },
      { key: 'by', title: 'By', kind: 'text', sql: staffName('by_whom'), joins: ['by_whom'], words: ['who made|raised|ordered'] },
    ],
    order: sql`o.created_at desc, o.id desc`,
    link: sql`'/dashboard/inventory/purchase-orders/' || o.id`,
  },
  screen: { label: 'Purchase orders', to: '/dashboard/inventory/purchase-orders' },
  examples: ['Purchase orders by supplier this year', 'Which purchase orders are still open?'],
}

/** A row is a line of a delivery; a delivery that was taken back stands as a second one with negative quantities. */
export const deliveries: Subject = {
  name: 'deliveries',
  title: 'Deliveries',
  noun: ['delivered item', 'delivered items'],
  words: [
    'delivery',
    'goods received',
    'goods receipt',
    'grn',
    'goods received note',
    'incoming item|goods',
    'received supplier',
    'delivered',
    'supplied',
  ],
  type: 'purchasing',
  access: ['purchasing.view'],
  from: sql`goods_receipts r join goods_receipt_items g on g.goods_receipt_id = r.id`,
  joins: {
    item: sql`join items i on i.id = g.item_id`,
    store: sql`join stores st on st.id = r.store_id`,
    supplier: sql`left join suppliers su on su.id = r.supplier_id`,
  },
  at: { sql: sql`r.received_on`, kind: 'day' },
  measures: {
    deliveries: {
      title: 'Deliveries, donations too',
      words: ['delivery', 'goods receipt', 'grn', 'goods received note', 'times delivered', 'delivery received'],
      kind: 'count',
      total: sql`count(distinct r.id)`,
      where: sql`r.reverses_id is null`,
      adds: false,
    },
    received_value: {
      title: 'Delivered by suppliers, before tax',
      words: [
        'received value',
        'value goods|stock received',
        'value received',
        'value goods received',
        'value delivery|delivered|deliveries',
        'worth goods received|delivered',
        'worth delivery|delivered',
        'cost goods received',
        'cost delivery|delivered',
        'delivered value|amount|worth',
        'amount delivered|delivery',
        'goods received worth|amount',
        'much supplied|delivered supplier',
        'supplied value|worth',
        'bought worth|value|cost',
      ],
      kind: 'money',
      total: sql`sum(g.quantity * g.purchase_price)`,
      where: sql`r.supplier_id is not null`,
    },
    received_units: {
      title: 'Units delivered',
      words: [
        'units received|delivered|delivery|supplied',
        'quantity received|delivered|supplied',
        'received units|quantity',
        'pieces received|delivered',
      ],
      kind: 'quantity',
      total: sql`sum((g.quantity + g.free_quantity) * g.pack_units)`,
    },
  },
  dimensions: {
    supplier: supplierDimension(sql`r.supplier_id`),
    item: itemDimension({ key: sql`g.item_id`, sql: sql`i.name`, joins: ['item'] }),
    store: storeDimension(sql`r.store_id`),
    donation: {
      is: 'choice',
      title: 'Bought or given',
      words: ['bought or donated', 'bought or given', 'donation or purchase'],
      sql: sql`case when r.is_donation then 'yes' else 'no' end`,
      values: { yes: ['donated', 'donation', 'gift', 'free'], no: ['bought', 'purchased'] },
      labels: { yes: 'Donated', no: 'Bought' },
    },
  },
  list: {
    columns: [
      { key: 'number', title: 'Delivery', kind: 'text', sql: sql`r.number` },
      { key: 'received_on', title: 'Received', kind: 'date', sql: sql`r.received_on` },
      { key: 'supplier', title: 'Supplier', kind: 'text', sql: sql`coalesce(su.name, 'Donation')`, joins: ['supplier'] },
      { key: 'item', title: 'Item', kind: 'text', sql: sql`i.name`, joins: ['item'] },
      { key: 'units', title: 'Units', kind: 'quantity', sql: sql`(g.quantity + g.free_quantity) * g.pack_units` },
      { key: 'price', title: 'Before tax', kind: 'money', sql: sql`g.quantity * g.purchase_price` },
      { key: 'store', title: 'Store', kind: 'text', sql: sql`st.name`, joins: ['store'] },
    ],
    order: sql`r.received_on desc, r.id desc, g.id`,
    link: sql`'/dashboard/inventory/incoming-items/' || r.id`,
  },
  screen: { label: 'Goods received', to: '/dashboard/inventory/incoming-items' },
  examples: ['Value of goods received by supplier this year', 'List the deliveries of last week'],
}
