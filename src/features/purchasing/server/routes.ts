import { type Route, handlePrepared, type Context, handle } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { billRoutes } from './bills/routes.ts'
import { orderRoutes } from './orders/routes.ts'
import { paymentRoutes } from './payments/routes.ts'
import { receiptRoutes } from './receipts/routes.ts'
import { requisitionRoutes } from './requisitions/routes.ts'
import { returnRoutes } from './returns/routes.ts'
import { settingsRoutes } from './settings.ts'
import { supplierRoutes } from './suppliers/routes.ts'
import { printPurchaseOrder } from '../contract-orders.ts'
import {
  printRequisition,
  approveRequisition,
  approveRequisitionForDepartment,
  cancelRequisition,
  closeRequisition,
  issueRequisition,
  rejectRequisition,
  reopenRequisition,
  submitRequisition,
} from '../contract-requisitions.ts'
import { printOrder, type Press } from './print-order.ts'
import { printRequest } from './print-requisition.ts'
import { requisitionMoves, type RequisitionMove } from '../rules.ts'
import { approveLines } from './requisitions/approve.ts'
import { getRequisition } from './requisitions/find.ts'
import { issueLines } from './requisitions/issue.ts'
import { moveRequisition } from './requisitions/move.ts'

const ENTITY = 'requisition'

type Moving = Pick<Context, 'db' | 'user' | 'now' | 'ifMatch' | 'audit' | 'publish'> & {
  params: { id: number }
  body: { version?: number | undefined; reason?: string | null | undefined }
}
/** One move, as every one of them is made and told. */
const make = async (context: Moving, move: RequisitionMove, change: object = {}) => {
  const { db, params, body, user, now, ifMatch, audit, publish } = context
  const reason = body.reason ?? undefined
  const from = await moveRequisition(db, params.id, move, { user, now, reason, seen: body.version ?? ifMatch })
  audit(move, { entity: ENTITY, id: params.id, change: { status: [from, requisitionMoves[move].to], reason, ...change } })
  publish('purchasing', params.id)
}
const moved = async (context: Moving, move: RequisitionMove) => {
  await make(context, move)
  return getRequisition(context.db, context.params.id)
}

/** What people do to a requisition, one call each. */
const requisitionMoveRoutes: Route[] = [
  handle(submitRequisition, (context) => moved(context, 'submit')),
  handle(approveRequisitionForDepartment, (context) => moved(context, 'approve-department')),
  handle(rejectRequisition, (context) => moved(context, 'reject')),
  handle(cancelRequisition, (context) => moved(context, 'cancel')),
  handle(closeRequisition, (context) => moved(context, 'close')),
  handle(reopenRequisition, (context) => moved(context, 'reopen')),

  handle(approveRequisition, async (context) => {
    const { db, params, body } = context
    await make(context, 'approve', { items: body.items })
    await approveLines(db, params.id, body.items)
    return getRequisition(db, params.id)
  }),

  handle(issueRequisition, async ({ db, params, body, user, now, ifMatch, audit, publish }) => {
    const { version = ifMatch, ...issue } = body
    const transfer = await issueLines(db, params.id, issue, version, { by: user.id, now })
    audit('issue', { entity: ENTITY, id: params.id, change: { transfer, ...issue } })
    publish('purchasing', params.id)
    publish('stock', transfer)
    return getRequisition(db, params.id)
  }),
]

/** Orders and requisitions on paper. */
const documentRoutes = (press: Press): Route[] => [
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

/** All of purchasing, in the order in which goods come and are paid. */
export const routes = (services: Services): Route[] => [
  ...settingsRoutes,
  ...supplierRoutes,
  ...requisitionRoutes,
  ...requisitionMoveRoutes,
  ...orderRoutes,
  ...documentRoutes(services),
  ...receiptRoutes(services),
  ...billRoutes,
  ...paymentRoutes,
  ...returnRoutes,
]
