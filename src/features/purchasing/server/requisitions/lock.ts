import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict, Problem, requireFound } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { Requisition } from '#features/purchasing/contract-requisitions.ts'
import { mayMove, requisitionMoves, type RequisitionMove } from '#features/purchasing/rules.ts'
import { getRequisition } from './find.ts'

/** The requisition's own row, held until the transaction ends: before its lines, and before any stock. 404; 412 when it is no longer as seen. */
export const lockRequisition = async (db: Db, id: number, seen: number | null = null) => {
  const requisition = await db.selectFrom('requisitions').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  return requireUnchanged(requireFound(requisition, 'Requisition'), seen, async () => Requisition.encode(await getRequisition(db, id)))
}
export type Locked = Awaited<ReturnType<typeof lockRequisition>>

export const requireOwn = ({ requested_by }: Locked, user: Pick<User, 'id'>) => {
  if (requested_by !== user.id) throw new Problem(403, 'forbidden', 'Only the requester can do this with a requisition.')
}

/** A draft changes, by who asked for it; 403 and 409. */
export const requireOwnDraft = (requisition: Locked, user: Pick<User, 'id'>) => {
  requireOwn(requisition, user)
  if (requisition.status !== 'draft')
    throw conflict('Only a draft can be changed. Return it to draft first.', { status: requisition.status }, 'not_a_draft')
}

/** 409 for a move that does not follow from where it stands. */
export const requireMove = ({ status }: Locked, move: RequisitionMove) => {
  if (!mayMove(requisitionMoves[move], status))
    throw conflict('This is not possible in the current status of the requisition.', { status }, 'not_a_move')
}

/** The draft that is about to change, held; 404, 403, 409, 412. */
export const lockOwnDraft = async (db: Db, id: number, user: Pick<User, 'id'>, seen: number | null = null) => {
  const requisition = await lockRequisition(db, id, seen)
  requireOwnDraft(requisition, user)
  return requisition
}

/** Says that a requisition has changed. */
export const touch = (db: Db, id: number) =>
  db
    .updateTable('requisitions')
    .set({ version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
