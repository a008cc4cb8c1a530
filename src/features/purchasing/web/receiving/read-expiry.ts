const pad = (value: number) => String(value).padStart(2, '0')

const lastDayOfMonth = (year: number, month: number) => new Date(Date.UTC(year, month, 0)).getUTCDate()

/** Two digits of a year on a pack are of this century. */
const yearOf = (text: string) => (text.length === 2 ? 2000 + Number(text) : Number(text))

const written = (year: number, month: number, day?: number): string | null => {
  if (month < 1 || month > 12 || year < 2000 || year > 2099) return null
  const last = lastDayOfMonth(year, month)
  if (day !== undefined && (day < 1 || day > last)) return null
  return `${year}-${pad(month)}-${pad(day ?? last)}`
}

// In the order in which they are tried; the year of a day and of a month alone may have two or four digits.
const SHAPES: readonly [RegExp, (parts: readonly string[]) => string | null][] = [
  [/^(\d{4})-(\d{1,2})-(\d{1,2})$/, ([y = '', m, d]) => written(Number(y), Number(m), Number(d))],
  [/^(\d{4})[-/. ](\d{1,2})$/, ([y = '', m]) => written(Number(y), Number(m))],
  [/^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4}|\d{2})$/, ([d, m, y = '']) => written(yearOf(y), Number(m), Number(d))],
  [/^(\d{1,2})[-/. ](\d{4}|\d{2})$/, ([m, y = '']) => written(yearOf(y), Number(m))],
  [/^(\d{2})(\d{2})(\d{4})$/, ([d, m, y = '']) => written(Number(y), Number(m), Number(d))],
  // 032027 is a month and a year: no month is the twentieth.
  [/^(\d{2})(20\d{2})$/, ([m, y = '']) => written(Number(y), Number(m))],
  [/^(\d{2})(\d{2})(\d{2})$/, ([d, m, y = '']) => written(yearOf(y), Number(m), Number(d))],
  [/^(\d{1,2})(\d{2})$/, ([m, y = '']) => written(yearOf(y), Number(m))],
]

/**
 * The day up to which something may be used, as it is printed on packs: 0327, 03/27, 03.2027, 2027-03, 310327, 31.03.2027, as `YYYY-MM-DD`.
 * A month alone means its last day; the day comes before the month. Null when it is no day.
 */
export const readExpiry = (typed: string): string | null => {
  const text = typed.trim().replaceAll(/\s*([-/.])\s*/g, '$1')
  for (const [shape, read] of SHAPES) {
    const found = shape.exec(text)
    if (found) return read(found.slice(1))
  }
  return null
}

/** A day as it stands in a box of a delivery: 31.03.2027. */
export const shownExpiry = (day: string | null): string => (day === null ? '' : day.split('-').toReversed().join('.'))
