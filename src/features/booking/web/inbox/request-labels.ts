import { phone } from '#web/text/phone.ts'
import { likenessWord } from '#features/patients/web/use-duplicates.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import { ApiError, messageOf } from '#web/calls/api.ts'
import { age, clinicZone, date, minutes, sex, time, today, weekday, fullName } from '#web/text/format.ts'
import { isLanguage, languages, t } from '#web/i18n.ts'
import type { ComparedField, listBookingMatches, listBookingRequests, TakenOverField } from '../inbox-calls.ts'

export type Request = ResponseOf<typeof listBookingRequests>[number]
export type Match = ResponseOf<typeof listBookingMatches>[number]

/** What the person is called, as they wrote it. */
export const nameOfRequest = ({ first_name, second_name }: Pick<Request, 'first_name' | 'second_name'>) =>
  fullName({ first_name, second_name })

/** Today 09:20, Mon 23 Nov 2026 09:20: by the clinic's clock. */
export const timeText = (instant: string): string => {
  const { day } = wallTimeOf(new Date(instant), clinicZone())
  return `${day === today() ? t('Today') : weekday(day)} ${time(instant)}`
}

/** The same for lists: without a year that goes without saying. */
export const shortWhenOf = (instant: string): string => {
  const { day } = wallTimeOf(new Date(instant), clinicZone())
  const withYear = day.slice(0, 4) !== today().slice(0, 4)
  return `${day === today() ? t('Today') : weekday(day, { withYear })} ${time(instant)}`
}

export const spanOf = ({ appointment_date_time, ends_at, minutes: length }: Request) =>
  `${timeText(appointment_date_time)}–${time(ends_at)} · ${minutes(length)}`

export const personOf = ({ gender, date_of_birth }: Pick<Request, 'gender' | 'date_of_birth'>) =>
  [sex(gender), age(date_of_birth), date(date_of_birth)].filter(Boolean).join(' · ')

export const contactOf = ({ phone_number, email }: Request) => [phone(phone_number), email].filter(Boolean).join(' · ')

export const languageOf = (code: string) => (isLanguage(code) ? languages[code] : code)

/** What a booking and a record are held against each other by, as a head of a line. */
export const fieldWord = (field: ComparedField | TakenOverField) =>
  ({
    name: t('Name'),
    gender: t('Sex'),
    date_of_birth: t('Date of birth'),
    phone: t('Phone'),
    email: t('E-mail'),
  })[field]

export const reasonWord = (because: string) => (because === 'e-mail' ? t('same e-mail') : likenessWord(because))

/** Why the server would not do it, in the person's language. */
export const refusalOf = (error: unknown): string => {
  if (!(error instanceof ApiError)) return messageOf(error)
  if (error.status === 412) return t('This booking has changed. The new version is shown.')
  return messageOf(error)
}
