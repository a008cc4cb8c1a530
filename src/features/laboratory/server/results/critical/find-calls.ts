import { sql } from 'kysely'
import type { CriticalCall } from '#features/laboratory/contract-results.ts'
import { patientName } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { after, before, type Position } from '#platform/db/keyset.ts'

const triesJson = sql`coalesce((
  select json_agg(json_build_object('id', t.id, 'called_at', t.called_at, 'called_by_name', ${nameOf(sql`t.called_by`)},
    'called_to', t.called_to, 'is_reached', t.is_reached, 'is_read_back', t.is_read_back, 'note', t.note) order by t.id)
  from lab_critical_tries t where t.critical_call_id = c.id), '[]')`

const callRows = (now: Date) => sql`
  select c.id, c.patient_id as patient, ${patientName} as patient_name, p.unique_id as patient_number, p.phone as patient_phone,
    c.visit_id as visit, ${nameOf(sql`v.doctor_id`)} as doctor_name, ${nameOf(sql`q.requested_by`)} as requested_by_name,
    r.request_panel_id as request_panel, k.name as test_panel_name, r.result, r.unit, r.flag, r.approved_at is not null as is_approved,
    c.opened_at, c.opened_at + make_interval(mins => s.critical_minutes) < coalesce(c.closed_at, ${now}) as is_overdue, c.closed_at,
    c.close_reason, c.seen_at, ${nameOf(sql`c.seen_by`)} as seen_by_name, ${triesJson} as tries
  from lab_critical_calls c join lab_results r on r.id = c.result_id join lab_panels k on k.id = r.panel_id
  join patients p on p.id = c.patient_id join visits v on v.id = c.visit_id
  join lab_test_request_panels n on n.id = r.request_panel_id join lab_test_requests q on q.id = n.lab_test_request_id cross join lab_settings s`

const find = async (db: Db, now: Date, rest: ReturnType<typeof sql>): Promise<CriticalCall[]> => {
  const { rows } = await sql<CriticalCall>`${callRows(now)} ${rest}`.execute(db)
  for (const { tries } of rows) for (const one of tries) one.called_at = new Date(one.called_at)
  return rows
}

/** The call, or undefined. */
export const findCall = async (db: Db, id: number, now: Date) => (await find(db, now, sql`where c.id = ${id}`))[0]

export interface CallFilters {
  closed?: boolean | undefined
  visit?: number | undefined
  patient_id?: number | undefined
}
const matching = ({ closed, visit, patient_id }: CallFilters) =>
  sql.join(
    [
      closed ? sql`c.closed_at is not null` : sql`c.closed_at is null`,
      ...(visit === undefined ? [] : [sql`c.visit_id = ${visit}`]),
      ...(patient_id === undefined ? [] : [sql`c.patient_id = ${patient_id}`]),
    ],
    sql` and `,
  )

/** The calls that match, after the cursor: open ones, longest waiting first, or closed ones, newest first. */
export const findCalls = (db: Db, filters: CallFilters, { cursor, limit }: Position, now: Date) =>
  find(
    db,
    now,
    filters.closed
      ? sql`where ${matching(filters)} and ${before(sql`c.id`, sql`c.id`, sql`bigint`, cursor)} order by c.id desc limit ${limit}`
      : sql`where ${matching(filters)} and ${after(sql`c.opened_at`, sql`c.id`, sql`timestamptz`, cursor)}
          order by c.opened_at, c.id limit ${limit}`,
  )

export const countCalls = async (db: Db, filters: CallFilters) => {
  const { rows } = await sql<{
    total: number
  }>`select count(*)::integer as total from lab_critical_calls c where ${matching(filters)}`.execute(db)
  return rows[0]!.total
}
