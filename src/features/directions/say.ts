import { formatMessage } from '#shared/message.ts'
import type { Directions, Dose, FoodCode, FrequencyCode, RouteCode, UnitCode } from './directions.ts'

/** A text to be translated, with its values; a value may be one, too. */
export interface Phrase {
  key: string
  values: Record<string, string | number | Phrase>
}
/** One piece of the sentence and what goes before it; joined in their order they are the sentence. */
export interface DirectionsPart extends Phrase {
  before: '' | ' ' | ', '
}
export type Translate = (key: string, values?: Record<string, string | number>) => string

const phrase = (key: string, values: Phrase['values'] = {}): Phrase => ({ key, values })

const counts = ['', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten']
const parts = new Map([[0.25, 'a quarter'], [0.5, 'half'], [0.75, 'three quarters']]) // prettier-ignore

/** The name of a unit: one, and the text for several. */
export const unitTexts: Record<UnitCode, [string, string]> = {
  tablet: ['one tablet', '{n} tablets'],
  capsule: ['one capsule', '{n} capsules'],
  pill: ['one pill', '{n} pills'],
  ml: ['{n} ml', '{n} ml'],
  mg: ['{n} mg', '{n} mg'],
  mcg: ['{n} micrograms', '{n} micrograms'],
  g: ['{n} g', '{n} g'],
  unit: ['one unit', '{n} units'],
  drop: ['one drop', '{n} drops'],
  puff: ['one puff', '{n} puffs'],
  spray: ['one spray', '{n} sprays'],
  patch: ['one patch', '{n} patches'],
  suppository: ['one suppository', '{n} suppositories'],
  pessary: ['one pessary', '{n} pessaries'],
  sachet: ['one sachet', '{n} sachets'],
  vial: ['one vial', '{n} vials'],
  ampoule: ['one ampoule', '{n} ampoules'],
  application: ['one application', '{n} applications'],
  lozenge: ['one lozenge', '{n} lozenges'],
  click: ['one click', '{n} clicks'],
  dose: ['one dose', '{n} doses'],
}
export const tabletTexts = [
  'a quarter of a tablet',
  'half a tablet',
  'three quarters of a tablet',
  'one and a half tablets',
  '{n} and a half tablets',
  '{n} tablet',
]
const byUnit = new Set<UnitCode | null>(['ml', 'mg', 'mcg', 'g', 'unit'])

export const frequencyTexts: Record<FrequencyCode, string> = {
  STAT: 'as a single dose', OD: 'once a day', OM: 'in the morning', NOON: 'at midday', EVE: 'in the evening', ON: 'at night', BD: 'twice a day',
  TDS: 'three times a day', QDS: 'four times a day', '5X': 'five times a day', '6X': 'six times a day', '8X': 'eight times a day',
  Q1H: 'every hour', Q2H: 'every {n} hours', Q3H: 'every {n} hours', Q4H: 'every {n} hours', Q6H: 'every {n} hours', Q8H: 'every {n} hours',
  Q12H: 'every {n} hours', Q48H: 'every {n} hours', Q72H: 'every {n} hours', ALT: 'every other day', '2/WK': 'twice a week',
  '3/WK': 'three times a week', '4/WK': 'four times a week', '5/WK': 'five times a week', WKLY: 'once a week', '2WKLY': 'once every two weeks',
  MONTHLY: 'once a month', PRN: 'when needed', MDU: 'as directed',
} // prettier-ignore
export const routeTexts: Record<RouteCode, string> = {
  PO: 'by mouth', IV: 'into a vein', IM: 'into a muscle', SC: 'under the skin', SL: 'under the tongue', PR: 'into the rectum', VG: 'into the vagina',
  TP: 'on the skin', IH: 'breathed in', NS: 'into the nose', OP: 'into the eye', OT: 'into the ear', ID: 'into the skin', TD: 'through the skin',
  NG: 'through the feeding tube', BUC: 'inside the cheek',
} // prettier-ignore
export const foodTexts: Record<FoodCode, string> = { AC: 'before food', CC: 'with food', PC: 'after food' }
/** Texts that join the others. */
export const joiningTexts = [
  ...counts.slice(1), ...parts.values(), '{n} at a time', '{n} of {one}', '{whole}.{part}', '{low} to {high}', '{low} or {high}', 'and', 'then', 'for one day', 'for {n} days',
  'when needed for {reason}', 'no more than {dose} in 24 hours', 'every {low} to {high} hours',
] // prettier-ignore

const thirds = new Map([['0.3333', '⅓'], ['0.6667', '⅔']]) // prettier-ignore
const decimal = (value: number) => {
  const text = String(Math.round(value * 10_000) / 10_000)
  return thirds.get(text) ?? text
}
/** Words to ten, digits beyond and for what is measured. */
const numberOf = (value: number, unit: UnitCode | null): Phrase => {
  const word = byUnit.has(unit) ? undefined : (counts[value] ?? parts.get(value))
  if (word !== undefined) return phrase(word)
  // A text of its own, because the decimal mark is another one in French.
  const [whole, part] = decimal(value).split('.')
  return part === undefined ? phrase(decimal(value)) : phrase('{whole}.{part}', { whole: whole!, part })
}

export const amountPhrase = ({ amount, amount_max: max, unit }: Pick<Dose, 'amount' | 'amount_max' | 'unit'>): Phrase | null => {
  if (amount === null) return null
  if (max !== null) {
    const range = phrase('{low} to {high}', { low: numberOf(amount, unit), high: numberOf(max, unit) })
    return unit ? phrase(unit === 'tablet' && max <= 1 ? '{n} tablet' : unitTexts[unit][1], { n: range }) : range
  }
  if (unit === 'tablet') {
    const whole = Math.floor(amount)
    if (amount < 1 && parts.has(amount)) return phrase(tabletTexts[[0.25, 0.5, 0.75].indexOf(amount)] ?? '')
    if (amount === 1.5) return phrase('one and a half tablets')
    if (amount - whole === 0.5 && whole <= 10) return phrase('{n} and a half tablets', { n: numberOf(whole, unit) })
  }
  if (!unit) return numberOf(amount, null)
  if (unit === 'tablet' && amount < 1) return phrase('{n} tablet', { n: numberOf(amount, unit) })
  const [one, several] = unitTexts[unit]
  if (amount < 1 && !byUnit.has(unit)) return phrase('{n} of {one}', { n: numberOf(amount, unit), one: phrase(one) })
  return amount === 1 && !one.includes('{n}') ? phrase(one) : phrase(several, { n: numberOf(amount, unit) })
}

const hoursOf = (code: FrequencyCode | null) => Number(/^Q(\d+)H$/.exec(code ?? '')?.[1] ?? 0)

export const frequencyPhrase = ({ frequency, frequency_min: rarer }: Pick<Dose, 'frequency' | 'frequency_min'>): Phrase | null => {
  if (!frequency) return null
  const one = (code: FrequencyCode) => phrase(frequencyTexts[code], frequencyTexts[code].includes('{n}') ? { n: hoursOf(code) } : {})
  if (!rarer) return one(frequency)
  if (hoursOf(frequency) > 0 && hoursOf(rarer) > 0)
    return phrase('every {low} to {high} hours', { low: hoursOf(frequency), high: hoursOf(rarer) })
  return phrase('{low} or {high}', { low: one(rarer), high: one(frequency) })
}

export const daysPhrase = (days: number | null): Phrase | null =>
  days === null ? null : days === 1 ? phrase('for one day') : phrase('for {n} days', { n: days })

/** Said as so many times in a day, week or month. */
const isCounted = (code: FrequencyCode | null) => code !== null && /times|once|twice/.test(frequencyTexts[code])

/** The sentence in pieces, each with its English text as key, to be translated one by one. */
export const directionsParts = (directions: Directions): DirectionsPart[] => {
  const { doses, route, days, food, is_prn: isPrn, prn_reason: reason, max_per_day: maximum, note } = directions
  const stated: DirectionsPart[] = []
  const say = (one: Phrase | null, before: DirectionsPart['before'] = ' ') => {
    if (one) stated.push({ ...one, before: stated.length === 0 ? '' : before })
  }
  const isSequence = doses.some((one) => one.days !== null)
  doses.forEach((dose, index) => {
    if (index > 0 && isSequence) say(phrase('then'), ', ')
    else if (index > 0 && index === doses.length - 1) say(phrase('and'))
    // "1 2 fois par jour" would be read as twelve
    const isBare = dose.unit === null && dose.amount !== null && isCounted(dose.frequency)
    const amount = amountPhrase(dose)
    say(
      amount && isBare ? phrase('{n} at a time', { n: amount }) : amount,
      index > 0 && !isSequence && index < doses.length - 1 ? ', ' : ' ',
    )
    if (index === 0 && route) say(phrase(routeTexts[route]))
    const isStatedBelow = dose.frequency === 'PRN'
    if (!isStatedBelow)
      say(frequencyPhrase(dose), isBare ? ', ' : dose.amount === null && index > 0 && !isSequence && index < doses.length - 1 ? ', ' : ' ')
    if (isSequence) say(daysPhrase(dose.days))
  })
  if (doses.length === 0 && route) say(phrase(routeTexts[route]))
  if (isPrn) say(reason ? phrase('when needed for {reason}', { reason }) : phrase('when needed'))
  if (!isSequence) say(daysPhrase(days))
  if (food) say(phrase(foodTexts[food]), ', ')
  if (maximum !== null) {
    const dose = amountPhrase({ amount: maximum, amount_max: null, unit: doses[0]?.unit ?? null })
    if (dose) say(phrase('no more than {dose} in 24 hours', { dose }), ', ')
  }
  if (note) say(phrase('{note}', { note }), ', ')
  return stated
}

export const spoken = ({ key, values }: Phrase, t: Translate = formatMessage): string =>
  t(key, Object.fromEntries(Object.entries(values).map(([name, value]) => [name, typeof value === 'object' ? spoken(value, t) : value])))

/** Plain words without abbreviations, for the label and the patient: "one tablet three times a day for 5 days, after food". */
export const sayDirections = (directions: Directions, t: Translate = formatMessage): string =>
  directionsParts(directions)
    .map((one) => one.before + spoken(one, t))
    .join('')
