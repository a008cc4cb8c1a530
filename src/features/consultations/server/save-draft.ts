import type { ParsedOf } from '#shared/endpoint.ts'
import { without } from '#shared/paging.ts'
import { stale, requireFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireVersion } from '#platform/records/version.ts'
import type { saveConsultation } from '../contract.ts'
import { signedAlready } from './lock-draft.ts'
import { findNote } from './queries.ts'

type Sent = ParsedOf<typeof saveConsultation>['body']

/** What the trail keeps of a draft: which fields, and how long the texts are. A draft is no record yet. */
export const sizesOf = (sent: Readonly<Record<string, unknown>>, texts: readonly string[]) =>
  Object.fromEntries(
    Object.entries(sent).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, texts.includes(name) && typeof value === 'string' ? value.length : value]],
    ),
  )

/**
 * Saves what was typed, in one statement that looks at version and signature as it writes: 404, 400 without a version, 409 `signed`, 412
 * with the note as it is now.
 */
export const saveDraft = async ({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, id: number, body: Sent, seen: number | null) => {
  const saved =
    seen === null
      ? undefined
      : await db
          .updateTable('consultations')
          .set({ ...without(body, ['version']), changed_at: now, changed_by: user.id, version: seen + 1 })
          .where('id', '=', id)
          .where('version', '=', seen)
          .where('signed_at', 'is', null)
          .returning(['id', 'patient_id', 'version', 'changed_at'])
          .executeTakeFirst()
  if (saved) return saved
  const current = requireFound(await findNote(db, user, id), 'Note')
  requireVersion(seen)
  throw current.signed_at ? signedAlready(current) : stale(current)
}
