import type { Entry } from './lexicon.ts'
import { nameAt } from './lexicon.ts'
import type { Unit } from './units.ts'
import { byEnding, isAdjective } from './words/endings.ts'
import { ALONE, BOUND, KINDS, LOST, SITES, SYMPTOM_WORDS, VAGUE } from '../knowledge/disease-words.ts'
import { isDisease } from './words/ordinary.ts'

/** The part of a mention that makes it one. */
export interface Core {
  from: number
  to: number
  way: 'name' | 'abbreviation' | 'suffix' | 'head' | 'bound'
  type: 'diagnosis' | 'symptom'
  entry?: Pick<Entry, 'name' | 'code'>
}

/** A short form that the text itself explains. */
export interface ShortForm {
  words: readonly string[]
  type: 'diagnosis' | 'symptom'
  entry: Pick<Entry, 'name' | 'code'>
}

/** Short forms of one text by their first word as written. */
export type ShortForms = ReadonlyMap<string, readonly ShortForm[]>

const isSame = (written: string, word: string) => written === word || written === `${word}s`

const shortFormAt = (units: readonly Unit[], from: number, shortForms: ShortForms): Core | undefined => {
  const raw = units[from]!.raw
  const known = shortForms.get(raw) ?? shortForms.get(raw.replace(/s$/, ''))
  const form = known?.find(({ words }) => words.every((word, index) => isSame(units[from + index]?.raw ?? '', word)))
  return form && { from, to: from + form.words.length, way: 'abbreviation', type: form.type, entry: form.entry }
}

const saysWhich = (before: Unit | undefined) =>
  before !== undefined &&
  (SITES.has(before.text) || (KINDS.has(before.text) && (isAdjective(before.text) || /^(?:acute|congestive)$/.test(before.text))))

const wordAt = (units: readonly Unit[], from: number): Core | undefined => {
  const { text, isMark } = units[from]!
  if (isMark) return undefined
  const type = SYMPTOM_WORDS.has(text) ? 'symptom' : 'diagnosis'
  if (ALONE.has(text)) return { from, to: from + 1, way: 'head', type }
  const before = units[from - 1]
  if (text === 'loss' ? !LOST.has(before?.text ?? '') : VAGUE.has(text) && !saysWhich(before)) return undefined
  if (BOUND.has(text)) return { from, to: from + 1, way: 'bound', type }
  const ending = byEnding(text)
  return ending && { from, to: from + 1, way: 'suffix', type: ending }
}

/** The core that begins at a unit: the longest of what names, short forms, and words that make a disease give. */
export const coreAt = (units: readonly Unit[], from: number, shortForms: ShortForms): Core | undefined => {
  const name = nameAt(units, from)
  const named = name && isDisease(units, from, name.to) ? name : undefined
  const short = shortFormAt(units, from, shortForms)
  if (short && short.to - from >= (named?.to ?? from) - from) return short
  if (named) {
    const { entry, to } = named
    return { from, to, way: entry.written ? 'abbreviation' : 'name', type: entry.type, entry }
  }
  return name ? undefined : wordAt(units, from)
}
