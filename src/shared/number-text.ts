/** How a language writes numbers: what stands before the decimals, and between groups of three digits. */
const marks: Readonly<Record<string, readonly [decimal: string, group: string]>> = { fr: [',', '\u202F'] }
const usual = ['.', ','] as const

const isDecimal = (text: string) => /^-?\d+(?:\.\d+)?$/.test(text)

/**
 * A decimal of the wire as a language writes it: 1,234.50 in English and Swahili, 1 234,50 with a narrow no-break space in French, below zero with a true minus. It never goes
 * through binary fractions; what is no decimal stays as it is.
 */
export const numberText = (decimal: string, language = 'en'): string => {
  if (!isDecimal(decimal)) return decimal
  const [point, group] = marks[language] ?? usual
  const [whole = '', part] = decimal.split('.')
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, group).replace('-', '−')
  return part === undefined ? grouped : `${grouped}${point}${part}`
}

/** A decimal in a box to be typed over: with the decimal mark of the language, and without groups. */
export const typedDecimal = (decimal: string, language: string): string =>
  isDecimal(decimal) ? decimal.replace('.', (marks[language] ?? usual)[0]) : decimal
