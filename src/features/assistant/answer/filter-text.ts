import type { Dimension, Moment, Subject } from '#platform/questions/subject.ts'
import type { Filter, Query } from '../query.ts'
import { isOpenOnly, type Compiling } from '../server/compile.ts'
import { upperFirst } from './say.ts'

const limits = ({ at_least, above, at_most, below }: Extract<Filter, { is: 'number' }>): string => {
  if (at_least !== undefined && at_least === at_most) return String(at_least)
  const parts = [
    at_least !== undefined && `at least ${at_least}`,
    above !== undefined && `more than ${above}`,
    at_most !== undefined && `at most ${at_most}`,
    below !== undefined && `less than ${below}`,
  ]
  return parts.filter(Boolean).join(' and ')
}

/** How an answer writes a value: never with the database's own word where it has another. */
export const valueLabel = (dimension: Dimension, value: string) =>
  (dimension.is === 'choice' && dimension.labels?.[value]) || upperFirst(value)

/** The values that a filter names, as an answer writes them; none where it compares numbers. */
export const valuesOf = (filter: Filter, { dimensions }: Subject): string[] => {
  if (filter.is === 'number') return []
  const dimension = dimensions[filter.dimension]
  return filter.is === 'named' || !dimension
    ? [filter.is === 'named' ? filter.label : '']
    : filter.values.map((value) => valueLabel(dimension, value))
}

const filterText = (filter: Filter, dimension: Dimension): string => {
  if (filter.is === 'number') {
    const unit = dimension.is === 'number' && dimension.unit ? ` ${dimension.unit}` : ''
    return `${dimension.title}: ${limits(filter)}${unit}`
  }
  const stated = filter.is === 'choice' ? filter.values.map((value) => valueLabel(dimension, value)).join(' or ') : filter.label
  return `${dimension.title}${filter.not ? ' is not' : ':'} ${stated}`
}

const visits = { first: 'Only the first visit', last: 'Only the last visit', current: 'Only the visit that is open' } as const

const timeText = ({ period }: Query, at: Moment | undefined): string => {
  if (!at) return 'Time: as it is now'
  return `Time: ${period?.label ?? 'all time'}${period && at.phrase ? `, by ${at.phrase}` : ''}`
}

/** What was counted, in words: one sentence for the rows, each limit and the time. */
export const filterTexts = (compiling: Compiling): string[] => {
  const { query, subject, asker } = compiling
  const left = query.top ? query.groups.flatMap((name) => subject.dimensions[name]?.title.toLowerCase() ?? []) : []
  const measure = query.measure === null ? null : subject.measures[query.measure]
  return [
    `What: ${measure?.title ?? subject.title}`,
    ...(query.patient ? [`Patient: ${query.patient.label}`] : []),
    ...query.filters.flatMap((filter) => {
      const dimension = subject.dimensions[filter.dimension]
      return dimension ? [filterText(filter, dimension)] : []
    }),
    ...(left.length > 0 ? [`Only where ${left.join(' and ')} is recorded`] : []),
    ...(query.visit ? [visits[query.visit]] : []),
    timeText(query, measure?.at ?? subject.at),
    ...(subject.open && isOpenOnly(compiling) ? [subject.open.note] : []),
    ...(subject.note?.(asker) ? [subject.note(asker) ?? ''] : []),
    ...(query.against ? [`Compared with: ${query.against.label}`] : []),
  ]
}
