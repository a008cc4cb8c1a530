import { cents, currencyDecimals, fromCents } from '#shared/money.ts'
import { translator } from './translate.ts'

/** An amount as papers write it: 1,234.50; without decimals in a currency that has none. */
export const figure = (amount: string, currency: string): string => {
  const [whole = '0', part = '00'] = fromCents(cents(amount)).split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',')
  return currencyDecimals(currency) === 0 && part === '00' ? grouped : `${grouped}.${part}`
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

const DAY = 86_400_000

/** The age on a day as clinics say it: days below a month, months below two years, then years; ~ before an estimated one. */
export const age = (birth: string, on: string, isEstimated: boolean, t = translator('en')): string => {
  const [by = 0, bm = 0, bd = 0] = birth.split('-').map(Number)
  const [y = 0, m = 0, d = 0] = on.split('-').map(Number)
  const months = (y - by) * 12 + (m - bm) - (d < bd ? 1 : 0)
  const days = Math.max(0, Math.round((Date.parse(on) - Date.parse(birth)) / DAY))
  const [count, unit] = months < 1 ? [days, 'day'] : months < 24 ? [months, 'month'] : [Math.floor(months / 12), 'year']
  const text = t(`{{n}} ${unit}${count === 1 ? '' : 's'}`, { n: count })
  return isEstimated ? `~${text}` : text
}

/** The recorded sex, in a word. */
export const sexes = { male: 'Male', female: 'Female', other: 'Other', unknown: 'Unknown' }

/** Parts of a line, the empty ones left out. */
export const joined = (...parts: (string | null | undefined | false)[]): string => parts.filter(Boolean).join(' · ')
