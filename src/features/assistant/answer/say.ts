import type { CellKind } from '#platform/questions/subject.ts'
import type { Grain } from '../query.ts'
import type { Scalar } from '../server/compile.ts'
import { spanText } from '#shared/time-span.ts'

const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 2 })
const amount = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const dayFormat = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const monthFormat = new Intl.DateTimeFormat('en-GB', { month: 'short', year: 'numeric', timeZone: 'UTC' })

const spans = { min: (n: number) => `${n} min`, hours: (h: number, m: string) => `${h} h ${m} min`, days: (n: number) => `${n} d` }
/** A mean of minutes, as screens write it. */
const span = (minutes: number): string => spanText(Math.round(minutes), spans)

/** A day, YYYY-MM-DD, in words. */
export const sayDay = (day: string) => dayFormat.format(new Date(`${day}T00:00:00Z`))

const sayInstant = (at: Date, zone: string) =>
  new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: '2-digit',
    minute: '2-digit',
    timeZone: zone,
  }).format(at)

/** One value as a sentence says it; null is "not recorded". */
export const sayValue = (value: Scalar | undefined, kind: CellKind, { currency, zone }: { currency: string; zone: string }): string => {
  if (value === null || value === undefined || value === '') return 'not recorded'
  if (kind === 'money') return `${currency} ${amount.format(Number(value))}`
  if (kind === 'minutes') return span(Number(value))
  if (kind === 'days') return `${whole.format(Number(value))} days`
  if (kind === 'percent') return `${whole.format(Number(value))} %`
  if (kind === 'count' || kind === 'quantity' || kind === 'number') return whole.format(Number(value))
  if (kind === 'date') return sayDay(String(value))
  if (kind === 'instant') return sayInstant(value instanceof Date ? value : new Date(String(value)), zone)
  return String(value)
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']
const grainLabels: Partial<Record<Grain, (value: Scalar | undefined) => string>> = {
  hour: (value) => `${String(value).padStart(2, '0')}:00`,
  weekday: (value) => weekdays[Number(value) - 1] ?? '',
  week: (value) => `Week of ${sayDay(String(value))}`,
  month: (value) => monthFormat.format(new Date(`${String(value)}T00:00:00Z`)),
  quarter: (value) => `Q${Math.ceil(Number(String(value).slice(5, 7)) / 3)} ${String(value).slice(0, 4)}`,
  year: (value) => String(value).slice(0, 4),
}
/** A piece of time as a row of an answer names it; days stay days. */
export const sayGrain = (grain: Grain, value: Scalar | undefined): string => grainLabels[grain]?.(value) ?? String(value)

export const upperFirst = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)
