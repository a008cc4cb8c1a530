import { z } from 'zod'
import { withPoint, yesOrNo } from '#platform/csv/cells.ts'
import type { ImportColumn } from '#platform/imports/kind.ts'
import { line } from '#shared/text.ts'
import {
  Choice,
  type ForSex,
  Loinc,
  Measured,
  Minutes,
  OtherUnit,
  PanelKind,
  TestCode,
  Unit,
} from '#features/lab-catalogue/contract-ranges.ts'

export const upperCode = z
  .string()
  .transform((text) => text.trim().toUpperCase())
  .pipe(TestCode)
const lowered = z.string().transform((text) => text.trim().toLowerCase())
const whole = z.string().transform((text) => (/^\d{1,6}$/.test(text) ? Number(text) : Number.NaN))

/** Several things in one cell, one behind the other with a semicolon. */
export const several = (text: string): string[] =>
  text
    .split(';')
    .map((part) => part.trim())
    .filter(Boolean)

const list = <T>(shape: z.ZodType<T>, read: (part: string) => unknown, example: string) =>
  z.string().transform((text, context): T[] => {
    const parts = several(text).map((part) => shape.safeParse(read(part)))
    if (parts.every(({ success }) => success)) return parts.map(({ data }) => data as T)
    context.addIssue({ code: 'custom', message: `Write it so: ${example}` })
    return z.NEVER
  })

const readUnit = (part: string) => {
  const [, unit, factor, offset] = /^(\S+) *= *(-?[\d.]+)(?: *\+ *(-?[\d.]+))?$/.exec(part) ?? []
  return { unit, factor, ...(offset !== undefined && { offset }) }
}
const readChoice = (part: string) => {
  const at = part.lastIndexOf(':')
  return at < 0 ? { value: part, flag: 'normal' } : { value: part.slice(0, at).trim(), flag: part.slice(at + 1).trim().toLowerCase() } // prettier-ignore
}
export const writeUnits = (units: readonly OtherUnit[]) =>
  units.map(({ unit, factor, offset }) => `${unit} = ${factor}${Number(offset) === 0 ? '' : ` + ${offset}`}`).join('; ')
export const writeChoices = (choices: readonly Choice[]) => choices.map(({ value, flag }) => `${value}: ${flag}`).join('; ')

const SEXES: Readonly<Record<string, ForSex>> = {
  m: 'male',
  male: 'male',
  men: 'male',
  homme: 'male',
  hommes: 'male',
  f: 'female',
  female: 'female',
  women: 'female',
  femme: 'female',
  femmes: 'female',
  mwanaume: 'male',
  wanaume: 'male',
  mwanamke: 'female',
  wanawake: 'female',
}
/** One of the sexes in the words of files. */
export const sexCell = z.string().transform((text, context) => {
  const found = SEXES[text.trim().toLowerCase()]
  if (found) return found
  context.addIssue({ code: 'custom', message: 'Enter male or female, or leave empty for both.' })
  return z.NEVER
})

/** What the cells of a test hold. */
export const testCells = {
  code: upperCode,
  name: line(120),
  kind: lowered.pipe(PanelKind),
  specimen: line(60),
  section: line(60),
  unit: Unit,
  decimals: whole.pipe(z.int('Enter a whole number from 0 to 6.').min(0).max(6)),
  units: list(OtherUnit, readUnit, 'mg/dL = 0.0259; g/L = 2.59 + 0.5'),
  choices: list(Choice, readChoice, 'Negative: normal; Positive: abnormal'),
  formula: line(500),
  loinc: Loinc,
  method: line(120),
  explanation: line(300),
  is_withheld: yesOrNo,
  for_sex: sexCell,
  item: line(120),
  turnaround_minutes: whole.pipe(Minutes),
  urgent_turnaround_minutes: whole.pipe(Minutes),
  delta_absolute: withPoint.pipe(Measured),
  delta_percent: withPoint.pipe(Measured),
  delta_days: whole.pipe(z.int('Enter whole days.').min(1).max(3660)),
  position: whole.pipe(z.int('Enter a whole number.').min(1).max(9999)),
}
export type TestValues = { [K in keyof typeof testCells]?: z.output<(typeof testCells)[K]> }

/** The columns of tests as a file. */
export const testColumns: readonly (ImportColumn & { name: keyof TestValues })[] = [
  { name: 'code', required: true, synonyms: ['test code', 'short name', 'abbreviation', 'code du test'], examples: ['POT', 'MAL_RDT'] },
  {
    name: 'name',
    required: true,
    synonyms: ['test', 'test name', 'analyte', 'parameter', 'analyse', 'nom', 'jina', 'kipimo'],
    examples: ['Potassium', 'Malaria rapid test'],
  },
  { name: 'kind', synonyms: ['type', 'result type'], examples: ['quantitative', 'qualitative'] },
  {
    name: 'specimen',
    required: true,
    synonyms: ['sample', 'sample type', 'specimen type', 'échantillon', 'sampuli'],
    examples: ['SER', 'EDTA'],
  },
  { name: 'section', synonyms: ['department', 'bench', 'lab section'], examples: ['Chemistry', 'Parasitology'] },
  { name: 'unit', synonyms: ['units of measure', 'uom', 'unité'], examples: ['mmol/L', ''] },
  { name: 'decimals', synonyms: ['decimal places'], examples: ['1', ''] },
  { name: 'units', synonyms: ['other units', 'conversions'], examples: ['', ''] },
  { name: 'choices', synonyms: ['options', 'answers', 'results'], examples: ['', 'Negative: normal; Positive: abnormal'] },
  { name: 'formula', synonyms: ['calculation'], examples: ['', ''] },
  { name: 'loinc', synonyms: ['loinc code'], examples: ['2823-3', ''] },
  { name: 'method', synonyms: ['technique', 'méthode'], examples: ['ISE', ''] },
  { name: 'explanation', synonyms: ['patient explanation'], examples: ['', ''] },
  { name: 'is_withheld', synonyms: ['withheld'], examples: ['', ''] },
  { name: 'for_sex', synonyms: ['sex', 'gender', 'sexe', 'jinsia'], examples: ['', ''] },
  { name: 'item', synonyms: ['charged as', 'billing item', 'service'], examples: ['', ''] },
  { name: 'turnaround_minutes', synonyms: ['turnaround', 'tat'], examples: ['60', '20'] },
  { name: 'urgent_turnaround_minutes', synonyms: ['urgent turnaround', 'stat turnaround'], examples: ['30', '10'] },
  { name: 'delta_absolute', synonyms: ['delta'], examples: ['', ''] },
  { name: 'delta_percent', synonyms: [], examples: ['', ''] },
  { name: 'delta_days', synonyms: [], examples: ['', ''] },
  { name: 'position', synonyms: ['order', 'sort'], examples: ['', ''] },
]
