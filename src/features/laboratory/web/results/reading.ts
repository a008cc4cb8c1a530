import { readResult, resultFlagOf, type ReadResult, type ResultPanel, type Sentence } from '#features/lab-catalogue/rules.ts'
import type { Flag } from '#features/laboratory/contract-fields.ts'

/** What a result is held against while it is typed; the server has the last word. */
export interface Limits {
  low: string | null
  high: string | null
  low_critical: string | null
  high_critical: string | null
  low_valid: string | null
  high_valid: string | null
}

export type Reading =
  | { empty: true }
  | { ok: ReadResult; flag: Flag | null }
  | { problem: Sentence; beyond?: ReadResult; flag?: Flag | null }

/** What was typed, as the test understands it. Nothing typed takes a result back. */
export const readTyped = (panel: ResultPanel, text: string, limits: Limits | null): Reading => {
  if (text.trim() === '') return { empty: true }
  const read = readResult({ ...panel, low_valid: limits?.low_valid ?? null, high_valid: limits?.high_valid ?? null, limits }, text)
  // Beyond the plausible limits it is sent all the same: the server asks.
  if (!('ok' in read)) return read.beyond ? { ...read, flag: resultFlagOf(read.beyond, limits, panel.choices) } : read
  return { ok: read.ok, flag: resultFlagOf(read.ok, limits, panel.choices) }
}

const folded = (text: string) => text.trim().toLowerCase()
/** The answers of a coded test that begin with what was typed; all while nothing is, then those that have it in them. */
export const matchingChoices = (choices: readonly string[], typed: string): string[] => {
  const sought = folded(typed)
  const starting = choices.filter((one) => folded(one).startsWith(sought))
  return starting.length > 0 ? starting : choices.filter((one) => folded(one).includes(sought))
}
