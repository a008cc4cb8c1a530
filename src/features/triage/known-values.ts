import type { DangerSignKey } from './danger-signs.ts'
import { measureKeys, type VitalSet } from './measures.ts'

interface Recorded {
  set: VitalSet
  signs: readonly DangerSignKey[] | null
}

/** What is known of a visit by now, from its sets, newest first: of each measure the latest value, and the signs that were looked for last. */
export const knownValues = (newestFirst: readonly Recorded[]): Recorded => {
  const latest = <K extends keyof VitalSet>(key: K): VitalSet[K] => newestFirst.find(({ set }) => set[key] !== null)?.set[key] ?? null
  const set = Object.fromEntries(measureKeys.map((key) => [key, latest(key)])) as Record<(typeof measureKeys)[number], number | null>
  return {
    set: { ...set, on_oxygen: latest('on_oxygen'), consciousness: latest('consciousness') },
    signs: newestFirst.find(({ signs }) => signs !== null)?.signs ?? null,
  }
}
