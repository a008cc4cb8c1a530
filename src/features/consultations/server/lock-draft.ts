import type { Db } from '#platform/db/connect.ts'
import { conflict, notFound, stale, versionNeeded } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { findNote } from './queries.ts'

/** 409 for a change of a note that is signed. */
export const signedAlready = ({ id, signed_at }: { id: number; signed_at: Date | null }) =>
  conflict('This note is signed. Add an addendum.', { id, signed_at }, 'signed')

/** What somebody who changes texts has to say: the version that the change starts from. */
export const requireVersion = (seen: number | null): number => {
  if (seen === null) throw versionNeeded()
  return seen
}

/** The draft, locked until the transaction ends: 404, 409 `signed`, 412 with the note as it is now when it is not the version `seen`. */
export const lockDraft = async ({ db, user }: Pick<Context, 'db' | 'user'>, id: number, seen: number | null) => {
  const draft = await db.selectFrom('consultations').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!draft) throw notFound('Note')
  if (draft.signed_at) throw signedAlready(draft)
  if (seen !== null && seen !== draft.version) throw stale(await findNote(db, user, id))
  return draft
}

/** Says that a locked draft has changed, by whom and when. */
export const touchDraft = (db: Db, { id, version }: { id: number; version: number }, by: number, now: Date) =>
  db
    .updateTable('consultations')
    .set({ version: version + 1, changed_at: now, changed_by: by })
    .where('id', '=', id)
    .execute()
