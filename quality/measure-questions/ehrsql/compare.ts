import type { Filter, Period, Query } from '#features/assistant/query.ts'
import type { Subject } from '#platform/questions/subject.ts'
import { testNames } from '#features/catalogue/names.ts'
import type { TestServer } from './clinic-data.ts'
import type { Reading, Wanted } from './templates.ts'
import { TODAY, type Span, type Spoken } from './times.ts'

/** What a question has to come to. */
export interface Expected {
  readings: readonly Reading[]
  /** By its number. */
  patient: string | null
  /** Any of these. */
  spans: readonly (Span | null)[]
  visit: Spoken['visit']
}

const DAY_MS = 86_400_000
const isNear = (a: string | null, b: string | null) => a !== null && b !== null && Math.abs(Date.parse(a) - Date.parse(b)) <= DAY_MS
/** Nothing happens after today: a span that ends with it has no end. */
const endOf = (day: string | null) => (day === null || day >= TODAY ? null : day)
const isSameTime = (span: Span | null, period: Period | null) => {
  if (!span || !period) return !span && !period
  const [to, other] = [endOf(span.to), endOf(period.to)]
  const isFrom = span.from === period.from || (span.isNear && isNear(span.from, period.from))
  return isFrom && (to === other || (span.isNear && isNear(to, other)))
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[a-z0-9]+/g) ?? []
/** What our catalogue of tests knows to be the same under another name. */
const isSame = (a: string, b: string) => {
  const [one, other] = [wordsOf(a).join(' '), wordsOf(b).join(' ')]
  return testNames.some((names) => names.includes(one) && names.includes(other))
}
/** Rows by these names, others in whose names all words of one of them are, and the same test under another name. */
const isNamed = (ids: readonly number[], names: readonly string[], of: ReadonlyMap<string, number>) => {
  const must = names.map((one) => of.get(one))
  const holds = (name: string) => names.some((one) => isSame(one, name) || wordsOf(one).every((word) => wordsOf(name).includes(word)))
  const may = new Set([...of].flatMap(([name, id]) => (holds(name) ? [id] : [])))
  return must.every((id) => id !== undefined && ids.includes(id)) && ids.every((id) => may.has(id))
}
const NO_NAMES: ReadonlyMap<string, number> = new Map()
const NUMBERS = Array.from({ length: 3000 }, (_, index) => index / 10)
const isMet = (filter: Filter, wanted: Wanted, clinicData: TestServer, isWhole: boolean): boolean => {
  if ('not' in filter && filter.not) return false
  if (filter.is === 'named')
    return wanted.is === 'name' && isNamed(filter.ids, wanted.names, clinicData.names.get(filter.dimension) ?? NO_NAMES)
  if (filter.is === 'choice') return wanted.is === 'choice' && filter.values.join() === wanted.value
  if (wanted.is !== 'number') return false
  const { at_least = -Infinity, above = -Infinity, at_most = Infinity, below = Infinity } = filter
  const holds = (value: number) => value >= at_least && value > above && value <= at_most && value < below
  return NUMBERS.every((value) => (isWhole && value % 1 !== 0) || holds(value) === wanted.holds(value))
}
const isFiltered = (query: Query, { filters = {} }: Reading, clinicData: TestServer) =>
  query.filters.length === Object.keys(filters).length &&
  query.filters.every((filter) => {
    const wanted = filters[filter.dimension]
    // Whole years: '20 to 29' is 'below 30'.
    return wanted !== undefined && isMet(filter, wanted, clinicData, filter.dimension === 'age')
  })

const isMeasured = (query: Query, reading: Reading, subject: Subject | undefined) => {
  const measure = query.measure === null ? undefined : subject?.measures[query.measure]
  if (reading.measure !== undefined && query.measure !== reading.measure) return false
  // Rows are the same whatever is counted of them, unless it is of some of them alone.
  if (reading.measure === undefined && measure?.where && !measure.value) return false
  if (query.ask !== 'measure') return true
  const usual = measure?.value && (measure.usually ?? 'average')
  return (query.aggregate ?? usual) === (reading.aggregate ?? usual)
}

/** Rows say of themselves whether there are any, and when they were; one patient is one row, and the first of them is them. */
const sameAs = (ask: Query['ask'], { subject }: Query): readonly Query['ask'][] => {
  if (ask === 'exists') return ['exists', 'rows']
  if (ask === 'when first') return ['when first', 'first']
  if (ask === 'when last') return ['when last', 'last']
  return subject === 'patients' && ask === 'rows' ? ['rows', 'first', 'last'] : [ask]
}

const isRead = (query: Query, reading: Reading, clinicData: TestServer, subjects: ReadonlyMap<string, Subject>) => {
  const { columns, groups = [], top = null } = reading
  const isColumn = query.column === null ? !reading.isPicked : columns?.includes(query.column)
  return (
    query.subject === reading.subject &&
    sameAs(reading.ask, query).includes(query.ask) &&
    isMeasured(query, reading, subjects.get(query.subject)) &&
    [...query.groups].toSorted().join() === [...groups].toSorted().join() &&
    isFiltered(query, reading, clinicData) &&
    isColumn &&
    query.top?.count === top?.count &&
    query.top?.order === top?.order &&
    query.nth === 1 &&
    !query.is_share &&
    query.against === null
  )
}

/** Whether a query is what the question has to come to. */
export const isExpected = (query: Query, expected: Expected, clinicData: TestServer, subjects: ReadonlyMap<string, Subject>): boolean => {
  const patient = expected.patient === null ? undefined : clinicData.patients.get(expected.patient)
  return (
    query.patient?.id === patient &&
    query.visit === expected.visit &&
    expected.spans.some((span) => isSameTime(span, query.period)) &&
    expected.readings.some((reading) => isRead(query, reading, clinicData, subjects))
  )
}
