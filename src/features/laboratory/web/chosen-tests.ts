import type { RequestOf } from '#shared/endpoint.ts'
import type { Orderable } from '#features/lab-catalogue/contract.ts'
import type { createLabTestRequest } from '../contract.ts'
import type { Priority } from '../contract-fields.ts'
import { mergeLines } from '#features/order-drafts/rules.ts'

/** A profile or a test that is chosen and not asked for yet. */
export interface ChosenTest extends Pick<Orderable, 'kind' | 'id' | 'name' | 'item' | 'panels'> {
  /** Said on purpose: once more, although the visit has it already. */
  isRepeat?: boolean
}
export interface Chosen {
  tests: readonly ChosenTest[]
  priority: Priority
  isFasting: boolean
  /** Null while it is as the record says. */
  isPregnant: boolean | null
  note: string
}
export const nothingChosen: Chosen = { tests: [], priority: 'routine', isFasting: false, isPregnant: null, note: '' }

/** What names a test: a profile and a single test may have the same number. */
export const keyOf = ({ kind, id }: Pick<ChosenTest, 'kind' | 'id'>): string => `${kind} ${id}`

export type ChosenChange =
  | { kind: 'put'; test: ChosenTest }
  | { kind: 'remove'; key: string }
  | { kind: 'set'; values: Partial<Omit<Chosen, 'tests'>> }
  | { kind: 'clear' }

/**
 * What is chosen after a change. A test stands once: put again it takes its own place. A profile takes the single tests with it that it
 * contains, so that nothing is asked for twice.
 */
export const chosenAfter = (chosen: Chosen, change: ChosenChange): Chosen => {
  if (change.kind === 'clear') return nothingChosen
  if (change.kind === 'set') return { ...chosen, ...change.values }
  if (change.kind === 'remove') return { ...chosen, tests: chosen.tests.filter((test) => keyOf(test) !== change.key) }
  const { test } = change
  const key = keyOf(test)
  const inside = new Set(test.kind === 'profile' ? test.panels.map(({ id }) => id) : [])
  const kept = chosen.tests.filter((other) => keyOf(other) === key || other.kind === 'profile' || !inside.has(other.id))
  const isThere = kept.some((other) => keyOf(other) === key)
  return { ...chosen, tests: isThere ? kept.map((other) => (keyOf(other) === key ? test : other)) : [...kept, test] }
}

/** Where the tests of something chosen are asked for already, the chosen profile first; null: nowhere. */
export const alreadyIn = (
  test: Pick<ChosenTest, 'kind' | 'id' | 'panels'>,
  chosen: readonly ChosenTest[],
  current: ReadonlySet<number>,
): 'chosen' | 'profile' | 'visit' | null => {
  if (chosen.some((other) => keyOf(other) === keyOf(test))) return 'chosen'
  const holds = (id: number) => chosen.some(({ kind, panels }) => kind === 'profile' && panels.some((panel) => panel.id === id))
  if (test.kind === 'panel' && holds(test.id)) return 'profile'
  const wanted = test.kind === 'panel' ? [test.id] : test.panels.map(({ id }) => id)
  return wanted.length > 0 && wanted.every((id) => current.has(id)) ? 'visit' : null
}

/** What of a chosen profile the visit has already: it is done, and charged, once more only when the profile is. */
export const doubles = (test: Pick<ChosenTest, 'panels'>, current: ReadonlySet<number>): string[] =>
  test.panels.filter(({ id }) => current.has(id)).map(({ name }) => name)

const again = ({ isRepeat }: ChosenTest) => isRepeat && { repeat: true }

/** The request for what is chosen; null while there is nothing. */
export const requestOf = (process: number, chosen: Chosen): RequestOf<typeof createLabTestRequest>['body'] | null => {
  const { tests, priority, isFasting, isPregnant, note } = chosen
  if (tests.length === 0) return null
  return {
    process,
    priority,
    ...(isFasting && { is_fasting: true }),
    ...(isPregnant !== null && { is_pregnant: isPregnant }),
    ...(note.trim() !== '' && { note: note.trim() }),
    profiles: tests.filter(({ kind }) => kind === 'profile').map((test) => ({ profile: test.id, ...again(test) })),
    panels: tests.filter(({ kind }) => kind === 'panel').map((test) => ({ test_panel: test.id, ...again(test) })),
  }
}

/** A chosen test as the server keeps it until it is requested. */
export const toPendingTest = ({ kind, id, name, item, panels, isRepeat = false }: ChosenTest) => ({
  kind,
  id,
  name,
  item,
  panels: panels.map((panel) => ({ id: panel.id, name: panel.name })),
  repeat: isRepeat,
})

/** One choice of two copies that were changed apart: each test once; what goes with the request is as it was changed here, else as it was there. */
export const mergeChosen = ({ base, mine, theirs }: { base: Chosen; mine: Chosen; theirs: Chosen }): Chosen => {
  const pick = <K extends keyof Chosen>(name: K) => (mine[name] === base[name] ? theirs[name] : mine[name])
  return {
    tests: mergeLines({ base: base.tests, mine: mine.tests, theirs: theirs.tests }, keyOf, toPendingTest),
    priority: pick('priority'),
    isFasting: pick('isFasting'),
    isPregnant: pick('isPregnant'),
    note: pick('note'),
  }
}
