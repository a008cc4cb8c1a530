import { sql, type Updateable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Requisitions } from '#platform/db/tables.gen.ts'
import { conflict, forbidden, Problem } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { Permission } from '#shared/permissions.ts'
import { requisitionMoves, type RequisitionMove } from '#features/purchasing/rules.ts'
import { requireOtherApprover } from './approve.ts'
import { lockRequisition, type Locked, requireMove, requireOwn } from './lock.ts'

type Mover = Pick<Context, 'user' | 'now'>
const holds = ({ user }: Mover, permission: Permission) => user.permissions.has(permission)

/** Who asked may end it, and who may approve it. */
const requireEnder = (requisition: Locked, mover: Mover) => {
  if (requisition.requested_by === mover.user.id || holds(mover, 'purchasing.approve_request') || holds(mover, 'purchasing.approve')) return
  throw new Problem(403, 'forbidden', 'Only the requester or a user who approves requisitions can do this.')
}
/** Whoever may give the approval that it waits for may refuse it; of one that waits for none, either may be told so. */
const requireRejecter = ({ status }: Locked, mover: Mover) => {
  const isSecond = status === 'department approved'
  const mayRefuse = !isSecond && holds(mover, 'purchasing.approve_request')
  if (!mayRefuse && !holds(mover, 'purchasing.approve')) throw forbidden(isSecond ? 'purchasing.approve' : 'purchasing.approve_request')
}

const requireRows = async (db: Db, id: number) => {
  const { rows } = await sql`select from requisition_items where requisition_id = ${id} limit 1`.execute(db)
  if (rows.length === 0) throw conflict('Add at least one line first.', {}, 'empty')
}
const requireNothingTaken = async (db: Db, id: number) => {
  const { rows } = await sql`
    select from requisition_items where requisition_id = ${id} and ordered_units + issued_units > 0 limit 1`.execute(db)
  if (rows.length > 0) throw conflict('Part of it is already ordered or issued: close it instead.', {}, 'not_a_move')
}

/** What each move asks for, beyond where the requisition stands. */
const check = async (db: Db, move: RequisitionMove, requisition: Locked, mover: Mover) => {
  if (move === 'submit' || move === 'reopen') requireOwn(requisition, mover.user)
  if (move === 'cancel' || move === 'close') requireEnder(requisition, mover)
  if (move === 'reject') requireRejecter(requisition, mover)
  requireMove(requisition, move)
  if (move === 'submit') await requireRows(db, requisition.id)
  if (move === 'cancel') await requireNothingTaken(db, requisition.id)
  if (move === 'approve-department' || move === 'approve') requireOtherApprover(requisition, mover.user)
}

/** What each move writes down. */
const markOf = (move: RequisitionMove, { user, now }: Mover, reason: string): Updateable<Requisitions> => {
  if (move === 'submit') return { submitted_at: now }
  if (move === 'approve-department') return { department_approved_at: now, department_approved_by: user.id }
  if (move === 'approve') return { procurement_approved_at: now, procurement_approved_by: user.id }
  if (move === 'reopen')
    return {
      submitted_at: null,
      department_approved_at: null,
      department_approved_by: null,
      ended_at: null,
      ended_by: null,
      end_reason: '',
    }
  return { ended_at: now, ended_by: user.id, end_reason: reason }
}

/**
 * Moves a requisition on; answers where it stood. 404; 412 when it is no longer as it was seen; 403 when the move is somebody else's to
 * make; 409 not_a_move, empty, same_person.
 */
export const moveRequisition = async (
  db: Db,
  id: number,
  move: RequisitionMove,
  mover: Mover & { seen: number | null; reason?: string | undefined },
): Promise<Locked['status']> => {
  const requisition = await lockRequisition(db, id, mover.seen)
  await check(db, move, requisition, mover)
  await db
    .updateTable('requisitions')
    .set({ status: requisitionMoves[move].to, ...markOf(move, mover, mover.reason ?? ''), version: requisition.version + 1 })
    .where('id', '=', id)
    .execute()
  return requisition.status
}
