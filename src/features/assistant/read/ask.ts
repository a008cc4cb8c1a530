import { numberOf } from '../language/words.ts'
import type { Token } from '../language/tokens.ts'
import type { Aggregate, Grain, Period, Query } from '../query.ts'
import { wholeOf } from '../shares.ts'
import type { Draft } from './candidate.ts'
import type { Groups } from './groups.ts'
import type { Mark } from './marks.ts'
import { TITLES } from './patients.ts'

type Asked = { is_next?: true; share_of?: readonly string[] } & Pick<
  Query,
  'ask' | 'measure' | 'aggregate' | 'groups' | 'patient' | 'is_share' | 'top' | 'nth' | 'column'
>

/** How many groups 'the most common …s' shows when no number is said. */
const USUAL_TOP = 10
const AMOUNTS: ReadonlySet<string> = new Set(['money', 'quantity', 'minutes', 'count'])
const STRONG_LIST = new Set(['list', 'which', 'who', 'whom', 'names', 'find'])

const cover = (draft: Draft, mark: Mark<unknown> | null) => {
  for (const index of mark?.at ?? []) draft.covered.add(index)
}

const daysBetween = ({ from, to }: Period) => (from && to ? (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1 : Infinity)
/** Into what a course over time is cut: so that there are neither two points nor two hundred. */
export const grainFor = (period: Period | null): Grain => {
  const days = period ? daysBetween(period) : Infinity
  return days <= 31 ? 'day' : days <= 183 ? 'week' : 'month'
}

const isPlural = (text: string) => /[^si]s$/.test(text) || /(?:ses|people|women|men|children)$/.test(text)

const patientOf = (draft: Draft) => {
  const { patients } = draft.sentence
  const [only] = patients?.patients ?? []
  if (!patients || !only || !draft.compiled.subject.patient) return null
  for (let index = patients.from; index < patients.to; index += 1) draft.covered.add(index)
  if (TITLES.has(draft.sentence.tokens[patients.from - 1]?.text ?? '')) draft.covered.add(patients.from - 1)
  return only
}

const AGED = new Set(['youngest', 'oldest', 'shortest', 'fastest', 'quickest', 'slowest'])
/** 'Which three doctors': how many, where it is said before what is told apart. */
const manyBefore = ({ covered, sentence: { tokens } }: Draft, noun: Token): number | null => {
  const at = tokens.indexOf(noun) - 1
  const stated = numberOf(tokens[at]?.text ?? '')
  if (stated === undefined || !Number.isInteger(stated) || stated < 1 || stated > 100) return null
  covered.add(at)
  return stated
}

const readTop = (draft: Draft, groups: Groups): Query['top'] => {
  const { top } = draft.sentence.marks
  if (!top || groups.names.length === 0) return null
  // The youngest is not the one with the fewest of anything.
  if (top.at.some((index) => AGED.has(draft.sentence.tokens[index]?.text ?? '')) && draft.measure?.measure.kind === 'count') return null
  cover(draft, top)
  const { tokens } = draft.sentence
  const nouns = draft.compiled.dimensions.filter(({ name }) => groups.names.includes(name)).flatMap(({ phrases }) => phrases.flat(2))
  const noun = tokens.find(({ stem }) => nouns.includes(stem))
  const isOne = tokens.some(({ text }) => text === 'who') || !noun || !isPlural(noun.text)
  const usual = isOne ? 1 : USUAL_TOP
  return { count: top.is.count ?? (noun && manyBefore(draft, noun)) ?? usual, order: top.is.order }
}

const nextFew = (draft: Draft) => fewBeside(draft, draft.sentence.marks.next)
/** 'Last 5', 'the 10 latest': how many, when a number stands beside. */
const lastFew = (draft: Draft) => fewBeside(draft, draft.sentence.marks.end)
const fewBeside = (draft: Draft, mark: Mark<unknown> | null): number | null => {
  const { tokens, timed } = draft.sentence
  for (const index of mark?.at ?? [])
    for (const near of [index + 1, index - 1]) {
      const stated = timed.has(near) ? undefined : numberOf(tokens[near]?.text ?? '')
      if (stated === undefined || !Number.isInteger(stated) || stated < 1 || stated > 100) continue
      draft.covered.add(near)
      return stated
    }
  return null
}

const wantsRows = (draft: Draft, groups: Groups, isNamed: boolean): boolean => {
  const { list, count } = draft.sentence.marks
  const { measure, compiled, sentence } = draft
  if (!compiled.subject.list || groups.names.length > 0) return false
  if (whatRows(draft)) return true
  if (!list || count || !compiled.subject.list || groups.names.length > 0) return false
  if (list.at.some((index) => STRONG_LIST.has(sentence.tokens[index]?.text ?? ''))) return true
  return !isNamed || measure?.measure.kind === 'count'
}

/** 'What is out of stock', 'what announcements were posted': asks for rows, where no figure of them is called by a noun. */
const whatRows = ({ sentence: { tokens, marks, idle }, measure, covered }: Draft): boolean => {
  const at = tokens.findIndex(({ text }) => text === 'what')
  const next = tokens[at + 1]
  if (at < 0 || at > 1 || !next || marks.count || (measure !== null && measure.measure.kind !== 'count')) return false
  if (covered.has(at + 1) && !idle.has(at + 1)) return isPlural(next.text) || measure?.measure.where !== undefined
  return measure?.measure.where !== undefined && !ARTICLES.has(tokens[at + 2]?.text ?? '')
}
const ARTICLES = new Set(['the', 'our', 'a', 'an', 'this'])

const nothing = { measure: null, aggregate: null, groups: [], patient: null, is_share: false, top: null, nth: 1, column: null } as const

interface About {
  groups: Groups
  column: string | null
  isNamed: boolean
  /** Its measure was said in words of its own, not only by the name of something. */
  isStated: boolean
}

/** Rows keep the condition of the measure that named them: 'which items are low'. */
const conditionOf = ({ measure }: Draft, isNamed: boolean) => (isNamed && measure?.measure.where ? measure.name : null)

const OF_PEOPLE = new Set(['doctor', 'person', 'payer', 'role'])
/** 'Who' asks for no items. */
const isOfNoOne = ({ compiled, sentence: { tokens } }: Draft) =>
  tokens[0]?.text === 'who' &&
  compiled.subject.patient === undefined &&
  compiled.dimensions.every(({ dimension }) => dimension.is !== 'named' || !OF_PEOPLE.has(dimension.vocabulary))

const rowsAsked = (draft: Draft, about: About): Asked | null => {
  const { marks } = draft.sentence
  const { subject } = draft.compiled
  if (!subject.list || (marks.list && isOfNoOne(draft))) return null
  const patient = patientOf(draft)
  const base = { ...nothing, patient, measure: conditionOf(draft, about.isNamed), column: about.column }
  cover(draft, marks.list)
  if (about.column !== null) {
    for (const mark of [marks.when, marks.count, marks.exists]) cover(draft, mark)
    if (marks.end?.is.end === 'last') cover(draft, marks.end)
    return { ...base, ask: 'rows' }
  }
  if (marks.next && subject.at?.ahead) {
    cover(draft, marks.next)
    cover(draft, marks.when)
    const few = nextFew(draft)
    if (few !== null) return { ...base, ask: 'rows', top: { count: few, order: 'oldest' }, is_next: true }
    return { ...base, ask: marks.when ? 'when first' : 'first', is_next: true }
  }
  if (marks.when) {
    if (!subject.at) return null
    cover(draft, marks.when)
    cover(draft, marks.end)
    return { ...base, ask: marks.end?.is.end === 'first' ? 'when first' : 'when last', nth: marks.end?.is.nth ?? 1 }
  }
  // Patients seen for the first time are many.
  if (marks.end && !patient && draft.sentence.tokens[Math.max(...marks.end.at) + 1]?.text === 'time') return null
  if (marks.end) {
    cover(draft, marks.end)
    const few = lastFew(draft)
    if (few !== null) return { ...base, ask: 'rows', top: { count: few, order: marks.end.is.end === 'last' ? 'newest' : 'oldest' } }
    if (subject.at) return { ...base, ask: marks.end.is.end, nth: marks.end.is.nth }
  }
  if (marks.top) {
    if (marks.top.at.some((index) => AGED.has(draft.sentence.tokens[index]?.text ?? ''))) return null
    // Rows without an amount have no most.
    if (!subject.list.columns.some(({ kind }) => AMOUNTS.has(kind))) return null
    cover(draft, marks.top)
    return { ...base, ask: 'rows', top: { count: marks.top.is.count ?? USUAL_TOP, order: marks.top.is.order } }
  }
  // Who has an appointment has one to come.
  const isAhead = subject.at?.ahead === true && patient !== null && draft.sentence.periods.length === 0
  if (marks.exists) return { ...base, ask: 'exists', ...(isAhead && { is_next: true }) }
  return { ...base, ask: 'rows' }
}

const aggregateOf = (draft: Draft, groups: Groups): Aggregate | null | undefined => {
  const { marks } = draft.sentence
  const measure = draft.measure?.measure
  if (marks.aggregate) {
    cover(draft, marks.aggregate)
    const overGrain = measure?.total && groups.names.length === 1 && draft.compiled.dimensions.every(({ name }) => name !== groups.names[0])
    if (!measure?.value && !overGrain) return undefined
    return marks.aggregate.is === measure?.usually ? null : marks.aggregate.is
  }
  const isPerGrain =
    groups.how === 'by' && groups.names.length === 1 && draft.compiled.dimensions.every(({ name }) => name !== groups.names[0])
  const isExtreme =
    marks.top !== null && marks.top.is.count === null && (groups.names.length === 0 ? measure?.value !== undefined : isPerGrain)
  if (marks.top && isExtreme) {
    cover(draft, marks.top)
    return marks.top.is.order
  }
  return null
}

const coverHow = (draft: Draft) => {
  for (const [index, { text }] of draft.sentence.tokens.entries()) if (text === 'how') draft.covered.add(index)
}

const measured = (draft: Draft, { groups, isNamed }: About): Asked | null => {
  const { marks, periods } = draft.sentence
  const { measure, compiled } = draft
  if (!measure) return null
  const patient = patientOf(draft)
  const aggregate = aggregateOf(draft, groups)
  if (aggregate === undefined) return null
  const names = [...groups.names]
  if (marks.trend || marks.compare || marks.change) coverHow(draft)
  if (marks.trend && (measure.measure.at ?? compiled.subject.at)) {
    cover(draft, marks.trend)
    if (!names.some((name) => compiled.dimensions.every((dimension) => dimension.name !== name)) && names.length < 2)
      names.push(grainFor(periods[0]?.period ?? null))
  }
  if (marks.compare && periods.length < 2) {
    // 'Compare men and women': apart, not together.
    const several = draft.filters.find(
      (filter) => (filter.is === 'choice' && filter.values.length > 1) || (filter.is === 'named' && filter.ids.length > 1),
    )
    if (several && names.length === 0) {
      names.push(several.dimension)
      cover(draft, marks.compare)
    }
  }
  const isShare = marks.share !== null && measure.measure.kind !== 'percent'
  if (marks.share && !isShare) cover(draft, marks.share)
  const shareOf = isShare ? shareBase(draft) : []
  const isPart = draft.filters.some(({ dimension }) => !shareOf.includes(dimension))
  if (marks.share && (names.length > 0 || isPart || wholeOf(draft.compiled.subject, measure.name) !== null)) cover(draft, marks.share)
  cover(draft, marks.count)
  if (isNamed || names.length > 0) cover(draft, marks.list)
  const top = aggregate === null ? readTop(draft, { ...groups, names }) : null
  return {
    ...nothing,
    ask: 'measure',
    measure: measure.name,
    aggregate,
    groups: names,
    patient,
    top,
    is_share: isShare,
    ...(shareOf.length > 0 && { share_of: shareOf }),
  }
}

const TURNS = new Set('is are was were has have had who that which did do does came come got'.split(' '))
/** Of what a share is taken: what is said before the verb, or else before the noun of what is counted. */
const shareBase = ({ sentence: { tokens, marks }, measure, statedAt, nouns }: Draft): string[] => {
  const from = Math.max(...(marks.share?.at ?? [0]))
  if (tokens[from + 1]?.text !== 'of') return []
  const verb = tokens.findIndex(({ text }, index) => index > from && TURNS.has(text))
  const turn = verb >= 0 ? verb : Math.max(from, ...nouns)
  const base = [...statedAt].flatMap(([dimension, at]) => (at.every((index) => index > from && index < turn) ? [dimension] : []))
  // 'The share of urgent visits' is theirs among all.
  return base.length === statedAt.size && !measure?.measure.where ? [] : base
}

const change = (draft: Draft): Asked | null => {
  const { measure, compiled, sentence } = draft
  if (!measure?.measure.value || !compiled.subject.at) return null
  const patient = patientOf(draft)
  if (!patient) return null
  cover(draft, sentence.marks.change)
  coverHow(draft)
  cover(draft, sentence.marks.trend)
  return { ...nothing, ask: 'change', measure: measure.name, patient }
}

/** 'The highest creatinine' is a value, 'the largest invoices' are rows. */
const hasValue = ({ compiled, sentence }: Draft) =>
  compiled.measures.some(({ measure }) => measure.value !== undefined && measure.kind === 'number') &&
  sentence.tokens.every(({ text }) => text !== compiled.subject.noun[1])

/** What the question wants to know of these rows. Null when this measure (or the lack of one) does not fit what was asked. */
export const readAsk = (draft: Draft, about: About): Asked | null => {
  const { marks, patients } = draft.sentence
  const { groups, column, isNamed } = about
  const hasPatient = patients !== null && draft.compiled.subject.patient !== undefined
  if (column !== null) return draft.measure || groups.names.length > 0 ? null : rowsAsked(draft, about)
  const isOther = draft.measure !== null && !isNamed && draft.compiled.measures[0] !== draft.measure
  if (isOther && !marks.aggregate && !marks.top && !marks.change && !marks.trend) return null
  if (hasPatient && (marks.change || marks.trend) && groups.names.length === 0) return change(draft)
  if (draft.measure?.measure.each && groups.names.length === 0 && !marks.aggregate && !marks.top) return rowsAsked(draft, about)
  const isCompared = marks.compare !== null && draft.sentence.periods.length > 1
  const figures = isCompared || groups.names.length > 0 || marks.share || marks.trend || marks.aggregate || marks.count
  if (figures) return measured(draft, about)
  const isValue = draft.measure?.measure.value !== undefined && (isNamed || (isOther && marks.top !== null))
  if (marks.top && isValue) return measured(draft, about)
  if (marks.top && !isValue && marks.top.is.count === null && hasValue(draft)) return null
  if (hasPatient && isValue && about.isStated && !marks.end && !marks.when && !marks.exists && !marks.list) return measured(draft, about)
  const rows =
    hasPatient || marks.next || marks.exists || marks.when || marks.end || wantsRows(draft, groups, isNamed) || (marks.top && !isValue)
  if (rows && !(isValue && !hasPatient)) return rowsAsked(draft, about)
  return measured(draft, about)
}
