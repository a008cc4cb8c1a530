import { functionWords } from '../language/words.ts'
import { queryText, type Query } from '../query.ts'
import { grainFor } from './ask.ts'
import type { Candidate, Draft } from './candidate.ts'
import { filtersOf } from './filters.ts'
import { followedTimes } from './follow-times.ts'
import { groupsOf } from './groups.ts'
import type { Knowledge } from './read-question.ts'
import type { Sentence } from './sentence.ts'

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
  return { sentence, compiled, measure, covered: new Set(), filters: [], grouped: new Set(), saidAt: new Map(), nouns: new Set(), score: 0 }
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
