import type { Feature } from '../feature.ts'

export const feature: Feature = {
  tables: {
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
  },
  permissions: {
    purchasing: {
      title: 'Purchasing',
      place: 290,
      rights: {
        'purchasing.view': {
          label: 'See requisitions, orders, deliveries and suppliers’ bills',
          roles: ['nurse', 'labtech', 'lab_manager', 'pharmacist', 'accountant', 'storekeeper', 'procurement'],
        },
        'purchasing.request': {
          label: 'Ask for goods',
          roles: ['nurse', 'labtech', 'lab_manager', 'pharmacist', 'storekeeper', 'procurement'],
        },
        'purchasing.approve_request': { label: 'Approve requisitions for a department', roles: ['lab_manager', 'accountant'] },
        'purchasing.approve': { label: 'Approve requisitions and orders for procurement', roles: ['procurement'] },
        'purchasing.order': { label: 'Order from suppliers', roles: ['procurement'] },
        'purchasing.suppliers': { label: 'Add and change suppliers', roles: ['procurement'] },
        'purchasing.bill': { label: 'Record suppliers’ bills', roles: ['accountant', 'procurement'] },
        'purchasing.approve_bill': { label: 'Approve bills that differ from what was ordered or received', roles: ['accountant'] },
        'purchasing.pay': { label: 'Pay suppliers', roles: ['accountant'] },
      },
    },
  },
  topics: {
    purchasing: { access: 'purchasing.view' },
  },
  constraints: {
    purchase_orders_approver: { says: 'Another person approves a purchase order than who made or last changed it.' },
    goods_receipts_reversed_once: { says: 'This delivery was taken back already.' },
    supplier_payments_reversed_once: { says: 'This payment was taken back already.' },
    requisitions_two_approvers: { says: 'Two different people approve a requisition, neither of them the one who asked.' },
    supplier_bills_overpaid: { says: 'This is more than what is open on the bill.' },
    supplier_bills_unapproved: { says: 'This bill differs from what was ordered or received: somebody has to approve that first.' },
    supplier_bills_cancelled_unpaid: { says: 'This bill was cancelled.' },
    supplier_bills_of_supplier: { says: 'This bill is of another supplier.' },
    supplier_bills_cancelled: { says: 'Money was paid on this bill: take the payment back first.' },
  },
}
