const POWER =
  /^((?:[<>]=?|=[<>]|[≤≥⩽⩾])?\s*[+\-−]?\s*)(\d{1,12})(?:([.,])(\d{1,8}))?\s*(?:e([+\-−]?\d{1,2})|[x×*·]\s*10\s*(?:\^|\*\*?)\s*([+\-−]?\d{1,2})|[x×*·]\s*10([⁰¹²³⁴-⁹]{1,2}))(?![\d.,])(.*)$/isu
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
/** A number of more digits is no result. */
const MOST = 12

/**
 * A number with a power of ten, such as 1.2E5 or 1.2 x 10^5, in plain digits; anything else as it is. A power of ten that belongs to the unit
 * (150 x10^9/L, or one of a test that is counted in powers of ten) stays, and so does a comma before three digits, which may mean a thousand.
 */
export const inPlainDigits = (text: string, unit: string | null): string => {
  const [, lead = '', whole, point, part = '', exponent, power, raised, rest = ''] = POWER.exec(text) ?? []
  if (whole === undefined || (point === ',' && part.length === 3)) return text
  const isOfUnit = exponent === undefined && (/^\s*\//.test(rest) || /^10[*^]/.test(unit ?? ''))
  if (isOfUnit) return text
  const by = Number((exponent ?? power)?.replace('−', '-') ?? Array.from(raised ?? '', (digit) => SUPERSCRIPTS.indexOf(digit)).join(''))
  if (Math.abs(by) > MOST) return text
  const digits = `${'0'.repeat(MOST)}${whole}${part}${'0'.repeat(MOST)}`
  const at = MOST + whole.length + by
  const decimals = digits.slice(at).replace(/0+$/, '')
  return `${lead}${digits.slice(0, at).replace(/^0+(?=\d)/, '')}${decimals === '' ? '' : `.${decimals}`}${rest}`
}
