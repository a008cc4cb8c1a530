import type { Filter, Query } from '../query.ts'
import { filtersOf } from './filters.ts'
import { groupsOf } from './groups.ts'
import { fits, people, scattered } from './find-phrase.ts'
import { isTorn } from './joins.ts'
import { NAMED, type CompiledMeasure, type CompiledSubject } from './lexicon.ts'
import { readAsk } from './ask.ts'
import { periodsOf } from './times.ts'
import type { Sentence } from './sentence.ts'

/** One way to understand a question, and the tokens that it leaves unexplained. */
export interface Candidate {
  query: Query
  subject: CompiledSubject
  unexplained: readonly number[]
  /** How much of the question names this reading and no other. */
  score: number
  /** Its subject or measure was named, not only implied or taken over. */
  is_named: boolean
}

/** What a reading has explained so far. */
export interface Draft {
  sentence: Sentence
  compiled: CompiledSubject
  measure: CompiledMeasure | null
  covered: Set<number>
  filters: Filter[]
  /** Where each filter was said, by dimension. */
  statedAt: Map<string, number[]>
  /** Tokens that say what is counted. */
  nouns: Set<number>
  /** Tokens that say by what figures are told apart. */
  grouped: Set<number>
  score: number
}

const PEOPLE = new Set(['patient', 'person', 'client', 'individu', 'name'])

const personNouns = ({ sentence: { tokens }, compiled: { subject } }: Draft) => {
  if (!subject.patient) return []
  return tokens.flatMap(({ stem }, index) => (PEOPLE.has(stem) ? [index] : []))
}

const cover = (draft: Draft, at: readonly number[], weight: number) => {
  for (const index of at) {
    if (!draft.covered.has(index)) draft.score += weight
    draft.covered.add(index)
  }
}

const WEIGHT = { measure: 2, subject: 1.6, column: 1.7, people: 0.1 } as const

interface Named {
  at: readonly number[]
  needsName: boolean
  isLoose: boolean
}
/** What a column loses of rows that nothing names. */
const UNNAMED = 0.6
/** What rows lose that a figure limits, where a value may limit them as well. */
const CONDITION = 0.5
/** What a reading loses where 'women' stands for 'patients' beside another noun; where nothing else is counted, it gains as much. */
const LOOSELY = 0.3
const bestPhrase = (draft: Draft, phrases: CompiledMeasure['phrases']): Named | null => {
  const { tokens, unnamed } = draft.sentence
  let best: Named | null = null
  for (const phrase of phrases) {
    const found = scattered(phrase, tokens, unnamed)
    if (!found || (best && found.at.length <= best.at.length)) continue
    best = { at: found.at, needsName: phrase.some((stems) => stems[0] === NAMED), isLoose: found.is_loose }
  }
  return best
}

/** What says once more what was said already: 'the medicines that somebody is taking'. */
const alsoStated = (draft: Draft, phrases: CompiledMeasure['phrases'], except: ReadonlySet<number> = new Set()) => {
  const { tokens, unnamed } = draft.sentence
  for (const phrase of phrases) {
    const found = phrase.some(([stem]) => stem === NAMED) ? null : scattered(phrase, tokens, unnamed)
    if (!found || found.is_loose) continue
    for (const [index, token] of tokens.entries())
      if (!unnamed.has(index) && !except.has(index) && phrase.some((stems) => fits(stems, token))) draft.covered.add(index)
  }
}

/** Everything that is neither explained nor without meaning. */
const APART = new Set(['by', 'per'])
const unexplainedIn = ({ sentence: { tokens, idle, timed }, covered, nouns, grouped, statedAt, compiled, measure }: Draft) => {
  // How much there is says nothing of its worth, where that could be said.
  const isOther =
    (measure?.measure.kind === 'count' || measure?.measure.kind === 'quantity') &&
    compiled.measures.some(({ measure: { kind } }) => kind === 'money')
  // 'By requester' tells apart, or it is not understood: the name of a figure does not swallow it.
  const isLost = (index: number) =>
    grouped.size === 0 &&
    APART.has(tokens[index - 1]?.text ?? '') &&
    nouns.has(index) &&
    !PEOPLE.has(tokens[index]?.stem ?? '') &&
    !statedAtAll.has(index) &&
    !timed.has(index)
  const statedAtAll = new Set([...statedAt.values()].flat())
  return [...tokens.keys()].filter(
    (index) => isLost(index) || (!covered.has(index) && (!idle.has(index) || (isOther && VALUE.has(tokens[index]!.text)))),
  )
}

const NEVER = -6
const MANY = new Set(['many', 'number', 'count'])
const LENGTHS = new Set(['minutes', 'hours', 'days', 'long'])
const VALUE = new Set(['value', 'values', 'worth'])
const MUCH = new Set(['much', 'amount', 'worth', 'spend', 'spent'])
/** 'How many claims' is not how much is claimed. */
const fitOf = ({ measure, sentence: { tokens } }: Draft): number => {
  const has = (words: ReadonlySet<string>) => tokens.some(({ text }) => words.has(text))
  const isMoney = measure?.measure.kind === 'money'
  const isLength = measure?.measure.kind === 'minutes' || measure?.measure.kind === 'days'
  const isTimed = isLength || measure?.measure.kind === 'count'
  if (!isTimed && tokens.some(({ text }, index) => text === 'long' && tokens[index - 1]?.text === 'how')) return -4
  if (isLength && has(MANY) && !has(LENGTHS)) return -4
  if (measure?.measure.value && has(MANY) && !has(LENGTHS)) return NEVER
  if (isMoney && has(MANY)) return -0.6
  return measure?.measure.kind === 'count' && has(MUCH) ? -0.6 : 0
}

const ASIDE = new Set(['for', 'to', 'by', 'in', 'among', 'from', 'with', 'on', 'amongst'])
const COUNTING = new Set(['many', 'number'])
/** 'How many patients …', 'the number of women …': where it says that people are counted; -1 where it does not. */
const peopleCounted = ({ tokens }: Sentence): number => {
  const counting = tokens.findIndex(({ text }) => COUNTING.has(text))
  if (counting < 0) return -1
  let index = counting + 1
  while (['of', 'our', 'the', 'different'].includes(tokens[index]?.text ?? '')) index += 1
  const stem = tokens[index]?.stem ?? ''
  return stem === 'patient' || people.has(stem) ? index : -1
}

/** 'The most given tests for patients over 60' counts tests, 'patients tested' people. */
const peopleFitOf = ({ measure, sentence: { tokens } }: Draft): number => {
  if (measure?.measure.adds !== false) return 0
  const at = tokens.flatMap(({ stem }, index) => (PEOPLE.has(stem) ? [index] : []))
  return at.length > 0 && at.every((index) => ASIDE.has(tokens[index - 1]?.text ?? '')) ? -2.2 : 0
}

/** How often something happened is not to how many: where people can be counted, they are. */
const isOfEvents = ({ measure, compiled }: Draft): boolean =>
  measure?.measure.kind === 'count' &&
  measure.measure.adds !== false &&
  compiled.measures.some(
    ({ measure: { adds }, phrases }) => adds === false && phrases.some((phrase) => phrase.some((stems) => stems.includes('patient'))),
  )

const SOON = new Set(['yet', 'been', 'be', 'being', 'fully'])
/** 'Samples not yet collected' are not those collected. */
const isDenied = ({ sentence: { tokens } }: Draft, at: readonly number[]): boolean =>
  tokens.some(({ text }, index) => {
    if (text !== 'not' || at.includes(index)) return false
    let next = index + 1
    while (SOON.has(tokens[next]?.text ?? '')) next += 1
    return at.includes(next)
  })

const OF_PEOPLE = new Set(['gender', 'age', 'age_group', 'insured', 'residence'])
/**
 * 'Has she no allergy' is not whether she has another one, and who has no malaria is not whoever has something else: rows that are not of one
 * kind say nothing of people without rows.
 */
const deniesTooMuch = ({ filters, measure, sentence: { tokens } }: Draft, { ask, patient }: Pick<Query, 'ask' | 'patient'>): boolean => {
  const isDenied = filters.some(({ dimension, is, ...filter }) => is !== 'number' && 'not' in filter && !OF_PEOPLE.has(dimension))
  if (!isDenied) return false
  if (ask !== 'measure') return patient !== null || tokens.some(({ stem, text }) => PEOPLE.has(stem) || people.has(stem) || text === 'who')
  return patient !== null || measure?.measure.adds === false
}

/** Reads the question as one about this measure; `null` for one about the rows themselves. Null when it is not about it at all. */
export const candidateFor = (sentence: Sentence, compiled: CompiledSubject, measure: CompiledMeasure | null): Candidate | null => {
  const draft: Draft = {
    sentence,
    compiled,
    measure,
    covered: new Set(),
    filters: [],
    grouped: new Set(),
    statedAt: new Map(),
    nouns: new Set(),
    score: 0,
  }
  const named = measure ? bestPhrase(draft, measure.phrases) : null
  const ofSubject = bestPhrase(draft, compiled.phrases)
  // A value that is not named can still be meant: 'average haemoglobin'.
  if (measure && !named && compiled.measures[0] !== measure && !measure.measure.value) return null
  if (named) cover(draft, named.at, WEIGHT.measure)
  // The number of something is no average of what each comes to.
  if (fitOf(draft) <= NEVER) return null
  draft.score += fitOf(draft) + peopleFitOf(draft)
  const counted = peopleCounted(sentence)
  if (counted >= 0 && measure?.measure.adds === false) draft.score += LOOSELY
  else if (named?.isLoose) draft.score += named.at.length > 0 ? -LOOSELY : LOOSELY
  // How many times is not how many people.
  if (measure?.measure.adds === false && sentence.tokens.some(({ text }) => text === 'times')) return null
  const column = measure ? null : columnOf(draft)
  // 'Last seen' says what rows are meant, and besides which of them.
  const ends = new Set(sentence.marks.end?.at)
  if (ofSubject)
    cover(
      draft,
      ofSubject.at.filter((index) => !ends.has(index)),
      WEIGHT.subject,
    )
  if (column) {
    cover(draft, column.at, WEIGHT.column)
    for (const index of column.at) draft.grouped.add(index)
    // Whatever else is asked of somebody is told by rows that were named.
    if (compiled.subject.name !== 'patients' && (ofSubject?.at ?? []).every((index) => column.at.includes(index))) draft.score -= UNNAMED
  }
  for (const index of [...(named?.at ?? []), ...(ofSubject?.at ?? [])]) draft.nouns.add(index)
  const groups = groupsOf(draft)
  if (groups.isTooMany) return null
  const { isImplied } = filtersOf(draft, named !== null || ofSubject !== null)
  if (measure && named) alsoStated(draft, measure.phrases)
  if (ofSubject) alsoStated(draft, compiled.phrases, ends)
  // A column is asked of somebody or something that is named: 'the phone number of …'.
  if (column && !sentence.patients && draft.filters.every(({ is }) => is !== 'named')) return null
  if (!named && !ofSubject && !column && !isImplied) return null
  if (measure && !named && !isImplied && compiled.measures[0] !== measure) return null
  if (named?.needsName && !isImplied) return null
  if (ofSubject?.needsName && !named && draft.filters.every(({ is }) => is !== 'named')) return null
  if (measure?.measure.where && named && isDenied(draft, named.at)) return null
  const times = periodsOf(draft)
  const ask = readAsk(draft, { groups, column: column?.key ?? null, isNamed: named !== null, isStated: (named?.at.length ?? 0) > 0 })
  if (ask && deniesTooMuch(draft, ask)) return null
  if (!ask || (times.visit && !ask.patient) || isTorn(draft, ask)) return null
  // One patient is neither several nor told apart from others.
  if (ask.groups.includes('patient') && (ask.patient || measure?.measure.adds === false)) return null
  if (ask.patient && measure?.measure.adds === false) return null
  if (ask.ask !== 'measure' && ask.measure !== null) draft.score -= CONDITION
  // 'The latest BP' is a value rather than a disease.
  if (sentence.marks.end && compiled.measures.some(({ measure: { kind, value } }) => kind === 'number' && value)) draft.score += 0.1
  // Rows that only the subject's own words name are all of them.
  if (
    measure &&
    ask.ask !== 'measure' &&
    !measure.measure.each &&
    named &&
    ofSubject &&
    named.at.every((index) => ofSubject.at.includes(index))
  )
    return null
  cover(
    draft,
    personNouns(draft).filter((index) => index !== counted || !isOfEvents(draft)),
    WEIGHT.people,
  )
  const { top, is_next: isNext, ...rest } = ask
  const period =
    isNext && !times.period ? { from: sentence.today, to: null, label: 'from now on', is_from_now: true as const } : times.period
  return {
    query: { subject: compiled.subject.name, filters: draft.filters, ...times, period, ...rest, top },
    subject: compiled,
    unexplained: unexplainedIn(draft),
    score: draft.score,
    is_named: named !== null || ofSubject !== null || column !== null,
  }
}

const columnOf = (draft: Draft): { key: string; at: readonly number[] } | null => {
  if (draft.sentence.tokens.some(({ text }) => text === 'many')) return null
  let best: { key: string; at: readonly number[] } | null = null
  for (const { key, phrases } of draft.compiled.columns) {
    const found = bestPhrase(draft, phrases)
    if (!found || (found.at.length < 3 && found.at.every((index) => draft.sentence.idle.has(index)))) continue
    if (!best || found.at.length > best.at.length) best = { key, at: found.at }
  }
  return best
}
