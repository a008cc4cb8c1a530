import { sql } from 'kysely'
import { isLookedAt, isReleased } from '#features/laboratory/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { OwnResult } from '#features/portal/contract.ts'

/** How far back a trend goes. */
const MOST = 12

type Row = Omit<OwnResult, 'previous'> & { previous: (Omit<OwnResult['previous'][number], 'taken_at'> & { taken_at: string })[] }

/** A value that is only known to lie beyond a number is none to draw. */
const numberOf = (row: 'r' | 'b') => {
  const of = (column: string) => sql.ref(`${row}.${column}`)
  return sql`case when ${of('comparator')} is null then trim_scale(${of('value')})::text end`
}

const previous = (now: Date) => sql`(
  select coalesce(json_agg(json_build_object('id', p.id, 'taken_at', p.observed_at, 'result', p.result, 'value', p.value, 'unit', p.unit,
    'flag', p.flag)
    order by p.observed_at, p.id), '[]')
  from (
    select b.id, b.observed_at, b.result, ${numberOf('b')} as value, b.unit, b.flag from lab_results b
    where b.patient_id = r.patient_id and b.panel_id = r.panel_id
      and (b.unit is not distinct from r.unit or b.result_kind is not null or r.result_kind is not null) and b.is_current
      and (b.observed_at, b.id) < (r.observed_at, r.id) and ${isReleased(now, 'b')}
    order by b.observed_at desc, b.id desc limit ${sql.lit(MOST)}
  ) p)`

/** The released results of a request of a patient, in the order of the report. */
export const findOwnValues = async (db: Db, patient: number, request: number, now: Date): Promise<OwnResult[]> => {
  const { rows } = await sql<Row>`
    select r.id, k.name, f.name as profile, k.explanation, k.method, r.observed_at as taken_at, r.result, ${numberOf('r')} as value, r.unit,
      r.flag, trim_scale(r.low)::text as low, trim_scale(r.high)::text as high, r.range_text, r.comment, r.approved_at,
      r.revision > 1 and exists (
        select from lab_results e where e.request_panel_id = r.request_panel_id and e.revision < r.revision and e.approved_at is not null
      ) as is_corrected,
      not ${isLookedAt()} as is_new, ${previous(now)} as previous
    from lab_test_request_panels n join lab_panels k on k.id = n.panel_id join lab_orders o on o.id = n.lab_order_id
    left join lab_profiles f on f.id = o.profile_id join lab_results r on r.request_panel_id = n.id
    where n.lab_test_request_id = ${request} and n.patient_id = ${patient} and n.state <> 'cancelled' and r.patient_id = ${patient}
      and ${isReleased(now)}
    order by min(k.position) over (partition by coalesce(o.profile_id, -n.id)), o.profile_id, k.position, lower(k.name), n.id`.execute(db)
  return rows.map((row) => ({ ...row, previous: row.previous.map((one) => ({ ...one, taken_at: new Date(one.taken_at) })) }))
}

/** Writes down that the account of a patient has looked at released results of a request: those that are named, or all. */
export const keepLooks = async (
  db: Db,
  patient: number,
  { user, request, results, now }: { user: number; request: number; results?: number[] | undefined; now: Date },
) => {
  await sql`
    insert into lab_result_reads (result_id, user_id, patient_id, read_at)
    select r.id, ${user}::integer, ${patient}::integer, ${now}::timestamptz
    from lab_test_request_panels n join lab_results r on r.request_panel_id = n.id
    where n.lab_test_request_id = ${request} and r.patient_id = ${patient} and ${isReleased(now)}
      and ${results === undefined ? sql`true` : sql`r.id = any(${results}::bigint[])`}
    on conflict do nothing`.execute(db)
}
