import type { Selectable } from 'kysely'
import type { DB } from '#platform/db/tables.gen.ts'
import { requireNonePending } from '#features/order-drafts/public.ts'
import { requireRegistration } from '#features/users/public.ts'
import { formError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { isWritten } from '../rules.ts'
import { findDiagnoses } from './queries.ts'

/**
 * Signs a locked draft as it stands: from here on it never changes. 400 when nothing is written in it, 409 `orders_pending` while who signs has orders
 * in the visit that are not sent, unless they are kept on purpose, and `registration_needed`
 * for who has no registration number; answers how many are kept.
 */
export const signDraft = async (
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  draft: Selectable<DB['consultations']>,
  isKept: boolean,
) => {
  const diagnoses = await findDiagnoses(db, [draft.id])
  if (!isWritten({ ...draft, diagnoses }))
    throw formError('The note is empty: fill in the complaint, history, examination, note or plan, or add a diagnosis.')
  await requireRegistration(db, user)
  const kept = await requireNonePending(db, { visit: draft.visit_id, author: user.id, isKept })
  await db
    .updateTable('consultations')
    .set({ signed_at: now, signed_by: user.id, version: draft.version + 1 })
    .where('id', '=', draft.id)
    .execute()
  return kept
}
