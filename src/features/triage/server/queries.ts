import { sql } from 'kysely'
import { patientName } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Track } from '#features/attendance/rules.ts'
import type { Db } from '#platform/db/connect.ts'
import { documentIn } from '#platform/db/document-source.ts'
import { before, type CursorValue, type Position } from '#platform/db/keyset.ts'
import type { VitalSigns } from '../contract.ts'
import type { MeasureKey } from '../measures.ts'
import { triageOf, type TriageRow } from './triage-of.ts'

/** Confirmed values with the names of those who confirmed them. */
const confirmedJson = sql`(select coalesce(json_agg(json_build_object('field', c->>'field', 'value', (c->>'value')::float8, 'text', c->>'text',
    'reason', c->>'reason', 'at', c->>'at', 'by', (c->>'by')::integer, 'by_name', ${nameOf(sql`(c->>'by')::integer`)})), '[]')
  from jsonb_array_elements(s.confirmed) c)`

const vitalRows = sql`
  select s.id, s.visit_id as visit, s.patient_id as patient, s.taken_at, s.taken_by, ${nameOf(sql`s.taken_by`)} as taken_by_name, s.recorded_at,
    ${nameOf(sql`s.recorded_by`)} as recorded_by_name, s.temperature, s.pulse, s.systolic, s.diastolic, s.respiration, s.spo2, s.on_oxygen,
    s.oxygen_flow, s.consciousness, s.pain, s.glucose, s.weight, s.height, s.muac, s.head_circumference, s.danger_signs, s.notes,
    s.news2, s.news2_scale, s.pews, s.flags, ${confirmedJson} as confirmed, s.is_critical, s.replaced_by, ${documentIn(sql`s.source`)} as document
  from vital_signs s`

const triageRows = sql`
  select t.id, t.visit_id as visit, t.patient_id as patient, ${patientName} as patient_name, p.date_of_birth, t.created_at as date_created,
    t.is_pregnant, t.spo2_scale, t.scale, t.level, t.target_minutes, t.level_at, ${nameOf(sql`t.level_by`)} as level_by_name, t.level_reason,
    t.level_suggested, t.suggested_level, t.suggestion, t.observe_minutes, t.observed_at,
    t.is_critical, t.critical_at, t.critical_text, t.critical_seen_at, ${nameOf(sql`t.critical_seen_by`)} as critical_seen_by_name,
    v.closed_at, t.version, (select time_zone from company) as time_zone
  from triages t join visits v on v.id = t.visit_id join patients p on p.id = t.patient_id`

const newestFirst = sql`order by s.taken_at desc, s.id desc`

/** The row of a triage, found by one of its two keys. */
const findRow = async (db: Db, key: 'id' | 'visit_id', value: number) => {
  const { rows } = await sql<TriageRow>`${triageRows} where ${sql.ref(`t.${key}`)} = ${value}`.execute(db)
  return rows[0]
}

/** Every set of the visit of a triage, newest first. */
export const findSets = async (db: Db, key: 'id' | 'visit_id', value: number) => {
  const visit = key === 'visit_id' ? sql`${value}` : sql`(select visit_id from triages where id = ${value})`
  const { rows } = await sql<VitalSigns>`${vitalRows} where s.visit_id = ${visit} ${newestFirst}`.execute(db)
  return rows
}

const findWhole = async (db: Db, key: 'id' | 'visit_id', value: number) => {
  const [row, sets] = await Promise.all([findRow(db, key, value), findSets(db, key, value)])
  return row && triageOf(row, sets)
}

/** The triage with every set of its visit, newest first; undefined when there is none. */
export const findTriageById = (db: Db, id: number) => findWhole(db, 'id', id)

/** The triage of a visit, as `findTriageById` answers it. */
export const findTriage = (db: Db, visit: number) => findWhole(db, 'visit_id', visit)

const withPatient = (patient: number | undefined) => (patient === undefined ? sql`true` : sql`t.patient_id = ${patient}`)

/** Rows of triages, newest first. */
export const findTriageRows = async (db: Db, patient: number | undefined, page: Position) => {
  const { rows } = await sql<TriageRow>`${triageRows}
    where ${withPatient(patient)} and ${before(sql`t.id`, sql`t.id`, sql`bigint`, page.cursor)}
    order by t.id desc limit ${page.limit}`.execute(db)
  return rows
}

/** The latest set of each of these visits that has one. */
export const findLatestSets = async (db: Db, visits: readonly number[]) => {
  const { rows } = await sql<VitalSigns>`${vitalRows}
    where s.id in (
      select (select l.id from vital_signs l where l.visit_id = w.visit and l.replaced_by is null order by l.taken_at desc, l.id desc limit 1)
      from unnest(${visits}::integer[]) w (visit))`.execute(db)
  return rows
}

/** Triages newest first, each with its latest set alone. */
export const findTriages = async (db: Db, patient: number | undefined, page: Position) => {
  const rows = await findTriageRows(db, patient, page)
  const sets = await findLatestSets(
    db,
    rows.map(({ visit }) => visit),
  )
  const ofVisit = new Map(sets.map((set) => [set.visit, set]))
  return rows.map((row) =>
    triageOf(
      row,
      [ofVisit.get(row.visit)].filter((set) => set !== undefined),
    ),
  )
}

export const countTriages = async (db: Db, patient: number | undefined) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from triages t where ${withPatient(patient)}`.execute(db)
  return rows[0]?.total ?? 0
}

const ofPatient = (patient: number, measure: MeasureKey | undefined) =>
  sql`s.patient_id = ${patient} and s.replaced_by is null and ${measure ? sql`${sql.ref(`s.${measure}`)} is not null` : sql`true`}`

/** The sets of a patient over all visits, newest first, those that were corrected left out. */
export const findVitals = async (
  db: Db,
  patient: number,
  limit: number,
  { measure, cursor = null }: { measure?: MeasureKey; cursor?: CursorValue | null } = {},
) => {
  const { rows } = await sql<VitalSigns>`${vitalRows}
    where ${ofPatient(patient, measure)} and ${before(sql`s.taken_at`, sql`s.id`, sql`timestamptz`, cursor)} ${newestFirst} limit ${limit}`.execute(
    db,
  )
  return rows
}

export const countVitals = async (db: Db, patient: number, measure: MeasureKey | undefined) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from vital_signs s where ${ofPatient(patient, measure)}`.execute(
    db,
  )
  return rows[0]?.total ?? 0
}

export interface CriticalRow {
  id: number
  visit: number
  patient: number
  patient_name: string
  track: Track
  doctor: number | null
  critical_text: string
  critical_at: Date
  version: number
}

/** Open visits with critical values that no doctor has seen, newest first. */
export const findUnseenCritical = async (db: Db) => {
  const { rows } = await sql<CriticalRow>`
    select t.id, t.visit_id as visit, t.patient_id as patient, ${patientName} as patient_name, v.track, v.doctor_id as doctor, t.critical_text,
      t.critical_at, t.version
    from triages t join visits v on v.id = t.visit_id join patients p on p.id = t.patient_id
    where t.critical_at is not null and t.critical_seen_at is null and v.closed_at is null order by t.critical_at desc, t.id desc`.execute(
    db,
  )
  return rows
}
