import { z } from 'zod'

const NAMES = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

const written = (year: string, month: number, day: string) => `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`

const isoOf = (text: string, monthFirst: boolean): string => {
  const bare = text.trim().replace(/[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?Z?$/, '')
  const [, year, month, day] = /^(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})$/.exec(bare) ?? []
  if (year && month && day) return written(year, Number(month), day)
  const [, first, second, last] = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(bare) ?? []
  if (first && second && last) {
    const isMonthFirst = Number(second) > 12 || (monthFirst && Number(first) <= 12)
    return isMonthFirst ? written(last, Number(first), second) : written(last, Number(second), first)
  }
  const [, date, name, of] = /^(\d{1,2})[-/. ]([a-z]{3})[a-z]*[-/. ,]+(\d{4})$/i.exec(bare) ?? []
  const at = NAMES.indexOf(name?.toLowerCase() ?? '')
  return date && of && at >= 0 ? written(of, at + 1, date) : text
}

/** A day as files write it, as YYYY-MM-DD: year first, day first (or month first), with points, strokes or the month's English name. */
export const dayCell = (monthFirst: boolean) =>
  z
    .string()
    .transform((text) => isoOf(text, monthFirst))
    .pipe(z.iso.date({ error: 'Write the day as 2026-12-31.' }))
