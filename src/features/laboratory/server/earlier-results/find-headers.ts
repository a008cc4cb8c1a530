import { sql } from 'kysely'
import type { z } from 'zod'
import type { LabResultItem, LabTestResult } from '#features/laboratory/contract-reports.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { Reader } from '../requests/find-requests.ts'
import { seesEntered } from '../policy.ts'

export type Category = 'quantitative' | 'qualitative'
export type Header = z.output<typeof LabTestResult> & { patient: number }
export type Item = z.output<typeof LabResultItem> & { patient: number }

/** Of a panel `p`: calculated ones are quantitative, words are qualitative. */
const isCategory = (category: ReturnType<typeof sql>) =>
  sql`(case when p.kind in ('quantitative', 'calculated') then 'quantitative' else 'qualitative' end)::lab_category = ${category}`
/**
 * Of the tests of a header `h` that were not cancelled: `complete` when none waits for a result, `approved` when each is approved as well. A
 * calculated test that came to nothing is not waited for.
 */
const headerRows = sql`
  select h.id, h.lab_test_request_id as lab_test_request, h.category, h.title, h.note, h.date_created, h.recorded_by,
    ${nameOf(sql`h.recorded_by`)} as recorded_by_name, q.patient_id as patient,
    coalesce(t.complete and t.approved, false) as approved, coalesce(t.complete, false) as complete
  from lab_test_results h join lab_test_requests q on q.id = h.lab_test_request_id
  cross join lateral (
    select bool_and(n.state = 'approved') filter (where n.state <> 'requested') as approved,
      bool_and(n.state <> 'requested' or p.kind = 'calculated') as complete
    from lab_test_request_panels n join lab_panels p on p.id = n.panel_id
    where n.lab_test_request_id = h.lab_test_request_id and n.state <> 'cancelled' and ${isCategory(sql`h.category`)}
  ) t`

export interface HeaderFilters {
  test_request_id?: number | undefined
  result_id?: number | undefined
  patient_id?: number | undefined
}
const matching = (category: Category, { test_request_id, result_id, patient_id }: HeaderFilters) =>
  sql.join(
    [
      sql`h.category = ${category}::lab_category`,
      ...(test_request_id === undefined ? [] : [sql`h.lab_test_request_id = ${test_request_id}`]),
      ...(result_id === undefined ? [] : [sql`h.id = ${result_id}`]),
      ...(patient_id === undefined ? [] : [sql`q.patient_id = ${patient_id}`]),
    ],
    sql` and `,
  )

/** The laboratory results of a category that match, newest first, after the cursor. */
export const findHeaders = async (db: Db, category: Category, filters: HeaderFilters, { cursor, limit }: Position) => {
  const { rows } = await sql<Header>`${headerRows}
    where ${matching(category, filters)} and ${before(sql`h.id`, sql`h.id`, sql`bigint`, cursor)} order by h.id desc limit ${limit}`.execute(
    db,
  )
  return rows
}
export const countHeaders = async (db: Db, category: Category, filters: HeaderFilters) => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from lab_test_results h join lab_test_requests q on q.id = h.lab_test_request_id
    where ${matching(category, filters)}`.execute(db)
  return rows[0]!.total
}
/** The laboratory result of this category, or undefined. */
export const findHeader = async (db: Db, category: Category, id: number): Promise<Header | undefined> => {
  const { rows } = await sql<Header>`${headerRows} where h.id = ${id} and h.category = ${category}::lab_category`.execute(db)
  return rows[0]
}

/** The results of a laboratory result in the order of the report; those that nobody has approved only for those who may see them. */
export const findItems = async (db: Db, header: number, reader: Reader): Promise<Item[]> => {
  const { rows } = await sql<Item>`
    select n.id, h.id as lab_test_result, p.id as test_panel, p.name as test_panel_name, r.result, r.unit, r.flag,
      case when r.comparator is null and b.comparator is null then round(r.value - b.value, coalesce(p.decimals, scale(r.value - b.value)))::text end as difference,
      n.state = 'approved' as result_approved, n.version, n.patient_id as patient
    from lab_test_results h join lab_test_request_panels n on n.lab_test_request_id = h.lab_test_request_id
    join lab_panels p on p.id = n.panel_id join lab_results r on r.request_panel_id = n.id and r.is_current
    left join lab_results b on b.id = r.previous_id
    where h.id = ${header} and ${isCategory(sql`h.category`)} and (r.approved_at is not null or ${seesEntered(reader)})
    order by p.position, lower(p.name), n.id`.execute(db)
  return rows
}

/** The tests of a request that stand and are of this category, by their panels; where they are. */
export const findTests = async (db: Db, request: number, category: Category) => {
  const { rows } = await sql<{ id: number; panel: number; state: string }>`
    select n.id, n.panel_id as panel, n.state from lab_test_request_panels n join lab_panels p on p.id = n.panel_id
    where n.lab_test_request_id = ${request} and n.cancelled_at is null and ${isCategory(sql`${category}::lab_category`)} order by n.id`.execute(
    db,
  )
  return rows
}
