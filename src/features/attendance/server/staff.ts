import { sql } from 'kysely'
import type { Role } from '#shared/permissions.ts'
import type { Db } from '#platform/db/connect.ts'
import type { FieldErrors } from '#platform/errors/problem.ts'

/** The people whom a visit may name; absent and null name nobody. */
export interface Assignment {
  doctor?: number | null
  lab_tech?: number | null
  pharmacist?: number | null
}

const posts = {
  doctor: { roles: ['doctor'], message: 'Choose an active doctor.' },
  lab_tech: { roles: ['labtech', 'lab_manager'], message: 'Choose an active laboratory user.' },
  pharmacist: { roles: ['pharmacist'], message: 'Choose an active pharmacist.' },
} as const satisfies Record<keyof Assignment, { roles: readonly Role[]; message: string }>
const names = Object.keys(posts) as (keyof Assignment)[]

const isInPost = (post: keyof Assignment, id: number) =>
  sql<boolean>`exists (select from users where id = ${id} and is_active and role in (${sql.join(posts[post].roles)}))`

/** True in SQL when everybody named is active and of the right role. */
export const areInPost = (assignment: Assignment) => {
  const named = names.flatMap((post) => (assignment[post] == null ? [] : [isInPost(post, assignment[post])]))
  return named.length === 0 ? sql<boolean>`true` : sql<boolean>`${sql.join(named, sql` and `)}`
}

/** A message for each person named who is not active and of the right role. */
export const findMisassigned = async (db: Db, assignment: Assignment): Promise<FieldErrors> => {
  const errors: FieldErrors = {}
  for (const post of names) {
    const id = assignment[post]
    if (id == null) continue
    const { rows } = await sql<{ fits: boolean }>`select ${isInPost(post, id)} as fits`.execute(db)
    if (!rows[0]?.fits) errors[post] = [posts[post].message]
  }
  return errors
}
