import type { Selectable } from 'kysely'
import type { DB } from '#platform/db/tables.gen.ts'
import { formError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { isWritten } from '../rules.ts'
import { findDiagnosesOf } from './queries.ts'

/** Signs a locked draft as it stands: from here on it never changes. 400 when nothing is written in it. */
export const signDraft = async ({ db, user, now }: Pick<Context, 'db' | 'user' | 'now'>, draft: Selectable<DB['consultations']>) => {
  const diagnoses = await findDiagnosesOf(db, [draft.id])
  if (!isWritten({ ...draft, diagnoses }))
    throw formError('Nothing is written yet: fill in the complaint, history, examination, note or plan, or add a diagnosis.')
  await db
    .updateTable('consultations')
    .set({ signed_at: now, signed_by: user.id, version: draft.version + 1 })
    .where('id', '=', draft.id)
    .execute()
}
