import { handlePrepared, type Route } from '#platform/http/handle.ts'
import { printPurchaseOrder } from '../contract-orders.ts'
import { printRequisition } from '../contract-approvals.ts'
import { printOrder, type Press } from './print-order.ts'
import { printRequest } from './print-requisition.ts'

/** Orders and requisitions on paper. */
export const paperRoutes = (press: Press): Route[] => [
  handlePrepared(
    printPurchaseOrder,
    ({ db, params, user, now }) => printOrder(db, press, params.id, { user, now }),
    async ({ params, prepared, audit }) => {
      audit('print', { entity: 'purchase order', id: params.id })
      return prepared
    },
  ),
  handlePrepared(
    printRequisition,
    ({ db, params, user, now }) => printRequest(db, press, params.id, { user, now }),
    async ({ params, prepared, audit }) => {
      audit('print', { entity: 'requisition', id: params.id })
      return prepared
    },
  ),
]
