import type { Directions, Dose, FrequencyCode, RouteCode, UnitCode } from './directions.ts'
import { foodTexts, frequencyPhrase, spoken, type Translate, unitTexts } from './say.ts'

const frequencyWords: Partial<Record<FrequencyCode, string>> = {
  OM: 'mane', NOON: 'midday', EVE: 'evening', ON: 'nocte', '5X': '5x/day', '6X': '6x/day', '8X': '8x/day', ALT: 'alternate days', '2/WK': '2x/week',
  '3/WK': '3x/week', '4/WK': '4x/week', '5/WK': '5x/week', WKLY: 'once a week', '2WKLY': 'fortnightly', MONTHLY: 'once a month', MDU: 'as directed',
} // prettier-ignore
const routeWords: Partial<Record<RouteCode, string>> = {
  VG: 'vaginally', TP: 'topically', IH: 'inhaled', NS: 'nasal', OP: 'in the eye', OT: 'in the ear', ID: 'intradermal', TD: 'transdermal', BUC: 'buccal',
} // prettier-ignore

const decimal = (value: number) => String(Math.round(value * 10_000) / 10_000)
const fractions = new Map([['0.3333', '1/3'], ['0.6667', '⅔']]) // prettier-ignore
const quarters = ['', '1/4', '1/2', '3/4']
/** Without a unit in quarters: "1 1/2" are tablets, "1.5" may be milligrams. */
const amountOf = (value: number, unit: UnitCode | null) => {
  const whole = Math.floor(value)
  const part = unit === null ? quarters[(value - whole) * 4] : undefined
  return part ? `${whole > 0 ? `${whole} ` : ''}${part}` : (fractions.get(decimal(value)) ?? decimal(value))
}
const unitOf = (unit: UnitCode, isOne: boolean) => (unit === 'mcg' ? unit : unitTexts[unit][isOne ? 0 : 1].replace(/^(one|\{n\}) /, ''))

const daysOf = (days: number) => {
  if (days >= 30 && days % 30 === 0 && days <= 360) return `${days / 30}/12`
  if (days >= 14 && days % 7 === 0 && days <= 364) return `${days / 7}/52`
  return days <= 90 ? `${days}/7` : `for ${days} days`
}

/** One line in the usual abbreviations that readDirections reads back to the same structure; without OD where an eye is treated. */
export const shortDirections = (directions: Directions): string => {
  const { doses, route, days, food, is_prn: isPrn, prn_reason: reason, max_per_day: maximum, note } = directions
  const mayBeEye = route === 'OP' || doses.some((one) => one.unit === 'drop')
  const word = (code: FrequencyCode) => (code === 'OD' && mayBeEye ? 'daily' : (frequencyWords[code] ?? code))
  const frequencyOf = ({ frequency, frequency_min: rarer }: Dose) => {
    if (!frequency || frequency === 'PRN') return ''
    if (!rarer) return word(frequency)
    return `${word(rarer)} - ${word(frequency)}`
  }
  const doseOf = (dose: Dose) => {
    const { amount, amount_max: max, unit } = dose
    const count = amount === null ? '' : `${amountOf(amount, unit)}${max === null ? '' : `-${amountOf(max, unit)}`}`
    const name = amount === null || !unit ? '' : unitOf(unit, (max ?? amount) <= 1)
    return [count, name, frequencyOf(dose), dose.days === null ? '' : daysOf(dose.days)]
  }
  const isSequence = doses.some((one) => one.days !== null)
  const first = doses[0]?.unit ?? null
  const [head = [], ...others] = doses.map(doseOf)
  const [count = '', name = '', ...rest] = head
  return [
    count, name, route ? (routeWords[route] ?? route) : '', ...rest, ...others.flatMap((one) => [isSequence ? 'then' : '+', ...one]),
    isPrn && 'PRN', isPrn && reason && `for ${reason}`, !isSequence && days !== null && daysOf(days),
    maximum !== null && `max ${amountOf(maximum, first)} ${first ? `${unitOf(first, maximum <= 1)} ` : ''}in 24 hours`, food && foodTexts[food], note && `note: ${note}`,
  ].filter(Boolean).join(' ') // prettier-ignore
}

const joined = (texts: (string | null | undefined)[], t?: Translate) => {
  const several = [...new Set(texts.filter(Boolean))]
  const last = several.pop() ?? ''
  return several.length === 0 ? last : `${several.join(', ')} ${spoken({ key: 'and', values: {} }, t)} ${last}`
}
const textOf = (phrase: ReturnType<typeof frequencyPhrase>, t?: Translate) => phrase && spoken(phrase, t)

/** The dose alone, with digits: "1 tablet", "1-2 tablets"; empty when it is not said. */
export const dosageText = ({ doses }: Directions): string =>
  joined(
    doses.map(({ amount, amount_max: max, unit }) => {
      const count = amount === null ? '' : `${decimal(amount)}${max === null ? '' : `-${decimal(max)}`}`
      return count && unit ? `${count} ${unitOf(unit, (max ?? amount ?? 0) <= 1)}` : count
    }),
  )

/** How often alone: "three times a day"; empty when it is not said. */
export const frequencyText = ({ doses, is_prn: isPrn }: Directions, t?: Translate): string => {
  const often = joined(doses.map((one) => (one.frequency === 'PRN' ? null : textOf(frequencyPhrase(one), t))), t) // prettier-ignore
  return [often, isPrn && spoken({ key: 'when needed', values: {} }, t)].filter(Boolean).join(' ')
}

/** How long alone: "5 days"; empty when it is not said. */
export const durationText = ({ days }: Directions): string => (days === null ? '' : days === 1 ? '1 day' : `${days} days`)
