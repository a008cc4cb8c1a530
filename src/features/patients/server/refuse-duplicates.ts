import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import { REFUSE_FROM } from '../duplicates.ts'
import { fullName } from '../rules.ts'
import { findDuplicates, MAX_SHOWN, type Candidate } from './find-duplicates.ts'
import type { Reader } from './restricted/is-restricted.ts'

/**
 * Throws a 409 `possible_duplicate`, with who it may be, when somebody very alike is on file; `except` is the id of the person themselves.
 * Until the transaction ends, nobody else of the same names passes.
 */
export const refuseDuplicates = async (reader: Reader, person: Candidate, except?: number) => {
  await lockNames(reader.db, person)
  const duplicates = await findDuplicates(reader, person, { thorough: false, except })
  const [first] = duplicates
  if (!first || first.score < REFUSE_FROM) return
  throw conflict(
    `${fullName(first.patient)} (${first.patient.unique_id}) may be the same person.`,
    {
      duplicates: duplicates
        .slice(0, MAX_SHOWN)
        .map(({ patient: { id, unique_id }, score, because }) => ({ id, unique_id, score, because })),
    },
    'possible_duplicate',
  )
}

type Named = Pick<Candidate, 'first_name' | 'second_name' | 'other_names'>

/** Until the transaction ends, whoever registers somebody of the same names, in any order, waits here and then finds the first. */
export const lockNames = async (db: Db, ...people: Named[]) => {
  const names = people.map((person) => fullName({ second_name: '', ...person }))
  // In one order for everybody, so that nobody waits in a circle.
  await sql`select pg_advisory_xact_lock(key) from (
    select distinct hashtextextended('patient ' || (
      select string_agg(w, ' ' order by w) from unnest(string_to_array(search_name_of(n, '', ''), ' ')) w), 0) as key
    from unnest(${names}::text[]) n order by key) keys`.execute(db)
}
