import type { ControlResult } from '../analyser-types.ts'

/** The newest measurement of each lot and level of a test on an instrument; `results` are newest first. */
export const lotsOf = (results: readonly ControlResult[]): ControlResult[] => {
  const seen = new Set<string>()
  return results.filter(({ equipment, code, lot, level }) => {
    const key = JSON.stringify([equipment, code, lot, level])
    return !seen.has(key) && seen.add(key)
  })
}
