import { addDays } from '#shared/zoned.ts'
import { moved, periodLabel, type Days, type Unit } from '../language/periods/calendar.ts'
import type { Period, Query } from '../query.ts'
import type { Draft } from './candidate.ts'
import { periodsOf } from './times.ts'

const UNITS = new Set(['day', 'week', 'month', 'quarter', 'year'])
const isUnit = (text: string): text is Unit => UNITS.has(text)
const EARLIER = new Set(['before', 'earlier', 'previous', 'prior', 'preceding'])

const labelled = ({ from, to }: Days): Period => ({ from, to, label: periodLabel(from, to) })

/** 'The week before', 'the previous month': the time of the question before, moved back. */
const earlier = ({ sentence: { tokens }, covered }: Draft, { period }: Query): Period | null => {
  const at = tokens.findIndex(
    ({ text }, index) => isUnit(text) && (EARLIER.has(tokens[index + 1]?.text ?? '') || EARLIER.has(tokens[index - 1]?.text ?? '')),
  )
  const unit = tokens[at]?.text ?? ''
  if (!period?.from || !period.to || !isUnit(unit)) return null
  for (const index of [at - 1, at, at + 1]) if (EARLIER.has(tokens[index]?.text ?? '') || index === at) covered.add(index)
  return labelled(moved({ from: period.from, to: period.to }, unit, -1))
}

/** 'And on Friday?' after days that are still to come is the Friday to come. */
const ahead = (period: Period, before: Period | null, today: string): Period => {
  const isOneDay = period.from !== null && period.from === period.to
  if (!isOneDay || period.from === null || !before?.from || before.from <= today || period.from >= today) return period
  const day = addDays(period.from, 7)
  return labelled({ from: day, to: day })
}

/** The times of a question that goes on: what it says instead, besides ('compare with last month'), or else what the one before said. */
export const followedTimes = (draft: Draft, before: Query): Pick<Query, 'period' | 'against' | 'visit'> => {
  const { marks, today, periods } = draft.sentence
  const moved = earlier(draft, before)
  const said = periodsOf(draft)
  if (moved) return { period: moved, against: null, visit: null }
  if (marks.compare && said.period && !said.against && periods.length === 1 && before.period) {
    for (const index of marks.compare.at) draft.covered.add(index)
    return { period: before.period, against: said.period, visit: null }
  }
  const period = said.period && ahead(said.period, before.period, today)
  return {
    period: period ?? before.period,
    against: said.against ?? (period ? null : before.against),
    visit: said.visit ?? (period ? null : before.visit),
  }
}
