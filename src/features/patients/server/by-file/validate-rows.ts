import { sql } from 'kysely'
import type { ImportRow, ImportWork, Verdict } from '#platform/imports/kind.ts'
import type { Db } from '#platform/db/connect.ts'
import { findHidden } from '#platform/http/restricted.ts'
import { findAlike } from '../find-duplicates.ts'
import { lockNames } from '../refuse-duplicates.ts'
import type { NewPatient } from '../register-patient.ts'
import { isYearAlone, type PatientValues } from './cells.ts'
import { readPatient, type ReadPatient } from './read-patient.ts'

/** A patient to be written; with `has_no_allergies` the file says that there are none known. */
export type PlannedPatient = NewPatient & { source: string; has_no_allergies?: boolean }

const findInsurers = async (db: Db) => {
  const rows = await db.selectFrom('insurance_companies').select(['id', 'name']).where('is_active', '=', true).execute()
  return new Map(rows.map(({ id, name }) => [name.toLowerCase(), id]))
}

const identifierKey = (kind: string, value: string) => `${kind} ${value.toLowerCase()}`

interface Owner {
  id: number
  unique_id: string
  name: string
  is_active: boolean
}

/** Whose identifiers these are already; an old number may be one of our own. */
const findOwners = async (db: Db, patients: readonly PlannedPatient[]) => {
  const asked = patients.flatMap(({ identifiers = [] }) => identifiers.map(({ kind, value }) => ({ kind, value })))
  const { rows } = await sql<Owner & { kind: string; value: string }>`
    with asked as (select * from json_to_recordset(${JSON.stringify(asked)}::json) x (kind identifier_kind, value text))
    select a.kind, a.value, p.id, p.unique_id, concat_ws(' ', p.first_name, p.other_names, nullif(p.second_name, '')) as name,
      p.deactivated_at is null as is_active
    from asked a join patient_identifiers i on i.kind = a.kind and lower(i.value) = lower(a.value) join patients p on p.id = i.patient_id
    union all
    select a.kind, a.value, p.id, p.unique_id, concat_ws(' ', p.first_name, p.other_names, nullif(p.second_name, '')), p.deactivated_at is null
    from asked a join patients p on p.unique_id = a.value where a.kind = 'old number'`.execute(db)
  return new Map(rows.map((row) => [identifierKey(row.kind, row.value), row]))
}

const findSources = async (db: Db, patients: readonly PlannedPatient[]) => {
  const sources = patients.map(({ source }) => source)
  const { rows } = await sql<{ source: string }>`select source from patients where source = any(${sources}::text[])`.execute(db)
  return new Set(rows.map(({ source }) => source))
}

const nameOf = ({ first_name, other_names, second_name }: PlannedPatient) =>
  [first_name, other_names, second_name].filter(Boolean).join(' ')

/** What a row becomes beside those who are on file. */
const verdictOf = (
  { patient, hasNoAllergies, notes }: ReadPatient,
  sources: ReadonlySet<string>,
  owners: ReadonlyMap<string, Owner>,
  alike: { unique_id: string; name: string } | undefined,
  hidden: ReadonlySet<number>,
): Verdict<PlannedPatient> => {
  if (sources.has(patient.source)) return { state: 'same' }
  const [owner] = (patient.identifiers ?? []).flatMap(({ kind, value }) => owners.get(identifierKey(kind, value)) ?? [])
  if (owner && !owner.is_active)
    return { state: 'refused', problems: [{ column: 'national_id', message: 'A deactivated patient has this number.' }] }
  // Whose number it is, is not told of a restricted record; two records cannot have it.
  const isHidden = owner !== undefined && hidden.has(owner.id)
  if (!isHidden && owner?.name.toLowerCase() === nameOf(patient).toLowerCase()) return { state: 'same' }
  const other = isHidden ? alike : (owner ?? alike)
  const resembles = other ? `${other.name} (${other.unique_id})` : null
  if (owner ?? alike) return { state: 'duplicate', message: 'Possible duplicate of a registered patient.', resembles }
  return { state: 'new', plan: { ...patient, ...(hasNoAllergies && { has_no_allergies: true }) }, notes }
}

/** Reads rows as patients and compares them with everybody on file, as the desk does when it registers somebody. */
export const validatePatients = async (
  { db, user, now }: Pick<ImportWork, 'db' | 'user' | 'now'>,
  rows: readonly ImportRow<PatientValues>[],
  { hold }: { hold: boolean },
): Promise<Verdict<PlannedPatient>[]> => {
  const insurers = await findInsurers(db)
  const read = rows.map(({ values, cells }) => readPatient(values, insurers, isYearAlone(cells['date_of_birth'] ?? '')))
  const sound = read.flatMap((one) => ('patient' in one ? [one.patient] : []))
  if (sound.length === 0) return read.map((one) => ({ state: 'refused', problems: 'problems' in one ? one.problems : [] }))
  if (hold) await lockNames(db, ...sound)
  const [hidden, sources, owners, alike] = await Promise.all([
    findHidden(db, user, now),
    findSources(db, sound),
    findOwners(db, sound),
    findAlike(
      { db, user, now },
      sound.map((patient) => ({ ...patient, identifiers: patient.identifiers?.map(({ value }) => value) })),
    ),
  ])
  let place = 0
  return read.map((one) =>
    'patient' in one ? verdictOf(one, sources, owners, alike[place++], hidden) : { state: 'refused', problems: one.problems },
  )
}

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** By what two rows of one file are the same person: a number, or names with the day of birth and the telephone. */
export const keysOfPatient = ({ old_number, national_id, date_of_birth, age, phone, ...values }: PatientValues): string[] => {
  const names = [values.full_name, values.first_name, values.other_names, values.second_name]
  const words = folded(names.filter(Boolean).join(' ')).split(/\s+/).toSorted().join(' ')
  return [
    ...(old_number === undefined ? [] : [`old ${old_number.toLowerCase()}`]),
    ...(national_id === undefined ? [] : [`id ${national_id.toLowerCase()}`]),
    `who ${words} ${date_of_birth ?? age ?? phone ?? ''}`,
  ]
}
