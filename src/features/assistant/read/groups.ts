import { functionWords, numberOf } from '../language/words.ts'
import type { Grain } from '../query.ts'
import type { Draft } from './candidate.ts'
import { runsOf } from './find-phrase.ts'

const MARKERS = new Set(['by', 'per', 'each', 'every', 'across', 'among', 'wise', 'split', 'grouped', 'broken'])
const ASKING = new Set(['which', 'what', 'who'])
const GRAIN_WORDS: Readonly<Record<string, Grain>> = {
  hour: 'hour',
  hours: 'hour',
  day: 'day',
  days: 'day',
  weekday: 'weekday',
  weekdays: 'weekday',
  week: 'week',
  weeks: 'week',
  month: 'month',
  months: 'month',
  quarter: 'quarter',
  quarters: 'quarter',
  year: 'year',
  years: 'year',
}

interface Place {
  name: string
  at: readonly number[]
  /** by: 'by doctor'. best: 'top 5 drugs', 'which doctor … most'. asked: 'which doctors'. */
  how: 'by' | 'best' | 'asked'
}

export interface Groups {
  names: readonly string[]
  how: Place['how'] | null
}

const isFiller = (text: string) => functionWords.has(text) || numberOf(text) !== undefined

/** What stands before a noun, over words without meaning: a marker, a superlative, 'which'. */
const howAt = (draft: Draft, from: number, to: number): Place['how'] | null => {
  const { tokens, marks } = draft.sentence
  if (tokens[to]?.text === 'wise') return 'by'
  const tops = new Set(marks.top?.at)
  for (let index = from - 1; index >= Math.max(0, from - 5); index -= 1) {
    const { text = '' } = tokens[index] ?? {}
    if (MARKERS.has(text)) return 'by'
    if (text === 'and' || text === 'the' || text === 'of') continue
    if (ASKING.has(text) && from - index <= 2) return 'asked'
    if (tops.has(index)) return 'best'
    if (ASKING.has(text)) return 'asked'
    if (!isFiller(text) && !draft.covered.has(index)) return null
  }
  return null
}

const places = (draft: Draft): Place[] => {
  const { tokens, timed } = draft.sentence
  const found: Place[] = []
  for (const { name, phrases } of draft.compiled.dimensions)
    for (const phrase of phrases)
      for (const run of runsOf(phrase, tokens)) {
        const [from = 0] = run
        if (run.some((index) => timed.has(index) || found.some(({ at }) => at.includes(index)))) continue
        const how = howAt(draft, from, (run.at(-1) ?? from) + 1)
        if (how) found.push({ name, at: run, how })
      }
  for (const [index, { text }] of tokens.entries()) {
    const grain = GRAIN_WORDS[text]
    if (!grain || timed.has(index) || !(draft.measure?.measure.at ?? draft.compiled.subject.at)) continue
    const how = howAt(draft, index, index + 1)
    if (how) found.push({ name: grain, at: [index], how })
  }
  return found.sort((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0))
}

/** By what the question wants its figures apart: two things at most. Covers the words that say so. */
export const groupsOf = (draft: Draft): Groups => {
  const { tokens, grains, marks } = draft.sentence
  const all = places(draft)
  // In 'which doctor saw the most patients' it is the doctors who are told apart.
  const asked = all.filter(({ how }) => how === 'asked')
  const found: Place[] =
    marks.top && asked.length > 0 ? [...all.filter(({ how }) => how === 'by'), ...asked.map((place) => ({ ...place, how: 'best' as const }))] : all
  // 'Which doctor' beside 'top' and 'by' would be three tasks: the strongest wins, the rest stays unexplained.
  const strong = found.some(({ how }) => how !== 'asked') ? found.filter(({ how }) => how !== 'asked') : found
  const names: string[] = []
  for (const { name, at } of strong) {
    if (names.length >= 2 && !names.includes(name)) continue
    if (!names.includes(name)) names.push(name)
    for (const index of at) {
      if (!draft.covered.has(index)) draft.score += 1
      draft.covered.add(index)
    }
  }
  for (const { grain, kind } of grains) if (kind === 'each' && names.length < 2 && !names.includes(grain)) names.push(grain)
  for (const [index, { text }] of tokens.entries())
    if (
      names.length > 0 &&
      (text === 'wise' || text === 'split' || text === 'grouped' || text === 'broken' || text === 'across' || text === 'distribution')
    )
      draft.covered.add(index)
  const how = strong[0]?.how ?? (names.length > 0 ? 'by' : null)
  return { names, how }
}
