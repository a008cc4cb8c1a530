import { addDays } from '#shared/zoned.ts'
import type { FigureKind, Measure } from '#platform/questions/subject.ts'
import { grains, type Aggregate, type Grain } from '../query.ts'
import type { ReplyColumn, Visualization } from '../contract.ts'
import { wholeOf } from '../shares.ts'
import { isTakenTogether, MOST_FIGURES, type FigureRow } from '../server/compile.ts'
import type { Found } from '../server/run-query.ts'
import { valueLabel } from './filter-text.ts'
import { scopeOf, type Answering, type Row, type Shown } from './answering.ts'
import { sayGrain, sayValue, upperFirst } from './say.ts'

/** What a group is called whose rows name none. */
const NOT_RECORDED = 'Not recorded'
/** Slices that a pie can still tell apart. */
const MOST_SLICES = 6
/** Points of a chart that a gap in time is filled up to, and those of which one figure is made. */
const MOST_POINTS = 400
const MOST_DAYS = 20_000

const isGrain = (name: string | undefined): name is Grain => (grains as readonly string[]).includes(name ?? '')
const aggregateWords: Record<Aggregate, string> = { average: 'Average', sum: 'Total', least: 'Lowest', most: 'Highest', median: 'Median' }

const measureOf = ({ subject, query }: Answering): Measure => {
  const measure = subject.measures[query.measure ?? '']
  if (!measure) throw new Error('A figure needs a measure')
  return measure
}
/** Under what the figure stands: its name, unless what it is told apart by is called the same. */
const keyOfFigure = ({ query: { measure, groups } }: Answering) => (measure === null || groups.includes(measure) ? 'figure' : measure)
const titleOf = (answering: Answering) => {
  const measure = measureOf(answering)
  const how = answering.query.aggregate ?? (measure.value ? (measure.usually ?? 'average') : null)
  if (how === null || measure.title.toLowerCase().startsWith(aggregateWords[how].toLowerCase())) return measure.title
  return `${aggregateWords[how]} ${measure.title.charAt(0).toLowerCase()}${measure.title.slice(1)}`
}

const next: Partial<Record<Grain, (day: string) => string>> = {
  day: (day) => addDays(day, 1),
  week: (day) => addDays(day, 7),
  month: (day) => addMonths(day, 1),
  quarter: (day) => addMonths(day, 3),
  year: (day) => addMonths(day, 12),
}
const addMonths = (day: string, months: number) => {
  const at = new Date(`${day}T00:00:00Z`)
  at.setUTCMonth(at.getUTCMonth() + months)
  return at.toISOString().slice(0, 10)
}
const beginnings: Partial<Record<Grain, (day: string) => string>> = {
  day: (day) => day,
  week: (day) => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7)),
  month: (day) => `${day.slice(0, 7)}-01`,
  quarter: (day) => `${day.slice(0, 5)}${String(Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1).padStart(2, '0')}-01`,
  year: (day) => `${day.slice(0, 4)}-01-01`,
}

/** What a figure is where there are no rows: unknown where it is a value or a share of rows. */
const emptyFigure = ({ value, kind }: Measure): FigureRow['figure'] => (value || kind === 'percent' ? null : kind === 'money' ? '0.00' : 0)

/** A day on which nothing happened is a point too: its figure is nothing where figures add up. */
const filled = (rows: readonly FigureRow[], answering: Answering): FigureRow[] => {
  const { query, today } = answering
  const { period } = query
  const [grain] = query.groups
  const measure = measureOf(answering)
  const step = isGrain(grain) ? next[grain] : undefined
  const begin = isGrain(grain) ? beginnings[grain] : undefined
  if (!step || !begin || query.groups.length > 1 || query.top || emptyFigure(measure) === null || rows.length === 0) return [...rows]
  const known = new Map(rows.map((row) => [String(row['g0']), row]))
  const days = [...known.keys()].sort()
  const from = begin(period?.from ?? days[0] ?? today)
  const until = [period?.to ?? today, today].sort()[0] ?? today
  const isOne = isTakenTogether(answering)
  const most = isOne ? MOST_DAYS : MOST_POINTS
  const end = days.at(-1) ?? until
  // An average of all time is over the time of which anything is known.
  const last = isOne && !period ? end : ([until, end].sort().at(-1) ?? until)
  const all: FigureRow[] = []
  for (let at = from; at <= last && all.length <= most; at = step(at)) all.push(known.get(at) ?? { g0: at, figure: emptyFigure(measure) })
  return all.length > most ? [...rows] : all
}

const label = (row: FigureRow, index: number, answering: Answering): string => {
  const name = answering.query.groups[index] ?? ''
  const value = row[`g${index}`]
  if (isGrain(name)) return sayGrain(name, value)
  const dimension = answering.subject.dimensions[name]
  if (dimension?.is === 'named') return String(row[`n${index}`] ?? NOT_RECORDED)
  if (value === null || value === undefined) return NOT_RECORDED
  if (dimension?.is === 'number' && dimension.bands) return dimension.bands[Number(value)]?.label ?? String(value)
  return dimension?.is === 'choice' ? valueLabel(dimension, String(value)) : String(value)
}

const groupColumns = ({ query, subject }: Answering): ReplyColumn[] =>
  query.groups.map((name) => ({
    key: name,
    title: subject.dimensions[name]?.title ?? upperFirst(name),
    kind: name === 'day' ? 'date' : 'text',
  }))

const round = (value: number) => Math.round(value * 100) / 100
const percent = (part: unknown, whole: unknown) => (Number(whole) === 0 ? null : Math.round((Number(part) / Number(whole)) * 1000) / 10)
const keyOf = (row: FigureRow) => JSON.stringify([row['g0'] ?? null, row['g1'] ?? null])

const overall = (rows: readonly FigureRow[], how: Aggregate, none: FigureRow['figure']): number | null => {
  const values = rows.flatMap(({ figure }) => ((figure ?? none) === null ? [] : [Number(figure ?? none)])).sort((a, b) => a - b)
  if (values.length === 0) return null
  const sum = values.reduce((total, value) => total + value, 0)
  const middle = values.length / 2
  const medians = [values[Math.ceil(middle) - 1] ?? 0, values[Math.floor(middle)] ?? 0]
  const answers: Record<Aggregate, number> = {
    sum,
    average: sum / values.length,
    least: values[0] ?? 0,
    most: values.at(-1) ?? 0,
    median: ((medians[0] ?? 0) + (medians[1] ?? 0)) / 2,
  }
  return round(answers[how])
}

const plain = (figure: FigureRow['figure']): Row[string] => figure ?? null

const one = (value: Row[string], kind: FigureKind, title: string, answering: Answering): Shown => {
  const key = keyOfFigure(answering)
  return {
    response:
      value === null ? `Nothing is recorded${scopeOf(answering)}.` : `${title}${scopeOf(answering)}: ${sayValue(value, kind, answering)}.`,
    rows: [{ [key]: value }],
    columns: [{ key, title, kind }],
    visualization: { type: 'number', value: key, title },
    links: [null],
    is_cut: false,
  }
}

const sign = (value: number) => (value > 0 ? '+' : '')

const compared = ({ figures, others }: Found, answering: Answering): Shown => {
  const { query } = answering
  const { kind } = measureOf(answering)
  const title = titleOf(answering)
  const key = keyOfFigure(answering)
  const now = figures[0]?.figure ?? null
  const before = others[0]?.figure ?? null
  const change = now === null || before === null ? null : round(Number(now) - Number(before))
  const part = change === null ? null : percent(change, before)
  const tail =
    change === null ? '' : ` (${sign(change)}${sayValue(change, kind, answering)}${part === null ? '' : `, ${sign(part)}${part} %`})`
  return {
    response: `${title}${query.patient ? ` of ${query.patient.label}` : ''}: ${sayValue(now, kind, answering)} in ${query.period?.label ?? 'all time'}, ${sayValue(before, kind, answering)} in ${query.against?.label ?? ''}${tail}.`,
    rows: [
      { period: query.period?.label ?? 'All time', [key]: plain(now) },
      { period: query.against?.label ?? '', [key]: plain(before) },
    ],
    columns: [
      { key: 'period', title: 'Period', kind: 'text' },
      { key, title, kind },
    ],
    visualization: { type: 'bar', x: 'period', y: key, title },
    links: [null, null],
    is_cut: false,
  }
}

const shared = ({ figures, others }: Found, answering: Answering): Shown => {
  const { kind } = measureOf(answering)
  const part = figures[0]?.figure ?? 0
  const whole = others[0]?.figure ?? 0
  const share = percent(part, whole)
  const stated = `${sayValue(part, kind, answering)} of ${sayValue(whole, kind, answering)}`
  const { query, subject } = answering
  const { title } = measureOf(answering)
  const of = query.filters.length === 0 ? subject.measures[wholeOf(subject, query.measure ?? '') ?? ''] : undefined
  const text = of
    ? `${title}${scopeOf(answering)}: ${share} % of ${of.title.toLowerCase()}, ${stated}.`
    : `${share} % of ${title.toLowerCase()}${scopeOf(answering)}: ${stated}.`
  return {
    response: share === null ? `There is nothing to take a share of${scopeOf(answering)}.` : text,
    rows: [{ share, part: plain(part), whole: plain(whole) }],
    columns: [
      { key: 'share', title: 'Share', kind: 'percent' },
      { key: 'part', title, kind },
      { key: 'whole', title: of?.title ?? `${title}, all`, kind },
    ],
    visualization: { type: 'number', value: 'share', title },
    links: [null],
    is_cut: false,
  }
}

const chartOf = (answering: Answering, rows: readonly Row[], columns: readonly ReplyColumn[], title: string): Visualization | null => {
  const { query, subject } = answering
  if (rows.length === 0) return null
  const [x] = query.groups
  const y = keyOfFigure(answering)
  if (!x || query.groups.length > 1 || rows.length > 60)
    return x && isGrain(x) && query.groups.length === 1 ? { type: 'line', x, y, title } : { type: 'table', title }
  const against = columns.some(({ key }) => key === 'before') ? { against: 'before' } : {}
  if (isGrain(x) && x !== 'hour' && x !== 'weekday' && !query.top && rows.length > 2) return { type: 'line', x, y, title, ...against }
  const measure = measureOf(answering)
  const isWhole = measure.adds !== false && !measure.value && !query.top && !query.against && subject.dimensions[x]?.is === 'choice'
  if (isWhole && rows.length > 1 && rows.length <= MOST_SLICES) return { type: 'pie', labels: x, values: y, title }
  return { type: 'bar', x, y, title, ...against }
}

/** What there was only in the time that it is compared with is shown too; pieces of another time stand for themselves. */
const withEarlier = (figures: FigureRow[], { others }: Found, answering: Answering): FigureRow[] => {
  const { query } = answering
  if (!query.against || query.top || query.groups.some((name) => isGrain(name) && next[name]) || figures.length >= MOST_FIGURES)
    return figures
  const known = new Set(figures.map(keyOf))
  const gone = others.flatMap((row) => (known.has(keyOf(row)) ? [] : [{ ...row, figure: emptyFigure(measureOf(answering)) }]))
  const all: FigureRow[] = [...figures, ...gone].slice(0, MOST_FIGURES)
  const at = query.groups.findIndex(isGrain)
  return at < 0 ? all : all.sort((a, b) => Number(a[`g${at}`]) - Number(b[`g${at}`]))
}

const grouped = (found: Found, answering: Answering): Shown => {
  const { query } = answering
  const measure = measureOf(answering)
  const title = titleOf(answering)
  const y = keyOfFigure(answering)
  const figures = withEarlier(filled(found.figures.slice(0, MOST_FIGURES), answering), found, answering)
  const others = new Map(found.others.map((row) => [keyOf(row), row.figure]))
  const isOfAll = query.filters.length === 0 && wholeOf(answering.subject, query.measure ?? '') === null
  const wholeOfRow = (row: FigureRow) => (isOfAll ? found.others[0]?.figure : others.get(keyOf(row)))
  const rows: Row[] = figures.map((row) => ({
    ...Object.fromEntries(
      query.groups.map((name, index) => [name, name === 'day' ? String(row[`g${index}`]) : label(row, index, answering)]),
    ),
    [y]: plain(row.figure),
    ...(query.is_share && { share: percent(row.figure ?? 0, wholeOfRow(row) ?? 0) }),
    ...(query.against && { before: plain(others.get(keyOf(row)) ?? emptyFigure(measure)) }),
  }))
  const columns: ReplyColumn[] = [
    ...groupColumns(answering),
    { key: y, title, kind: measure.kind },
    ...(query.is_share ? [{ key: 'share', title: 'Share', kind: 'percent' as const }] : []),
    ...(query.against ? [{ key: 'before', title: query.against.label, kind: measure.kind }] : []),
  ]
  const by = groupColumns(answering)
    .map((column) => column.title.toLowerCase())
    .join(' and ')
  const first = rows.find((row) => query.groups.every((name) => row[name] !== NOT_RECORDED))
  const firstName = first ? query.groups.map((name) => String(first[name])).join(', ') : ''
  const leading =
    first && (query.top || !query.groups.some(isGrain))
      ? ` ${query.top?.order === 'least' ? 'Least' : 'Most'}: ${firstName}, ${sayValue(first[y], measure.kind, answering)}.`
      : ''
  return {
    response: rows.length === 0 ? `Nothing is recorded${scopeOf(answering)}.` : `${title} by ${by}${scopeOf(answering)}.${leading}`,
    rows,
    columns,
    visualization: chartOf(answering, rows, columns, `${title} by ${by}`),
    links: rows.map(() => null),
    is_cut: found.figures.length > MOST_FIGURES,
  }
}

/** An answer that is figures: one, one for each group, beside those of another period, or as a share. */
export const showFigures = (found: Found, answering: Answering): Shown => {
  const { query } = answering
  const measure = measureOf(answering)
  if (query.aggregate && isTakenTogether(answering)) {
    const per = query.groups[0] ?? ''
    const value = overall(filled(found.figures, answering), query.aggregate, emptyFigure(measure))
    return one(
      value,
      measure.kind === 'count' ? 'number' : measure.kind,
      `${aggregateWords[query.aggregate]} ${measure.title.toLowerCase()} per ${per}`,
      answering,
    )
  }
  if (query.groups.length > 0) return grouped(found, answering)
  if (query.is_share) return shared(found, answering)
  if (query.against) return compared(found, answering)
  return one(plain(found.figures[0]?.figure ?? null), measure.kind, titleOf(answering), answering)
}
