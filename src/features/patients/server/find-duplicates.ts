import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Duplicate } from '../contract.ts'
import { likeness, REFUSE_FROM, WARN_FROM } from '../duplicates.ts'
import { fullName } from '../rules.ts'
import { findSummaries } from './queries.ts'
import { coverLine } from './restricted/cover-line.ts'

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
    .map((one) => ({ ...one, patient: coverLine(one.patient) }))
}

const byNameStarts = (names: string | RawBuilder<unknown>) => sql`
  select k.patient_id as id from unnest(search_keys_of(search_name_of(${names}, '', ''), null, null)) u(key)
  cross join lateral (select y.patient_id from patient_search_keys y where y.kind = 'p' and y.key = substr(u.key, 2)
    order by y.patient_id desc limit ${MAX_WEIGHED}) k
  where left(u.key, 1) = 'p'`

interface OnFile {
  id: number
  unique_id: string
  first_name: string
  second_name: string
  other_names: string | null
  gender: string
  date_of_birth: string | null
  phone: string | null
  identifiers: string[]
}

/** Those whom the rows of `asked` may be, by place; sure are those of the same telephone or identifier. */
const findPossible = async (db: Db, asked: readonly object[]) => {
  const { rows } = await sql<{ place: number; id: number; is_sure: boolean }>`
    select w.place, x.id, x.is_sure
    from json_to_recordset(${JSON.stringify(asked)}::json) w (place integer, names text, phone text, identifiers text[], date_of_birth date)
    cross join lateral (
      (select k.patient_id, true from unnest(search_keys_of(null, w.identifiers, array[w.phone])) u(key)
        join patient_search_keys k on k.kind = left(u.key, 1)::"char" and k.key = substr(u.key, 2)
        where left(u.key, 1) in ('i', 'f') limit ${2 * MAX_WEIGHED})
      union all
      select c.id, false from (${byNameStarts(sql`w.names`)}) c where w.date_of_birth is not null
    ) x(id, is_sure)`.execute(db)
  return rows
}

// By their ids alone: while a table fills, the planner takes it for nearly empty and would read it once for each row.
const findOnFile = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<OnFile>`
    select p.id, p.unique_id, p.first_name, p.second_name, p.other_names, p.gender, p.date_of_birth, p.phone,
      coalesce(i.identifiers, '{}') as identifiers
    from patients p left join (
      select patient_id, array_agg(value) as identifiers from patient_identifiers where patient_id = any(${ids}::integer[]) group by patient_id
    ) i on i.patient_id = p.id
    where p.id = any(${ids}::integer[]) and p.deactivated_at is null`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/**
 * For each of many people who on file is so alike that the desk would be asked; undefined for those who are nobody yet. Without the same
 * telephone or identifier only the same date of birth can make two records so alike.
 */
export const findAlike = async (db: Db, people: readonly Candidate[]): Promise<({ unique_id: string; name: string } | undefined)[]> => {
  const asked = people.map((person, place) => {
    const { gender, date_of_birth, phone, identifiers } = person
    return { gender, date_of_birth, phone, identifiers, place, names: fullName({ second_name: '', ...person }) }
  })
  const possible = await findPossible(db, asked)
  const onFile = await findOnFile(db, [...new Set(possible.map(({ id }) => id))])
  const alike: ({ unique_id: string; name: string } | undefined)[] = people.map(() => undefined)
  for (const { place, id, is_sure } of possible) {
    const mine = asked[place]
    const other = onFile.get(id)
    if (!mine || !other || alike[place] || !(is_sure || other.date_of_birth === mine.date_of_birth)) continue
    const name = fullName(other)
    if (likeness(mine, { ...other, names: name }).score >= REFUSE_FROM) alike[place] = { unique_id: other.unique_id, name }
  }
  return alike
}
