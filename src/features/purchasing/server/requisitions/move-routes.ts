import { type Context, handle, type Route } from '#platform/http/handle.ts'
import {
  approveRequisition,
  approveRequisitionForDepartment,
  cancelRequisition,
  closeRequisition,
  issueRequisition,
  rejectRequisition,
  reopenRequisition,
  submitRequisition,
} from '#features/purchasing/contract-approvals.ts'
import { requisitionMoves, type RequisitionMove } from '#features/purchasing/rules.ts'
import { approveLines } from './approve.ts'
import { getRequisition } from './find.ts'
import { issueLines } from './issue.ts'
import { moveRequisition } from './move.ts'

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
export const requisitionMoveRoutes: Route[] = [
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
