/** By what time rows are put together. */
export const grains = ['hour', 'day', 'weekday', 'week', 'month', 'quarter', 'year'] as const
export type Grain = (typeof grains)[number]

/** Days of the clinic, both included; null is open. */
export interface Period {
  from: string | null
  to: string | null
  /** As an answer says it: 'October 2026', 'since 1 June 2026'. */
  label: string
  /** From the moment at which it is asked, not from the beginning of that day. */
  is_from_now?: true
}

export interface ChoiceFilter {
  is: 'choice'
  dimension: string
  values: readonly string[]
  not?: true
}
export interface NamedFilter {
  is: 'named'
  dimension: string
  /** The rows whose names contain what was said. */
  ids: readonly number[]
  /** What was said, as the clinic writes it. */
  label: string
  not?: true
}
export interface NumberFilter {
  is: 'number'
  dimension: string
  at_least?: number
  above?: number
  at_most?: number
  below?: number
}
export type Filter = ChoiceFilter | NamedFilter | NumberFilter

export const aggregates = ['average', 'sum', 'least', 'most', 'median'] as const
export type Aggregate = (typeof aggregates)[number]

export interface AskedPatient {
  id: number
  /** Name and number, as an answer writes them. */
  label: string
}

/**
 * What a question comes to: names of the catalogue and values, nothing else. The same object comes from the reader of plain words, from a
 * follow-up and from a language model, and is all that SQL is made of.
 */
export interface Query {
  subject: string
  /**
   * measure: one figure, or one for each group. rows: the rows themselves. first, last: one of them (`nth` before the last, or after the
   * first). exists: whether there are any, and which. when: the time of the first or last. change: how `measure` went from the first to the last.
   */
  ask: 'measure' | 'rows' | 'first' | 'last' | 'exists' | 'when first' | 'when last' | 'change'
  measure: string | null
  aggregate: Aggregate | null
  /** Names of dimensions or grains, two at most. */
  groups: readonly string[]
  filters: readonly Filter[]
  period: Period | null
  /** The period that it is compared with. */
  against: Period | null
  patient: AskedPatient | null
  /** Only what happened in one visit of the patient; current: the one that is open. */
  visit: 'first' | 'last' | 'current' | null
  /** As a share of the same without filters, but for those of `share_of`. */
  is_share: boolean
  /** Dimensions whose filters say of what it is a share: malaria in 'what percentage of malaria tests was positive'. */
  share_of?: readonly string[]
  /** The first so many: by their figure (rows by their amount), or by time. */
  top: { count: number; order: 'most' | 'least' | 'newest' | 'oldest' } | null
  /** The second, third … from its end; 1 where nothing is said. */
  nth: number
  /** The one column that is asked for. */
  column: string | null
}

const sameWords = (values: readonly (string | number)[]) => [...values].map(String).sort().join('|')
const filterText = (filter: Filter): string => {
  if (filter.is === 'number') {
    const { dimension, at_least, above, at_most, below } = filter
    const parts = [
      at_least !== undefined && `>=${at_least}`,
      above !== undefined && `>${above}`,
      at_most !== undefined && `<=${at_most}`,
      below !== undefined && `<${below}`,
    ]
    return `${dimension}${parts.filter(Boolean).join('&')}`
  }
  const stated = filter.is === 'choice' ? sameWords(filter.values) : filter.label.toLowerCase()
  return `${filter.dimension}${filter.not ? '!=' : '='}${stated}`
}
const periodText = ({ from, to, is_from_now }: Period) => `${is_from_now ? 'now' : (from ?? '')}..${to ?? ''}`

/** One line that says all of a query, and the same for the same: what tests and measurements compare. */
export const queryText = (query: Query): string =>
  [
    query.ask === 'measure'
      ? `${query.subject}.${query.measure}`
      : `${query.ask} ${query.subject}${query.measure ? `.${query.measure}` : ''}`,
    query.column && `column ${query.column}`,
    query.aggregate && `as ${query.aggregate}`,
    query.groups.length > 0 && `by ${query.groups.join(', ')}`,
    query.filters.length > 0 && `where ${query.filters.map(filterText).sort().join(' and ')}`,
    query.patient && `of ${query.patient.label}`,
    query.visit && `in the ${query.visit} visit`,
    query.period && `in ${periodText(query.period)}`,
    query.against && `against ${periodText(query.against)}`,
    query.is_share && 'share',
    query.top && `${query.top.order} ${query.top.count}`,
    query.nth > 1 && `nth ${query.nth}`,
  ]
    .filter(Boolean)
    .join(' ')
