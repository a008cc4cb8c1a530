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
const howAt = (draft: Draft, { from, to }: { from: number; to: number }, found: readonly Place[]): Place['how'] | null => {
  const { tokens, marks } = draft.sentence
  const at = (index: number) => tokens[index]?.text ?? ''
  if (at(to) === 'wise') return 'by'
  const tops = new Set(marks.top?.at)
  // 'The department with the most sales'
  if (['with', 'having', 'that'].includes(at(to)) && [1, 2, 3].some((step) => tops.has(to + step))) return 'best'
  for (let index = from - 1; index >= Math.max(0, from - 5); index -= 1) {
    const text = at(index)
    if (MARKERS.has(text)) return 'by'
    if (text === 'and' && found.some(({ at: run, how }) => how === 'by' && run.includes(index - 1))) return 'by'
    if (text === 'and' || text === 'the' || text === 'of') continue
    if (ASKING.has(text) && from - index <= 2) return 'asked'
    if (tops.has(index)) return 'best'
    if (ASKING.has(text)) return 'asked'
    if (!isFiller(text) && !draft.covered.has(index)) return null
  }
  return null
}

const places = (draft: Draft): Place[] => {
  const { tokens, timed, marks } = draft.sentence
  const found: Place[] = []
  const taken = (run: readonly number[]) =>
    run.some((index) => timed.has(index) || marks.top?.at.includes(index) || found.some(({ at }) => at.includes(index)))
  for (const { name, phrases } of draft.compiled.dimensions)
    for (const phrase of phrases)
      for (const run of runsOf(phrase, tokens)) {
        const [from = 0] = run
        // 'By patients over 60' says whose, not for each of them.
        const isWhose = name === 'patient' && draft.sentence.ranges.some((range) => range.at.includes((run.at(-1) ?? from) + 1))
        const how = taken(run) || isWhose ? null : howAt(draft, { from, to: (run.at(-1) ?? from) + 1 }, found)
        if (how) found.push({ name, at: run, how })
      }
  for (const [index, { text }] of tokens.entries()) {
    const grain = GRAIN_WORDS[text]
    if (!grain || timed.has(index) || !(draft.measure?.measure.at ?? draft.compiled.subject.at)) continue
    const how = howAt(draft, { from: index, to: index + 1 }, found)
    // 'Which day of the week'
    const isWeekday = grain === 'day' && tokens[index + 1]?.text === 'of' && tokens[index + 3]?.text === 'week'
    if (how) found.push({ name: isWeekday ? 'weekday' : grain, at: isWeekday ? [index, index + 1, index + 2, index + 3] : [index], how })
  }
  return found.sort((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0))
}

/** By what the question wants its figures apart: two things at most. Covers the words that say so. */
export const groupsOf = (draft: Draft): Groups => {
  const { tokens, grains, marks } = draft.sentence
  // 'Which items are out of stock' asks for rows: the noun is theirs.
  const all = places(draft).filter(({ how, at }) => how !== 'asked' || marks.top || at.some((index) => !draft.covered.has(index)))
  // In 'which doctor saw the most patients' it is the doctors who are told apart.
  const asked = all.filter(({ how }) => how === 'asked')
  const found: Place[] =
    marks.top && asked.length > 0
      ? [...all.filter(({ how }) => how === 'by'), ...asked.map((place) => ({ ...place, how: 'best' as const }))]
      : all
  // 'Which doctor' beside 'top' and 'by' would be three tasks: the strongest wins, the rest stays unexplained.
  const strong = found.some(({ how }) => how !== 'asked') ? found.filter(({ how }) => how !== 'asked') : found
  const names: string[] = []
  for (const { name, at } of strong) {
    if (names.length >= 2 && !names.includes(name)) continue
    if (!names.includes(name)) names.push(name)
    for (const index of at) {
      if (!draft.covered.has(index)) draft.score += 1
      draft.covered.add(index)
      draft.grouped.add(index)
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
