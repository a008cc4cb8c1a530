import { sql, type RawBuilder } from 'kysely'
import { addDays, instantOf } from '#shared/zoned.ts'
import type { Asker, Dimension, ListColumn, Measure, Moment, Sql, Subject } from '#platform/questions/subject.ts'
import { askedAt } from '#platform/questions/asked-at.ts'
import { grains, type Filter, type Grain, type Period, type Query } from '../query.ts'

/** Rows of a list at most; one more is asked for, to know whether there are more. */
export const MOST_ROWS = 200
/** Groups of figures, and points of a course, at most: each day of a year. */
export const MOST_FIGURES = 500
/** Groups that are taken together to one figure at most: who has more is told that it takes too long. */
export const MOST_TAKEN = 100_000

export interface Compiling {
  query: Query
  subject: Subject
  asker: Asker
  /** The clinic's time zone, and the day it is there. */
  zone: string
  today: string
}

const isGrain = (name: string): name is Grain => (grains as readonly string[]).includes(name)
const and = (tests: readonly Sql[]) => (tests.length > 0 ? sql.join(tests, sql` and `) : sql`true`)

const measureOf = ({ query: { measure }, subject }: Compiling): Measure | null => {
  if (measure === null) return null
  const found = subject.measures[measure]
  if (!found) throw new Error(`${subject.name} has no measure ${measure}`)
  return found
}
const dimensionOf = (subject: Subject, name: string): Dimension => {
  const found = subject.dimensions[name]
  if (!found) throw new Error(`${subject.name} has no dimension ${name}`)
  return found
}

/** When rows count as having happened, for this question. */
export const momentOf = (compiling: Compiling): Moment | undefined => measureOf(compiling)?.at ?? compiling.subject.at

const within = ({ sql: at, kind }: Moment, { from, to, is_from_now }: Period, zone: string): Sql => {
  if (is_from_now && kind === 'instant') return sql`${at} >= ${askedAt}`
  if (kind === 'day') return and([...(from ? [sql`${at} >= ${from}::date`] : []), ...(to ? [sql`${at} <= ${to}::date`] : [])])
  return and([
    ...(from ? [sql`${at} >= ${instantOf(from, '00:00', zone)}`] : []),
    ...(to ? [sql`${at} < ${instantOf(addDays(to, 1), '00:00', zone)}`] : []),
  ])
}

const limitsOf = (of: Sql, { at_least, above, at_most, below }: Extract<Filter, { is: 'number' }>): Sql =>
  and([
    ...(at_least === undefined ? [] : [sql`${of} >= ${at_least}::numeric`]),
    ...(above === undefined ? [] : [sql`${of} > ${above}::numeric`]),
    ...(at_most === undefined ? [] : [sql`${of} <= ${at_most}::numeric`]),
    ...(below === undefined ? [] : [sql`${of} < ${below}::numeric`]),
  ])

const choiceSql = (dimension: Dimension, values: readonly string[]): Sql => {
  const rows = dimension.is === 'choice' ? dimension.rows : undefined
  const found = values.flatMap((value) => rows?.[value] ?? [])
  if (found.length === 0 || found.length < values.length) return sql`${dimension.sql} = any(${[...values]})`
  return sql`(${sql.join(
    found.map((one) => sql`(${one})`),
    sql` or `,
  )})`
}

const filterSql = (subject: Subject, filter: Filter): Sql => {
  const dimension = dimensionOf(subject, filter.dimension)
  if (filter.is === 'number') return limitsOf(dimension.sql, filter)
  const is =
    filter.is === 'choice'
      ? choiceSql(dimension, filter.values)
      : sql`${dimension.is === 'named' ? dimension.key : dimension.sql} = any(${[...filter.ids]}::integer[])`
  return filter.not ? sql`(${is}) is not true` : is
}

const visitSql = ({ query: { visit, patient }, subject }: Compiling): Sql[] => {
  if (!visit || !patient || !subject.visit) return []
  const of = sql`select v.id from visits v where v.patient_id = ${patient.id}`
  if (visit === 'current') return [sql`${subject.visit} = (${of} and v.closed_at is null)`]
  return [sql`${subject.visit} = (${of} order by v.created_at ${visit === 'first' ? sql`asc` : sql`desc`}, v.id limit 1)`]
}

/** Whether only what is still to come is meant: asked from today on, and neither what becomes of it nor a share. */
export const isOpenOnly = ({ query, subject: { open, measures }, today }: Compiling): boolean => {
  if (!open || query.is_share || !query.period) return false
  const isAhead = query.period.is_from_now === true || (query.period.from !== null && query.period.from >= today)
  const named = [...query.groups, ...query.filters.map(({ dimension }) => dimension)]
  return isAhead && !named.includes(open.unless) && !measures[query.measure ?? '']?.where
}

const conditions = (compiling: Compiling, { filters = compiling.query.filters, period = compiling.query.period } = {}): Sql[] => {
  const { query, subject, asker, zone } = compiling
  const moment = momentOf(compiling)
  const rule = subject.rows?.(asker)
  return [
    ...(subject.where ? [subject.where] : []),
    ...(rule ? [rule] : []),
    ...(subject.open && isOpenOnly(compiling) ? [subject.open.sql] : []),
    ...(measureOf(compiling)?.where ? [measureOf(compiling)?.where as Sql] : []),
    ...(period && moment ? [within(moment, period, zone)] : []),
    ...(query.patient && subject.patient ? [sql`${subject.patient} = ${query.patient.id}`] : []),
    ...visitSql(compiling),
    ...filters.map((filter) => filterSql(subject, filter)),
  ]
}

const joinsFor = (compiling: Compiling, more: readonly (readonly string[] | undefined)[]): Sql => {
  const { query, subject } = compiling
  const wanted = new Set([
    ...(measureOf(compiling)?.joins ?? []),
    ...[...query.groups, ...query.filters.map(({ dimension }) => dimension)].flatMap((name) => subject.dimensions[name]?.joins ?? []),
    ...more.flatMap((joins) => joins ?? []),
  ])
  const joins = Object.entries(subject.joins ?? {}).flatMap(([name, join]) => (wanted.has(name) ? [join] : []))
  return joins.length > 0 ? sql.join(joins, sql` `) : sql``
}

const taken = { average: 'avg', sum: 'sum', least: 'min', most: 'max' } as const
/** The figure of a group of rows. */
const figureOf = (compiling: Compiling): Sql => {
  const measure = measureOf(compiling)
  if (!measure) throw new Error('A figure needs a measure')
  const figure = measure.total ?? valueFigure(measure, compiling.query)
  if (measure.kind === 'money') return sql`round((${figure})::numeric, 2)::text`
  if (measure.kind === 'count') return sql`(${figure})::float8`
  return sql`round((${figure})::numeric, ${sql.lit(measure.kind === 'minutes' ? 0 : 2)})::float8`
}
const valueFigure = ({ value, usually = 'average' }: Measure, { aggregate }: Query): Sql => {
  if (!value) throw new Error('A measure needs a total or a value')
  const how = aggregate ?? usually
  return how === 'median' ? sql`percentile_cont(0.5) within group (order by ${value})` : sql`${sql.raw(taken[how])}(${value})`
}

/** What rows of a group have in common, and how an answer has it. */
interface GroupSql {
  key: Sql
  shown: Sql
  label: Sql | null
}
const plainGroup = (key: Sql): GroupSql => ({ key, shown: key, label: null })

// The session has the clinic's clock: to look a zone up by its name for every row takes longer than all the rest.
const grainSql = (grain: Grain, { sql: at }: Moment): GroupSql => {
  const local = sql`(${at})::timestamp`
  if (grain === 'hour') return plainGroup(sql`extract(hour from ${local})::integer`)
  if (grain === 'weekday') return plainGroup(sql`extract(isodow from ${local})::integer`)
  const key = sql`date_trunc(${sql.lit(grain)}, ${local})`
  // Written once for each group.
  return { key, shown: sql`to_char(${key}, 'YYYY-MM-DD')`, label: null }
}

/** Which of the bands it is, looked up at once: `of` may take long. */
const bandSql = (of: Sql, bands: readonly { below: number | null; label: string }[]): Sql => {
  const limits = bands.flatMap(({ below }) => below ?? [])
  const band = sql`width_bucket((${of})::float8, ${sql.lit(`{${limits.join(',')}}`)}::float8[])`
  return limits.length < bands.length ? band : sql`nullif(${band}, ${sql.lit(limits.length)})`
}

const groupSql = (compiling: Compiling, name: string): GroupSql => {
  const moment = momentOf(compiling)
  if (isGrain(name)) {
    if (!moment) throw new Error(`${compiling.subject.name} happens at no time`)
    return grainSql(name, moment)
  }
  const dimension = dimensionOf(compiling.subject, name)
  // Of names of one thing any will do: the first by its bytes is the one that is found fastest.
  if (dimension.is === 'named') return { ...plainGroup(dimension.key), label: sql`min((${dimension.sql}) collate "C")` }
  return plainGroup(dimension.is === 'number' && dimension.bands ? bandSql(dimension.sql, dimension.bands) : dimension.sql)
}

/** A value as the database answers it: texts, numbers, days as text, instants. */
export type Scalar = string | number | Date | null
export interface FigureRow {
  figure: number | string | null
  [group: string]: Scalar | undefined
}
export type ListRow = Record<string, Scalar | undefined>

/** Whether the figures of the groups become one: the average of the days. */
export const isTakenTogether = ({ query: { aggregate, groups, measure }, subject }: Compiling): boolean =>
  aggregate !== null && groups.length === 1 && subject.measures[measure ?? '']?.total !== undefined

/** One row for each group (one in all where there are none): `g0`, `g1` what it is, `n0`, `n1` its name, `figure`. */
export const figuresSql = (
  compiling: Compiling,
  changed: { filters?: readonly Filter[]; period?: Period | null } = {},
): RawBuilder<FigureRow> => {
  const { query, subject } = compiling
  const groups = query.groups.map((name) => groupSql(compiling, name))
  const selected = groups.flatMap(({ shown, label }, index) => [
    sql`${shown} as ${sql.id(`g${index}`)}`,
    ...(label ? [sql`${label} as ${sql.id(`n${index}`)}`] : []),
  ])
  const rows = sql`select ${sql.join([...selected, sql`${figureOf(compiling)} as figure`])}
    from ${subject.from} ${joinsFor(compiling, [])} where ${and(conditions(compiling, changed))}
    ${groups.length > 0 ? sql`group by ${sql.join(groups.map(({ key }) => key))}` : sql``}`
  if (groups.length === 0) return sql<FigureRow>`${rows}`
  // Money is text in the answer, but amounts in the order.
  const figure = measureOf(compiling)?.kind === 'money' ? sql`(figure)::numeric` : sql`figure`
  const by = query.top
    ? sql`${figure} ${query.top.order === 'least' ? sql`asc` : sql`desc`} nulls last`
    : query.groups.some(isGrain)
      ? sql.join(query.groups.flatMap((name, index) => (isGrain(name) ? [sql.id(`g${index}`)] : [])))
      : sql`${figure} desc nulls last`
  // The first so many have names: what is not recorded is none of them.
  const named = query.top ? and(groups.map((_, index) => sql`${sql.id(`g${index}`)} is not null`)) : sql`true`
  const most = isTakenTogether(compiling) ? MOST_TAKEN : MOST_FIGURES
  const limit = query.top ? Math.min(query.top.count, MOST_FIGURES) : most + 1
  return sql<FigureRow>`select * from (${rows}) x where ${named} order by ${by}, ${sql.join(groups.map((_, index) => sql.id(`g${index}`)))} limit ${sql.lit(limit)}`
}

/** What is the same in every row of an answer to a patient: who they are. */
const isAsker = ({ key }: ListColumn) => key === 'patient' || key === 'patient_number'

/** The columns of a list that a person may see; one alone where one was asked for. */
export const columnsFor = ({ query, subject, asker }: Compiling): ListColumn[] => {
  const seen = (subject.list?.columns ?? []).filter((column) =>
    asker.role === 'patient' ? !column.staff && !isAsker(column) : (column.access ?? []).every((right) => asker.permissions.has(right)),
  )
  if (query.column === null) return seen
  const who = seen.filter(({ key }) => key === 'patient' || key === 'name' || key === 'number')
  return [...who, ...seen.filter((column) => column.key === query.column && !who.includes(column))]
}

const amountKinds = new Set(['money', 'quantity', 'minutes', 'days', 'number', 'count'])

const rowOrder = (compiling: Compiling, columns: readonly ListColumn[]): Sql => {
  const { query, subject } = compiling
  const usual = subject.list?.order ?? sql`1`
  if (query.ask !== 'rows' || !query.top) return usual
  const { order } = query.top
  const moment = momentOf(compiling)
  if (order === 'newest' || order === 'oldest') return moment ? sql`${moment.sql} ${order === 'newest' ? sql`desc` : sql`asc`}` : usual
  // What somebody owes says more than for how many bills.
  const amount = columns.find(({ kind }) => kind === 'money') ?? columns.find(({ kind }) => amountKinds.has(kind))
  return amount ? sql`${amount.sql} ${order === 'most' ? sql`desc` : sql`asc`} nulls last` : usual
}

/** The rows themselves: each column under its key, `_link` the address of a row, `_at` when it happened. */
export const rowsSql = (compiling: Compiling): RawBuilder<ListRow> => {
  const { query, subject } = compiling
  const { list } = subject
  if (!list) throw new Error(`${subject.name} cannot be listed`)
  const columns = columnsFor(compiling)
  const moment = momentOf(compiling)
  const isOne = query.ask === 'first' || query.ask === 'last' || query.ask === 'when first' || query.ask === 'when last'
  const isByTime = isOne || (query.ask === 'rows' && (query.top?.order === 'newest' || query.top?.order === 'oldest'))
  // What has not happened yet, such as a draft, is neither the first nor the last.
  const where = [...conditions(compiling), ...(moment && isByTime ? [sql`${moment.sql} is not null`] : [])]
  const joins = joinsFor(compiling, [list.joins, ...columns.map((column) => column.joins)])
  const selected = [
    ...columns.map(({ key, sql: value, kind }) =>
      kind === 'money' ? sql`(${value})::text as ${sql.id(key)}` : sql`${value} as ${sql.id(key)}`,
    ),
    sql`${list.link ?? sql`null`} as _link`,
    sql`${moment?.sql ?? sql`null`} as _at`,
  ]
  if (isOne && moment) {
    const direction = query.ask.endsWith('first') ? sql`asc` : sql`desc`
    // What happened at one time is one answer: both figures of a blood pressure.
    const at = sql`select distinct ${moment.sql} as at from ${subject.from} ${joins} where ${and(where)} order by 1 ${direction} limit 1 offset ${sql.lit(query.nth - 1)}`
    where.push(sql`${moment.sql} = (${at})`)
  }
  const limit = query.ask === 'rows' && query.top ? Math.min(query.top.count, MOST_ROWS) : MOST_ROWS + 1
  return sql`select ${sql.join(selected)} from ${subject.from} ${joins} where ${and(where)}
    order by ${rowOrder(compiling, columns)} limit ${sql.lit(limit)}`
}

/** How a value went: `at` and `value` of each row, the oldest first. */
export const courseSql = (compiling: Compiling): RawBuilder<{ at: Date | string; value: number }> => {
  const { subject } = compiling
  const moment = momentOf(compiling)
  const measure = measureOf(compiling)
  if (!moment || !measure?.value) throw new Error(`${subject.name} has no course`)
  return sql`select * from (select ${moment.sql} as at, round((${measure.value})::numeric, 2)::float8 as value from ${subject.from} ${joinsFor(compiling, [])}
    where ${and([...conditions(compiling), sql`${measure.value} is not null`])} order by 1 desc limit ${sql.lit(MOST_FIGURES)}) x order by 1`
}
