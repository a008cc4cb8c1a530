import type { CellKind, ListColumn } from '#platform/questions/subject.ts'
import { columnsFor, MOST_ROWS, type ListRow, type Scalar } from '../server/compile.ts'
import type { Found } from '../server/run-query.ts'
import { valuesOf } from './filter-text.ts'
import { scopeOf, type Answering, type Row, type Shown } from './answering.ts'
import { sayValue, upperFirst } from './say.ts'

const numeric = new Set<CellKind>(['count', 'quantity', 'number', 'percent', 'minutes', 'days'])
const cellOf = (value: Scalar | undefined, kind: CellKind): Row[string] => {
  if (value === null || value === undefined) return null
  if (numeric.has(kind)) return Math.round(Number(value) * 100) / 100
  if (value instanceof Date) return value.toISOString()
  return value
}

const reported = (row: ListRow, columns: readonly ListColumn[], answering: Answering) =>
  columns
    .filter(
      ({ key }) => row[key] !== null && row[key] !== '' && !(answering.query.patient && (key === 'patient' || key === 'patient_number')),
    )
    .map(({ key, title, kind }) => `${title.toLowerCase()} ${sayValue(row[key], kind, answering)}`)
    .join(', ')

const listed = (count: number, answering: Answering) => {
  const [one, many] = answering.subject.noun
  const more = count > MOST_ROWS
  return `${more ? `More than ${MOST_ROWS}` : count} ${count === 1 ? one : many}`
}

const none = ({ subject: { noun } }: Answering) => `No ${noun[0]} is recorded`

const whenText = (row: ListRow, answering: Answering) => {
  const { query, subject } = answering
  const kind: CellKind =
    (query.measure === null ? subject.at : (subject.measures[query.measure]?.at ?? subject.at))?.kind === 'day' ? 'date' : 'instant'
  if (query.period?.is_from_now) return `The next ${subject.noun[0]}${scopeOf(answering)} is on ${sayValue(row['_at'], kind, answering)}.`
  const which = query.ask === 'when first' ? 'first' : 'last'
  return `The ${which} ${subject.noun[0]}${scopeOf(answering)} was on ${sayValue(row['_at'], kind, answering)}.`
}

/** Rows that a sentence names one by one. */
const MOST_SHOWN = 3
/** 'No' is what is on record, never what is so; what else is on record is said with it. */
const notRecorded = ({ instead, absent }: Found, columns: readonly ListColumn[], answering: Answering): string => {
  const stated = answering.query.filters.flatMap((filter) => valuesOf(filter, answering.subject))
  const [one] = answering.subject.noun
  const ownerPart = answering.query.patient ? ` for ${answering.query.patient.label}` : ''
  const no = `Not recorded${ownerPart}: no ${one}${stated.length > 0 ? ` that says ${stated.join(', ')}` : ''}.`
  const may = 'What is not recorded may exist all the same.'
  if (instead.length === 0) return `${no} ${absent ?? may}`
  const shown = instead.slice(0, MOST_SHOWN).map((row) => reported(row, columns, answering))
  return `${no} Recorded ${instead.length === 1 ? 'is' : 'are'}: ${shown.join('; ')}${instead.length > MOST_SHOWN ? `; and ${instead.length - MOST_SHOWN} more` : ''}. ${may}`
}

const sentence = (found: Found, columns: readonly ListColumn[], answering: Answering): string => {
  const { query } = answering
  const { rows } = found
  const [first] = rows
  const scope = scopeOf(answering)
  if (!first) {
    if (query.ask === 'exists') return notRecorded(found, columns, answering)
    return [`${none(answering)}${scopeOf(answering, 'for')}.`, found.absent].filter(Boolean).join(' ')
  }
  if (query.ask === 'when first' || query.ask === 'when last') return whenText(first, answering)
  if (query.column !== null && rows.length === 1) {
    const column = columns.find(({ key }) => key === query.column)
    if (column)
      return `${column.title}${scope || ` of ${String(first[columns[0]?.key ?? ''] ?? '')}`}: ${sayValue(first[column.key], column.kind, answering)}.`
  }
  if (query.ask === 'first' || query.ask === 'last') {
    const which = query.period?.is_from_now
      ? 'Next'
      : query.nth > 1
        ? `Number ${query.nth} from the ${query.ask === 'last' ? 'end' : 'beginning'}`
        : upperFirst(query.ask)
    return `${which} ${answering.subject.noun[0]}${scope}: ${rows.map((row) => reported(row, columns, answering)).join('; ')}.`
  }
  const yes = query.ask === 'exists' ? 'Yes: ' : ''
  if (rows.length === 1)
    return `${yes}${yes ? listed(1, answering) : upperFirst(listed(1, answering))}${scope}: ${reported(first, columns, answering)}.`
  return `${yes}${listed(rows.length, answering)}${scope}.`
}

/** An answer that is rows: a list, one of them, whether there are any, when. */
export const showRows = (found: Found, answering: Answering): Shown => {
  const columns = columnsFor(answering)
  const shown = found.rows.length > 0 ? found.rows : found.instead
  const isCut = shown.length > MOST_ROWS
  const rows = shown.slice(0, MOST_ROWS)
  return {
    response: sentence(found, columns, answering),
    rows: rows.map((row) => Object.fromEntries(columns.map(({ key, kind }) => [key, cellOf(row[key], kind)]))),
    columns: columns.map(({ key, title, kind }) => ({ key, title, kind })),
    visualization: rows.length > 0 ? { type: 'table', title: answering.subject.title } : null,
    links: rows.map((row) => (typeof row['_link'] === 'string' ? row['_link'] : null)),
    is_cut: isCut,
  }
}

/** How a value went from the first time to the last. */
export const showCourse = ({ course }: Found, answering: Answering): Shown => {
  const { subject, query } = answering
  const measure = subject.measures[query.measure ?? '']
  const title = measure?.title ?? subject.title
  const names = query.filters.flatMap((filter) => valuesOf(filter, subject))
  const of = names.length > 0 ? upperFirst(names.join(', ')) : title
  const [first] = course
  const last = course.at(-1)
  const rows = course.map(({ at, value }) => ({ at: cellOf(at, 'instant'), value }))
  const change = first && last ? Math.round((last.value - first.value) * 100) / 100 : 0
  const response =
    !first || !last
      ? `${none(answering)}${scopeOf(answering, 'for')}.`
      : course.length === 1
        ? `${of}${scopeOf(answering)}: ${first.value}, measured once.`
        : `${of}${scopeOf(answering)}: from ${first.value} to ${last.value}, ${change > 0 ? '+' : ''}${change} over ${course.length} values.`
  return {
    response,
    rows,
    columns: [
      { key: 'at', title: 'When', kind: 'instant' },
      { key: 'value', title: of, kind: 'number' },
    ],
    visualization: course.length > 1 ? { type: 'line', x: 'at', y: 'value', title: of } : null,
    links: rows.map(() => null),
    is_cut: false,
  }
}
