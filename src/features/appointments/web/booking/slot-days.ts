import type { Slot, SlotsOfDay } from '../appointment-shape.ts'

/** One time of a day, with everybody who is free then: whoever has most places left comes first. */
export interface FreeTime {
  start: string
  slots: readonly (Slot & { doctor: number; left: number })[]
  /** Places left with all of them. */
  left: number
}
export interface FreeDay {
  day: string
  times: readonly FreeTime[]
}

/** Where an appointment is now. */
export type Present = Pick<Slot, 'start' | 'doctor'>

/** True for one doctor, or none, at one instant. */
export const isSamePlace = (a: Present, b: Present): boolean => a.doctor === b.doctor && Date.parse(a.start) === Date.parse(b.start)

/** Free slots as days with their times, earliest first; doctors who are free at one time share it. What is to be moved is not offered its own. */
export const freeDays = (rows: readonly SlotsOfDay[], without?: Present): FreeDay[] => {
  const days = new Map<string, Map<string, FreeTime['slots'][number][]>>()
  for (const { day, doctor, room, minutes, starts, left } of rows) {
    const times = days.get(day) ?? new Map<string, FreeTime['slots'][number][]>()
    days.set(day, times)
    for (const [at, start] of starts.entries()) {
      const places = left[at] ?? 0
      const isOwn = without !== undefined && isSamePlace(without, { start, doctor })
      if (places > 0 && !isOwn) times.set(start, [...(times.get(start) ?? []), { start, doctor, room, minutes, left: places }])
    }
  }
  return [...days]
    .map(([day, times]) => ({
      day,
      times: [...times]
        .map(([start, slots]) => ({
          start,
          slots: slots.toSorted((a, b) => b.left - a.left || a.doctor - b.doctor),
          left: slots.reduce((sum, slot) => sum + slot.left, 0),
        }))
        .sort((a, b) => Date.parse(a.start) - Date.parse(b.start)),
    }))
    .filter(({ times }) => times.length > 0)
    .sort((a, b) => (a.day < b.day ? -1 : 1))
}

/** True while an instant is a free time of these days, with this doctor when one is named. */
export const isFree = (days: readonly FreeDay[], { start, doctor }: Slot): boolean =>
  days.some(({ times }) =>
    times.some((time) => time.start === start && (doctor === null || time.slots.some((slot) => slot.doctor === doctor))),
  )

const TIME = /^(\d{1,2})(?:[:.h ]?(\d{2}))?$/

/** A time of day as hands write it (9, 9:20, 0920, 9.20) as HH:mm; null when it is none. */
export const parseTime = (text: string): string | null => {
  const [, hours = '', minutes = '00'] = TIME.exec(text.trim()) ?? []
  if (hours === '' || Number(hours) > 23 || Number(minutes) > 59) return null
  return `${hours.padStart(2, '0')}:${minutes}`
}
