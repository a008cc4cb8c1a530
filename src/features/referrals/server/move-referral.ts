import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { conflict, fieldError, Problem, requireFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { moveReferral } from '../contract.ts'
import { isReferralMove } from '../rules.ts'
import { mayMove } from './policy.ts'
import { findReferral } from './queries.ts'

type Input = ParsedOf<typeof moveReferral>['body']

/** What a move has to say: a reply to complete, a reason to decline or cancel, and neither where it means nothing. */
const checkWords = ({ status, reply, reason }: Input) => {
  if (status === 'completed' && reply == null) throw fieldError('reply', 'Enter a reply.')
  if (status !== 'completed' && reply != null) throw fieldError('reply', 'A reply needs the status `completed`.')
  const needsReason = status === 'declined' || status === 'cancelled'
  if (needsReason && reason == null) throw fieldError('reason', 'Enter a reason.')
}

/**
 * Moves a referral on: 404, 403 when the move is somebody else's to make, 400 without a version or its words, 412 when it has changed
 * since, 409 for a move that does not follow from where it stands. Answers what it was.
 */
export const moveOn = async ({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, id: number, body: Input, seen: number | null) => {
  await sql`select from referrals where id = ${id} for update`.execute(db)
  const before = requireFound(await findReferral(db, user, id), 'Referral')
  const { status, reply, reason } = body
  if (!mayMove(user, before, status))
    throw new Problem(403, 'forbidden', 'Only the recipient can reply to a referral; only the referrer can cancel it.')
  if (seen === null) throw fieldError('version', 'Send the version, or If-Match, of the referral.')
  await requireUnchanged(before, seen)
  if (!isReferralMove(before.type, before.status, status))
    throw conflict('This change is not possible in the current status of the referral.', { status: before.status }, 'not_a_move')
  checkWords(body)
  await db
    .updateTable('referrals')
    .set({
      status,
      status_at: now,
      status_by: user.id,
      status_reason: reason ?? null,
      ...(reply != null && { reply, replied_at: now, replied_by: user.id }),
      version: before.version + 1,
    })
    .where('id', '=', id)
    .execute()
  return before
}
