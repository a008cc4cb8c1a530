import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Evaluated } from './evaluate-result.ts'
import type { InstrumentRemarks, Test } from './lock-tests.ts'
import type { CurrentResult } from './current-results.ts'
import { isCritical } from '#features/laboratory/contract-fields.ts'

/** Ends the open calls about values of tests that are no more: `changed` or `withdrawn`, or whatever else the reason says. */
const closeCalls = async (db: Db, rows: readonly { test: number; reason: string }[], now: Date) => {
  if (rows.length === 0) return
  await sql`
    update lab_critical_calls c set closed_at = ${now}, close_reason = w.reason
    from json_to_recordset(${JSON.stringify(rows)}::json) as w(test integer, reason text) join lab_results r on r.request_panel_id = w.test
    where c.result_id = r.id and c.closed_at is null`.execute(db)
}

/** Opens a call for each critical value, once. */
const openCalls = async (db: Db, rows: readonly { result: number; patient: number; visit: number }[], now: Date) => {
  if (rows.length === 0) return
  await sql`
    insert into lab_critical_calls (result_id, patient_id, visit_id, opened_at)
    select result, patient, visit, ${now}::timestamptz
    from json_to_recordset(${JSON.stringify(rows)}::json) as w(result bigint, patient integer, visit integer)
    on conflict (result_id) do nothing`.execute(db)
}

export const CHANGED = 'Changed before approval'
export const WITHDRAWN = 'Withdrawn before approval'

/** What becomes of the result of one test. */
export interface Change {
  test: Test
  before: CurrentResult | null
  /** Null: the test has no result any more. */
  after: Evaluated | null
  comment: string
  origin: 'typed' | 'analyser' | 'calculated'
  /** Of what is calculated: the names of the tests by which it changes. */
  follows?: readonly string[]
  /** An implausible result that a person confirmed. */
  confirmed?: ConfirmedResult | undefined
  /** What the instrument said of it; left out: what was said of the latest revision on the same sample stays. */
  remarks?: InstrumentRemarks | undefined
}

/** Who confirmed an implausible result, when and why. */
export interface ConfirmedResult {
  text: string
  reason: string
  by: number
  at: string
}

export interface Writer {
  db: Db
  now: Date
  /** Null: an analyser sent it. */
  by: number | null
}
/** Why results that were approved are replaced or taken back, and that what takes their place is approved as well. */
export interface Correction {
  reason: string
}

/** As long as a reason that somebody types may be. */
const LONGEST = 300
/** Why a result changes: as it was said, or, where nobody spoke of it, from what it follows. */
export const reasonOf = ({ follows }: Change, reason: string): string =>
  follows ? `Follows from ${follows.join(', ')}: ${reason}`.slice(0, LONGEST).toWellFormed() : reason

const isSame = ({ before, after }: Change) =>
  before !== null && after !== null && before.result === after.result && before.flag === after.flag
/** What is approved is never written over, nor is a value that somebody was to be told of. */
const isKept = (change: Change) => change.before!.approved_at !== null || (change.before!.call !== null && !isSame(change))

/** Written over because nothing of it changed that anybody was called about. */
const isUnchanged = (change: Change) => change.before !== null && change.after !== null && !isKept(change) && change.before.call === 'open'

const valuesOf = (change: Change, correction: Correction | null) => {
  const { test, before, comment, origin } = change
  const { limits, previous, ...after } = change.after!
  const { range } = limits
  const remarks = change.remarks ?? test.remarks
  const revision = before && !isKept(change) ? before.revision : test.revision + 1
  return {
    ...after,
    id: before && !isKept(change) ? before.id : null,
    test: test.id,
    patient: test.patient,
    panel: test.panel,
    revision,
    observed_at: test.observed_at,
    range: range?.id ?? null,
    low: limits.low,
    high: limits.high,
    low_critical: limits.low_critical,
    high_critical: limits.high_critical,
    range_text: range?.text ?? '',
    previous: previous?.id ?? null,
    comment,
    origin,
    amend_reason: revision === 1 ? null : correction ? reasonOf(change, correction.reason) : (test.withdraw_reason ?? CHANGED),
    is_approved: before?.approved_at != null,
    confirmed: change.confirmed ?? null,
    instrument_comment: remarks.comment,
    instrument_flags: remarks.flags,
  }
}
type Values = ReturnType<typeof valuesOf>

const record = (rows: readonly Values[]) => sql`json_to_recordset(${JSON.stringify(rows)}::json) as w(id bigint, test integer,
  patient integer, panel integer, revision smallint, observed_at timestamptz, result text, value numeric, comparator text, kind text, rank numeric, unit text,
  entered text, flag lab_flag, range integer, low numeric, high numeric, low_critical numeric, high_critical numeric, range_text text,
  previous bigint, is_delta_exceeded boolean, comment text, origin lab_result_origin, amend_reason text, is_approved boolean, confirmed jsonb, instrument_comment text,
  instrument_flags text)`

const overwrite = async ({ db, now, by }: Writer, rows: readonly Values[]) => {
  if (rows.length === 0) return
  await sql`
    update lab_results r set observed_at = w.observed_at, result = w.result, value = w.value, comparator = w.comparator, result_kind = w.kind, rank = w.rank, unit = w.unit,
      entered = w.entered, flag = w.flag, range_id = w.range, low = w.low, high = w.high, low_critical = w.low_critical,
      high_critical = w.high_critical, range_text = w.range_text, previous_id = w.previous, is_delta_exceeded = w.is_delta_exceeded,
      comment = w.comment, origin = w.origin, confirmed = w.confirmed,
      instrument_comment = w.instrument_comment, instrument_flags = w.instrument_flags, entered_at = ${now}, entered_by = ${by}, version = r.version + 1
    from ${record(rows)} where r.id = w.id`.execute(db)
}

const insert = async ({ db, now, by }: Writer, rows: readonly Values[]) => {
  if (rows.length === 0) return []
  const made = await sql<{ id: number; test: number }>`
    insert into lab_results (request_panel_id, patient_id, panel_id, revision, observed_at, result, value, comparator, result_kind, rank, unit, entered, flag,
      range_id, low, high, low_critical, high_critical, range_text, previous_id, is_delta_exceeded, comment, origin, entered_at, entered_by,
      approved_at, approved_by, amend_reason, confirmed, instrument_comment, instrument_flags)
    select test, patient, panel, revision, observed_at, result, value, comparator, kind, rank, unit, entered, flag, range, low, high, low_critical,
      high_critical, range_text, previous, is_delta_exceeded, comment, origin, ${now}, ${by}::integer,
      case when is_approved then ${now}::timestamptz end, case when is_approved then ${by}::integer end, amend_reason,
      confirmed, instrument_comment, instrument_flags
    from ${record(rows)} returning id, request_panel_id as test`.execute(db)
  return made.rows
}

/** Ends the current revision: replaced by another one, or, with a reason, taken back. */
const end = async ({ db, now, by }: Writer, rows: readonly { id: number; reason: string | null }[]) => {
  if (rows.length === 0) return
  await sql`
    update lab_results r set is_current = false, version = r.version + 1,
      withdrawn_at = case when w.reason is not null then ${now}::timestamptz end,
      withdrawn_by = case when w.reason is not null then ${by}::integer end, withdraw_reason = w.reason
    from json_to_recordset(${JSON.stringify(rows)}::json) as w(id bigint, reason text) where r.id = w.id`.execute(db)
}

/** An analyser takes nothing back in anybody's name: what it changed is only replaced. */
const endOf = ({ by }: Writer, change: Change, correction: Correction | null) => ({
  id: change.before!.id,
  reason: change.after !== null || by === null ? null : correction ? reasonOf(change, correction.reason) : WITHDRAWN,
})

/** Too little sample answers nothing: a call about the value before stays open, until another value comes or somebody was told. */
const closing = ({ test, before, after }: Change) => {
  if (after?.kind === 'insufficient') return []
  const isReplaced = before?.call === 'open' || (before?.kind === 'insufficient' && after !== null)
  return isReplaced ? [{ test: test.id, reason: after ? 'changed' : 'withdrawn' }] : []
}

/**
 * Writes what becomes of results, whose tests are held: what was not approved is written over, what was is replaced by a revision that is
 * approved with `correction`. Calls about critical values follow.
 */
export const writeChanges = async (writer: Writer, changes: readonly Change[], correction: Correction | null = null) => {
  const { db, now } = writer
  const ended = changes.filter((change) => change.before && (change.after === null || isKept(change)))
  const written = changes.filter(({ after }) => after !== null)
  const rows = written.map((change) => valuesOf(change, correction))
  const kept = rows.filter(({ id }) => id !== null)
  const [, , , made] = await Promise.all([
    closeCalls(
      db,
      [...new Set([...ended, ...written])].flatMap((change) => (isUnchanged(change) ? [] : closing(change))),
      now,
    ),
    end(
      writer,
      ended.map((change) => endOf(writer, change, correction)),
    ),
    overwrite(writer, kept),
    insert(
      writer,
      rows.filter(({ id }) => id === null),
    ),
  ])
  const ids = new Map([...made.map(({ id, test }) => [test, id] as const), ...kept.map(({ id, test }) => [test, id!] as const)])
  // Told already of the same value: a comment that was corrected is no reason to call again.
  const urgent = written.filter((change) => isCritical(change.after!.flag) && !(isSame(change) && change.before!.call === 'closed'))
  await openCalls(
    db,
    urgent.map(({ test }) => ({ result: ids.get(test.id)!, patient: test.patient, visit: test.visit })),
    now,
  )
}
