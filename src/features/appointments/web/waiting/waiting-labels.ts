import type { ResponseOf } from '#shared/endpoint.ts'
import { date, time, today, weekday } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { listWaiting } from '../waiting-calls.ts'
import { waitingHoursLabel, type WaitingPriority } from '../waiting-calls.ts'
import { dayOfInstant } from '../appointment-labels.ts'

export type WaitingOnScreen = ResponseOf<typeof listWaiting>[number]
export type WaitingTime = WaitingOnScreen['free'][number]

/** What a patient waits for: Eye test · Any doctor. */
export const wishText = ({ item_name, assigned_doctor }: WaitingOnScreen): string =>
  [item_name ?? t('Any service'), assigned_doctor ?? t('Any doctor')].join(' · ')

/** When they can come: from 3 Mar 2026 until 20 Mar 2026 · Mornings. */
export const daysText = ({ from_day, until_day, hours }: WaitingOnScreen): string => {
  const from = from_day <= today() ? null : t('from {day}', { day: date(from_day) })
  const until = until_day === null ? null : t('until {day}', { day: date(until_day) })
  const days = [from, until].filter(Boolean).join(' ')
  return [days || t('Any day'), hours !== 'any' && t(waitingHoursLabel[hours])].filter(Boolean).join(' · ')
}

/** The day and time of a free time: Tue 3 Mar 09:20. */
export const timeText = ({ start }: Pick<WaitingTime, 'start'>): string => {
  const day = dayOfInstant(start)
  return `${day === today() ? t('Today') : weekday(day, { withYear: false })} ${time(start)}`
}

/** Nobody can be booked on the days that were wished any more. */
export const isTooLate = ({ status, until_day }: WaitingOnScreen): boolean =>
  status === 'waiting' && until_day !== null && until_day < today()

export const priorityTone: Record<WaitingPriority, 'critical' | 'attention' | 'waiting'> = {
  urgent: 'critical',
  soon: 'attention',
  normal: 'waiting',
}
