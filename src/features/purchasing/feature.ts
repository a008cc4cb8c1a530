import type { Feature } from '../feature.ts'
import { takeBackIssued } from './server/requisitions/issue.ts'
import { purchasingRoutes } from './server/routes.ts'
import { purchasingStanding } from './standing.ts'

export const feature: Feature = {
  routes: purchasingRoutes,
  alerts: purchasingStanding,
  provides: { takeBackIssued },
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
