import { functionWords } from '../language/words.ts'
import { queryText, type Query, type Period } from '../query.ts'
import { grainFor } from './ask.ts'
import type { Candidate, Draft } from './candidate.ts'
import { filtersOf } from './filters.ts'
import { groupsOf } from './groups.ts'
import type { Knowledge } from './read-question.ts'
import type { Sentence } from './sentence.ts'
import { addDays } from '#shared/zoned.ts'
import { moved, periodLabel, type Days, type Unit } from '../language/periods/calendar.ts'
import { periodsOf } from './times.ts'

const UNITS = new Set(['day', 'week', 'month', 'quarter', 'year'])
const isUnit = (text: string): text is Unit => UNITS.has(text)
const EARLIER = new Set(['before', 'earlier', 'previous', 'prior', 'preceding'])

const labelled = ({ from, to }: Days): Period => ({ from, to, label: periodLabel(from, to) })

/** 'The week before', 'the previous month': the time of the question before, moved back. */
const earlier = ({ sentence: { tokens }, covered }: Draft, { period }: Query): Period | null => {
  const at = tokens.findIndex(
    ({ text }, index) => isUnit(text) && (EARLIER.has(tokens[index + 1]?.text ?? '') || EARLIER.has(tokens[index - 1]?.text ?? '')),
  )
  const unit = tokens[at]?.text ?? ''
  if (!period?.from || !period.to || !isUnit(unit)) return null
  for (const index of [at - 1, at, at + 1]) if (EARLIER.has(tokens[index]?.text ?? '') || index === at) covered.add(index)
  return labelled(moved({ from: period.from, to: period.to }, unit, -1))
}

/** 'And on Friday?' after days that are still to come is the Friday to come. */
const ahead = (period: Period, before: Period | null, today: string): Period => {
  const isOneDay = period.from !== null && period.from === period.to
  if (!isOneDay || period.from === null || !before?.from || before.from <= today || period.from >= today) return period
  const day = addDays(period.from, 7)
  return labelled({ from: day, to: day })
}

/** The times of a question that goes on: what it says instead, besides ('compare with last month'), or else what the one before said. */
const followedTimes = (draft: Draft, before: Query): Pick<Query, 'period' | 'against' | 'visit'> => {
  const { marks, today, periods } = draft.sentence
  const moved = earlier(draft, before)
  const stated = periodsOf(draft)
  if (moved) return { period: moved, against: null, visit: null }
  if (marks.compare && stated.period && !stated.against && periods.length === 1 && before.period) {
    for (const index of marks.compare.at) draft.covered.add(index)
    return { period: before.period, against: stated.period, visit: null }
  }
  const period = stated.period && ahead(stated.period, before.period, today)
  return {
    period: period ?? before.period,
    against: stated.against ?? (period ? null : before.against),
    visit: stated.visit ?? (period ? null : before.visit),
  }
}

/** Words that only tie a question to the one before. */
const TIES = new Set(
  'and only just what about how same instead then now also again but or for of in that those these them they it so ok okay too as well'.split(
    ' ',
  ),
)
/** Words that ask for the rows behind a figure. */
const ROWS = new Set(['list', 'show', 'which', 'who', 'names', 'them', 'they'])

const draftOf = (sentence: Sentence, before: Query, { lexicon }: Knowledge): Draft | null => {
  const compiled = lexicon.subjects.find(({ subject }) => subject.name === before.subject)
  if (!compiled) return null
  const measure = compiled.measures.find(({ name }) => name === before.measure) ?? null
  return {
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
}

const patientIn = ({ sentence: { patients, marks }, compiled, covered }: Draft, before: Query) => {
  const [only] = patients?.patients ?? []
  for (const index of marks.pronoun?.at ?? []) if (before.patient) covered.add(index)
  if (!patients || !only || !compiled.subject.patient) return before.patient
  for (let index = patients.from; index < patients.to; index += 1) covered.add(index)
  return only
}

/** 'When was that?', 'and the first?', 'who are they?': another thing of the same rows. */
const askIn = (
  { sentence: { marks, tokens, periods }, covered, compiled }: Draft,
  before: Query,
  groups: readonly string[],
): Partial<Query> => {
  const { subject } = compiled
  const take = (at: readonly number[] = []) => {
    for (const index of at) covered.add(index)
  }
  if (marks.when && subject.at && subject.list) {
    take(marks.when.at)
    return { ask: before.ask === 'first' ? 'when first' : 'when last', groups: [], top: null }
  }
  if (marks.end && before.patient && subject.list && subject.at) {
    take(marks.end.at)
    return { ask: marks.end.is.end, nth: marks.end.is.nth, groups: [], top: null }
  }
  if (marks.trend && before.ask === 'measure') {
    take(marks.trend.at)
    return { groups: [grainFor(periods[0]?.period ?? before.period)], top: null }
  }
  if (groups.length > 0 && before.ask !== 'measure' && compiled.measures[0])
    return { ask: 'measure', measure: before.measure ?? compiled.measures[0].name, groups }
  if (marks.list && subject.list && tokens.every(({ text }) => ROWS.has(text) || TIES.has(text) || functionWords.has(text))) {
    take(marks.list.at)
    const { where, adds } = compiled.measures.find(({ name }) => name === before.measure)?.measure ?? {}
    const [first] = compiled.measures
    // Those who were counted are people, each once.
    if (adds === false && first && compiled.dimensions.some(({ name }) => name === 'patient'))
      return { ask: 'measure', measure: first.name, groups: ['patient'], top: null, aggregate: null }
    return { ask: 'rows', measure: where ? before.measure : null, groups: [], top: null, aggregate: null }
  }
  return groups.length > 0 ? { groups } : {}
}

const merged = (before: Query, draft: Draft): Query['filters'] => [
  ...before.filters.filter(({ dimension }) => draft.filters.every((filter) => filter.dimension !== dimension)),
  ...draft.filters,
]

/** The question before, with what this one says instead or besides. Null when it says nothing of the kind, or holds words beyond it. */
export const followedUp = (sentence: Sentence, knowledge: Knowledge): Candidate | null => {
  const { before } = knowledge
  const draft = before && draftOf(sentence, before, knowledge)
  if (!before || !draft) return null
  const groups = groupsOf(draft)
  filtersOf(draft, true)
  const times = followedTimes(draft, before)
  const asked = askIn(draft, before, groups.names)
  const patient = patientIn(draft, before)
  const query: Query = {
    ...before,
    ...asked,
    filters: merged(before, draft),
    patient,
    ...times,
  }
  if (sentence.marks.top && query.groups.length > 0) {
    for (const index of sentence.marks.top.at) draft.covered.add(index)
    query.top = { count: sentence.marks.top.is.count ?? 10, order: sentence.marks.top.is.order }
  }
  const unexplained = sentence.tokens.flatMap(({ text }, index) =>
    draft.covered.has(index) || TIES.has(text) || sentence.idle.has(index) ? [] : [index],
  )
  const isSame = queryText(query) === queryText(before) && query.patient?.id === before.patient?.id
  if (unexplained.length > 0 || isSame) return null
  return { query, subject: draft.compiled, unexplained, score: draft.score, is_named: false }
}
