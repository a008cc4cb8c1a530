import type { choiceFlags, ForSex, PanelKind } from '../contract-ranges.ts'

export interface StarterRange {
  sex?: 'male' | 'female'
  /** Absent: from birth. */
  age_from_days?: number
  age_to_days?: number
  low?: string
  high?: string
  low_critical?: string
  high_critical?: string
  low_valid?: string
  high_valid?: string
  text?: string
  /** Where the limits are from; empty: no source is known. */
  source?: string
}
export interface StarterChoice {
  value: string
  flag: (typeof choiceFlags)[number]
}
export interface StarterUnit {
  unit: string
  /** Canonical = value × factor + offset. */
  factor: string
  offset?: string
}
export interface StarterPanel {
  code: string
  name: string
  kind: PanelKind
  /** Told in person, never online. */
  is_withheld?: true
  /** Absent: for everybody. */
  for_sex?: ForSex
  /** By its code. */
  specimen: string
  section: string
  unit?: string
  decimals?: number
  units?: readonly StarterUnit[]
  choices?: readonly StarterChoice[]
  formula?: string
  loinc?: string
  /** Minutes from the request to approval; an urgent one has half of them. */
  turnaround: number
  /** The code of the starter's item that it is charged as by itself. */
  item?: string
  ranges?: readonly StarterRange[]
}
export interface StarterProfile {
  code: string
  name: string
  loinc?: string
  item?: string
  /** By their codes, in the order of the report. */
  panels: readonly string[]
}

/** Years in days as the ranges count them: rounded down, so that nobody who has had the birthday is left out. */
export const years = (count: number) => Math.floor(count * 365.25)
/** Ranges of adults are not those of children: where no source gives a range for children they have none. */
export const ADULT = years(18)

type Limits = Omit<StarterRange, 'sex' | 'age_from_days' | 'age_to_days'>
/** One range for men and women. */
export const adults = (limits: Limits): StarterRange[] => [{ age_from_days: ADULT, ...limits }]
/** What differs between men and women, and what does not. */
export const bySex = (male: Limits, female: Limits, both: Limits = {}): StarterRange[] => [
  { sex: 'male', age_from_days: ADULT, ...both, ...male },
  { sex: 'female', age_from_days: ADULT, ...both, ...female },
]

/** What means that nothing was found, then what means that something was. */
export const choices = (normal: readonly string[], found: readonly string[], flag: StarterChoice['flag'] = 'abnormal'): StarterChoice[] => [
  ...normal.map((value): StarterChoice => ({ value, flag: 'normal' })),
  ...found.map((value): StarterChoice => ({ value, flag })),
]

type Common = Omit<StarterPanel, 'code' | 'name' | 'kind' | 'unit' | 'decimals' | 'ranges' | 'formula' | 'choices'>
type More = Partial<Common> & { ranges?: readonly StarterRange[] }
/** Makes the panels of one bench, whose common parts are said once. */
export const bench = (common: Common) => ({
  number: (code: string, name: string, unit: string | null, decimals: number, more: More = {}): StarterPanel => ({
    ...common,
    code,
    name,
    kind: 'quantitative',
    ...(unit !== null && { unit }),
    decimals,
    ...more,
  }),
  calculated: (code: string, name: string, formula: string, more: More & { unit: string; decimals: number }): StarterPanel => ({
    ...common,
    code,
    name,
    kind: 'calculated',
    formula,
    ...more,
  }),
  coded: (code: string, name: string, answers: readonly StarterChoice[], more: More = {}): StarterPanel => ({
    ...common,
    code,
    name,
    kind: 'qualitative',
    choices: answers,
    ...more,
  }),
  words: (code: string, name: string, more: More = {}): StarterPanel => ({ ...common, code, name, kind: 'text', ...more }),
})
