import { wallTimeOf } from '#shared/zoned.ts'

export const waitingStatuses = ['waiting', 'booked', 'removed'] as const
export type WaitingStatus = (typeof waitingStatuses)[number]
/** In the order in which patients are called. */
export const waitingPriorities = ['urgent', 'soon', 'normal'] as const
export type WaitingPriority = (typeof waitingPriorities)[number]
export const waitingHours = ['any', 'mornings', 'afternoons'] as const
export type WaitingHours = (typeof waitingHours)[number]

/** What each is called on screens. */
export const waitingStatusLabel: Record<WaitingStatus, string> = {
  waiting: 'On the list',
  booked: 'Booked',
  removed: 'Removed from list',
}
export const waitingPriorityLabel: Record<WaitingPriority, string> = { urgent: 'Urgent', soon: 'Soon', normal: 'Normal' }
export const waitingHoursLabel: Record<WaitingHours, string> = { any: 'Any time', mornings: 'Mornings', afternoons: 'Afternoons' }

/** How many free times an entry names, and how many days ahead they are looked for. */
export const WAITING_TIMES = 3
export const WAITING_DAYS = 60
/** How many entries are named for one place. */
export const FITTING_MOST = 20

export interface Wishes {
  doctor: number | null
  item: number | null
  /** Days of the clinic, both included; null: no last one. */
  from_day: string
  until_day: string | null
  hours: WaitingHours
}

/** Whether an instant lies on the days and in the half of the day that somebody can come; mornings end at noon by the clinic's clock. */
export const suits = ({ from_day, until_day, hours }: Omit<Wishes, 'doctor' | 'item'>, at: Date, zone: string): boolean => {
  const { day, time } = wallTimeOf(at, zone)
  if (day < from_day || (until_day !== null && day > until_day)) return false
  return hours === 'any' || (hours === 'mornings') === time < '12:00'
}
