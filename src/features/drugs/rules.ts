import type { Directions, RouteCode } from '#features/directions/rules.ts'
import type { Divides } from './division.ts'

export { type Contents, type Divides, dividesInto } from './division.ts'
export { weightValidDays } from './weight-validity.ts'
export { externalForms, externalName, formInName, type ExternalForm } from './external.ts'

export interface Strength {
  amount: number
  unit: 'mg' | 'mcg' | 'g' | 'unit' | 'mmol'
  /** Absent: in one tablet, capsule, vial or whatever one of the item is. */
  per?: { amount: number; unit: 'ml' | 'g' | 'puff' | 'drop' | 'hour' }
}

export type DrugForm =
  | 'tablet' | 'capsule' | 'liquid' | 'injection' | 'cream' | 'drops' | 'inhaler' | 'spray' | 'suppository' | 'pessary'
  | 'sachet' | 'patch' | 'implant' | 'lozenge' | 'shampoo' | 'powder' // prettier-ignore

export interface DrugName {
  /** International nonproprietary names, in the order of the text. */
  substances: string[]
  /** One for each substance. */
  strengths: (Strength | null)[]
  form: DrugForm | null
  route: RouteCode | null
  unknown: boolean
}

interface Medicine {
  name: string
  /** What somebody has entered for the item; goes before what the name says. */
  substances?: readonly string[] | null
  /** One for each of `substances`; without, the name is read. */
  strengths?: readonly (Strength | null)[] | null
  directions?: Directions | null
  route?: RouteCode | null
}

export interface SafetyLine extends Medicine {
  key: string
  /** What the item is counted in. */
  unit?: string | null
  form?: string | null
  /** Into how many parts one may be divided, where somebody has said it. */
  divides?: Divides | null
  /** Not in the catalogue. */
  isExternal?: boolean
}

export interface CurrentMedicine extends Medicine {
  /** How the warning names it, for example with the day since when it is taken; the name when absent. */
  label?: string | null
  /** The course is at its end, so that the same again is a repeat and no duplicate. */
  isEnding?: boolean
}

export interface SafetyInput {
  lines: readonly SafetyLine[]
  current: readonly CurrentMedicine[]
  allergies: readonly {
    substance: string
    category: string | null
    severity: string | null
    reaction: string | null
    is_intolerance?: boolean
  }[]
  /** `isPregnancyAsked`: of an age and sex at which a pregnancy that is not known has to be asked for. */
  patient: { ageYears: number | null; weightKg: number | null; isPregnant: boolean | null; isPregnancyAsked?: boolean }
}

export type WarningKind = (typeof warningKinds)[number]
export const warningKinds = ['allergy', 'interaction', 'duplicate', 'dose', 'pregnancy', 'age', 'unchecked', 'handed out'] as const

/** The words of each kind, for badges and lists. */
export const warningWords: Readonly<Record<WarningKind, string>> = {
  allergy: 'Allergy',
  interaction: 'Interaction',
  duplicate: 'Duplicate',
  dose: 'Dose',
  pregnancy: 'Pregnancy',
  age: 'Age',
  unchecked: 'Not checked',
  'handed out': 'Already dispensed',
}

/** The sentences that head the warnings, for translation; the values stand in `Warning.values`. */
export const warningTitles = {
  sameAllergy: 'Allergic to {allergy}: {drug} contains {substance}.',
  groupAllergy: 'Allergic to {allergy}: {drug} is one of the {group}.',
  sameIntolerance: 'Intolerance to {allergy}: {drug} contains {substance}.',
  groupIntolerance: 'Intolerance to {allergy}: {drug} is one of the {group}.',
  relatedAllergy: 'Allergic to {allergy}: {drug} is related to it.',
  interaction: '{drug} and {other} must not be combined.',
  interactionNote: '{drug} and {other} interact.',
  sameSubstance: '{substance} twice: {drug} and {other}.',
  sameGroup: 'Two {group}: {drug} and {other}.',
  sameKind: '{drug} and {other} are of the same class.',
  dose: '{substance}: {amount} mg a day, maximum {most} mg.',
  weeklyOnly: '{drug} is taken once a week, never daily.',
  pregnancy: '{drug} must not be taken in pregnancy.',
  pregnancyNote: '{drug}: only with caution in pregnancy.',
  pregnancyUnknown: 'Pregnancy status unknown: {drug} must not be taken in pregnancy.',
  age: '{drug} is not for children under {years} years.',
  unknownDrug: '{drug} is unknown to the safety check.',
  notInVocabulary: 'Not checked: {drug} is not in the drug vocabulary.',
  unnamedContents: 'The contents of {drug} are not known.',
  unknownAllergy: 'The allergy to {allergy} is unknown to the safety check.',
  noStrength: 'The dose of {drug} was not checked: its strength is unknown.',
  handedOut: '{drug}: {units} of {given} were handed out on {day}.',
  notDivided: '{drug} must not be divided into such a dose.',
  divisionUnknown: '{drug}: not known whether it can be divided.',
  quantityKept: 'Quantity of {drug}: {quantity} was entered and is kept; the directions give {computed}.',
  quantityUncounted: 'Quantity of {drug}: {quantity} was entered and is kept; it cannot be calculated from the directions.',
  weightDoubted: 'The weight on record, {weight} kg, is implausible: the dose of {drug} was not checked against it.',
  doseCapped: '{drug}: the calculated dose is above the maximum. It was limited to {most} mg.',
  doseRoundedUp: '{drug}: the measured dose is {percent} % above the calculated dose.',
  doseRoundedDown: '{drug}: the measured dose is {percent} % below the calculated dose.',
  doseUnmeasurable: '{drug}: the calculated dose cannot be measured in {strength}.',
  noWeight: 'The dose of {drug} was checked against adult limits: the weight is missing.',
} as const

export interface Warning {
  /** The same for the same finding, whatever the order of the lines; a reason given for it stays with it. */
  key: string
  kind: WarningKind
  /** A stop needs a reason; a note is only shown. */
  severity: 'stop' | 'note'
  /** The line it stands at: the first one for what concerns the patient, an allergy or a medicine taken already. */
  line: string
  /** The second line of a pair. */
  otherLine: string | null
  /** The other side: an allergy, another line, a medicine taken already. */
  with: string | null
  title: string
  titleKey: keyof typeof warningTitles
  values: Readonly<Record<string, string>>
  /** What may happen and what to do. */
  detail: string
  /** What may be taken instead, as far as it fits this patient; null where the rule names nothing. */
  alternatives: readonly string[] | null
  source: string
  rule: string
  version: string
}
