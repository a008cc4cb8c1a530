import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { User } from '#platform/http/handle.ts'
import { findHidden } from '#platform/http/restricted.ts'

/** Whether the record of this patient is restricted: computed once a statement, so that a list costs what it did. */
export const isRestricted = (patient: RawBuilder<unknown>) => sql<boolean>`(${patient} = any ((select restricted_patients())::integer[]))`

/** A condition: not one of the restricted records that this person may not open. */
export const isOpenTo = (user: Pick<User, 'id'>, now: Date, patient: RawBuilder<unknown>) =>
  sql<boolean>`(${patient} <> all ((select hidden_patients(${user.id}, ${now}))::integer[]))`

export interface Reader {
  db: Db
  user: Pick<User, 'id'>
  now: Date
}

interface Redaction<T> {
  /** Whose record a line is of. */
  patientOf: (line: T) => number | null
  /** The line as it is shown of a record that is shut: number, name and place, and nothing else; null leaves the line out. */
  redact: (line: T) => T | null
}

/**
 * Redacts restricted patients: of a record that is shut to the reader, a line says who and where the patient is and nothing else. The one
 * way in which lists do so. Asks nothing where the lines say that no record is restricted (`is_restricted`).
 */
export const redactRestricted = async <T>(
  { db, user, now }: Reader,
  lines: readonly T[],
  { patientOf, redact }: Redaction<T>,
): Promise<T[]> => {
  const mayBe = (line: T) => !(typeof line === 'object' && line !== null && 'is_restricted' in line && line.is_restricted === false)
  if (!lines.some((line) => patientOf(line) !== null && mayBe(line))) return [...lines]
  const hidden = await findHidden(db, user, now)
  return lines.flatMap<T>((line): T | T[] => {
    const patient = patientOf(line)
    return patient !== null && hidden.has(patient) ? (redact(line) ?? []) : line
  })
}
