import { sql, type RawBuilder } from 'kysely'
import { clinicDay, clinicDayEnd } from '#features/company/public.ts'
import { isRestricted, patientName } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { limitLiteral } from '#platform/db/keyset.ts'
import { QUIET_HOURS, type HoldKind, type Outcome } from '../left-open-rules.ts'
import type { Track } from '../rules.ts'

const quiet = sql.lit(`${QUIET_HOURS} hours`)

/** When the patient of `v` was last moved or taken: the last of which it is known that they were there. */
const lastThere = sql`greatest(v.track_since, v.attended_since)`

/**
 * From when on an open visit `v` counts as left open: the day on which the patient was last moved or taken is over, and so are six hours since
 * then. Null for a visit that is over, and for inpatients: who is admitted stays as long as the ward says. Whatever else may
 * last for days (wards, observation) is left out here, and nowhere else.
 */
export const leftOpenFrom = sql<Date | null>`case when v.closed_at is null and v.track <> 'inpatient'
  then greatest(${clinicDayEnd(lastThere)}, ${lastThere} + interval ${quiet}) end`

/** True of an open visit `v` that is left open at `now`: no count of patients on site and no average of waits has it. */
export const isLeftOpenAt = (now: Date | RawBuilder<unknown>) => sql<boolean>`coalesce(${leftOpenFrom} <= ${now}::timestamptz, false)`

/** True of a move `m` that ended a stay which nobody waited through: one of a visit that had been left open. No average of waits has it. */
export const isAfterLeftOpen = sql<boolean>`(m.recorded_at is not null or (m.from_track <> 'inpatient'
  and m.moved_at >= greatest(${clinicDayEnd(sql`m.from_since`)}, m.from_since + interval ${quiet})))`

/** What was written in the visit `v`, each with its instant: papers of several features, of which the visit knows nothing by itself. */
const written = sql`(
  select greatest(n.changed_at, n.signed_at) as at from consultations n where n.visit_id = v.id
  union all select greatest(s.taken_at, s.recorded_at) from vital_signs s where s.visit_id = v.id
  union all select q.requested_at from process_test_requests g join lab_test_requests q on q.process_id = g.id where g.visit_id = v.id
  union all select a.collected_at from process_test_requests g join lab_samples a on a.process_id = g.id where g.visit_id = v.id
  union all select d.prescribed_at from prescriptions p join prescribed_drugs d on d.prescription_id = p.id where p.visit_id = v.id
  union all select h.dispensed_at from prescriptions p join dispenses h on h.prescription_id = p.id where p.visit_id = v.id
  union all select r.referred_at from referrals r where r.visit_id = v.id
  union all select o.changed_at from order_drafts o where o.visit_id = v.id and o.orders > 0
)`

/** Tests of the visit `v` that nobody cancelled, with their samples. */
const tests = sql`process_test_requests g join lab_test_requests q on q.process_id = g.id
  join lab_test_request_panels l on l.lab_test_request_id = q.id left join lab_samples a on a.id = l.sample_id`
const isPending = sql`(l.state = 'entered' or (l.state = 'requested' and a.state in ('collected', 'received')))`

/** How many of each kind the visit `v` holds at `now`. */
const heldAt = (now: Date): Record<HoldKind, RawBuilder<unknown>> => ({
  results_pending: sql`select count(*) from ${tests} where g.visit_id = v.id and ${isPending}`,
  critical_result: sql`select count(*) from lab_critical_calls c where c.visit_id = v.id and c.closed_at is null`,
  results_to_review: sql`select count(*) where v.track = 'added result'`,
  critical_vitals: sql`select count(*) from triages t where t.visit_id = v.id and t.critical_at is not null and t.critical_seen_at is null`,
  unsigned_note: sql`select count(*) from consultations n where n.visit_id = v.id and n.signed_at is null`,
  orders_not_sent: sql`select coalesce(sum(o.orders), 0) from order_drafts o where o.visit_id = v.id`,
  tests_not_collected: sql`select count(*) from ${tests} where g.visit_id = v.id and l.state = 'requested' and not ${isPending}`,
  reopened: sql`select count(*) from visit_moves m join visit_moves o on o.id = m.undoes where m.visit_id = v.id and o.recorded_at is not null`,
  recent_activity: sql`select count(*) where w.last_at > ${now}::timestamptz - interval ${quiet}`,
  prescription_waiting: sql`select count(*) from prescriptions p join prescribed_drugs d on d.prescription_id = p.id
    where p.visit_id = v.id and d.cancelled_at is null and d.refused_at is null and not d.is_dispensed and not d.is_external`,
  unpaid_bill: sql`select count(*) from invoices i where i.visit_id = v.id
    and case when i.issued_at is null then i.has_charges else i.patient_balance > 0 or i.insurer_balance > 0 end`,
  referral_open: sql`select count(*) from referrals r where r.visit_id = v.id and r.status in ('pending', 'accepted')`,
})

const heldRows = (now: Date) => sql.join(Object.entries(heldAt(now)).map(([kind, count]) => sql`(${sql.lit(kind)}, (${count})::integer)`))

/** A doctor has seen the patient, or something was ordered for them: more than arriving and being triaged. */
const isSeen = sql`(exists (select from consultations n where n.visit_id = v.id)
  or exists (select from process_test_requests g join lab_test_requests q on q.process_id = g.id where g.visit_id = v.id)
  or exists (select from prescriptions p join prescribed_drugs d on d.prescription_id = p.id where p.visit_id = v.id)
  or exists (select from referrals r where r.visit_id = v.id)
  or (v.track = 'doctor' and v.attended_by is not null))`

/** A visit that was left open: what it still holds, and how it would be closed. */
export interface LeftOpen {
  id: number
  track_number: string
  patient: number
  patient_name: string
  patient_number: string
  is_restricted: boolean
  reason: string
  track: Track
  track_since: Date
  created_at: Date
  /** The day of the clinic on which the visit began. */
  started_on: string
  /** When it would be closed: the last that is known of the patient, on the day on which they were last moved or taken. */
  ends_at: Date
  outcome: Outcome
  holds: { kind: HoldKind; count: number }[]
  version: number
}

const leftOpenRows = (now: Date) => sql`
  select v.id, v.track_number, v.patient_id as patient, ${patientName} as patient_name, p.unique_id as patient_number,
    ${isRestricted(sql`v.patient_id`)} as is_restricted, v.reason, v.track, v.track_since, v.created_at, ${clinicDay(sql`v.created_at`)}::text as started_on,
    greatest(${lastThere}, w.own_day_at) as ends_at,
    case when ${isSeen} then 'left before the end' else 'left without being seen' end as outcome,
    (select coalesce(json_agg(json_build_object('kind', h.kind, 'count', h.count)), '[]') from (values ${heldRows(now)}) h (kind, count)
      where h.count > 0) as holds,
    v.version
  from visits v join patients p on p.id = v.patient_id cross join lateral (
    select max(x.at) as last_at, max(x.at) filter (where x.at < ${clinicDayEnd(lastThere)}) as own_day_at from ${written} x
  ) w
  where ${isLeftOpenAt(now)}`

/** The visits that are left open at `now`, the oldest first, after the id of the last one of a page before. */
export const findLeftOpen = async (db: Db, now: Date, { after = 0, limit }: { after?: number; limit: number }): Promise<LeftOpen[]> => {
  const { rows } = await sql<LeftOpen>`${leftOpenRows(now)} and v.id > ${after} order by v.id limit ${limitLiteral(limit)}`.execute(db)
  return rows
}

/** Those of these visits that are left open at `now`, by id. */
export const findLeftOpenOf = async (db: Db, ids: readonly number[], now: Date): Promise<ReadonlyMap<number, LeftOpen>> => {
  const { rows } = await sql<LeftOpen>`${leftOpenRows(now)} and v.id = any(${ids}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.id, row]))
}

/** How many visits are left open at `now`. */
export const countLeftOpen = async (db: Db, now: Date): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*)::integer as total from visits v where ${isLeftOpenAt(now)}`.execute(db)
  return rows[0]?.total ?? 0
}
