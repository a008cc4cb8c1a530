import { date, weekdayName } from '#web/text/format.ts'
import { language, t } from '#web/i18n.ts'
import type { Schedule, timeOffKinds } from '../contract.ts'
import { minutesOf } from '#web/text/time-text.ts'

const capital = (word: string) => word.charAt(0).toLocaleUpperCase(language()) + word.slice(1)

/** ISO: Monday is 1, Sunday 7. */
export const weekdays = [1, 2, 3, 4, 5, 6, 7] as const

export const weekdayWord = (weekday: number, length: 'long' | 'short' = 'long'): string => capital(weekdayName(weekday, length))

export const timesOf = ({ starts_at, ends_at }: Pick<Schedule, 'starts_at' | 'ends_at'>): string => `${starts_at}–${ends_at}`

export const rhythmWord = (every: number): string =>
  every === 1 ? t('Every week') : every === 2 ? t('Every 2 weeks') : t('Every {n} weeks', { n: every })

type Lasting = Pick<Schedule, 'starts_at' | 'ends_at' | 'slot_minutes'>
/** How many slots a session has; NaN while its times are no times. */
export const slotCount = ({ starts_at, ends_at, slot_minutes }: Lasting): number =>
  Math.floor((minutesOf(ends_at) - minutesOf(starts_at)) / slot_minutes)

/** From when to when it counts; '' for a session that has begun and goes on for ever. */
export const validityOf = ({ valid_from, valid_to }: Pick<Schedule, 'valid_from' | 'valid_to'>, today: string): string => {
  if (valid_to !== null)
    return valid_from > today
      ? t('{from} to {to}', { from: date(valid_from), to: date(valid_to) })
      : t('until {day}', { day: date(valid_to) })
  return valid_from > today ? t('from {day}', { day: date(valid_from) }) : ''
}

type Kind = (typeof timeOffKinds)[number]
export const kindWord = (kind: Kind): string =>
  ({ leave: t('Leave'), sick: t('Sick leave'), training: t('Training'), other: t('Other') })[kind]
