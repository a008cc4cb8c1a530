import { sql } from 'kysely'
import { enterResults, Outdated, remarkResults } from '#features/laboratory/public.ts'
import type { TrailRow } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { Problem } from '#platform/errors/problem.ts'
import { sentence } from '#shared/sentence.ts'
import type { Decision } from './decide.ts'
import { kept } from '../kept-text.ts'
import { remarksOf, type Outcome } from './write-results.ts'

type Entering = Extract<Decision, { kind: 'enter' }>

/** Who enters: the instrument (null), or the person who gave the result to its test. */
interface Scope {
  db: Db
  now: Date
  by: number | null
}

const entryOf = ({ decision, result: sent }: Outcome) => {
  const { test, result, unit } = decision as Entering
  return {
    request_panel: test.id,
    result,
    ...(unit && { unit }),
    version: test.version,
    remarks: remarksOf(sent),
  }
}

/** Undoes only what `work` wrote when it refuses. */
const inSavepoint = async <T>(db: Db, work: () => Promise<T>): Promise<T> => {
  await sql`savepoint entering`.execute(db)
  try {
    const done = await work()
    await sql`release savepoint entering`.execute(db)
    return done
  } catch (error) {
    await sql`rollback to savepoint entering`.execute(db)
    throw error
  }
}

const enter = ({ db, now, by }: Scope, entering: readonly Outcome[]) =>
  inSavepoint(db, async () => (await enterResults({ db, now, by }, entering.map(entryOf), 'analyser')).trail)

/** The current results of tests. */
const findCurrentResults = async (db: Db, tests: readonly number[]): Promise<Map<number, number>> => {
  const { rows } = await sql<{ test: number; id: number }>`
    select request_panel_id as test, id from lab_results where is_current and request_panel_id = any(${tests}::integer[])`.execute(db)
  return new Map(rows.map(({ test, id }) => [test, id]))
}

const refusalOf = (error: unknown): string => {
  if (error instanceof Outdated) return 'Another user has just changed this test.'
  if (!(error instanceof Problem)) throw error
  return Object.values(error.fields).flat()[0] ?? error.message
}

/** Each by itself: what is refused waits, with the refusal as its reason. */
const enterOneByOne = async (scope: Scope, outcomes: readonly Outcome[]) => {
  const trail: TrailRow[] = []
  for (const outcome of outcomes) {
    const { decision } = outcome
    if (decision.kind !== 'enter') continue
    try {
      trail.push(...(await enter(scope, [outcome])))
    } catch (error) {
      outcome.decision = { kind: 'waiting', reason: sentence(refusalOf(error)) }
    }
  }
  return trail
}

/**
 * Enters what was decided to be entered, all in one go, or each by itself where that is refused; changes `outcomes` accordingly. Answers
 * what the audit trail is to say. Throws only what is no refusal: a database that does not answer, for example.
 */
export const enterDecided = async (scope: Scope, outcomes: readonly Outcome[]): Promise<TrailRow[]> => {
  const entering = outcomes.filter((outcome) => outcome.decision.kind === 'enter')
  if (entering.length === 0) return []
  let trail: TrailRow[]
  try {
    trail = await enter(scope, entering)
  } catch (error) {
    refusalOf(error)
    trail = await enterOneByOne(scope, entering)
  }
  const entered = entering.filter(({ decision }) => decision.kind === 'enter')
  const current = await findCurrentResults(
    scope.db,
    entered.map(({ decision }) => (decision as Entering).test.id),
  )
  for (const outcome of entered) outcome.resultId = current.get((outcome.decision as Entering).test.id) ?? null
  return trail
}

/**
 * What an instrument says of a result that is there already goes to it, so that whoever approves sees it. One that is approved is not changed: it
 * waits for a person, with what was said. Changes `outcomes` accordingly; answers what the audit trail is to say.
 */
export const remarkThere = async ({ db }: Scope, outcomes: readonly Outcome[]): Promise<TrailRow[]> => {
  const there = outcomes.flatMap((outcome) => {
    const { decision, result } = outcome
    const remarks = remarksOf(result)
    return decision.kind === 'there' && (remarks.comment !== '' || remarks.flags !== '')
      ? [{ outcome, test: decision.test.id, remarks }]
      : []
  })
  const { trail, approved } = await remarkResults(db, there)
  for (const { outcome, test, remarks } of there)
    if (approved.has(test)) {
      const stated = kept([remarks.comment, remarks.flags].filter(Boolean).join('; '), 120)
      outcome.decision = {
        kind: 'waiting',
        reason: sentence('The result is already approved, and the analyser now reports: {said}', { said: stated }),
      }
      outcome.resultId = null
    }
  return trail
}
