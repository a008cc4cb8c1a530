import { sql } from 'kysely'
import { findPanelsById, findRanges } from '#features/lab-catalogue/public.ts'
import type { EntryRow } from '#features/laboratory/contract-results.ts'
import type { Result } from '#features/laboratory/contract-fields.ts'
import type { Db } from '#platform/db/connect.ts'
import { findPanelsWhere, readResult, type Reader } from '../requests/find-requests.ts'
import { limitsFor } from './evaluate-result.ts'
import { findTests } from './lock-tests.ts'
import { resultJson } from './result-row.ts'
import { findPrevious } from './current-results.ts'

const findResults = async (db: Db, ids: readonly number[]) => {
  if (ids.length === 0) return new Map<number, Result>()
  const { rows } = await sql<{ result: Result }>`
    select ${resultJson} as result from lab_results r where r.id = any(${ids}::bigint[])`.execute(db)
  return new Map(rows.map(({ result }) => [result.id, readResult(result)]))
}

/** Every test of a visit, by its request group, with the range that a result would be held against now and the result before. */
export const findEntry = async (db: Db, process: number, reader: Reader, now: Date): Promise<EntryRow[]> => {
  // As an array it is looked up once, and the tests are found by index whatever the planner thinks of the rest.
  const ofProcess = sql`n.lab_test_request_id = any(array(select q.id from lab_test_requests q where q.process_id = ${process}))`
  const rows = await findPanelsWhere(db, ofProcess, reader)
  const kinds = [...new Set(rows.map(({ test_panel }) => test_panel))]
  const tests = await findTests(
    db,
    rows.map(({ id }) => id),
    now,
  )
  const [panels, ranges, previous] = await Promise.all([findPanelsById(db, kinds), findRanges(db, kinds), findPrevious(db, tests)])
  const results = await findResults(
    db,
    [...previous.values()].map(({ id }) => id),
  )
  const panelOf = new Map(panels.map((panel) => [panel.id, panel]))
  const testOf = new Map(tests.map((test) => [test.id, test]))
  const rangesOf = Map.groupBy(ranges, ({ panel }) => panel)
  return rows.map((row) => {
    const { range, reason, low_critical, high_critical } = limitsFor(testOf.get(row.id)!, rangesOf.get(row.test_panel) ?? [])
    const before = previous.get(row.id)
    return {
      ...row,
      panel: panelOf.get(row.test_panel)!,
      reference_range: range,
      range_reason: reason,
      low_critical,
      high_critical,
      previous: (before && results.get(before.id)) ?? null,
    }
  })
}
