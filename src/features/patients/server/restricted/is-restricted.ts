import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { User } from '#platform/http/handle.ts'

/** Whether the record of this patient is restricted: computed once a statement, so that a list costs what it did. */
export const isRestricted = (patient: RawBuilder<unknown>) => sql<boolean>`(${patient} = any ((select restricted_patients())::integer[]))`

/** A condition: not one of the restricted records that this person may not open. */
export const isOpenTo = (user: Pick<User, 'id'>, now: Date, patient: RawBuilder<unknown>) =>
  sql<boolean>`(${patient} <> all ((select hidden_patients(${user.id}, ${now}))::integer[]))`

/**
 * Lines of a list in which some are of restricted records (`is_restricted`), as this person may see them: `cover` leaves of the others no
 * more than who it is. Asks nothing where no line is.
 */
export const coverHidden = async <T extends { patient: number; is_restricted: boolean }>(
  { db, user, now }: { db: Db; user: Pick<User, 'id'>; now: Date },
  lines: readonly T[],
  cover: (line: T) => T,
): Promise<T[]> => {
  if (!lines.some((line) => line.is_restricted)) return [...lines]
  const { rows } = await sql<{ hidden: number[] }>`select hidden_patients(${user.id}, ${now}) as hidden`.execute(db)
  const hidden = new Set(rows[0]?.hidden)
  return lines.map((line) => (hidden.has(line.patient) ? cover(line) : line))
}
