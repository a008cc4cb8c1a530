import { sql } from 'kysely'
import type { User } from '#platform/http/handle.ts'

/** Who searches, and when. */
export interface Seeker {
  user: Pick<User, 'id'>
  now: Date
}

/**
 * The patients that words stand for, as somebody may find them: a source of `patient_id`, `rank` and `place`. A restricted record that is
 * shut to them is found by its name and its number, never by telephone or another identifier.
 */
export const searchedPatients = (words: string, max: number, { user, now }: Seeker) =>
  sql`find_patients(${words}, ${sql.lit(max)}, ${user.id}::integer, ${now}::timestamptz)`
