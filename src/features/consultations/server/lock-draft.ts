import type { Db } from '#platform/db/connect.ts'
import { conflict, requireFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { findNote } from './queries.ts'

/** 409 for a change of a note that is signed. */
export const signedAlready = ({ id, signed_at }: { id: number; signed_at: Date | null }) =>
  conflict('This note is signed. Add an addendum.', { id, signed_at }, 'signed')

/** The draft, locked until the transaction ends: 404, 409 `signed`, 412 with the note as it is now when it is not the version `seen`. */
export const lockDraft = async ({ db, user }: Pick<Context, 'db' | 'user'>, id: number, seen: number | null) => {
  const found = await db.selectFrom('consultations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  const draft = requireFound(found, 'Note')
  if (draft.signed_at) throw signedAlready(draft)
  return requireUnchanged(draft, seen, () => findNote(db, user, id))
}

/** Says that a locked draft has changed, by whom and when. */
export const touchDraft = (db: Db, { id, version }: { id: number; version: number }, by: number, now: Date) =>
  db
    .updateTable('consultations')
    .set({ version: version + 1, changed_at: now, changed_by: by })
    .where('id', '=', id)
    .execute()
