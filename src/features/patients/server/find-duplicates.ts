import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Duplicate } from '../contract.ts'
import { likeness, WARN_FROM } from '../duplicates.ts'
import { fullName } from '../rules.ts'
import { findSummaries } from './queries.ts'

export interface Candidate {
  first_name: string
  second_name?: string | undefined
  other_names?: string | null | undefined
  gender?: string | undefined
  date_of_birth?: string | null | undefined
  phone?: string | null | undefined
  identifiers?: string[] | undefined
}

const MAX_SHOWN = 5
const MAX_WEIGHED = 40

/**
 * Who on file may be this person, most likely first. `thorough` looks at other spellings and typing slips too (while the form is being
 * filled in); without it at those who share a telephone, an identifier or the beginnings of two names (when it is saved). `except` is the
 * id of the person themselves, when they are on file.
 */
export const findDuplicates = async (
  db: Db,
  person: Candidate,
  now: Date,
  { thorough, except = 0 }: { thorough: boolean; except?: number },
): Promise<Duplicate[]> => {
  const names = fullName({ second_name: '', ...person })
  const { rows } = await sql<{ id: number; identifiers: string[] }>`
    select p.id, array(select i.value from patient_identifiers i where i.patient_id = p.id) as identifiers
    from (
      select k.patient_id from unnest(search_keys_of(null, ${person.identifiers ?? []}::text[], array[${person.phone ?? null}::text])) u(key)
        join patient_search_keys k on k.kind = left(u.key, 1)::"char" and k.key = substr(u.key, 2)
        where left(u.key, 1) in ('i', 'f')
      union
      select c.id from (${thorough ? sql`select s.patient_id as id from search_patients(${names}, ${MAX_WEIGHED}) s` : byNameStarts(names)}) c
    ) x(id) join patients p on p.id = x.id where p.deactivated_at is null and p.id <> ${except} limit ${2 * MAX_WEIGHED}`.execute(db)
  if (rows.length === 0) return []
  const summaries = await findSummaries(
    db,
    rows.map((row) => row.id),
    now,
  )
  const mine = { ...person, names }
  return summaries
    .map((patient) => {
      const identifiers = rows.find((row) => row.id === patient.id)?.identifiers
      return { patient, ...likeness(mine, { ...patient, names: fullName(patient), identifiers }) }
    })
    .filter(({ score }) => score >= WARN_FROM)
    .sort((a, b) => b.score - a.score)
    .slice(0, MAX_SHOWN)
}

const byNameStarts = (names: string) => sql`
  select k.patient_id as id from unnest(search_keys_of(search_name_of(${names}, '', ''), null, null)) u(key)
  cross join lateral (select y.patient_id from patient_search_keys y where y.kind = 'p' and y.key = substr(u.key, 2)
    order by y.patient_id desc limit ${MAX_WEIGHED}) k
  where left(u.key, 1) = 'p'`
