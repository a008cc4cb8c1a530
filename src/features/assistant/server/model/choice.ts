import { z } from 'zod'
import type { ModelCatalogue, ModelDimension, ModelSubject } from './catalogue.ts'
import type { MaskedQuestion } from './mask.ts'

/** A filter of a choice: words of the catalogue, or (`is_said`) what the person said, which is still to be looked up. */
export interface ModelFilter {
  dimension: string
  values: readonly string[]
  is_said: boolean
}

/** What a model chose, every part of it from the catalogue that it was given. Times and patients are the reader's own. */
export interface ModelChoice {
  subject: string
  ask: 'measure' | 'rows'
  measure: string | null
  /** Names of dimensions or grains, two at most. */
  groups: readonly string[]
  filters: readonly ModelFilter[]
  top: { count: number; order: 'most' | 'least' } | null
}

const name = z.string().max(100)
const Answer = z.strictObject({
  answerable: z.boolean(),
  subject: name,
  ask: z.enum(['measure', 'rows']),
  measure: name.nullable(),
  groups: z.array(name).max(2),
  filters: z.array(z.strictObject({ dimension: name, values: z.array(name).min(1).max(20) })).max(10),
  top: z.strictObject({ count: z.int().min(1).max(100), order: z.enum(['most', 'least']) }).nullable(),
})
type Answer = z.output<typeof Answer>

const isDistinct = (names: readonly string[]) => new Set(names).size === names.length

const isOfSubject = ({ ask, measure, groups }: Answer, subject: ModelSubject) => {
  const isMeasure = measure === null || subject.measures.some(({ name }) => name === measure)
  const isGroup = (group: string) => subject.dimensions.some(({ name }) => name === group) || subject.times.includes(group)
  if (!isMeasure || !groups.every(isGroup) || !isDistinct(groups)) return false
  return ask === 'measure' ? measure !== null : subject.has_rows && measure === null && groups.length === 0
}

const isValueOf = ({ values, named }: ModelDimension, { stated }: MaskedQuestion) => {
  if (values) return (value: string) => values.includes(value)
  return (value: string) => named === true && /^\[(name|number) \d+\]$/.test(value) && stated.has(value)
}

const areFilters = ({ filters }: Answer, subject: ModelSubject, question: MaskedQuestion) =>
  isDistinct(filters.map(({ dimension }) => dimension)) &&
  filters.every(({ dimension, values }) => {
    const found = subject.dimensions.find(({ name }) => name === dimension)
    return found !== undefined && isDistinct(values) && values.every(isValueOf(found, question))
  })

/** Leaving out a name, a number or a count would answer another question than the one that was asked. */
const isWhole = ({ filters, top }: Answer, { stated, counts }: MaskedQuestion) => {
  const used = new Set(filters.flatMap(({ values }) => values))
  const left = [...stated.keys()].filter((mark) => /^\[(name|number) /.test(mark) && !used.has(mark))
  return left.length === 0 && (counts.length === 0 || (counts.length === 1 && top?.count === counts[0]))
}

/** Which rows a count is of has to be said: the first groups, or the first rows. */
const isTop = ({ ask, top, groups }: Answer) => top === null || ask === 'rows' || groups.length > 0

/**
 * The choice in what a model answered, with the names and numbers that it did not see filled in again. 'none': it says that the catalogue
 * has no answer. 'outside': it is no choice from the catalogue, or not one of the whole question.
 */
export const choiceIn = (answer: unknown, catalogue: ModelCatalogue, question: MaskedQuestion): ModelChoice | 'none' | 'outside' => {
  const parsed = Answer.safeParse(answer)
  if (!parsed.success) return 'outside'
  const { data } = parsed
  if (!data.answerable) return 'none'
  const subject = catalogue.find((one) => one.subject === data.subject)
  if (!subject || !isOfSubject(data, subject) || !areFilters(data, subject, question)) return 'outside'
  if (!isWhole(data, question) || !isTop(data)) return 'outside'
  const { ask, measure, groups, top } = data
  const filters = data.filters.map(({ dimension, values }) => {
    const isStated = subject.dimensions.some(({ name, named }) => name === dimension && named)
    return { dimension, values: values.map((value) => (isStated ? (question.stated.get(value) ?? value) : value)), is_said: isStated }
  })
  return { subject: subject.subject, ask, measure, groups, filters, top }
}
