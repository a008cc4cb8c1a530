import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Duplicate } from '../contract.ts'
import { likeness, REFUSE_FROM, WARN_FROM } from '../duplicates.ts'
import { fullName } from '../rules.ts'
import { findHidden } from '#platform/http/restricted.ts'
import { findSummaries } from './queries.ts'
import type { Reader } from './restricted/is-restricted.ts'
import { redactSummary } from './restricted/redact-summary.ts'

export interface Candidate {
  first_name: string
  second_name?: string | undefined
  other_names?: string | null | undefined
  gender?: string | undefined
  date_of_birth?: string | null | undefined
  phone?: string | null | undefined
  identifiers?: string[] | undefined
}

/** So many are shown at once. */
export const MAX_SHOWN = 5
const MAX_WEIGHED = 40

/**
 * Who on file may be this person, most likely first. `thorough` looks at other spellings and typing slips too (while the form is being
 * filled in); without it at those who share a telephone, an identifier or the beginnings of two names (when it is saved). `except` is the
 * id of the person themselves, when they are on file.
 */
export const findDuplicates = async (
  { db, user, now }: Reader,
  person: Candidate,
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
  const hidden = summaries.some(({ is_restricted }) => is_restricted) ? await findHidden(db, user, now) : new Set<number>()
  return summaries
    .map((patient) => {
      if (hidden.has(patient.id)) return { patient: redactSummary(patient), ...byNameAlone(names, fullName(patient)) }
      const identifiers = rows.find((row) => row.id === patient.id)?.identifiers
      return { patient, ...likeness(mine, { ...patient, names: fullName(patient), identifiers }) }
    })
    .filter(({ score }) => score >= WARN_FROM)
    .sort((a, b) => b.score - a.score || b.patient.id - a.patient.id)
}

/**
 * How likely a restricted record that is shut is this person: by the name alone, so that nobody tries a telephone number or a date of birth
 * on it. The same name is enough to be asked.
 */
const byNameAlone = (mine: string, theirs: string) => {
  const { score, because } = likeness({ names: mine }, { names: theirs })
  return {
    score: because.includes('name') ? REFUSE_FROM : Math.min(score, REFUSE_FROM - 1),
    because: because.filter((one) => one === 'name'),
  }
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

interface Possible {
  place: number
  id: number
  is_sure: boolean
}
interface Looked {
  /** Null: what lies under this key. */
  place: number | null
  /** Null: this row of what is asked has the key. */
  id: number | null
  /** Beginnings of two names, with the day of birth; null of a telephone or an identifier. */
  key: string | null
}

/** Brings those who lie under a key together with those who have it: here, for the planner knows nothing of how many there are. */
const underKeys = (looked: readonly Looked[]): Possible[] => {
  const ids = new Map<string, number[]>()
  for (const { place, id, key } of looked) if (place === null && id !== null && key !== null) ids.set(key, [...(ids.get(key) ?? []), id])
  return looked.flatMap(({ place, id, key }): Possible[] => {
    if (place === null) return []
    if (id !== null) return [{ place, id, is_sure: true }]
    return (ids.get(key ?? '') ?? []).map((other) => ({ place, id: other, is_sure: false }))
  })
}

/**
 * Those whom the rows of `asked` may be, by place; sure are those of the same telephone or identifier. Each key is looked up once for all
 * rows, and by the beginnings of names only those of a day of birth that is asked for are answered.
 */
const findPossible = async (db: Db, asked: readonly object[]) => {
  const { rows } = await sql<Looked>`
    with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(asked)}::json) w
        (place integer, names text, phone text, identifiers text[], date_of_birth date)
    ), wanted as materialized (
      select a.place, a.date_of_birth, left(u.key, 1)::"char" as kind, substr(u.key, 2) as key
      from asked a cross join lateral unnest(search_keys_of(case when a.date_of_birth is not null then search_name_of(a.names, '', '') end,
        a.identifiers, array[a.phone])) u(key)
      where left(u.key, 1) in ('i', 'f', 'p')
    )
    select w.place, x.patient_id as id, null as key from wanted w
    cross join lateral (select k.patient_id from patient_search_keys k where k.kind = w.kind and k.key = w.key limit ${2 * MAX_WEIGHED}) x
    where w.kind in ('i', 'f')
    union all
    select place, null, date_of_birth || key from wanted where kind = 'p'
    union all
    select null, p.id, p.date_of_birth || k.key
    from (select distinct key from wanted where kind = 'p') d
    cross join lateral (select y.key, y.patient_id from patient_search_keys y where y.kind = 'p' and y.key = d.key
      order by y.patient_id desc limit ${MAX_WEIGHED}) k
    join patients p on p.id = k.patient_id
    where p.date_of_birth in (select date_of_birth from asked)`.execute(db)
  return underKeys(rows)
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

/** Records of these ids that begin like the names of what is asked, by place. */
const findNamesakes = async (db: Db, asked: readonly object[], ids: readonly number[]): Promise<Possible[]> => {
  if (ids.length === 0) return []
  const { rows } = await sql<{ place: number; id: number }>`
    select distinct a.place, k.patient_id as id from json_to_recordset(${JSON.stringify(asked)}::json) a (place integer, names text)
    cross join lateral unnest(search_keys_of(search_name_of(a.names, '', ''), null, null)) u(key)
    join patient_search_keys k on k.kind = 'p' and k.key = substr(u.key, 2) and k.patient_id = any(${ids}::integer[])
    where left(u.key, 1) = 'p'`.execute(db)
  return rows.map((row) => ({ ...row, is_sure: true }))
}

/**
 * For each of many people who on file is so alike that the desk would be asked; undefined for those who are nobody yet. Without the same
 * telephone or identifier only the same date of birth can make two records so alike. A restricted record that is shut to the reader is
 * compared by its name alone.
 */
export const findAlike = async (
  { db, user, now }: Reader,
  people: readonly Candidate[],
): Promise<({ unique_id: string; name: string } | undefined)[]> => {
  const asked = people.map((person, place) => {
    const { gender, date_of_birth, phone, identifiers } = person
    return { gender, date_of_birth, phone, identifiers, place, names: fullName({ second_name: '', ...person }) }
  })
  const hidden = await findHidden(db, user, now)
  const open = (await findPossible(db, asked)).filter(({ id }) => !hidden.has(id))
  const possible = [...open, ...(await findNamesakes(db, asked, [...hidden]))]
  const onFile = await findOnFile(db, [...new Set(possible.map(({ id }) => id))])
  const alike: ({ unique_id: string; name: string } | undefined)[] = people.map(() => undefined)
  for (const { place, id, is_sure } of possible) {
    const mine = asked[place]
    const other = onFile.get(id)
    if (!mine || !other || alike[place] || !(is_sure || other.date_of_birth === mine.date_of_birth)) continue
    const name = fullName(other)
    const { score } = hidden.has(id) ? byNameAlone(mine.names, name) : likeness(mine, { ...other, names: name })
    if (score >= REFUSE_FROM) alike[place] = { unique_id: other.unique_id, name }
  }
  return alike
}
