import { sql } from 'kysely'
import type { ReplyOf } from '#shared/endpoint.ts'
import { clinicDayStart } from '#features/company/public.ts'
import type { getCumulative, Series } from '#features/laboratory/contract-reports.ts'
import type { Db } from '#platform/db/connect.ts'
import { isAmendment } from './result-row.ts'

const MOST = 10_000

export interface CumulativeFilters {
  panel?: number | undefined
  /** Days in the clinic, YYYY-MM-DD, both inclusive. */
  from?: string | undefined
  to?: string | undefined
}
type Point = Series['points'][number]
interface Row extends Omit<Point, 'observed_at'> {
  observed_at: Date
  panel: number
}
type Head = Omit<Series, 'points'>

const findPoints = async (db: Db, patient: number, { panel, from, to }: CumulativeFilters) => {
  const { rows } = await sql<Row>`
    select r.panel_id as panel, r.id, r.observed_at, r.result, r.value::text, r.result_kind, r.rank::text, r.unit, r.flag, trim_scale(r.low)::text as low,
      trim_scale(r.high)::text as high, g.visit_id as visit, ${isAmendment} as is_amended, r.origin
    from lab_results r left join lab_test_request_panels n on n.id = r.request_panel_id
    left join lab_test_requests q on q.id = n.lab_test_request_id left join process_test_requests g on g.id = q.process_id
    where r.patient_id = ${patient} and r.is_current and (r.approved_at is not null or r.origin = 'imported')
      and ${panel === undefined ? sql`true` : sql`r.panel_id = ${panel}`}
      and ${from === undefined ? sql`true` : sql`r.observed_at >= ${clinicDayStart(from)}`}
      and ${to === undefined ? sql`true` : sql`r.observed_at < ${clinicDayStart(to, 1)}`}
    order by r.observed_at desc, r.id desc limit ${MOST + 1}`.execute(db)
  return rows
}

const findHeads = async (db: Db, panels: readonly number[]) => {
  const { rows } = await sql<Head>`
    select id as test_panel, name as test_panel_name, code, kind, section, unit from lab_panels where id = any(${panels}::integer[])
    order by position, lower(name), id`.execute(db)
  return rows
}

/** A patient's approved and imported results by test, in the order of the report, oldest first; 10,000 at most, the latest. */
export const findCumulative = async (db: Db, patient: number, filters: CumulativeFilters): Promise<ReplyOf<typeof getCumulative>> => {
  const rows = await findPoints(db, patient, filters)
  const byPanel = new Map<number, Point[]>()
  for (const { panel, ...point } of rows.slice(0, MOST).toReversed()) {
    const points = byPanel.get(panel)
    if (points) points.push(point)
    else byPanel.set(panel, [point])
  }
  const heads = await findHeads(db, [...byPanel.keys()])
  return { series: heads.map((head) => ({ ...head, points: byPanel.get(head.test_panel)! })), has_more: rows.length > MOST }
}
