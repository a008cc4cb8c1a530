import { sql } from 'kysely'
import { inEnglish } from '#features/lab-catalogue/rules.ts'
import type { Db } from '#platform/db/connect.ts'
import type { TrailRow } from '#platform/audit/audit.ts'
import { conflict, fieldError, notFound } from '#platform/errors/problem.ts'
import { lockSamples } from '../samples/lock-samples.ts'
import { moveTests } from '../samples/replace-sample.ts'
import { trailOf } from './audit-results.ts'
import { confirmResult, implausibleResults } from './confirm-result.ts'
import { Outdated } from './enter-results.ts'
import { changeTo, holdTests, readTyped, withCalculated, type Held } from './plan-changes.ts'
import type { Test } from './lock-tests.ts'
import type { CurrentResult } from './current-results.ts'
import { writeChanges, type Change } from './write-results.ts'

interface Writer {
  db: Db
  now: Date
  by: number
}
/** The version that was read; null: whatever it is. */
type Seen = number | null
interface Done {
  /** The test itself, and what is calculated from it. */
  ids: number[]
  trail: TrailRow[]
}

const holdApproved = async ({ db, now }: Writer, id: number, seen: Seen): Promise<{ held: Held; test: Test; before: CurrentResult }> => {
  const held = await holdTests(db, [id], now)
  const test = held.tests.get(id)
  if (!test) throw notFound('Laboratory test')
  if (seen !== null && seen !== test.version) throw new Outdated([id])
  if (test.state === 'cancelled') throw conflict('This test was cancelled.', {}, 'cancelled')
  const before = held.current.get(id)
  if (!before?.approved_at) throw conflict('This test has no approved result.', {}, 'not_approved')
  return { held, test, before }
}

const finish = async (writer: Writer, held: Held, direct: Change, reason: string): Promise<Done> => {
  const changes = withCalculated(held, [direct], true)
  await writeChanges(writer, changes, { reason })
  return { ids: changes.map(({ test }) => test.id), trail: trailOf(held, changes, reason) }
}

/**
 * Corrects an approved result by another revision, approved by who makes it; the one before stays. What is calculated from it and approved is
 * corrected as well, or taken back where nothing comes of it. @throws Problem 404, 409 `not_approved` or `cancelled`, 409 `implausible` with questions, 400 for what does not
 * fit and for what is reported already. @throws Outdated where the version is not the present one.
 */
export const amendResult = async (
  writer: Writer,
  id: number,
  asked: { result: string; unit?: string | undefined; comment?: string | undefined; confirm_reason?: string | undefined; reason: string },
  seen: Seen,
): Promise<Done> => {
  const { held, test, before } = await holdApproved(writer, id, seen)
  const { result, unit, comment = before.comment, reason } = asked
  const { panel, limits, reading } = readTyped(held, test, result, unit)
  if (panel.kind === 'calculated') throw fieldError('result', 'This test is calculated from other tests.')
  const read = 'ok' in reading ? reading.ok : reading.beyond
  if (!read) throw fieldError('result', 'problem' in reading ? inEnglish(reading.problem) : 'Enter a result.')
  const entered = `${result.trim()} ${unit?.trim() ?? ''}`.trim()
  const planned = changeTo(held, test, { reading: read, entered, comment, origin: 'typed' })
  const facts = { test, panel, range: limits.range, reading, read, flag: planned.after!.flag, typed: result, unit }
  const confirmed = confirmResult(facts, { reason: asked.confirm_reason, now: writer.now, by: writer.by })
  if (confirmed && 'question' in confirmed) throw implausibleResults([{ ...confirmed, field: 'result' }])
  const change = { ...planned, confirmed }
  if (before.result === change.after?.result && before.flag === change.after.flag && before.comment === comment)
    throw fieldError('result', 'This result is already reported. Enter a different result.')
  return finish(writer, held, change, reason)
}

/** The sample of a test, held after its visit; undefined where it has none. */
const holdSample = async (db: Db, test: number) => {
  const { rows } = await sql<{ sample: number }>`
    select sample_id as sample from lab_test_request_panels where id = ${test} and sample_id is not null`.execute(db)
  const [held] = await lockSamples(
    db,
    rows.map(({ sample }) => sample),
  )
  return held
}

/**
 * Takes an approved result back: the test is open again, what was reported stays readable. What is calculated from it goes with it. Where
 * its sample was rejected meanwhile it is done on the one that was taken instead, or on another.
 * @throws Problem 404, 409 `not_approved` or `cancelled`. @throws Outdated where the version is not the present one.
 */
export const withdrawResult = async (writer: Writer, id: number, reason: string, seen: Seen): Promise<Done> => {
  const { db, now } = writer
  const sample = await holdSample(db, id)
  const { held, test, before } = await holdApproved(writer, id, seen)
  const done = await finish(writer, held, { test, before, after: null, comment: '', origin: 'typed' }, reason)
  if (sample?.state === 'rejected') await moveTests(db, sample, [id], now)
  return done
}
