import { instantOf, isSkipped } from '#shared/zoned.ts'
import type { Slot } from '../appointment-shape.ts'
import { parseTime } from './slot-days.ts'

/** When and where an appointment is to be, as the boxes hold it. */
export interface When {
  /** A free time that was pressed, and whoever else is free then. */
  slot: Slot | null
  others: readonly Slot[]
  /** Typed instead. */
  isTyped: boolean
  day: string
  time: string
  /** '' is as long as the service or the session. */
  minutes: string
  /** '' is the session's own. */
  room: string
}

export const blankWhen = (slot: Slot | null = null): When => ({
  slot,
  others: [],
  isTyped: false,
  day: '',
  time: '',
  minutes: slot?.minutes ? String(slot.minutes) : '',
  room: '',
})

/** The place that the boxes mean, or what is wrong with them (in English: `t` translates it where it is shown). */
export const placeOf = (
  when: When,
  doctor: number | null,
  zone: string,
): { place: Slot; problem: null } | { place: null; problem: string } => {
  if (!when.isTyped) return when.slot ? { place: when.slot, problem: null } : { place: null, problem: 'Choose a time.' }
  const time = parseTime(when.time)
  if (!/^\d{4}-\d{2}-\d{2}$/.test(when.day)) return { place: null, problem: 'Enter a day.' }
  if (time === null) return { place: null, problem: 'Enter a time such as 09:20.' }
  if (isSkipped(when.day, time, zone)) return { place: null, problem: 'This time does not exist on that day: the clocks go forward.' }
  const minutes = when.minutes === '' ? null : Number(when.minutes)
  if (minutes !== null && !(minutes >= 5 && minutes <= 480)) return { place: null, problem: 'An appointment lasts from 5 to 480 minutes.' }
  const room = when.room === '' ? null : Number(when.room)
  return { place: { start: instantOf(when.day, time, zone).toISOString(), doctor, room, minutes }, problem: null }
}
