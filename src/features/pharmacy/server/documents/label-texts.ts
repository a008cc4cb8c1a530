import { emptyDirections, readDirections, sayDirections, unitCodes, type UnitCode } from '#features/directions/rules.ts'
import type { PrintLanguage, translator } from '#platform/pdf/translate.ts'
import type { LabelLine } from './find-label.ts'

type Translate = ReturnType<typeof translator>

const capital = (text: string) => text.slice(0, 1).toLocaleUpperCase() + text.slice(1)
// What the trade writes and a patient does not read.
const abbreviated =
  /\b(?:o\.?d|b\.?d|t\.?d\.?s|q\.?d\.?s|[bt]\.?i\.?d|q\.?i\.?d|q\d+h|p\.?r\.?n|stat|nocte|mane|[apc]\.?c|p\.?o|i\.?[vm]|s\.?[cl]|p\.?[rv]|h\.?s|tabs?|caps?|gtts?|supp|inj|susp|amps?|mdu)\b|\d\s*\/\s*(?:7|52|12)\b|\bx\s*\d+/iu

/**
 * How it is taken, as one sentence of the language, whole. Empty where some of it is an abbreviation of the trade that nothing understands:
 * it is written by hand then.
 */
export const takenAs = ({ structure, typed }: Pick<LabelLine, 'structure' | 'typed'>, t: Translate): string => {
  if (!structure && !abbreviated.test(typed)) return capital(typed.trim())
  const directions = structure ?? readDirections(typed).directions
  return directions && !abbreviated.test(sayDirections(directions)) ? capital(sayDirections(directions, t)) : ''
}

const isUnit = (unit: string): unit is UnitCode => (unitCodes as readonly string[]).includes(unit)

/** How much there is, such as 21 capsules. */
export const amountOf = (units: number, unit: string, t: Translate): string => {
  const plain = unit.trim().toLowerCase()
  if (plain === 'each' || plain === '') return String(units)
  if (!isUnit(plain)) return `${units} ${unit}`
  const dose = { amount: units, amount_max: null, unit: plain, frequency: null, frequency_min: null, days: null }
  return sayDirections({ ...emptyDirections, doses: [dose] }, t)
}

const locales: Record<PrintLanguage, string> = { en: 'en-GB', sw: 'sw', fr: 'fr' }
/** A calendar day as the language writes it, without a figure for the month: 2 Mar 2026. */
export const dayIn = (day: string, language: PrintLanguage): string =>
  new Intl.DateTimeFormat(locales[language], { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  )
