import { sql } from 'kysely'
import type { Flag, Result } from '#features/laboratory/contract-fields.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Test } from './lock-tests.ts'
import { hasRange } from './result-row.ts'

/** The current result of a test. */
export interface CurrentResult {
  id: number
  test: number
  panel: number
  /** Of the panel. */
  code: string
  name: string
  revision: number
  observed_at: Date
  result: string
  value: string | null
  comparator: Result['comparator']
  kind: Result['result_kind']
  rank: string | null
  unit: string | null
  flag: Flag | null
  /** Whether the range that it was held against says what is normal. */
  has_range: boolean
  /** It has limits, and cannot be held against them. */
  is_undecided: boolean
  instrument_comment: string
  instrument_flags: string
  comment: string
  origin: Result['origin']
  entered_by: number | null
  approved_at: Date | null
  /** When its sample was taken; null: it has none. */
  collected_at: Date | null
  /** Whether somebody is to be told of it, or was. */
  call: 'open' | 'closed' | null
}

/** The current results of tests, by test. */
export const findCurrentResults = async (db: Db, tests: readonly number[]) => {
  const { rows } = await sql<CurrentResult>`
    select r.id, r.request_panel_id as test, r.panel_id as panel, p.code, p.name, r.revision, r.observed_at, r.result,
      r.value::text, r.comparator, r.result_kind as kind, r.rank::text, r.unit, r.flag, ${hasRange} as has_range,
      (r.flag is null and (r.low is not null or r.high is not null)) as is_undecided, r.instrument_comment, r.instrument_flags, r.comment, r.origin, r.entered_by, r.approved_at, s.collected_at,
      (select case when c.closed_at is null then 'open' else 'closed' end from lab_critical_calls c where c.result_id = r.id) as call
    from lab_test_request_panels n join lab_results r on r.request_panel_id = n.id and r.is_current join lab_panels p on p.id = r.panel_id
    left join lab_samples s on s.id = n.sample_id
    where n.id = any(${tests}::integer[])`.execute(db)
  return new Map(rows.map((row) => [row.test, row]))
}

/** What calculated tests are made of, by request and the code of the panel: its test. */
export type Sources = ReadonlyMap<number, ReadonlyMap<string, number>>

/**
 * The tests that what is calculated in these requests is made of: their own, else those of the visit's requests before, the latest first:
 * what waited already when a profile was asked for is done once.
 */
export const findSources = async (db: Db, requests: readonly number[]): Promise<Sources> => {
  if (requests.length === 0) return new Map()
  const { rows } = await sql<{ request: number; code: string; test: number }>`
    select distinct on (q.id, p.code) q.id as request, p.code, n.id as test
    from lab_test_requests q join lab_test_requests o on o.process_id = q.process_id and o.id <= q.id
    join lab_test_request_panels n on n.lab_test_request_id = o.id and n.cancelled_at is null join lab_panels p on p.id = n.panel_id
    where q.id = any(${requests}::integer[]) order by q.id, p.code, o.id desc`.execute(db)
  const found = new Map<number, Map<string, number>>(requests.map((request) => [request, new Map()]))
  for (const { request, code, test } of rows) found.get(request)!.set(code, test)
  return found
}

export interface Previous {
  id: number
  value: string | null
  comparator: Result['comparator']
  kind: Result['result_kind']
  rank: string | null
  observed_at: Date
}

/** The latest approved or imported result of the same test of the same patient before each, by the test's id. */
export const findPrevious = async (db: Db, tests: readonly Pick<Test, 'id' | 'patient' | 'panel' | 'observed_at'>[]) => {
  const asked = tests.map(({ id, patient, panel, observed_at }) => ({ id, patient, panel, observed_at }))
  const { rows } = await sql<Previous & { test: number }>`
    select w.id as test, b.id, b.value::text, b.comparator, b.result_kind as kind, b.rank::text, b.observed_at
    from json_to_recordset(${JSON.stringify(asked)}::json) as w(id integer, patient integer, panel integer, observed_at timestamptz)
    cross join lateral (
      select b.id, b.value, b.comparator, b.result_kind, b.rank, b.observed_at from lab_results b
      where b.patient_id = w.patient and b.panel_id = w.panel and b.is_current and b.observed_at < w.observed_at
        and b.request_panel_id is distinct from w.id and (b.approved_at is not null or b.origin = 'imported')
      order by b.observed_at desc, b.id desc limit 1
    ) b`.execute(db)
  return new Map(rows.map((row) => [row.test, row]))
}
