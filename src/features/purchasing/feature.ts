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
          label: 'View requisitions, orders, deliveries and supplier invoices',
          roles: ['nurse', 'labtech', 'lab_manager', 'pharmacist', 'accountant', 'storekeeper', 'procurement'],
        },
        'purchasing.request': {
          label: 'Request stock',
          roles: ['nurse', 'labtech', 'lab_manager', 'pharmacist', 'storekeeper', 'procurement'],
        },
        'purchasing.approve_request': { label: 'Approve requisitions of a department', roles: ['lab_manager', 'accountant'] },
        'purchasing.approve': { label: 'Approve requisitions and orders for procurement', roles: ['procurement'] },
        'purchasing.order': { label: 'Order from suppliers', roles: ['procurement'] },
        'purchasing.suppliers': { label: 'Add and edit suppliers', roles: ['procurement'] },
        'purchasing.bill': { label: 'Record supplier invoices', roles: ['accountant', 'procurement'] },
        'purchasing.approve_bill': { label: 'Approve supplier invoices that differ from the order or delivery', roles: ['accountant'] },
        'purchasing.pay': { label: 'Pay suppliers', roles: ['accountant'] },
      },
    },
  },
  topics: {
    purchasing: { access: 'purchasing.view' },
  },
  constraints: {
    purchase_orders_approver: { says: 'A purchase order cannot be approved by the user who created or last changed it.' },
    goods_receipts_reversed_once: { says: 'This delivery is already reversed.' },
    supplier_payments_reversed_once: { says: 'This payment is already reversed.' },
    requisitions_two_approvers: { says: 'A requisition is approved by two different users, neither of them the requester.' },
    supplier_bills_overpaid: { says: 'This is more than the open amount of the invoice.' },
    supplier_bills_unapproved: { says: 'This invoice differs from the order or the goods received: it must be approved first.' },
    supplier_bills_cancelled_unpaid: { says: 'This invoice was cancelled.' },
    supplier_bills_of_supplier: { says: 'This invoice is from another supplier.' },
    supplier_bills_cancelled: { says: 'This invoice has payments: reverse them first.' },
  },
}
