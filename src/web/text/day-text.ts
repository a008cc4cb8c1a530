import { clinicNow } from '../state/clinic-clock.ts'

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const written = (year: number, month: number, day: number): string | null => {
  const text = `${String(year).padStart(4, '0')}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`
  const at = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(at.getTime()) && at.getUTCDate() === day ? text : null
}
/** 80 is 1980, 12 is 2012: never a year to come. */
const fullYear = (text: string, now: number) => {
  if (text.length !== 2) return Number(text)
  const century = Math.floor(now / 100) * 100
  return Number(text) + (century + Number(text) > now ? century - 100 : century)
}

/** Whether a text is a day of the calendar as the wire has it: 2027-13-01 and 2027-02-31 are none. */
export const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text) && parseDay(text) === text

/**
 * The day that a person typed, as `YYYY-MM-DD`: 3/2/1980, 3.2.80, 03021980, 3 Feb 1980, 1980-02-03. Day before month, always. Null when
 * there is no such day.
 */
export const parseDay = (typed: string, thisYear = new Date(clinicNow()).getFullYear()): string | null => {
  const text = typed.trim().toLowerCase()
  const iso = /^(\d{4})-(\d{1,2})-(\d{1,2})$/.exec(text)
  if (iso) return written(Number(iso[1]), Number(iso[2]), Number(iso[3]))
  const numbers = /^(\d{1,2})[\s./-](\d{1,2})[\s./-](\d{4}|\d{2})$/.exec(text) ?? /^(\d{2})(\d{2})(\d{4})$/.exec(text)
  if (numbers) return written(fullYear(numbers[3] ?? '', thisYear), Number(numbers[2]), Number(numbers[1]))
  const worded = /^(\d{1,2})\s+(\p{L}{3})\p{L}*\.?\s+(\d{4}|\d{2})$/u.exec(text)
  const month = worded ? MONTHS.indexOf(worded[2] ?? '') + 1 : 0
  return worded && month > 0 ? written(fullYear(worded[3] ?? '', thisYear), month, Number(worded[1])) : null
}
