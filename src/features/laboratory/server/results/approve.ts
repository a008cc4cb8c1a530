import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { lockVisits } from '#features/attendance/public.ts'
import { findPanelsById, readLabSettings } from '#features/lab-catalogue/public.ts'
import type { approveResults as contract } from '#features/laboratory/contract-results.ts'
import type { Db } from '#platform/db/connect.ts'
import type { TrailRow } from '#platform/audit/audit.ts'
import { conflict, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import { Outdated } from './enter-results.ts'
import { findTests, type Test } from './lock-tests.ts'
import { moveFinished } from './move-finished.ts'
import { findCalculated, type Calculated } from './plan-calculated.ts'
import { reasonsToLook, type LookReason } from '#features/laboratory/rules.ts'
import type { LookOutcome } from '#features/laboratory/contract-results.ts'
import { findSources, findCurrentResults, type CurrentResult } from './current-results.ts'

type Asked = ParsedOf<typeof contract>['body']['panels']
interface Writer {
  db: Db
  now: Date
  by: number
}

/** Visits by id, then tests by id; samples and results follow from the tests. */
const lock = async (db: Db, ids: readonly number[], now: Date): Promise<Test[]> => {
  const { rows } = await sql<{ visit: number }>`
    select distinct g.visit_id as visit from lab_test_request_panels n join lab_test_requests q on q.id = n.lab_test_request_id
    join process_test_requests g on g.id = q.process_id where n.id = any(${ids}::integer[])`.execute(db)
  const [, , tests] = await Promise.all([
    lockVisits(
      db,
      rows.map(({ visit }) => visit),
    ),
    sql`select from lab_test_request_panels where id = any(${ids}::integer[]) order by id for no key update`.execute(db),
    findTests(db, ids, now),
  ])
  return tests
}

const requireThere = (asked: Asked, tests: readonly Test[]) => {
  const there = new Set(tests.map(({ id }) => id))
  const errors: FieldErrors = {}
  for (const [index, { id }] of asked.entries()) if (!there.has(id)) errors[`panels.${index}.id`] = ['Test not found.']
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
}

const refuse = (tests: readonly Pick<Test, 'id'>[], code: string, message: string) => {
  if (tests.length > 0) throw conflict(message, { request_panels: tests.map(({ id }) => id) }, code)
}
const requireEntered = (asked: Asked, tests: readonly Test[]) => {
  const seen = new Map(asked.map(({ id, version }) => [id, version]))
  const changed = tests.filter(({ id, version }) => (seen.get(id) ?? version) !== version)
  if (changed.length > 0) throw new Outdated(changed.map(({ id }) => id))
  refuse(
    tests.filter(({ state }) => state === 'approved'),
    'approved',
    'This result is already approved.',
  )
  refuse(
    tests.filter(({ state }) => state !== 'entered'),
    'not_entered',
    'No result to approve.',
  )
}

/** The results that each calculated test here was made of, by its id; those that were calculated themselves too. */
const findInputs = async (db: Db, tests: readonly Test[], current: ReadonlyMap<number, CurrentResult>) => {
  const made = tests.filter(({ id }) => current.get(id)?.origin === 'calculated')
  if (made.length === 0) return new Map<number, CurrentResult[]>()
  const panels = await findPanelsById(db, [...new Set(made.map(({ panel }) => panel))])
  const calculated = [...findCalculated(made, new Map(panels.map((panel) => [panel.id, panel]))).values()].flat()
  const sources = await findSources(db, [...new Set(made.map(({ request }) => request))])
  const idsOf = ({ test, inputs }: Calculated) => inputs.flatMap((code) => sources.get(test.request)?.get(code) ?? [])
  const results = await findCurrentResults(db, calculated.flatMap(idsOf))
  return new Map(calculated.map((one) => [one.test.id, idsOf(one).flatMap((id) => results.get(id) ?? [])]))
}

const requireInputs = (tests: readonly Test[], inputs: ReadonlyMap<number, CurrentResult[]>) => {
  const batch = new Set(tests.map(({ id }) => id))
  const isSettled = ({ test, approved_at }: CurrentResult) => approved_at !== null || batch.has(test)
  refuse(
    tests.filter(({ id }) => !(inputs.get(id) ?? []).every(isSettled)),
    'inputs_open',
    'This is calculated from results that are not approved yet. Approve them first, or together.',
  )
}

/** More than so many results are counted rather than named. */
const MOST_NAMED = 5

/** A calculated result is of whoever entered what it was made of. */
const requireOthers = (
  by: number,
  tests: readonly Test[],
  current: ReadonlyMap<number, CurrentResult>,
  inputs: ReadonlyMap<number, CurrentResult[]>,
) => {
  const isOwn = ({ id }: Test) =>
    [current.get(id), ...(inputs.get(id) ?? [])].some((result) => result?.origin !== 'analyser' && result?.entered_by === by)
  const own = tests.filter(isOwn)
  const names = [...new Set(own.map(({ id }) => current.get(id)!.name))]
  const more = names.length > MOST_NAMED ? `, and ${names.length - MOST_NAMED} more` : ''
  refuse(
    own,
    'own_result',
    `You entered ${names.slice(0, MOST_NAMED).join(', ')}${more}: another person has to approve it. A laboratory in which one person works alone can switch this rule off in the laboratory’s settings.`,
  )
}

const reasonsFor = (result: CurrentResult, inputs: readonly CurrentResult[]): LookReason[] => [
  ...reasonsToLook(result),
  // What was said of the samples that it was made of holds for it as well.
  ...(inputs.some((input) => input.approved_at === null && reasonsToLook(input).some((why) => why !== 'no_range' && why !== 'undecided'))
    ? (['input'] as const)
    : []),
]

const reasonTexts: Record<LookReason, string> = {
  no_range: 'no reference range covers this patient',
  undecided: 'it cannot be held against its range',
  instrument_comment: 'the instrument commented on it',
  instrument_flag: 'the instrument flagged it',
  input: 'the instrument commented on what it is calculated from',
}
const outcomeText = ({ test, reasons, instrument_comment: text, instrument_flags: flags }: LookOutcome) => {
  const more = [text, flags].filter(Boolean).join('; ')
  return `${test}: ${reasons.map((reason) => reasonTexts[reason]).join(', ')}${more === '' ? '' : ` (${more.replaceAll('\n', '; ')})`}`
}

/**
 * What has to be looked at is approved by itself, by somebody who says that they did. Answers the reasons of each, for the trail.
 * @throws Problem 409 `one_by_one` with `outcomes`.
 */
const requireLook = (asked: Asked, current: ReadonlyMap<number, CurrentResult>, inputs: ReadonlyMap<number, CurrentResult[]>) => {
  const looks = new Map(asked.map(({ id }) => [id, reasonsFor(current.get(id)!, inputs.get(id) ?? [])]))
  const outcomes = asked.flatMap(({ id }): LookOutcome[] => {
    const { name, result, unit, instrument_comment, instrument_flags } = current.get(id)!
    const reasons = looks.get(id)!
    return reasons.length === 0 ? [] : [{ request_panel: id, test: name, result, unit, reasons, instrument_comment, instrument_flags }]
  })
  const isSeen = asked.length === 1 && asked[0]!.acknowledged === true
  if (outcomes.length === 0 || isSeen) return looks
  const named = outcomes.slice(0, MOST_NAMED).map(outcomeText).join('. ')
  throw conflict(
    `Look at these results and approve each by itself. ${named}.`,
    { request_panels: outcomes.map(({ request_panel }) => request_panel), outcomes, hint: 'Send one result alone with `acknowledged`.' },
    'one_by_one',
  )
}

/**
 * Approves entered results, all or nothing; a visit with nothing open in the laboratory moves on to `added result`. Answers what
 * the audit trail is to say of results and of visits that moved. @throws Problem 400 for a test that there is not, 409 `approved`, `not_entered`, `inputs_open`
 * (calculated from what is not approved), `own_result` or `one_by_one` with `request_panels`. @throws Outdated where a version is not the present one.
 */
export const approveResults = async (writer: Writer, asked: Asked): Promise<{ trail: TrailRow[]; moves: TrailRow[] }> => {
  const { db, now, by } = writer
  const ids = asked.map(({ id }) => id)
  const tests = await lock(db, ids, now)
  requireThere(asked, tests)
  requireEntered(asked, tests)
  const [current, settings] = await Promise.all([findCurrentResults(db, ids), readLabSettings(db)])
  const inputs = await findInputs(db, tests, current)
  if (settings.approver_must_differ) requireOthers(by, tests, current, inputs)
  requireInputs(tests, inputs)
  const looks = requireLook(asked, current, inputs)
  await sql`
    update lab_results set approved_at = ${now}, approved_by = ${by}, version = version + 1
    where request_panel_id = any(${ids}::integer[]) and is_current and approved_at is null`.execute(db)
  const trail = tests.map(({ id, patient }) => {
    const { code: test, result, flag } = current.get(id)!
    return {
      action: 'approve result',
      entity: 'lab test',
      id,
      patient,
      change: { test, result, flag, ...(looks.get(id)!.length > 0 && { acknowledged: looks.get(id)! }) },
    }
  })
  return { trail, moves: await moveFinished(writer, ids) }
}
