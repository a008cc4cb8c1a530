import type { Panel } from '#features/lab-catalogue/contract.ts'
import type { ReferenceRange } from '#features/lab-catalogue/contract-ranges.ts'
import { findPanelsById, findRanges } from '#features/lab-catalogue/public.ts'
import type { ReadResult } from '#features/lab-catalogue/rules.ts'
import type { Db } from '#platform/db/connect.ts'
import { evaluate, limitsFor, readFor } from './evaluate-result.ts'
import { lockTests, type Test } from './lock-tests.ts'
import { findCalculated, resultOf, type Available, type Calculated } from './plan-calculated.ts'
import { findPrevious, findSources, findCurrentResults, type Previous, type Sources, type CurrentResult } from './current-results.ts'
import type { Change } from './write-results.ts'

/** Tests that are held, with everything that decides what becomes of their results. */
export interface Held {
  tests: ReadonlyMap<number, Test>
  panels: ReadonlyMap<number, Panel>
  ranges: ReadonlyMap<number, ReferenceRange[]>
  previous: ReadonlyMap<number, Previous>
  current: ReadonlyMap<number, CurrentResult>
  /** By request. */
  calculated: ReadonlyMap<number, Calculated[]>
  sources: Sources
}

/** Holds the named tests and what is calculated from them, and reads what they mean, in as many statements for one as for hundreds. */
export const holdTests = async (db: Db, ids: readonly number[], now: Date): Promise<Held> => {
  const tests = await lockTests(db, ids, now)
  const found = await findPanelsById(db, [...new Set(tests.map(({ panel }) => panel))])
  const panels = new Map(found.map((panel) => [panel.id, panel]))
  const calculated = findCalculated(tests, panels)
  const sources = await findSources(db, [...calculated.keys()])
  const inputs = [...sources.values()].flatMap((ofRequest) => [...ofRequest.values()])
  const [current, previous, ranges] = await Promise.all([
    findCurrentResults(db, [...new Set([...tests.map(({ id }) => id), ...inputs])]),
    findPrevious(db, tests),
    findRanges(db, [...panels.keys()]),
  ])
  return {
    tests: new Map(tests.map((test) => [test.id, test])),
    panels,
    ranges: Map.groupBy(ranges, ({ panel }) => panel),
    previous,
    current,
    calculated,
    sources,
  }
}

/** What was typed or sent for a test, as it is understood: with the range that it is held against. */
export const readTyped = (held: Held, test: Test, typed: string, unit?: string) => {
  const panel = held.panels.get(test.panel)!
  const limits = limitsFor(test, held.ranges.get(test.panel) ?? [])
  return { panel, limits, reading: readFor(panel, limits, typed, unit) }
}

/** The change that gives a test this result. */
export const changeTo = (
  held: Held,
  test: Test,
  { reading, entered, comment, origin }: { reading: ReadResult; entered: string; comment: string; origin: Change['origin'] },
): Change => {
  const limits = limitsFor(test, held.ranges.get(test.panel) ?? [])
  const previous = held.previous.get(test.id) ?? null
  const after = evaluate(held.panels.get(test.panel)!, limits, { reading, entered, at: test.observed_at, previous })
  return { test, before: held.current.get(test.id) ?? null, after, comment, origin }
}

const findAvailable = (held: Held, request: number, changes: ReadonlyMap<number, Change>) => {
  const available = new Map<string, Available>()
  for (const [code, test] of held.sources.get(request) ?? []) {
    const change = changes.get(test)
    const found = change ? change.after && { ...change.after, collected_at: change.test.collected_at } : held.current.get(test)
    if (found) available.set(code, found)
  }
  return available
}

const placeOf = (process: number, code: string) => `${process} ${code}`
const isOpen = ({ state }: Test) => state === 'requested' || state === 'entered'

const changeOfCalculated = (held: Held, one: Calculated, available: ReadonlyMap<string, Available>): Change | null => {
  const { test } = one
  const before = held.current.get(test.id) ?? null
  const found = resultOf(one, available)
  const { panel, limits, reading } = readTyped(held, test, found?.result ?? '')
  const made = found && 'ok' in reading ? reading.ok : null
  if (!made) return before ? { test, before, after: null, comment: '', origin: 'calculated' } : null
  const previous = held.previous.get(test.id) ?? null
  const after = evaluate(panel, limits, { reading: made, entered: made.result, at: test.observed_at, previous })
  const isSame = before !== null && before.result === after.result && before.flag === after.flag
  return isSame ? null : { test, before, after, comment: before?.comment ?? '', origin: 'calculated' }
}

/**
 * What follows for what is calculated in the same visits from what changes: the tests that come to another result, to none any more, or to one
 * now. Approved ones follow only where results that were approved are corrected.
 */
export const withCalculated = (held: Held, direct: readonly Change[], isCorrection: boolean): Change[] => {
  const changes = new Map(direct.map((change) => [change.test.id, change]))
  const nameOfTest = ({ process, panel }: Test) => placeOf(process, held.panels.get(panel)!.code)
  // By which of the tests that somebody changed each one does.
  const causes = new Map(direct.map(({ test }) => [nameOfTest(test), [held.panels.get(test.panel)!.name]]))
  for (const request of [...held.calculated.keys()].toSorted((a, b) => a - b))
    for (const one of held.calculated.get(request)!) {
      const { test, inputs } = one
      const follows = [...new Set(inputs.flatMap((code) => causes.get(placeOf(test.process, code)) ?? []))]
      if (changes.has(test.id) || follows.length === 0) continue
      if (!isOpen(test) && !(isCorrection && test.state === 'approved')) continue
      const change = changeOfCalculated(held, one, findAvailable(held, request, changes))
      if (!change) continue
      changes.set(test.id, { ...change, follows })
      causes.set(nameOfTest(test), follows)
    }
  return [...changes.values()]
}
