import type { Tables } from '#platform/export/rules.ts'

export const tables: Tables = {
  names: [
    'purchasing_settings',
    'requisitions',
    'requisition_items',
    'purchase_orders',
    'purchase_order_items',
    'purchase_order_sources',
    'goods_receipts',
    'goods_receipt_items',
    'supplier_returns',
    'supplier_return_items',
    'supplier_bills',
    'supplier_bill_items',
    'supplier_payments',
    'supplier_allocations',
  ],
  filledAtFirst: ['purchasing_settings'],
}
