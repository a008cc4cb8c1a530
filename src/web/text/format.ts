import { spanText } from '#shared/time-span.ts'
import { ageParts } from '#shared/birth.ts'
import { clinicNow } from '../state/clinic-clock.ts'
import { language, t } from '../i18n.ts'

/** How this clinic writes things; set once the clinic is known. */
let formats: { currency: string; time_zone: string; language?: string | undefined } = { currency: 'KES', time_zone: 'UTC' }
const made = new Map<string, Intl.DateTimeFormat | Intl.NumberFormat>()

export const setFormats = (clinic: { currency: string; time_zone: string; language?: string }) => {
  formats = { currency: clinic.currency, time_zone: clinic.time_zone, language: clinic.language }
  made.clear()
}

// British order and 24 hours stand for English: clinics read 3 Feb 1980, 14:05.
const locale = () => ({ en: 'en-GB', sw: 'sw-KE', fr: 'fr' })[language()]

/** A way to write dates, made once. */
export const dateFormat = (options: Intl.DateTimeFormatOptions) => {
  const key = `${locale()}${JSON.stringify(options)}`
  const known = made.get(key) ?? new Intl.DateTimeFormat(locale(), options)
  made.set(key, known)
  return known as Intl.DateTimeFormat
}
/** Three letters for every month: a column of dates is as wide in September as in May. */
export const threeLetterMonths = (text: string) => text.replace(/\bSept\b/, 'Sep')

type When = string | number | Date
const clock: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }
const day: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'short', year: 'numeric' }

/** A calendar day (`YYYY-MM-DD`): 3 Feb 1980. It has no time zone, so none is applied. */
export const date = (value: string | null | undefined): string =>
  value ? threeLetterMonths(dateFormat({ ...day, timeZone: 'UTC' }).format(new Date(`${value.slice(0, 10)}T00:00:00Z`))) : ''

/** A calendar day with its weekday: Mon 23 Nov 2026; without the year where it is clear. */
export const weekday = (value: string, { withYear = true } = {}): string =>
  threeLetterMonths(
    dateFormat({ weekday: 'short', day: 'numeric', month: 'short', ...(withYear && { year: 'numeric' }), timeZone: 'UTC' }).format(
      new Date(`${value.slice(0, 10)}T00:00:00Z`),
    ),
  )

/** A calendar day in full: Monday 23 November 2026. */
export const longDay = (value: string): string =>
  dateFormat({ weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${value}T00:00:00Z`))
/** The month of a calendar day: November 2026. */
export const monthOf = (value: string): string =>
  dateFormat({ month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(`${value}T00:00:00Z`))
/** The name of a weekday, 1 for Monday to 7: Mon, or Monday. */
export const weekdayName = (value: number, length: 'short' | 'long' = 'short'): string =>
  dateFormat({ weekday: length, timeZone: 'UTC' }).format(new Date(Date.UTC(2024, 0, value)))

/** The day of an instant, in the clinic's time zone. */
export const dayOf = (value: When): string => threeLetterMonths(dateFormat({ ...day, timeZone: formats.time_zone }).format(new Date(value)))
/** The time of day of an instant, in the clinic's time zone: 14:05. */
export const time = (value: When): string => dateFormat({ ...clock, timeZone: formats.time_zone }).format(new Date(value))
export const dateTime = (value: When): string => `${dayOf(value)} ${time(value)}`

/** Today's calendar day at the clinic, as `YYYY-MM-DD`. */
export const today = (now: When = clinicNow()): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: formats.time_zone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(new Date(now))

/** The clinic's currency, where an axis or a head names it once. */
export const clinicCurrency = (): string => formats.currency

/** The clinic's time zone, for what `#shared/zoned.ts` computes. */
export const clinicZone = (): string => formats.time_zone

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

/** How long ago, in one unit: just now, 5 min ago, 3 h ago, 2 d ago; a date beyond a week. Show the exact time in the tooltip. */
export const ago = (value: When, now: number = clinicNow()): string => {
  const past = now - new Date(value).getTime()
  if (past < MINUTE) return t('just now')
  if (past < HOUR) return t('{n} min ago', { n: Math.floor(past / MINUTE) })
  if (past < DAY) return t('{n} h ago', { n: Math.floor(past / HOUR) })
  return past < 7 * DAY ? t('{n} d ago', { n: Math.floor(past / DAY) }) : dayOf(value)
}

const spans = {
  min: (n: number) => t('{n} min', { n }),
  hours: (h: number, m: string) => t('{h} h {m} min', { h, m }),
  days: (n: number) => t('{n} d', { n }),
}
/** A span of whole minutes: 47 min, 90 min, 2 h 05 min, 3 d. */
export const minutes = (count: number): string => spanText(count, spans)

const agesIn = {
  d: (n: number) => t('{n} d', { n }),
  wk: (n: number) => t('{n} wk', { n }),
  mo: (n: number) => t('{n} mo', { n }),
  y: (n: number) => t('{n} y', { n }),
}
/** So many days, weeks, months or years of age, as every screen writes them; documents write them out. */
export const ageIn = (unit: keyof typeof agesIn, count: number): string => agesIn[unit](count)

/**
 * The age of a person born on a day, as clinics write it: days below four weeks, weeks below three months, months below two years, then
 * years; `~` before an estimated one. Empty without a date of birth.
 */
export const age = (birth: string | null | undefined, { isEstimated = false, at = today() } = {}): string => {
  if (!birth) return ''
  const { unit, count } = ageParts(birth, at)
  const text = ageIn(unit, count)
  return isEstimated ? `~${text}` : text
}
interface Born {
  date_of_birth: string | null
  is_birth_date_estimated: boolean
  /** The age of a patient who died stops there. */
  death?: { died_on: string } | null | undefined
  /** The same, of rows that say no more of it. */
  died_on?: string | null | undefined
}

/** The age of somebody as they are on file. */
export const ageOf = ({ date_of_birth, is_birth_date_estimated, death, died_on }: Born) => {
  const end = death?.died_on ?? died_on
  return age(date_of_birth, { isEstimated: is_birth_date_estimated, ...(end && { at: end }) })
}

/** A decimal string of the wire as an amount: `1,200.00`, with the currency when asked. Never goes through binary fractions. */
export const money = (amount: string | null | undefined, { withCurrency = false } = {}): string => {
  if (amount === null || amount === undefined || amount === '') return ''
  const text = number(amount, 2)
  return withCurrency ? `${formats.currency} ${text}` : text
}

/** A number in the person's language, with a true minus; `decimals` fixes the digits after the point. */
export const number = (value: number | string, decimals?: number): string => {
  const key = `n${locale()}${decimals ?? ''}`
  const digits = decimals === undefined ? {} : { minimumFractionDigits: decimals, maximumFractionDigits: decimals }
  const known = made.get(key) ?? new Intl.NumberFormat(locale(), digits)
  made.set(key, known)
  return (known as Intl.NumberFormat).format(value as number).replace('-', '−')
}

/**
 * The language of what the clinic has named itself, such as services and tests, where the page is in another one: `lang` of the element, so that a
 * screen reader pronounces it right.
 */
export const dataLanguage = (): string | undefined => (formats.language === language() ? undefined : formats.language)

interface Named {
  first_name: string
  second_name?: string | null
  last_name?: string | null
  other_names?: string | null
}
/** First name, further names, second (or last) name. */
export const fullName = ({ first_name, second_name, last_name, other_names }: Named): string =>
  [first_name, other_names, second_name ?? last_name].filter(Boolean).join(' ')

const letter = (word: string) => new Intl.Segmenter().segment(word)[Symbol.iterator]().next().value?.segment ?? ''

/** At most two letters, for the round mark of a person. */
export const initials = (name: string): string => {
  const words = name.trim().split(/\s+/)
  const [first = '', last = ''] = [words[0], words.length > 1 ? words.at(-1) : '']
  return `${letter(first)}${letter(last)}`.toLocaleUpperCase(locale())
}

const sexes: Record<string, string> = { male: 'M', female: 'F', other: 'O', unknown: '?' }
/** One letter for lists; write the word where there is room. */
export const sex = (gender: string): string => t(sexes[gender] ?? '?')
