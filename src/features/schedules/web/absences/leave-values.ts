import { addDays, wallTimeOf } from '#shared/zoned.ts'
import { instantText } from '#web/text/instant-text.ts'
import type { LeaveOnScreen } from '../use-week-plan.ts'

/** What the boxes of leave hold: days, both included, and times where it is not of whole days. */
export type LeaveValues = {
  doctor: string
  first_day: string
  from: string
  last_day: string
  to: string
  kind: LeaveOnScreen['kind']
  note: string
}

export const freshLeave = (doctor: number | undefined, day: string): LeaveValues => ({
  doctor: doctor === undefined ? '' : String(doctor),
  first_day: day,
  from: '',
  last_day: day,
  to: '',
  kind: 'leave',
  note: '',
})

type Range = Pick<LeaveOnScreen, 'starts_at' | 'ends_at'>

/** The days of leave, both included, and its times; '' for a time that is the day's own beginning or end. */
export const daysOfLeave = ({ starts_at, ends_at }: Range, zone: string) => {
  const start = wallTimeOf(new Date(starts_at), zone)
  const end = wallTimeOf(new Date(ends_at), zone)
  const isWholeEnd = end.time === '00:00'
  return {
    first_day: start.day,
    from: start.time === '00:00' ? '' : start.time,
    last_day: isWholeEnd ? addDays(end.day, -1) : end.day,
    to: isWholeEnd ? '' : end.time,
  }
}

export const valuesOfLeave = (leave: LeaveOnScreen, zone: string): LeaveValues => ({
  doctor: String(leave.doctor),
  ...daysOfLeave(leave, zone),
  kind: leave.kind,
  note: leave.note,
})

export const changeOfLeave = ({ first_day, from, last_day, to, kind, note }: LeaveValues, zone: string) => ({
  starts_at: instantText(first_day, from || '00:00', zone),
  ends_at: instantText(last_day, to || '24:00', zone),
  kind,
  note,
})
