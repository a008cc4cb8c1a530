import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { Diagnosis } from '../contract.ts'
import { clearPrimary } from './insert-diagnoses.ts'

interface PartOf {
  note: number
  part: number
}

const findDiagnosis = async (db: Db, { note, part }: PartOf) => {
  const found = await db
    .selectFrom('diagnoses')
    .select(['id', 'title', 'certainty', 'is_primary'])
    .where('id', '=', part)
    .where('consultation_id', '=', note)
    .where('removed_at', 'is', null)
    .executeTakeFirst()
  if (!found) throw notFound('Diagnosis')
  return found
}

/** Changes a diagnosis of a locked draft; 404 when it is another note's, or was removed. Answers what it was. */
export const updateDiagnosis = async (
  db: Db,
  of: PartOf,
  change: { certainty?: Diagnosis['certainty'] | undefined; is_primary?: true | undefined },
) => {
  const found = await findDiagnosis(db, of)
  if (change.is_primary && !found.is_primary) await clearPrimary(db, of.note)
  await db.updateTable('diagnoses').set(change).where('id', '=', of.part).execute()
  return found
}

/** Takes a diagnosis off a locked draft; the next one becomes primary when it was. 404 and answer as above. */
export const takeOffDiagnosis = async (db: Db, of: PartOf, by: number, now: Date) => {
  const found = await findDiagnosis(db, of)
  await db.updateTable('diagnoses').set({ removed_at: now, removed_by: by, is_primary: false }).where('id', '=', of.part).execute()
  if (found.is_primary)
    await sql`update diagnoses set is_primary = true where id = (
      select min(id) from diagnoses where consultation_id = ${of.note} and removed_at is null)`.execute(db)
  return found
}
