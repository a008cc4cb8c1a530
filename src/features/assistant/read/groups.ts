import { dictionary } from '#shared/dictionary.ts'
import { functionWords, numberOf } from '../language/words.ts'
import type { Grain } from '../query.ts'
import type { Draft } from './candidate.ts'
import { runsOf } from './find-phrase.ts'

const MARKERS = new Set(['by', 'per', 'each', 'every', 'across', 'among', 'wise', 'split', 'grouped', 'broken'])
/** Words that say that figures are told apart, and not by what. */
const SPREAD = new Set(['wise', 'split', 'distribution', 'breakdown'])
const TELLING = new Set([...SPREAD, 'how', 'grouped', 'broken', 'break', 'breaks', 'across', 'rank', 'ranked', 'ranking', 'sorted'])
const RANKED = new Set(['rank', 'list', 'sort', 'order'])
/** 'What did the doctor prescribe' asks for no doctor. */
const DID = new Set(['did', 'does', 'do', 'has', 'have', 'had'])
/** What a dimension is the kind of: 'by type of drug'. */
const KINDS = new Set(['type', 'kind', 'name', 'category', 'class', 'each', 'mode', 'method', 'source', 'reason', 'cause', 'number'])
const ASKING = new Set(['which', 'what', 'who'])
const GRAIN_WORDS = dictionary<Grain>({
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
})

interface Place {
  name: string
  at: readonly number[]
  /** by: 'by doctor'. best: 'top 5 drugs', 'which doctor … most'. asked: 'which doctors'. spread: 'distribution of levels'. */
  how: 'by' | 'best' | 'asked' | 'spread'
}

export interface Groups {
  names: readonly string[]
  how: Place['how'] | null
  /** More than two: none of them is left out silently. */
  isTooMany: boolean
}

const isFiller = (text: string) => functionWords.has(text) || numberOf(text) !== undefined

/** What stands before a noun, over words without meaning: a marker, a superlative, 'which'. */
const howAt = (draft: Draft, { from, to }: { from: number; to: number }, found: readonly Place[]): Place['how'] | null => {
  const { tokens, marks } = draft.sentence
  const at = (index: number) => tokens[index]?.text ?? ''
  if (SPREAD.has(at(to))) return 'by'
  // 'Rank doctors by revenue'
  if (at(to) === 'by' && (RANKED.has(at(from - 1)) || (at(from - 1) === 'the' && RANKED.has(at(from - 2))))) return 'by'
  const tops = new Set(marks.top?.at)
  // 'The department with the most sales'
  if (['with', 'having', 'that'].includes(at(to)) && [1, 2, 3].some((step) => tops.has(to + step))) return 'best'
  for (let index = from - 1; index >= Math.max(0, from - 5); index -= 1) {
    const text = at(index)
    if (MARKERS.has(text)) return 'by'
    if (SPREAD.has(text)) return 'spread'
    if (DID.has(text)) return null
    // 'By section of the tests' tells sections apart.
    if (text === 'of' && draft.covered.has(index - 1) && !KINDS.has(at(index - 1)) && !tops.has(index - 1)) return null
    if (text === 'and' && found.some(({ at: run, how }) => how === 'by' && run.includes(index - 1))) return 'by'
    if (text === 'and' || text === 'the' || text === 'of') continue
    if (ASKING.has(text) && from - index <= 2) return 'asked'
    if (tops.has(index)) return 'best'
    if (ASKING.has(text)) return 'asked'
    if (!isFiller(text) && !draft.covered.has(index)) return null
  }
  return null
}

/** 'Time of day', 'hour of the day'. */
const hourOfDay = (tokens: Draft['sentence']['tokens'], index: number): number[] | null => {
  if (!['time', 'hour'].includes(tokens[index]?.text ?? '') || tokens[index + 1]?.text !== 'of') return null
  const day = tokens[index + 2]?.text === 'the' ? index + 3 : index + 2
  return tokens[day]?.text === 'day' ? Array.from({ length: day - index + 1 }, (_, step) => index + step) : null
}

const places = (draft: Draft): Place[] => {
  const { tokens, timed, marks, ranges } = draft.sentence
  const found: Place[] = []
  const taken = (run: readonly number[]) =>
    run.some(
      (index) =>
        timed.has(index) ||
        ranges.some(({ at }) => at.includes(index)) ||
        marks.top?.at.includes(index) ||
        found.some(({ at }) => at.includes(index)),
    )
  for (const { name, phrases, dimension } of draft.compiled.dimensions)
    for (const phrase of phrases)
      for (const run of runsOf(phrase, tokens)) {
        const [from = 0] = run
        // 'By patients over 60' says whose, not for each of them.
        const isOwner = name === 'patient' && draft.sentence.ranges.some((range) => range.at.includes((run.at(-1) ?? from) + 1))
        const next = (run.at(-1) ?? from) + 1
        const isNamed =
          dimension.is === 'named' &&
          draft.sentence.names.some(
            (one) => one.vocabulary === dimension.vocabulary && (one.from === next || (one.from <= from && one.to > next)),
          )
        // 'New and returning visits' are told apart.
        const isBoth = run.some((index) => ['and', 'or', 'versus', 'vs'].includes(draft.sentence.tokens[index]?.text ?? ''))
        // 'What did the doctor prescribe' is what was prescribed.
        if (draft.sentence.tokens[from - 1]?.text === 'the' && DID.has(draft.sentence.tokens[from - 2]?.text ?? ''))
          for (const index of run) draft.covered.add(index)
        const how = taken(run) || isOwner || isNamed ? null : (howAt(draft, { from, to: next }, found) ?? (isBoth ? 'by' : null))
        if (how) found.push({ name, at: run, how })
      }
  for (const [index, { text }] of tokens.entries()) {
    const ofDay = hourOfDay(tokens, index)
    const grain = ofDay ? 'hour' : found.some(({ at }) => at.includes(index)) ? undefined : GRAIN_WORDS[text]
    if (!grain || timed.has(index) || !(draft.measure?.measure.at ?? draft.compiled.subject.at)) continue
    const how = howAt(draft, { from: index, to: index + 1 }, found)
    // 'Which day of the week'
    const isWeekday = grain === 'day' && tokens[index + 1]?.text === 'of' && tokens[index + 3]?.text === 'week'
    if (how && ofDay) found.push({ name: 'hour', at: ofDay, how })
    else if (how)
      found.push({ name: isWeekday ? 'weekday' : grain, at: isWeekday ? [index, index + 1, index + 2, index + 3] : [index], how })
  }
  return found.sort((a, b) => (a.at[0] ?? 0) - (b.at[0] ?? 0))
}

const ACTION_WORDS = new Set(
  'did do does wrote write writes requested ordered orders prescribed prescribes dispensed made makes diagnosed issued triaged saw sees sold'.split(
    ' ',
  ),
)
const THINGS = new Set('sell sold prescribe prescribed dispense dispensed'.split(' '))
/** 'Who wrote the most prescriptions', 'what do we sell most': the staff who did it, the things it was done with. */
const doerOf = ({ compiled, measure, sentence: { tokens, marks } }: Draft): string | null => {
  if (!marks.top || !measure) return null
  const who = tokens.findIndex(({ text }) => text === 'who')
  const isDone = who >= 0 && ACTION_WORDS.has(tokens[who + 1]?.text ?? '')
  const isGiven = tokens[0]?.text === 'what' && tokens.some(({ text }) => THINGS.has(text))
  const wanted = isDone ? ['doctor', 'person'] : isGiven ? ['item', 'drug', 'test'] : []
  return compiled.dimensions.find(({ dimension }) => dimension.is === 'named' && wanted.includes(dimension.vocabulary))?.name ?? null
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
  const strong = (['by', 'best'] as const).some((how) => found.some((place) => place.how === how))
    ? found.filter(({ how }) => how === 'by' || how === 'best')
    : found
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
  for (const [index, { text }] of tokens.entries()) if (names.length > 0 && TELLING.has(text)) draft.covered.add(index)
  const doer = strong.every(({ how }) => how === 'best') ? doerOf(draft) : null
  if (doer !== null) {
    draft.score += 1
    return { names: [doer], how: 'best', isTooMany: false }
  }
  const how = strong[0]?.how ?? (names.length > 0 ? 'by' : null)
  const isTooMany = grains.some(({ grain, kind }) => kind === 'each' && !names.includes(grain))
  return { names, how, isTooMany }
}
