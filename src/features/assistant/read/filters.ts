import { dictionary } from '#shared/dictionary.ts'
import type { NumberDimension } from '#platform/questions/subject.ts'
import type { ChoiceFilter, NamedFilter, NumberFilter } from '../query.ts'
import type { Draft } from './candidate.ts'
import { people, runsOf, scattered } from './find-phrase.ts'
import type { CompiledDimension } from './lexicon.ts'
import type { NumberRange } from './ranges.ts'
import { TITLES } from './patients.ts'
import type { NameMatch } from './vocabulary.ts'

const VALUE_WEIGHT = 1.8
/** A word of a name that questions use for other things, too. */
const COMMON_WEIGHT = 1
/** What a reading loses that is only weakly implied. */
const WEAKLY = 0.4
/** What a name gains that was said in full. */
const WHOLE = 0.3

interface StatedValue {
  dimension: CompiledDimension
  at: readonly number[]
  value?: string
  name?: NameMatch
}

const span = ({ from, to }: { from: number; to: number }) => Array.from({ length: to - from }, (_, step) => from + step)

const choices = ({ compiled, sentence }: Draft): StatedValue[] =>
  compiled.dimensions.flatMap((dimension) =>
    dimension.values.flatMap(({ value, phrases }) =>
      phrases.flatMap((phrase) =>
        runsOf(phrase, sentence.tokens)
          .filter((at) => !at.some((index) => sentence.timed.has(index)))
          .map((at) => ({ dimension, at, value })),
      ),
    ),
  )

const named = ({ compiled, sentence }: Draft): StatedValue[] =>
  sentence.names.flatMap((name) => {
    const fitting = compiled.dimensions.filter(({ dimension }) => dimension.is === 'named' && dimension.vocabulary === name.vocabulary)
    // Two dimensions over the same names: the one whose noun is said, else the first.
    const dimension = fitting.find(({ phrases }) => phrases.some((phrase) => runsOf(phrase, sentence.tokens).length > 0)) ?? fitting[0]
    return dimension ? [{ dimension, at: span(name), name }] : []
  })

const NOT = new Set(['not', 'no', 'without', 'except', 'excluding'])
const LINKS = new Set(['been', 'yet', 'be', 'a', 'an', 'the', 'by', 'in', 'with', 'on', 'from', 'any'])
/** The word before a value that turns it round. */
const notBefore = ({ sentence: { tokens } }: Draft, at: readonly number[]): number[] => {
  let index = (at[0] ?? 0) - 1
  while (LINKS.has(tokens[index]?.text ?? '')) index -= 1
  return NOT.has(tokens[index]?.text ?? '') ? [index] : []
}

const cover = (draft: Draft, at: readonly number[], weight = VALUE_WEIGHT) => {
  for (const index of at) {
    if (!draft.covered.has(index)) draft.score += weight
    draft.covered.add(index)
  }
}

const isCommon = ({ sentence: { tokens, common } }: Draft, index: number) => common.has(tokens[index]?.stem ?? '')

/** 'Doctor' beside the name of one says nothing more. */
const coverNoun = (draft: Draft, { dimension, at, name }: StatedValue) => {
  const before = (at[0] ?? 0) - 1
  if ((name?.vocabulary === 'doctor' || name?.vocabulary === 'person') && TITLES.has(draft.sentence.tokens[before]?.text ?? ''))
    draft.covered.add(before)
  for (const phrase of dimension.phrases)
    for (const run of runsOf(phrase, draft.sentence.tokens)) {
      const from = (run[0] ?? 0) - (at.at(-1) ?? 0)
      const to = (at[0] ?? 0) - (run.at(-1) ?? 0)
      if ((from > 0 && from <= 2) || (to > 0 && to <= 3)) cover(draft, run, 0.5)
    }
}

const add = (draft: Draft, stated: StatedValue, isNot: boolean) => {
  draft.statedAt.set(stated.dimension.name, [...(draft.statedAt.get(stated.dimension.name) ?? []), ...stated.at])
  const { name: dimension } = stated.dimension
  const not = isNot ? ({ not: true } as const) : {}
  const same = draft.filters.find((filter) => filter.dimension === dimension && filter.is !== 'number' && Boolean(filter.not) === isNot)
  const rest = draft.filters.filter((filter) => filter !== same)
  if (stated.value !== undefined) {
    const values = [...new Set([...(same?.is === 'choice' ? same.values : []), stated.value])]
    draft.filters = [...rest, { is: 'choice', dimension, values, ...not } satisfies ChoiceFilter]
  } else if (stated.name) {
    const { ids, label } = stated.name
    const before = same?.is === 'named' ? same : null
    const all = { ids: [...new Set([...(before?.ids ?? []), ...ids])], label: before ? `${before.label}, ${label}` : label }
    draft.filters = [...rest, { is: 'named', dimension, ...all, ...not } satisfies NamedFilter]
  }
}

const PERSON: ReadonlySet<string> = new Set(['patient', ...people])
const WHO = new Set(['are', 'is', 'were', 'was', 'who', 'that', 'aged'])
/** 'Patients who are over 60'. */
const isAge = ({ sentence: { tokens } }: Draft, range: NumberRange) => {
  let before = Math.min(...range.at) - 1
  while (WHO.has(tokens[before]?.text ?? '')) before -= 1
  return range.is_age || range.unit === 'year' || PERSON.has(tokens[before]?.stem ?? '')
}

/** 'How many patients with asthma are under 18': nothing else of people is said in a bare number. */
const isOfPeople = ({ sentence: { tokens, idle, timed } }: Draft, { at, unit }: NumberRange) => {
  const next = Math.max(...at) + 1
  return unit === null && (!tokens[next] || idle.has(next) || timed.has(next)) && tokens.some(({ stem }) => PERSON.has(stem))
}

/** 'Under 5?' goes on with people. */
const isAll = ({ sentence: { tokens } }: Draft, { at }: NumberRange) => at.length === tokens.length

const numberDimension = (draft: Draft, range: NumberRange): CompiledDimension | undefined => {
  const numbers = draft.compiled.dimensions.filter(({ dimension }) => dimension.is === 'number' && !dimension.bands)
  const age = draft.compiled.dimensions.find(({ name }) => name === 'age')
  if (isAge(draft, range)) return age
  const others = numbers.filter(({ name }) => name !== 'age')
  const stated = others.find(({ phrases }) => phrases.some((phrase) => runsOf(phrase, draft.sentence.tokens).length > 0))
  return (
    stated ?? (others.length === 1 ? others[0] : others.length === 0 && (isOfPeople(draft, range) || isAll(draft, range)) ? age : undefined)
  )
}

const MINUTES = dictionary<number>({ minute: 1, hour: 60, day: 1440, week: 10_080 })
const DAYS = dictionary<number>({ day: 1, week: 7, month: 30, year: 365 })
/** By what a number has to be multiplied to be one of this dimension; null when its unit is of another kind. */
const scaleOf = ({ unit }: NumberDimension, stated: string | null): number | null => {
  if (stated === null) return 1
  if (unit === 'minutes') return MINUTES[stated] ?? null
  if (unit === 'days') return DAYS[stated] ?? null
  if (unit === 'years') return stated === 'year' ? 1 : null
  return null
}

const pick = (choose: (...limits: number[]) => number, a: number | undefined, b: number | undefined) =>
  a === undefined || b === undefined ? (a ?? b) : choose(a, b)
/** Both limits at once: children under 5 are those under 5. */
const tighter = (a: NumberFilter, b: NumberFilter): NumberFilter => {
  const limits = {
    at_least: pick(Math.max, a.at_least, b.at_least),
    above: pick(Math.max, a.above, b.above),
    at_most: pick(Math.min, a.at_most, b.at_most),
    below: pick(Math.min, a.below, b.below),
  }
  return { is: 'number', dimension: a.dimension, ...Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined)) }
}

/** 'Children and elderly' are not both at once. */
const isEmptyRange = ({ at_least = -Infinity, above = -Infinity, at_most = Infinity, below = Infinity }: NumberFilter) =>
  Math.max(at_least, above) >= Math.min(at_most, below) && at_least !== at_most

/** The children of somebody are not somebody who is a child. */
const isRelative = ({ sentence: { patients, tokens } }: Draft, { at }: NumberRange) =>
  patients !== null && at.length === 1 && PERSON.has(tokens[at[0] ?? 0]?.stem ?? '')

const numbers = (draft: Draft) => {
  for (const range of draft.sentence.ranges) {
    if (range.at.every((index) => draft.covered.has(index))) continue
    if (isRelative(draft, range)) continue
    const found = numberDimension(draft, range)
    if (found?.dimension.is !== 'number') continue
    const scale = scaleOf(found.dimension, range.unit)
    if (scale === null) continue
    const { at, unit: _unit, is_age: _isAge, ...limits } = range
    const scaled = Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, limit * scale]))
    const before = draft.filters.find((filter) => filter.is === 'number' && filter.dimension === found.name)
    if (before?.is === 'number' && isEmptyRange(tighter(before, { is: 'number', dimension: found.name, ...scaled }))) continue
    draft.statedAt.set(found.name, [...(draft.statedAt.get(found.name) ?? []), ...at])
    const limited: NumberFilter = { is: 'number', dimension: found.name, ...scaled }
    draft.filters = [...draft.filters.filter((filter) => filter !== before), before?.is === 'number' ? tighter(before, limited) : limited]
    cover(draft, at)
    for (const phrase of found.phrases) for (const run of runsOf(phrase, draft.sentence.tokens)) cover(draft, run, 0.5)
  }
}

const weight = ({ at, name }: StatedValue) => at.length + (name?.is_whole ? 0.5 : 0)

const SMALL = new Set(['to', 'be', 'for', 'in', 'of', 'the', 'a', 'with', 'by', 'on'])
/**
 * Whether words are explained already. A value within the name of a measure still limits it, where that measure has a name without it:
 * 'expired batches' are those among the batches.
 */
const isTaken = ({ covered, grouped, measure, compiled, sentence }: Draft, { at, value }: StatedValue): boolean => {
  if (at.some((index) => !covered.has(index) && !SMALL.has(sentence.tokens[index]?.text ?? ''))) return false
  if (value === undefined || measure?.measure.where || measure?.measure.at || at.some((index) => grouped.has(index))) return true
  const without = new Set([...sentence.unnamed, ...at])
  const names = measure ? measure.phrases : compiled.phrases
  return names.every((phrase) => scattered(phrase, sentence.tokens, without) === null)
}

const OTHER = new Set(
  'approved verified released reported cancelled canceled rejected collected entered confirmed booked paid registered'.split(' '),
)
/** 'Tests approved by somebody' are not those that they requested. */
const isByOther = ({ sentence: { tokens } }: Draft, { dimension, at, name }: StatedValue): boolean => {
  const from = at[0] ?? 0
  const verb = tokens[from - 2]
  if (!name || !['doctor', 'person'].includes(name.vocabulary) || tokens[from - 1]?.text !== 'by' || !verb || !OTHER.has(verb.text))
    return false
  return !dimension.phrases.some((phrase) => phrase.some((stems) => stems.includes(verb.stem)))
}

/** The rows that the question is limited to: values, names and limits in words that nothing else has explained yet. The longest first. */
export const filtersOf = (draft: Draft, isNamed: boolean): { isImplied: boolean } => {
  let isImplied = false
  const taken = new Set<number>()
  for (const stated of [...choices(draft), ...named(draft)].sort((a, b) => weight(b) - weight(a))) {
    if (isTaken(draft, stated) || stated.at.some((index) => taken.has(index))) continue
    if (isByOther(draft, stated)) continue
    const not = notBefore(draft, stated.at).filter((index) => !draft.covered.has(index))
    add(draft, stated, not.length > 0)
    cover(draft, stated.name ? stated.at.filter((index) => isCommon(draft, index)) : [], COMMON_WEIGHT)
    cover(draft, [...stated.at, ...not])
    coverNoun(draft, stated)
    if (stated.name?.is_whole) draft.score += stated.name.is_own ? WHOLE : WHOLE / 2
    for (const index of stated.at) taken.add(index)
    const implies = stated.dimension.dimension.is === 'named' ? stated.dimension.dimension.implies : undefined
    if (implies) isImplied = true
    if (implies === 'weakly' && !isNamed) draft.score -= WEAKLY
  }
  numbers(draft)
  return { isImplied }
}
