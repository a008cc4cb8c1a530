import { readLocal, writeLocal } from '#web/state/local.ts'
import { session } from '#web/session/session.ts'
import { keyOf, type ChosenTest } from './chosen-tests.ts'

const KEPT = 40
const SHOWN = 8
const nameOfList = () => `lab_asked:${session.get().user?.user_id ?? 0}`

export interface AskedOften {
  test: ChosenTest
  times: number
}

/** The list after some were asked for once more: most asked first, the newest of equals first; a test as it is known now. */
export const countedOnce = (list: readonly AskedOften[], tests: readonly ChosenTest[]): AskedOften[] => {
  const timesOf = (test: Pick<ChosenTest, 'kind' | 'id'>) => list.find((one) => keyOf(one.test) === keyOf(test))?.times ?? 0
  const asked = tests.map(({ kind, id, name, item, panels }) => ({
    test: { kind, id, name, item, panels },
    times: timesOf({ kind, id }) + 1,
  }))
  const others = list.filter((one) => tests.every((test) => keyOf(test) !== keyOf(one.test)))
  return [...asked, ...others].toSorted((a, b) => b.times - a.times).slice(0, KEPT)
}

const read = (): AskedOften[] => {
  try {
    const list: unknown = JSON.parse(readLocal(nameOfList()) ?? '[]')
    return Array.isArray(list) ? (list as AskedOften[]) : []
  } catch {
    return []
  }
}

/** What this person asks for most, in this browser. */
export const favouriteTests = (): ChosenTest[] =>
  read()
    .slice(0, SHOWN)
    .map(({ test }) => test)
/** Counts what was asked for. */
export const countAsked = (tests: readonly ChosenTest[]): void => writeLocal(nameOfList(), JSON.stringify(countedOnce(read(), tests)))
