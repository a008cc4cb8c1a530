const MONTH_NAMES: readonly (readonly [number, RegExp])[] = [
  [1, /^(?:jan|janv)/],
  [2, /^(?:feb|fev)/],
  [3, /^(?:mar|mach)/],
  [4, /^(?:apr|avr)/],
  [5, /^(?:may|mai|mei)/],
  [6, /^(?:jun|juin)/],
  [7, /^(?:jul|juil)/],
  [8, /^(?:aug|aout|ago)/],
  [9, /^sep/],
  [10, /^(?:oct|okt)/],
  [11, /^nov/],
  [12, /^(?:dec|des)/],
]
const monthOf = (name: string): number => MONTH_NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? 0

const two = (value: number) => String(value).padStart(2, '0')
const dayOf = (year: number, month: number, day: number): string[] => {
  const isDay =
    year >= 1900 && year <= 2100 && month >= 1 && month <= 12 && day >= 1 && day <= new Date(Date.UTC(year, month, 0)).getUTCDate()
  return isDay ? [`${year}-${two(month)}-${two(day)}`] : []
}
/** Two digits are a year of either century: the comparison decides. */
const yearsOf = (written: string): number[] => {
  const digits = written.replace(/^'/, '')
  return digits.length === 4 ? [Number(digits)] : [1900 + Number(digits), 2000 + Number(digits)]
}

type Reader = (parts: readonly string[]) => string[]
const forms: readonly (readonly [RegExp, Reader])[] = [
  [/^((?:19|20)\d\d)[-/. ](\d{1,2})[-/. ](\d{1,2})(?!\d)/, ([y, m, d]) => dayOf(Number(y), Number(m), Number(d))],
  [
    /^(\d{1,2})\s?[-/. ]\s?(\d{1,2})\s?[-/. ]\s?((?:19|20)\d\d|\d\d)(?!\d)/,
    ([a, b, year]) => yearsOf(year!).flatMap((y) => [...new Set([...dayOf(y, Number(b), Number(a)), ...dayOf(y, Number(a), Number(b))])]),
  ],
  [
    /^(\d{1,2})(?:st|nd|rd|th|er)?[-/., ]{0,2}(?:of |de )?([a-z]{3,10})\.?[-/., ]{0,2}((?:19|20)\d\d|'?\d\d)(?!\d)/,
    ([d, name, year]) => yearsOf(year!).flatMap((y) => dayOf(y, monthOf(name!), Number(d))),
  ],
  [
    /^([a-z]{3,10})\.?[-/., ]{1,2}(\d{1,2})(?:st|nd|rd|th)?[-/., ]{1,2}((?:19|20)\d\d)(?!\d)/,
    ([name, d, year]) => dayOf(Number(year), monthOf(name!), Number(d)),
  ],
  // Eight digits in a row, as scanners of cards write them.
  [
    /^(\d{2})(\d{2})((?:19|20)\d\d)(?!\d)/,
    ([a, b, y]) => [...new Set([...dayOf(Number(y), Number(b), Number(a)), ...dayOf(Number(y), Number(a), Number(b))])],
  ],
  [/^([a-z]{3,10})\.?[-/., ]{1,2}((?:19|20)\d\d)(?!\d)/, ([name, y]) => (monthOf(name!) > 0 ? [`${y}-${two(monthOf(name!))}`] : [])],
  [/^(0?[1-9]|1[0-2])[-/]((?:19|20)\d\d)(?!\d)/, ([m, y]) => [`${y}-${two(Number(m))}`]],
  [/^((?:19|20)\d\d)(?![\d/.-])/, ([y]) => [y!]],
]

/**
 * The day of birth that a folded text begins with, in every way it can be read: day or month first, either century of a short year; a
 * month or a year where no more is written. Null where it begins with none.
 */
export const readBirth = (folded: string): { length: number; values: string[] } | null => {
  for (const [pattern, read] of forms) {
    const found = pattern.exec(folded)
    if (!found) continue
    const values = read(found.slice(1))
    if (values.length > 0) return { length: found[0].length, values }
  }
  return null
}
