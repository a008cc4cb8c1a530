import { type Filter, type Period, type Query, queryText } from '#features/assistant/query.ts'
import type { Measure, Subject } from '#platform/questions/subject.ts'
import type { Meant, QuestionClinic } from './clinic.ts'

// Expected lines say what `queryText` says, in one of the ways in which the same can be said: a patient by number, a name of many rows by a
// name of the clinic (clinic.ts), `~` before a day that may be the one beside it ('the last 7 days', with today or without).

const TODAY = '2026-11-18'
const DAY_MS = 86_400_000
/** Of those, days to come are days too; of all others, nothing has happened after today. */
const AHEAD = new Set(['appointments', 'waiting_list', 'batches'])
const PERIOD = / (in|against) (~?)([\d-]*)\.\.(~?)([\d-]*)(?= |$)/g

interface Days {
  from: string
  to: string
  isFromNear: boolean
  isToNear: boolean
}

const isNear = (a: string, b: string) => a !== '' && b !== '' && Math.abs(Date.parse(a) - Date.parse(b)) <= DAY_MS
const isSameDays = (expected: Days | undefined, actual: Period | null, isAhead: boolean) => {
  if (!expected || !actual) return !expected && !actual
  const [from, to] = [actual.from ?? '', actual.to ?? '']
  const reachesNow = (day: string) => !isAhead && (day === '' || day >= TODAY)
  const isFrom = expected.from === from || (expected.isFromNear && isNear(expected.from, from))
  const isTo = expected.to === to || (expected.isToNear && isNear(expected.to, to)) || (reachesNow(expected.to) && reachesNow(to))
  return isFrom && isTo
}

const splitPeriods = (line: string) => {
  const periods: Partial<Record<string, Days>> = {}
  for (const [, word = '', fromMark, from = '', toMark, to = ''] of line.matchAll(PERIOD))
    periods[word] = { from, to, isFromNear: fromMark === '~', isToNear: toMark === '~' }
  return { rest: line.replace(PERIOD, ''), ...periods } as { rest: string; in?: Days; against?: Days }
}

const isMeant = ({ must, may }: Meant, ids: readonly number[]) =>
  must.every((id) => ids.includes(id)) && ids.every((id) => may.includes(id))

/** A filter by rows with names says the name that is expected, where it means those rows. */
const asExpected = (filter: Filter, expected: string, names: QuestionClinic['names']): Filter => {
  if (filter.is !== 'named') return filter
  const message =
    new RegExp(`\\b${filter.dimension}=(.*?)(?= and | of | in | against | by | share| most | least |$)`).exec(expected)?.[1] ?? ''
  const meant = names.get(`${filter.dimension}=${message}`) ?? names.get(`=${message}`)
  if (meant ? isMeant(meant, filter.ids) : filter.label.toLowerCase().includes(message) && message !== '')
    return { ...filter, label: message }
  return { ...filter, label: `${filter.label} (${filter.ids.join(' ')})` }
}

/** Of under 18 and under 5, under 18. */
const isImplied = (filter: Filter, filters: readonly Filter[]): boolean => {
  if (filter.is !== 'number' || filter.below === undefined) return false
  const { dimension, below } = filter
  return filters.some((other) => other.is === 'number' && other.dimension === dimension && other.below !== undefined && other.below < below)
}

const sorted = (text: string, by: string) => text.split(by).sort().join(by)
const LIST = /^(rows|first|last|exists|when first|when last) /

/** The same line for the same meaning: order of filters and groups, what a measure is taken as by itself, what a list needs no measure for. */
const plainly = (line: string, subjects: ReadonlyMap<string, Subject>): string => {
  let text = line
    .replace(/(?<= where ).*?(?= of | in | share| most | least | nth |$)/, (filters) => sorted(filters, ' and '))
    .replace(/(?<= by ).*?(?= where | of | in | share| most | least |$)/, (groups) => sorted(groups, ', '))
    .replace(/^(first|last) patients /, 'rows patients ')
  const [, verb = '', name = '', measureName = ''] =
    /^((?:rows|first|last|exists|when first|when last|change) )?(\w+)(?:\.(\w+))?/.exec(text) ?? []
  const measure: Measure | undefined = subjects.get(name)?.measures[measureName]
  if (!measure) return text
  const isFirst = Object.keys(subjects.get(name)!.measures)[0] === measureName
  if (LIST.test(verb) && (isFirst || !measure.where || measure.value)) text = text.replace(`${name}.${measureName}`, name)
  if (verb === 'change ') text = text.replace(/ as \w+/, '')
  if (verb === '' && measure.value && !/ as \w/.test(text))
    text = text.replace(`${name}.${measureName}`, `${name}.${measureName} as ${measure.usually ?? 'average'}`)
  return text
}

/** What was read in the words of expected lines. */
export const sayQuery = (query: Query, clinic: QuestionClinic, expected = '') =>
  queryText({
    ...query,
    filters: query.filters
      .filter((filter) => !isImplied(filter, query.filters))
      .map((filter) => asExpected(filter, expected, clinic.names)),
    patient: query.patient && { ...query.patient, label: clinic.patients.get(query.patient.id) ?? query.patient.label },
  })

/** Whether a question was read as this line says. */
export const isAsExpected = (query: Query, expected: string, clinic: QuestionClinic, subjects: ReadonlyMap<string, Subject>): boolean => {
  const days = splitPeriods(expected)
  const isAhead = AHEAD.has(query.subject)
  if (!isSameDays(days.in, query.period, isAhead) || !isSameDays(days.against, query.against, isAhead)) return false
  const message = sayQuery({ ...query, period: null, against: null }, clinic, expected)
  return plainly(message, subjects) === plainly(days.rest, subjects)
}
