import { sql } from 'kysely'
import type { z } from 'zod'
import type { LatestResults } from '#features/laboratory/contract-reports.ts'
import type { Db } from '#platform/db/connect.ts'

/** Older results say little about today. */
const MONTHS = 12
/** So many out of range are shown; all are counted. */
const SHOWN = 20

type Latest = z.output<typeof LatestResults>
type Row = Latest['abnormal'][number] & Omit<Latest, 'abnormal' | 'months'>

/** The latest approved or imported result of each test in the last twelve months: those out of range, critical ones first, and how many are not. */
export const findLatestResults = async (db: Db, patient: number, now: Date): Promise<Latest> => {
  const { rows } = await sql<Row>`
    with latest as (
      select distinct on (r.panel_id) r.panel_id, r.id, r.observed_at, r.result, r.unit, r.flag, r.low, r.high
      from lab_results r
      where r.patient_id = ${patient} and r.is_current and (r.approved_at is not null or r.origin = 'imported')
        and r.observed_at >= ${now}::timestamptz - make_interval(months => ${MONTHS}::integer)
      order by r.panel_id, r.observed_at desc, r.id desc
    )
    select l.id, p.name as test_panel_name, l.observed_at, l.result, l.unit, l.flag, trim_scale(l.low)::text as low, trim_scale(l.high)::text as high,
      (count(*) filter (where l.flag = 'normal') over ())::integer as normal, (count(*) filter (where l.flag is null) over ())::integer as not_evaluated,
      (count(*) filter (where l.flag <> 'normal') over ())::integer as out_of_range, max(l.observed_at) over () as latest_at
    from latest l join lab_panels p on p.id = l.panel_id
    order by l.flag is null or l.flag = 'normal', l.flag::text like 'critical%' desc, l.observed_at desc, l.id desc limit ${SHOWN}`.execute(
    db,
  )
  const [first] = rows
  return {
    months: MONTHS,
    normal: first?.normal ?? 0,
    not_evaluated: first?.not_evaluated ?? 0,
    out_of_range: first?.out_of_range ?? 0,
    latest_at: first?.latest_at ?? null,
    abnormal: rows
      .filter(({ flag }) => flag !== null && flag !== 'normal')
      .map(({ id, test_panel_name, observed_at, result, unit, flag, low, high }) => ({
        id,
        test_panel_name,
        observed_at,
        result,
        unit,
        flag,
        low,
        high,
      })),
  }
}
