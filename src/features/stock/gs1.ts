/** What a GS1 element string says. Days are YYYY-MM-DD. */
export interface Gs1 {
  gtin: string | null
  lot: string | null
  serial: string | null
  /** The last day of use, or the day before which it is best. */
  expires_on: string | null
  made_on: string | null
  count: number | null
}

const SEPARATOR = '\u001d'
/** Application identifiers whose value has a fixed length and needs no separator, by their first two digits: digits of both together. */
const fixedLengths: Record<string, number> = {
  '00': 20,
  '01': 16,
  '02': 16,
  '03': 16,
  '04': 18,
  '20': 4,
  '41': 16,
  ...Object.fromEntries([11, 12, 13, 14, 15, 16, 17, 18, 19].map((ai) => [ai, 8])),
  ...Object.fromEntries([31, 32, 33, 34, 35, 36].map((ai) => [ai, 10])),
}
const variable = { 10: /^[!-z]{1,20}$/, 21: /^[!-z]{1,20}$/, 30: /^\d{1,8}$/, 37: /^\d{1,8}$/ } as const

/** True when the last digit is the right check digit of those before it. */
export const hasCheckDigit = (digits: string): boolean => {
  const sum = Array.from(digits).reduceRight((total, digit, at) => total + Number(digit) * ((digits.length - at) % 2 === 0 ? 3 : 1), 0)
  return /^\d{8,18}$/.test(digits) && sum % 10 === 0
}

/** The trade number in 14 digits; null for what is none. */
export const gtin14 = (digits: string): string | null =>
  /^(\d{8}|\d{12,14})$/.test(digits) && hasCheckDigit(digits) ? digits.padStart(14, '0') : null

/** All the ways in which a trade number of 14 digits is written on packs. */
export const gtinForms = (gtin: string): string[] =>
  [14, 13, 12, 8].filter((length) => /^0*$/.test(gtin.slice(0, 14 - length))).map((length) => gtin.slice(14 - length))

/**
 * A day as YYMMDD, in the century that brings it nearest to `year`: 51 years or more ahead is the one before, 50 or more behind the one
 * after. Day 00 is the last of its month. Null for what is no day.
 */
export const gs1Day = (text: string, year: number): string | null => {
  if (!/^\d{6}$/.test(text)) return null
  const [yy = 0, month = 0, day = 0] = [text.slice(0, 2), text.slice(2, 4), text.slice(4, 6)].map(Number)
  const ahead = yy - (year % 100)
  const century = Math.floor(year / 100) + (ahead >= 51 ? -1 : ahead <= -50 ? 1 : 0)
  if (month < 1 || month > 12) return null
  const date = new Date(Date.UTC(century * 100 + yy, day === 0 ? month : month - 1, day === 0 ? 0 : day))
  return date.getUTCMonth() === month - 1 ? date.toISOString().slice(0, 10) : null
}

/** The code without what a scanner puts before it to say how it was printed, and whether that says that it is a GS1 element string. */
export const withoutPrefix = (code: string) => {
  const [prefix = ''] = /^\][A-Za-z]\d/.exec(code) ?? []
  return { code: code.slice(prefix.length), isGs1: [']d2', ']C1', ']Q3', ']e0'].includes(prefix) }
}

/** How people write it, with each identifier in brackets, as a scanner would send it. */
const fromBrackets = (text: string) =>
  text.startsWith('(') ? [...text.matchAll(/\((\d{2,4})\)([^(]*)/g)].map(([, ai, value]) => `${ai}${value}`).join(SEPARATOR) : text

/** The identifiers and values of an element string; null when it is none. Identifiers that mean nothing here are passed over. */
const elementsOf = (text: string): Map<string, string> | null => {
  const found = new Map<string, string>()
  for (let rest = text; rest !== '';) {
    if (rest.startsWith(SEPARATOR)) {
      rest = rest.slice(1)
      continue
    }
    const ai = rest.slice(0, 2)
    if (!/^\d\d$/.test(ai)) return null
    const end = rest.indexOf(SEPARATOR)
    const length = fixedLengths[ai] ?? (end < 0 ? rest.length : end)
    if (rest.length < length || (end >= 0 && end < length)) return null
    found.set(ai, rest.slice(2, length))
    rest = rest.slice(length)
  }
  return found
}

/** Reads a GS1 element string, with separators or in brackets; null when it is none, or says what cannot be. `year` is this one. */
export const readGs1 = (code: string, year: number): Gs1 | null => {
  const found = elementsOf(fromBrackets(code.replaceAll('\u241d', SEPARATOR)))
  if (!found || found.size === 0) return null
  for (const [ai, form] of Object.entries(variable)) if (found.has(ai) && !form.test(found.get(ai)!)) return null
  const gtin = found.get('01') ?? found.get('02') ?? null
  if (gtin !== null && gtin14(gtin) === null) return null
  const dayOf = (ai: string) => (found.has(ai) ? gs1Day(found.get(ai)!, year) : undefined)
  const [expiry, best, made] = [dayOf('17'), dayOf('15'), dayOf('11')]
  if (expiry === null || best === null || made === null) return null
  const count = found.get('30') ?? found.get('37')
  return {
    gtin,
    lot: found.get('10')?.toUpperCase() ?? null,
    serial: found.get('21') ?? null,
    expires_on: expiry ?? best ?? null,
    made_on: made ?? null,
    count: count === undefined ? null : Number(count),
  }
}
