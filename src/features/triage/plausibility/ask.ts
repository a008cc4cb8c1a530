import { measureKeys, measureOf, numberIn, problemOf, rounded, type MeasureKey, type Sentence, type VitalSet } from '../measures.ts'
import {
  ADULT_DAYS,
  bmiBounds,
  growthBounds,
  HEIGHT_FALL_CM,
  SLIP_TOLERANCE,
  slipDays,
  vitalBounds,
  VITAL_SOURCE,
  weightChanges,
  weightForHeight,
  WEIGHT_FOR_HEIGHT_UNTIL,
  WHO_SOURCE,
  type AgeBound,
} from './bounds.ts'

/** The version of the rules that a confirmation is kept with. */
export const PLAUSIBILITY_VERSION = '2026-11'

/** What a number may have been meant as: the value in the unit that is kept. */
export interface Meant {
  value: number
  /** `45 mg/dL`, or what became of the point. */
  as: string
}

/** A value that is not believed until a person confirms it. */
export interface Question {
  field: MeasureKey
  value: number
  unit: string
  /** What is not asked about; null: no limit on that side, or none that is a single number. */
  least: number | null
  most: number | null
  rule: string
  text: Sentence
  meant: Meant[]
  source: string
  /** False: it is outside what can be stored; only another value helps. */
  can_confirm: boolean
}

/** The last value before this one, and how many days lie between them. */
export interface Earlier {
  value: number
  days: number
}

export interface Person {
  /** Whole days of age; null where the birthday is not known: then the limits of an adult ask. */
  days: number | null
  earlier: Partial<Record<'weight' | 'height', Earlier>>
}

/** The limits at a point of a table, along the line between its rows; null before the first row. */
const boundsAt = (table: readonly AgeBound[], at: number): { least: number; most: number } | null => {
  const after = table.findIndex(([from]) => from > at)
  if (after === 0) return null
  const [day, least, most] = table[after === -1 ? table.length - 1 : after - 1]!
  const next = after === -1 ? undefined : table[after]
  if (!next) return { least, most }
  const part = (at - day) / (next[0] - day)
  return { least: least + (next[1] - least) * part, most: most + (next[2] - most) * part }
}

const lasting: readonly MeasureKey[] = ['weight', 'height']

/** What is not asked about of a measure at an age; null where there are no limits. */
export const plausibleAt = (key: MeasureKey, days: number | null): { least: number | null; most: number | null; source: string } | null => {
  const age = days ?? ADULT_DAYS
  const growth = growthBounds[key]
  if (growth) {
    const isBeyond = age > growth.at(-1)![0] && !lasting.includes(key)
    const found = isBeyond ? null : boundsAt(growth, age)
    return (
      found && {
        least: rounded('height', found.least),
        most: rounded('height', found.most),
        source: age < ADULT_DAYS ? WHO_SOURCE : VITAL_SOURCE,
      }
    )
  }
  const found = vitalBounds[key]?.findLast(([from]) => age >= from)
  return found ? { least: found[1], most: found[2], source: VITAL_SOURCE } : null
}

const KG_PER_POUND = 0.453_592_37
const CM_PER_INCH = 2.54

/** Other units that a number of a measure is typed in: how it reads in ours. */
const otherUnits: Partial<Record<MeasureKey, readonly { unit: string; convert: (value: number) => number }[]>> = {
  temperature: [{ unit: '°F', convert: (value) => ((value - 32) * 5) / 9 }],
  glucose: [{ unit: 'mg/dL', convert: (value) => value / 18.016 }],
  weight: [
    { unit: 'lb', convert: (value) => value * KG_PER_POUND },
    { unit: 'g', convert: (value) => value / 1000 },
  ],
  height: [
    { unit: 'in', convert: (value) => value * CM_PER_INCH },
    { unit: 'm', convert: (value) => value * 100 },
    { unit: 'mm', convert: (value) => value / 10 },
  ],
  muac: [{ unit: 'cm', convert: (value) => value * 10 }],
  head_circumference: [{ unit: 'mm', convert: (value) => value / 10 }],
}
/** A point that was left out or put in: of measures whose value has one, or is written in tens. */
const pointed: readonly MeasureKey[] = ['temperature', 'weight', 'height', 'glucose', 'muac', 'head_circumference']

const isPlausible = (key: MeasureKey, value: number, person: Person) => {
  const { least, most } = measureOf(key)
  if (value < least || value > most) return false
  const found = plausibleAt(key, person.days)
  return !found || ((found.least === null || value >= found.least) && (found.most === null || value <= found.most))
}

/** What the number may have been meant as: only what is plausible for this patient. */
const meantBy = (key: MeasureKey, value: number, person: Person): Meant[] => {
  const found: Meant[] = []
  const add = (converted: number, as: string) => {
    const right = rounded(key, converted)
    if (right !== value && isPlausible(key, right, person) && !found.some((one) => one.value === right)) found.push({ value: right, as })
  }
  for (const { unit, convert } of otherUnits[key] ?? []) add(convert(value), `${value} ${unit}`)
  if (pointed.includes(key))
    for (const factor of [10, 0.1, 100, 0.01]) add(value * factor, `${rounded(key, value * factor)} ${measureOf(key).unit}`)
  return found
}

const ask = (
  key: MeasureKey,
  value: number,
  person: Person,
  about: Pick<Question, 'rule' | 'text' | 'source'> & Partial<Question>,
): Question => ({
  field: key,
  value,
  unit: measureOf(key).unit,
  least: null,
  most: null,
  meant: meantBy(key, value, person),
  can_confirm: true,
  ...about,
})

const byAge = (key: MeasureKey, value: number, person: Person): Question | null => {
  const found = plausibleAt(key, person.days)
  if (!found || isPlausible(key, value, person)) return null
  const { least, most, source } = found
  const { label, unit } = measureOf(key)
  const values = { measure: label, value, unit, least: least ?? '', most: most ?? '' }
  const text =
    least === null || most === null
      ? least === null
        ? '{measure} {value} {unit} is very unusual at this age: expected at most {most}.'
        : '{measure} {value} {unit} is very unusual at this age: expected at least {least}.'
      : '{measure} {value} {unit} is very unusual at this age: expected {least} to {most}.'
  return ask(key, value, person, { rule: `age:${key}`, text: { text, values }, least, most, source })
}

const isNear = (ratio: number, factor: number) => Math.abs(ratio / factor - 1) <= SLIP_TOLERANCE

/** A weight against the one before: pounds, a point, or more than a body changes in the time. */
const byEarlierWeight = (value: number, person: Person): Question | null => {
  const { earlier: { weight: before }, days } = person // prettier-ignore
  if (!before || before.days < 0) return null
  const age = days ?? ADULT_DAYS
  const values = { value, earlier: before.value, days: before.days }
  const text = { text: 'Weight {value} kg, but {earlier} kg {days} days before: large change.', values }
  const slipWithin = slipDays.find(([until]) => age < until)![1]
  const ratio = value / before.value
  if (before.days <= slipWithin)
    for (const [factor, as] of [
      [1 / KG_PER_POUND, `${value} lb`],
      [KG_PER_POUND, `${before.value} kg`],
      [10, ''],
      [0.1, ''],
    ] as const)
      if (isNear(ratio, factor)) {
        const right = rounded('weight', value / factor)
        const found = ask('weight', value, person, { rule: 'slip:weight', text, source: VITAL_SOURCE })
        const meant = [{ value: right, as: as || `${right} kg` }, ...found.meant.filter((one) => Math.abs(one.value - right) > 0.01)]
        return { ...found, meant }
      }
  const rule = weightChanges.find(({ until_days }) => age < until_days)!
  if (before.days > rule.within_days) return null
  const change = Math.abs(value - before.value)
  const isGreat = change > (before.value * rule.percent) / 100 || (rule.kg !== null && change > rule.kg)
  if (!isGreat) return null
  const found = ask('weight', value, person, { rule: 'change:weight', text, source: VITAL_SOURCE })
  // A meaning that is as far from the weight before is none.
  return { ...found, meant: found.meant.filter((one) => Math.abs(one.value / before.value - 1) <= rule.percent / 100) }
}

const byEarlierHeight = (value: number, person: Person): Question | null => {
  const { earlier: { height: before }, days } = person // prettier-ignore
  if (!before || before.days < 0 || days === null || days >= ADULT_DAYS || before.value - value <= HEIGHT_FALL_CM) return null
  const text = 'Height {value} cm, but {earlier} cm before: a child does not get shorter.'
  return ask('height', value, person, {
    rule: 'change:height',
    text: { text, values: { value, earlier: before.value } },
    source: VITAL_SOURCE,
  })
}

/** Weight and height that each may be right and together are not. */
const byBuild = ({ weight, height }: Pick<VitalSet, 'weight' | 'height'>, person: Person): Question | null => {
  if (weight === null || height === null) return null
  const age = person.days ?? ADULT_DAYS
  if (age < WEIGHT_FOR_HEIGHT_UNTIL) {
    const isCovered = height >= weightForHeight[0]![0] && height <= weightForHeight.at(-1)![0]
    const found = isCovered ? boundsAt(weightForHeight, height) : null
    if (!found || (weight >= found.least && weight <= found.most)) return null
    const [least, most] = [rounded('height', found.least), rounded('height', found.most)]
    const text = 'Weight {value} kg at a height of {height} cm is very unusual: expected {least} to {most} kg.'
    const values = { value: weight, height, least, most }
    return ask('weight', weight, person, { rule: 'build', text: { text, values }, least, most, source: WHO_SOURCE })
  }
  const found = boundsAt(bmiBounds, age)
  const bmi = weight / (height / 100) ** 2
  if (!found || (bmi >= found.least && bmi <= found.most)) return null
  const text = 'Weight {value} kg at a height of {height} cm is very unusual: the body mass index would be {bmi}.'
  const values = { value: weight, height, bmi: Math.round(bmi * 10) / 10 }
  return ask('weight', weight, person, { rule: 'build', text: { text, values }, source: age < ADULT_DAYS ? WHO_SOURCE : VITAL_SOURCE })
}

/**
 * What of a set is not believed for this person, one question for each field, in the order of the measures: by age, by the value before, and
 * by weight and height together. `known` are a weight or height of the visit that the set leaves out. The same for every way in.
 */
export const askAbout = (set: VitalSet, person: Person, known: Partial<Pick<VitalSet, 'weight' | 'height'>> = {}): Question[] => {
  const body = { weight: set.weight ?? known.weight ?? null, height: set.height ?? known.height ?? null }
  return measureKeys.flatMap((key) => {
    const value = set[key]
    if (value === null) return []
    const found =
      byAge(key, value, person) ??
      (key === 'weight' ? (byEarlierWeight(value, person) ?? byBuild(body, person)) : null) ??
      (key === 'height' ? (byEarlierHeight(value, person) ?? (set.weight === null ? byBuild(body, person) : null)) : null)
    return found ? [found] : []
  })
}

/** The same for a number that cannot be stored at all, such as a temperature in °F: what it may have been meant as. */
export const askBeyond = (key: MeasureKey, sent: number | string, person: Person): Question | null => {
  const text = problemOf(key, sent)
  const value = numberIn(sent)
  if (!text || Number.isNaN(value)) return null
  const { least, most } = measureOf(key)
  return ask(key, value, person, { rule: `limit:${key}`, text, least, most, source: VITAL_SOURCE, can_confirm: false })
}
