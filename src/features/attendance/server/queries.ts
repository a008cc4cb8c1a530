import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { clinicDay, clinicDayStart } from '#features/company/public.ts'
import {
  ageDay,
  allergyStatus,
  diedOn,
  isOpenTo,
  isRestricted,
  listedAllergies,
  patientName,
  pregnancySummary,
} from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, limitLiteral, type Position } from '#platform/db/keyset.ts'
import type { User } from '#platform/http/handle.ts'
import type { listVisits, Move, Visit } from '../contract.ts'
import { isClosed } from '../rules.ts'
import { leftOpenFrom } from './left-open.ts'
import type { QueuedVisit } from './redact-visit.ts'

const nameOf = (id: RawBuilder<unknown>) => sql`(select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = ${id})`

const hasCritical = sql`coalesce(tr.critical_at is not null and (tr.is_critical or tr.critical_seen_at is null), false)`

/** Without a category, or with one that was chosen before a more urgent suggestion; of rows of `triages` that are named `tr`. */
const needsCategory = sql`(tr.level is null or (tr.suggested_level is not null and tr.suggested_level < tr.level
  and not coalesce(tr.level_reason is not null and tr.level_suggested <= tr.suggested_level, false)))`

/** True where the patient of a visit has no category that holds, whether or not anybody has begun the triage. */
export const lacksCategory = async (db: Db, visit: number): Promise<{ suggested: number | null } | null> => {
  const { rows } = await sql<{ needs: boolean; suggested: number | null }>`
    select ${needsCategory} as needs, tr.suggested_level as suggested from triages tr where tr.visit_id = ${visit}`.execute(db)
  const [row] = rows
  return row && !row.needs ? null : { suggested: row?.suggested ?? null }
}

/** True for a visit that has been at triage before. */
export const wasAtTriage = async (db: Db, visit: number): Promise<boolean> => {
  const { rows } = await sql`select from visit_moves where visit_id = ${visit} and to_track = 'triage' limit 1`.execute(db)
  return rows.length > 0
}

/**
 * Visits as boards need them, one row each, as of `now`: a select without a where, over whatever `visits` is in the statement, the table
 * or the rows that a CTE of that name has just written; the same holds for the papers. Each part is one look into an index.
 */
export const visitRows = (now: Date) => sql`
  select v.id, v.track_number, p.unique_id as patient_number, v.patient_id as patient,
    ${patientName} as patient_name,
    p.is_unidentified, p.found_at, p.gender, p.date_of_birth, p.is_birth_date_estimated, ${diedOn(sql`p.id`)} as died_on,
    exists (select from deaths d where d.visit_id = v.id and d.withdrawn_at is null) as ended_with_death,
    extract(year from age(${ageDay(sql`p.id`, clinicDay(now))}, p.date_of_birth))::integer as age,
    v.reason, v.track, v.priority, v.doctor_id as doctor, ${nameOf(sql`v.doctor_id`)} as assigned_doctor,
    v.lab_tech_id as lab_tech, v.pharmacist_id as pharmacist,
    v.attended_by, ${nameOf(sql`v.attended_by`)} as attended_by_name, v.attended_since,
    v.track_since, v.created_at, v.created_by, v.closed_at, v.outcome, ${leftOpenFrom} as left_open_from,
    (select i.id from invoices i where i.visit_id = v.id order by i.id desc limit 1) as invoice,
    (select r.id from process_test_requests r where r.visit_id = v.id) as process_test_req,
    (select s.id from prescriptions s where s.visit_id = v.id) as prescription,
    tr.id as triage, tr.scale as triage_scale, tr.level as triage_level, tr.level_at as triage_level_at,
    tr.level_at + tr.target_minutes * interval '1 minute' as triage_due_at,
    tr.suggested_level as triage_suggested_level, ${needsCategory} as needs_triage_category,
    greatest(tr.level_at, tr.observed_at) + tr.observe_minutes * interval '1 minute' as observation_due_at, tr.news2,
    ${hasCritical} as has_critical_triage, case when ${hasCritical} then tr.critical_text end as critical_text,
    (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by lower(c.name)), '[]')
      from patient_insurances m join insurance_companies c on c.id = m.insurance_company_id
      where m.patient_id = v.patient_id
        and (m.valid_until is null or m.valid_until >= ${clinicDay(now)})) as insurances,
    ${listedAllergies(sql`v.patient_id`)} as allergies, ${allergyStatus(sql`v.patient_id`)} as allergy_status,
    ${pregnancySummary(sql`v.patient_id`, sql`p.gender`, clinicDay(now))} as pregnancy,
    (select coalesce(json_agg(json_build_object('text', w.text, 'is_critical', w.is_critical) order by w.is_critical desc, w.id desc), '[]')
      from patient_alerts w where w.patient_id = v.patient_id and w.ended_at is null) as alerts,
    v.version, ${isRestricted(sql`v.patient_id`)} as is_restricted
  from visits v join patients p on p.id = v.patient_id left join triages tr on tr.visit_id = v.id`

/** One visit, or undefined. */
export const findVisit = async (db: Db, id: number, now: Date) => {
  const { rows } = await sql<QueuedVisit>`${visitRows(now)} where v.id = ${id}`.execute(db)
  return rows[0]
}

/** Everybody in the house, by track, whoever has been there longest first. */
export const findOpenVisits = async (db: Db, now: Date): Promise<QueuedVisit[]> => {
  const { rows } = await sql<QueuedVisit>`${visitRows(now)} where v.closed_at is null order by v.track, v.track_since, v.id`.execute(db)
  return rows
}

type Filters = Pick<z.output<typeof listVisits.query>, 'track' | 'patient_id' | 'doctor' | 'assigned_doctor__id' | 'open' | 'from' | 'to'>

/** Whether a list may hold visits that are over. */
export const mayBePast = ({ track, open }: Filters) => open !== true && (track === undefined || isClosed(track))

/** Who reads a list that may hold visits that are over: of a restricted record that is shut to them it holds the open one alone. */
interface Seeker {
  user: Pick<User, 'id'>
  now: Date
}

const matching = (filters: Filters, { user, now }: Seeker) => {
  const { track, patient_id, doctor, assigned_doctor__id, open, from, to } = filters
  const all = [mayBePast(filters) ? sql`(v.closed_at is null or ${isOpenTo(user, now, sql`v.patient_id`)})` : sql`true`]
  if (track !== undefined) {
    // Said twice, so that the partial indexes serve: a track is open or closed by itself.
    all.push(sql`v.track = ${sql.lit(track)}`, isClosed(track) ? sql`v.closed_at is not null` : sql`v.closed_at is null`)
  }
  if (patient_id !== undefined) all.push(sql`v.patient_id = ${patient_id}`)
  if (doctor !== undefined) all.push(sql`v.doctor_id = ${doctor}`)
  if (assigned_doctor__id !== undefined) all.push(sql`v.doctor_id = ${assigned_doctor__id}`)
  if (open !== undefined) all.push(open ? sql`v.closed_at is null` : sql`v.closed_at is not null`)
  if (from !== undefined) all.push(sql`v.created_at >= ${clinicDayStart(from)}`)
  if (to !== undefined) all.push(sql`v.created_at < ${clinicDayStart(to, 1)}`)
  return sql.join(all, sql` and `)
}

/** The visits that match, newest first, after the cursor. */
export const findVisits = async (db: Db, filters: Filters, seeker: Seeker, page: Position) => {
  const { rows } = await sql<QueuedVisit>`${visitRows(seeker.now)}
    where ${matching(filters, seeker)} and ${before(sql`v.created_at`, sql`v.id`, sql`timestamptz`, page.cursor)}
    order by v.created_at desc, v.id desc limit ${limitLiteral(page.limit)}`.execute(db)
  return rows
}

export const countVisits = async (db: Db, filters: Filters, seeker: Seeker) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from visits v where ${matching(filters, seeker)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** The moves of a visit, oldest first. */
export const findMoves = async (db: Db, visitId: number) => {
  const { rows } = await sql<z.output<typeof Move>>`
    select m.id, m.from_track, m.to_track, m.moved_at, m.moved_by, ${nameOf(sql`m.moved_by`)} as moved_by_name, m.undoes,
      m.emergency_reason, m.cause, m.recorded_at, (select v.outcome from visits v where v.id = m.visit_id and v.closed_at is not null and m.cause is not null) as outcome
    from visit_moves m where m.visit_id = ${visitId} order by m.id`.execute(db)
  return rows
}

export interface OpenVisit {
  id: number
  track: Visit['track']
  track_since: Date
  /** Since when, as a clock in the clinic shows it; with the day when that is not today. */
  since: string
}

/** The open visit of a patient, or undefined. */
export const findOpenVisit = async (db: Db, patientId: number, now: Date) => {
  const { rows } = await sql<OpenVisit>`
    select v.id, v.track, v.track_since,
      to_char(v.track_since at time zone c.time_zone, case
        when (v.track_since at time zone c.time_zone)::date = (${now}::timestamptz at time zone c.time_zone)::date then 'HH24:MI'
        else 'FMDD Mon HH24:MI' end) as since
    from visits v, company c where v.patient_id = ${patientId} and v.closed_at is null`.execute(db)
  return rows[0]
}

/** What a change of a visit has to know of it. */
export interface VisitRow {
  id: number
  patient_id: number
  track: Visit['track']
  track_since: Date
  reason: string
  priority: Visit['priority']
  doctor_id: number | null
  lab_tech_id: number | null
  pharmacist_id: number | null
  attended_by: number | null
  attended_by_name: string | null
  attended_since: Date | null
  closed_at: Date | null
  /** From when on it counts as left open; null for an inpatient, and when it is over. */
  left_open_from: Date | null
  outcome: Visit['outcome']
  version: number
}

/**
 * The visit, locked until the transaction ends; undefined when there is none. Its key is not: whoever holds its bill and changes that twice
 * looks at the key once more, and would wait for this lock while this transaction waits for the bill.
 */
export const lockVisit = async (db: Db, id: number) => (await lockVisits(db, [id]))[0]

/** The same for several, in the order of their ids. */
export const lockVisits = async (db: Db, ids: readonly number[]) => {
  const { rows } = await sql<VisitRow>`
    select v.id, v.patient_id, v.track, v.track_since, v.reason, v.priority, v.doctor_id, v.lab_tech_id, v.pharmacist_id, v.attended_by,
      ${nameOf(sql`v.attended_by`)} as attended_by_name, v.attended_since, v.closed_at, ${leftOpenFrom} as left_open_from, v.outcome,
      v.version
    from visits v where v.id = any(${ids}::integer[]) order by v.id for no key update of v`.execute(db)
  return rows
}

export interface NewMove {
  by: number
  undoes?: number
  /** Of a visit that had been left open and ends on its own day: when that was written down. */
  endedLate?: { recordedAt: Date } | undefined
  /** Why the patient leaves triage without a category. */
  emergencyReason?: string | undefined
}

/** Writes the visit as `next` says, under a new version, with the move when it is one, and answers it. The row is locked already. */
export const updateVisit = async (
  db: Db,
  before: VisitRow,
  next: VisitRow,
  now: Date,
  { by, undoes, emergencyReason, endedLate }: NewMove,
): Promise<QueuedVisit> => {
  const { rows } = await sql<QueuedVisit>`
    with visits as (
      update visits set track = ${next.track}, track_since = ${next.track_since}, reason = ${next.reason}, priority = ${next.priority},
        doctor_id = ${next.doctor_id}, lab_tech_id = ${next.lab_tech_id}, pharmacist_id = ${next.pharmacist_id},
        doctor_by = case when doctor_id is distinct from ${next.doctor_id} then ${by}::integer else doctor_by end,
        lab_tech_by = case when lab_tech_id is distinct from ${next.lab_tech_id} then ${by}::integer else lab_tech_by end,
        pharmacist_by = case when pharmacist_id is distinct from ${next.pharmacist_id} then ${by}::integer else pharmacist_by end,
        attended_by = ${next.attended_by}, attended_since = ${next.attended_since}, closed_at = ${next.closed_at}, outcome = ${next.outcome}, version = version + 1
      where id = ${before.id} returning *
    ), moved as (
      insert into visit_moves (visit_id, from_track, from_since, to_track, moved_at, moved_by, visit_version, undoes,
        emergency_reason, cause, recorded_at)
      select id, ${before.track}::track, ${before.track_since}::timestamptz, track, ${endedLate ? next.track_since : now}::timestamptz, ${by}::integer,
        version, ${undoes ?? null}::bigint, ${emergencyReason ?? null}::text, ${endedLate ? 'ended late' : null}::text,
        ${endedLate?.recordedAt ?? null}::timestamptz
      from visits where track <> ${before.track}::track
    )
    ${visitRows(now)}`.execute(db)
  const [visit] = rows
  if (!visit) throw new Error(`Visit ${before.id} was locked and is gone.`)
  return visit
}
