import type { FreeTime } from '#features/booking/web/time-picker.tsx'
import { wallTimeOf } from '#shared/zoned.ts'
import { clinicZone, dateTime, longDay, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Status as Tone } from '#web/look/tokens.ts'
import type { Appointment, AppointmentWithChanges } from './calls.ts'

export const BOOKINGS = '/patient-overview/bookings'

/** Day and time in full, by the clinic's clock. */
export const whenWord = (start: string): string => `${longDay(wallTimeOf(new Date(start), clinicZone()).day)}, ${time(start)}`
export const timeWord = ({ start }: FreeTime): string => whenWord(start)

/** True for what is still to come, or is going on. */
export const isAhead = ({ ends_at, status }: Pick<Appointment, 'ends_at' | 'status'>, now: number): boolean =>
  Date.parse(ends_at) > now && (status === 'pending' || status === 'confirmed' || status === 'arrived')

/** What a state means to the patient. */
export const stateWord = (status: Appointment['status']): { tone: Tone; word: string } =>
  ({
    pending: { tone: 'waiting' as const, word: t('The clinic will confirm it') },
    confirmed: { tone: 'done' as const, word: t('Confirmed') },
    arrived: { tone: 'progress' as const, word: t('You have arrived') },
    completed: { tone: 'inactive' as const, word: t('Attended') },
    cancelled: { tone: 'inactive' as const, word: t('Cancelled') },
    'no-show': { tone: 'attention' as const, word: t('Missed') },
  })[status]

type Change = AppointmentWithChanges['changes'][number]
const after = (change: Change, field: string): unknown => (Array.isArray(change.change[field]) ? change.change[field][1] : undefined)

const statusWords = (): Record<string, string> => ({
  pending: t('To be confirmed'),
  confirmed: t('Confirmed'),
  arrived: t('You arrived'),
  completed: t('Visit completed'),
  cancelled: t('Cancelled'),
  'no-show': t('Missed'),
})

/** What happened, in a few words; null for what is the clinic's own business. */
export const changeWord = (change: Change): string | null => {
  if (change.kind === 'booked') return change.change['status'] === 'confirmed' ? t('Booked') : t('Requested')
  if (change.kind === 'status') return statusWords()[String(after(change, 'status'))] ?? null
  const start = after(change, 'appointment_date_time')
  if (typeof start === 'string') return t('Moved to {time}', { time: dateTime(start) })
  return change.kind === 'patient' ? null : t('Changed')
}
