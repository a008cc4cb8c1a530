import type { ParsedOf } from '#shared/endpoint.ts'
import { inEnglish } from '#features/lab-catalogue/rules.ts'
import { confirmResult, implausibleResults, type Doubt } from './confirm-result.ts'
import type { enterResults as contract } from '#features/laboratory/contract-results.ts'
import type { Db } from '#platform/db/connect.ts'
import type { TrailRow } from '#platform/audit/audit.ts'
import { conflict, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import { trailOf } from './audit-results.ts'
import type { InstrumentRemarks, Test } from './lock-tests.ts'
import { changeTo, holdTests, readTyped, withCalculated, type Held } from './plan-changes.ts'
import { writeChanges, type Change } from './write-results.ts'
import { sql } from 'kysely'

/**
 * What there are results of has come: the samples of these tests, which are held with them, are received, and a test that has no time by
 * which it is due gets one, counted from when the sample was taken.
 */
const receiveSamples = async (db: Db, tests: readonly Test[], by: number | null, now: Date) => {
  const samples = [...new Set(tests.flatMap(({ sample, sample_state }) => (sample_state === 'collected' ? [sample!] : [])))]
  const undated = tests.flatMap(({ id, sample, due_at }) => (sample !== null && due_at === null ? [id] : []))
  if (samples.length > 0)
    await sql`update lab_samples set state = 'received', received_at = ${now}, received_by = ${by}, version = version + 1
      where id = any(${samples}::integer[]) and state = 'collected'`.execute(db)
  if (undated.length > 0)
    await sql`update lab_test_request_panels n set due_at = s.collected_at + make_interval(mins => case when n.priority = 'routine'
          then p.turnaround_minutes else coalesce(p.urgent_turnaround_minutes, p.turnaround_minutes) end)
      from lab_samples s, lab_panels p
      where n.id = any(${undated}::integer[]) and s.id = n.sample_id and p.id = n.panel_id and p.turnaround_minutes is not null`.execute(db)
}

/** A result as it is typed or sent, with what an instrument says beside it. */
export type Entry = ParsedOf<typeof contract>['body']['results'][number] & { remarks?: InstrumentRemarks }
type Origin = 'typed' | 'analyser'
const nothingThere = { before: null, after: null, comment: '', origin: 'typed' } as const

/** Some of the tests were changed after they were read. */
export class Outdated extends Error {
  readonly tests: readonly number[]
  constructor(tests: readonly number[]) {
    super('Another user has changed this record.')
    this.tests = tests
  }
}

const refusals: [string, string, (test: Test) => boolean][] = [
  ['cancelled', 'This test was cancelled.', ({ state }) => state === 'cancelled'],
  ['approved', 'This result is approved. Amend it instead.', ({ state }) => state === 'approved'],
  [
    'sample_not_collected',
    'The sample has not been collected yet.',
    ({ sample_state }) => sample_state !== null && sample_state !== 'collected' && sample_state !== 'received',
  ],
]

const requireNamed = (held: Held, entries: readonly Entry[]) => {
  const errors: FieldErrors = {}
  const named = new Set<number>()
  for (const [index, { request_panel }] of entries.entries()) {
    if (!held.tests.has(request_panel)) errors[`results.${index}.request_panel`] = ['Test not found.']
    else if (named.has(request_panel)) errors[`results.${index}.request_panel`] = ['Each test may be listed only once.']
    named.add(request_panel)
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

/** Refuses what changed since it was read, then what takes no result. @throws Outdated, Problem 409. */
export const requireOpen = (tests: readonly Test[], seen: ReadonlyMap<number, number>) => {
  const changed = tests.filter(({ id, version }) => seen.has(id) && seen.get(id) !== version)
  if (changed.length > 0) throw new Outdated(changed.map(({ id }) => id))
  for (const [code, message, isRefused] of refusals) {
    const refused = tests.filter(isRefused)
    if (refused.length > 0) throw conflict(message, { request_panels: refused.map(({ id }) => id) }, code)
  }
}

type Scope = { now: Date; by: number | null }

const changeOf = (held: Held, entry: Entry, origin: Origin, scope: Scope): Change | Doubt | string | null => {
  const test = held.tests.get(entry.request_panel)!
  const before = held.current.get(test.id) ?? null
  const { panel, limits, reading } = readTyped(held, test, entry.result, entry.unit)
  if (panel.kind === 'calculated') return 'This test is calculated from other tests.'
  if (entry.result.trim() === '') return before && { test, before, after: null, comment: '', origin }
  const read = 'ok' in reading ? reading.ok : reading.beyond
  if (!read) return 'problem' in reading ? inEnglish(reading.problem) : null
  const entered = `${entry.result.trim()} ${entry.unit?.trim() ?? ''}`.trim()
  const change = changeTo(held, test, { reading: read, entered, comment: entry.comment ?? before?.comment ?? '', origin })
  const { flag } = change.after!
  const asked = { test, panel, range: limits.range, reading, read, flag, typed: entry.result, unit: entry.unit }
  const confirmed = confirmResult(asked, { reason: entry.confirm_reason, ...scope })
  if (confirmed && 'question' in confirmed) return confirmed
  return { ...change, confirmed, remarks: entry.remarks }
}

const planEntries = (held: Held, entries: readonly Entry[], origin: Origin, scope: Scope): Change[] => {
  const errors: FieldErrors = {}
  const doubts: (Doubt & { field: string })[] = []
  const changes: Change[] = []
  for (const [index, entry] of entries.entries()) {
    const change = changeOf(held, entry, origin, scope)
    if (typeof change === 'string') errors[`results.${index}.result`] = [change]
    else if (change && 'question' in change) doubts.push({ ...change, field: `results.${index}.result` })
    else if (change) changes.push(change)
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  if (doubts.length > 0) throw implausibleResults(doubts)
  return changes
}

/**
 * Enters results by hand (`by` is who) or from an analyser (`by` null), all or nothing, in the caller's transaction: each is held against
 * the range that fits the patient on the day of the sample and against the one before, its sample counts as received, what is calculated
 * from it follows, and a critical value opens a call. What was entered before is replaced, and an empty result takes it back. Answers the ids
 * of the tests that were named and of those that followed, and what the audit trail is to say. Whoever calls says 'laboratory' has changed.
 * @throws Problem 400 naming each entry (`results.N.result`, `results.N.request_panel`), 409 `implausible` with questions,
 * `sample_not_collected`, `approved` or `cancelled` with `request_panels`. @throws Outdated where a version that was sent is not the present one.
 */
export const enterResults = async (
  { db, now, by }: { db: Db; now: Date; by: number | null },
  entries: readonly Entry[],
  origin: Origin = 'typed',
): Promise<{ ids: number[]; trail: TrailRow[] }> => {
  const ids = entries.map(({ request_panel }) => request_panel)
  const held = await holdTests(db, ids, now)
  requireNamed(held, entries)
  const seen = new Map(entries.flatMap(({ request_panel, version }) => (version === undefined ? [] : [[request_panel, version] as const])))
  requireOpen(
    ids.map((id) => held.tests.get(id)!),
    seen,
  )
  const changes = withCalculated(held, planEntries(held, entries, origin, { now, by }), false)
  const done = changes.filter(({ after, origin: from }) => after !== null && from !== 'calculated').map(({ test }) => test)
  await writeChanges({ db, now, by }, changes)
  await receiveSamples(db, done, by, now)
  // Somebody emptied what was empty: said all the same.
  const nothing = changes.length === 0 ? ids.map((id) => ({ test: held.tests.get(id)!, ...nothingThere })) : []
  return { ids: [...new Set([...ids, ...changes.map(({ test }) => test.id)])], trail: trailOf(held, [...changes, ...nothing]) }
}
