import { list, oneOf, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'

/** What a result is an amount of: decides which code it has, and which units a test can have. */
export const properties = ['mass', 'moles', 'number', 'enzyme', 'fraction', 'time', 'rate', 'length', 'ratio', 'field', 'other'] as const
export type Property = (typeof properties)[number]

const { rows } = readTable(
  new URL('../knowledge/units.tsv', import.meta.url),
  { ucum: text, property: oneOf(properties), spelt: list(text) },
  ['ucum', 'spelt'],
)

interface Unit {
  ucum: string
  property: Property
}

const units = new Map<string, Unit>(
  rows.flatMap(({ ucum, property, spelt }) =>
    [ucum.toLowerCase().replaceAll('*', ''), ...spelt].map((one) => [one, { ucum, property }] as const),
  ),
)

const RAISED = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const keyOf = (written: string) =>
  written
    .replaceAll(/[⁰¹²³⁴-⁹]/g, (digit) => String(RAISED.indexOf(digit)))
    .toLowerCase()
    .replaceAll(/[µμ]/g, 'u')
    .replaceAll(/[×✕]/g, 'x')
    .replaceAll(/[\s^*]/g, '')
    .replace(/^per(?=[a-z])/, '/')
    .replace(/(?<=[a-z])per(?=m?l$|litre$|min$)/, '/')

const beginnings = new Set([...units.keys()].map((key) => key.slice(0, 2)))
/** Whether a unit can begin so: most words are none, and that is seen from their first letters. */
const canBegin = (word: string) => {
  const key = keyOf(word).replace(/^[([{]/, '')
  return beginnings.has(key.slice(0, 2)) || !/^[a-z]{2}/.test(key)
}

/** The unit that a few words spell, if they do. */
const unitOf = (written: string): Unit | undefined => {
  // A count of 10⁹ in a litre, as France writes it; g/L is a mass.
  if (/^[GT]\/L$/.test(written.trim())) return { ucum: written.trim().startsWith('G') ? '10*9/L' : '10*12/L', property: 'number' }
  return /[*^]\s*$/.test(written) ? undefined : units.get(keyOf(written))
}

const LONGEST = 30
const MOST_WORDS = 4
const WORDS = /^[^\S\n]{0,12}\S+/

/**
 * The unit at a place of a text, of up to four words, in brackets or not: the longest that is one, with where it ends. What follows a unit
 * (a comma, a bracket, a range in brackets) is no part of it.
 */
export const unitAt = (text: string, from: number, limit: number): (Unit & { end: number }) | null => {
  const ends: number[] = []
  let end = from
  while (ends.length < MOST_WORDS) {
    const word = WORDS.exec(text.slice(end, Math.min(limit, end + LONGEST + 12)))?.[0]
    if (word === undefined || (ends.length === 0 && !canBegin(word))) break
    end += word.length
    ends.push(end)
  }
  for (const whole of ends.toReversed()) {
    const written = text.slice(from, whole)
    const opened = /^\s*[([{]/.exec(written)
    const bare = opened ? written.slice(opened[0].length) : written
    if (bare.length > LONGEST + 12) continue
    for (const [pattern, kept] of CUTS) {
      const cut = pattern.exec(bare)
      if (!cut) continue
      const unit = unitOf(bare.slice(0, cut.index))
      if (!unit) continue
      const closes = opened && kept === 0 && /^[)\]}]/.test(cut[0]) ? 1 : 0
      return { ...unit, end: from + (opened?.[0].length ?? 0) + (closes ? cut.index + closes : bare.slice(0, cut.index).trimEnd().length) }
    }
  }
  return null
}

// The unit is all that is there, or what stands before a closing mark, or before a bracket or flag that was glued to it.
const CUTS: readonly (readonly [RegExp, number])[] = [
  [/$/, 0],
  [/[)\]}][.,;:]{0,3}$/, 0],
  [/[.,;:*?↑↓]{1,3}$/, 1],
  [/[([,;*↑↓].{0,20}$/, 1],
]
