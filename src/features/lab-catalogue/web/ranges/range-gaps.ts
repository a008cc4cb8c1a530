import type { RangeAudience } from '#features/lab-catalogue/rules.ts'

/** Ages of some people that no range covers. */
export interface Gap {
  who: 'both' | 'male' | 'female' | 'pregnant'
  from: number
  /** Exclusive; null: without end. */
  to: number | null
}
type Span = Pick<Gap, 'from' | 'to'>
const END = Number.POSITIVE_INFINITY

const isValidOn = ({ valid_from, valid_until }: RangeAudience, day: string) =>
  valid_from <= day && (valid_until === null || day < valid_until)

/** What lies between the spans, from birth without end. */
const between = (spans: readonly Span[]): Span[] => {
  const gaps: Span[] = []
  let at = 0
  for (const { from, to } of spans.toSorted((a, b) => a.from - b.from)) {
    if (from > at) gaps.push({ from: at, to: from })
    at = Math.max(at, to ?? END)
  }
  if (at < END) gaps.push({ from: at, to: null })
  return gaps
}
const spansOf = (ranges: readonly RangeAudience[], fits: (range: RangeAudience) => boolean): Span[] =>
  ranges.filter(fits).map(({ age_from_days: from, age_to_days: to }) => ({ from, to }))

const isIn = (span: Span, others: readonly Span[]) => others.some(({ from, to }) => from === span.from && to === span.to)

/** What of the second is not in the first. */
const without = (spans: readonly Span[], taken: readonly Span[]): Span[] => {
  const free = between(taken)
  return spans.flatMap((span) =>
    free.flatMap((gap) => {
      const from = Math.max(span.from, gap.from)
      const to = Math.min(span.to ?? END, gap.to ?? END)
      return from < to ? [{ from, to: to === END ? null : to }] : []
    }),
  )
}

/**
 * Who has no range of those valid on the day: by sex and age for people who are not pregnant; pregnant women where only those who are not
 * have one. Nothing where no range is valid at all: then nobody has one.
 */
export const rangeGaps = (ranges: readonly RangeAudience[], day: string): Gap[] => {
  const valid = ranges.filter((range) => isValidOn(range, day))
  if (valid.length === 0) return []
  const covered = (sex: 'male' | 'female', isPregnant: boolean) =>
    spansOf(valid, (range) => (range.sex === null || range.sex === sex) && (range.is_pregnant === null || range.is_pregnant === isPregnant))
  const male = between(covered('male', false))
  const female = between(covered('female', false))
  const forWomen = spansOf(valid, (range) => range.sex !== 'male' && range.is_pregnant === false)
  return [
    ...male.map((span): Gap => ({ who: isIn(span, female) ? 'both' : 'male', ...span })),
    ...female.filter((span) => !isIn(span, male)).map((span): Gap => ({ who: 'female', ...span })),
    ...without(forWomen, covered('female', true)).map((span): Gap => ({ who: 'pregnant', ...span })),
  ].toSorted((a, b) => a.from - b.from)
}
