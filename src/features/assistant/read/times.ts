import { addUnits, moved, periodLabel } from '../language/periods/calendar.ts'
import type { FoundPeriod } from '../language/periods.ts'
import type { Period, Query } from '../query.ts'
import type { Draft } from './candidate.ts'

const all = (draft: Draft) => {
  for (const index of draft.sentence.timed) draft.covered.add(index)
}

const PAST = new Set(['was', 'were', 'did', 'had', 'missed'])
/** 'On 20 November' of what may be ahead is the next one, where that is nearer than the last. */
const nearest = ({ period, floats }: FoundPeriod, { sentence: { today, tokens } }: Draft): Period => {
  const { from, to } = period
  if (!floats || !from || !to || from > today || tokens.some(({ text }) => PAST.has(text))) return period
  const days = floats === 'year' ? moved({ from, to }, 'year', 1) : { from: addUnits(from, 'week', 1), to: addUnits(to, 'week', 1) }
  const isNearer = to < today && Date.parse(days.from) - Date.parse(today) < Date.parse(today) - Date.parse(to)
  return isNearer ? { ...days, label: periodLabel(days.from, days.to) } : period
}

/**
 * The period, the one it is compared with, and the visit that was named. What cannot be asked of these rows (a period of what is as it is
 * now, three periods) stays unexplained.
 */
export const periodsOf = (draft: Draft): Pick<Query, 'period' | 'against' | 'visit'> => {
  const { sentence, compiled, measure } = draft
  const { periods, visits, marks, grains } = sentence
  const moment = measure?.measure.at ?? compiled.subject.at
  const hasTime = moment !== undefined
  const isAhead = periods.some(({ period }) => period.from !== null && period.from > sentence.today)
  const wanted = periods.length + visits.length
  const fits =
    periods.length <= (marks.compare || marks.change || marks.top ? 2 : 1) &&
    visits.length <= 1 &&
    (!isAhead || moment?.ahead === true) &&
    (periods.length === 0 || hasTime || periods.every(({ period }) => isNow(period, draft))) &&
    (visits.length === 0 || compiled.subject.visit !== undefined)
  if (moment?.ahead) for (const [index, { text }] of sentence.tokens.entries()) if (text === 'will') draft.covered.add(index)
  if (!fits) return { period: null, against: null, visit: null }
  if (wanted > 0 || grains.length > 0) all(draft)
  const [first, second] = periods
  if (second && marks.compare) for (const index of marks.compare.at) draft.covered.add(index)
  const stated = first && moment?.ahead ? nearest(first, draft) : first?.period
  const period = hasTime ? (stated ?? null) : null
  return {
    period: period && (period.from !== null || period.to !== null) ? period : null,
    against: second?.period ?? null,
    visit: visits[0]?.visit ?? null,
  }
}

/** 'Today' of what is as it is now says nothing more. */
const isNow = (period: { from: string | null; to: string | null; label: string }, { sentence }: Draft) =>
  (period.from === null && period.to === null) || (period.from === period.to && sentence.tokens.some(({ text }) => text === 'today'))
