import { ageParts, birthText, bornText } from '#shared/birth.ts'
import { cents, currencyDecimals, fromCents } from '#shared/money.ts'
import { numberText } from '#shared/number-text.ts'
import { translator } from './translate.ts'

/** An amount as documents write it in a language: 1,234.50, −1,234.50; without decimals in a currency that has none. */
export const figure = (amount: string, currency: string, language = 'en'): string => {
  const exact = fromCents(cents(amount))
  return numberText(currencyDecimals(currency) === 0 ? exact.replace(/\.00$/, '') : exact, language)
}

/** A quantity without zeros that say nothing: 1, 2.5. */
export const quantity = (text: string): string => text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '')
/** A percentage: 16%, 7.5%. */
export const percent = (rate: string): string => `${quantity(rate)}%`

const dayFormat = { day: 'numeric', month: 'short', year: 'numeric' } as const

/** A calendar day (YYYY-MM-DD): 2 Mar 2026. */
export const day = (value: string): string =>
  new Intl.DateTimeFormat('en-GB', { ...dayFormat, timeZone: 'UTC' }).format(new Date(`${value}T00:00:00Z`))

/** An instant in the clinic's zone: 2 Mar 2026, 10:30. */
export const moment = (value: Date, timeZone: string): string =>
  new Intl.DateTimeFormat('en-GB', { ...dayFormat, hour: '2-digit', minute: '2-digit', hourCycle: 'h23', timeZone }).format(value)

const agesIn = {
  d: '{n, plural, one {# day} other {# days}}',
  wk: '{n, plural, one {# week} other {# weeks}}',
  mo: '{n, plural, one {# month} other {# months}}',
  y: '{n, plural, one {# year} other {# years}}',
}
/** The age on a day, written out. */
const exactAge = (birth: string, on: string, t: ReturnType<typeof translator>): string => {
  const { unit, count } = ageParts(birth, on)
  return t(agesIn[unit], { n: count })
}
/** The same; an estimated one is said to be about that. */
export const age = (birth: string, on: string, isEstimated: boolean, t = translator('en')): string => {
  const text = exactAge(birth, on, t)
  return isEstimated ? t('about {age}', { age: text }) : text
}

/** A date of birth as documents write it: an estimated one as its year. */
export const birth = (date: string, isEstimated: boolean, say = { t: translator('en'), day }): string => birthText(date, isEstimated, say)

/** Date of birth and age on a day: 4 May 1988, 37 years; about 34 years (born about 1992). */
export const born = (date: string, isEstimated: boolean, on: string, say = { t: translator('en'), day }): string =>
  bornText(date, isEstimated, { ...say, age: exactAge(date, on, say.t) })

/** The recorded sex, in a word. */
export const sexes = { male: 'Male', female: 'Female', other: 'Other', unknown: 'Unknown' }

/** Parts of a line, the empty ones left out. */
export const joined = (...parts: (string | null | undefined | false)[]): string => parts.filter(Boolean).join(' · ')
