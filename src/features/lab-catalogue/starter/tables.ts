import { age, flag, list, matching, number, oneOf, optional, parsed, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'
import { choiceFlags, panelKinds } from '../contract-ranges.ts'

const at = (file: string) => new URL(`../knowledge/${file}`, import.meta.url)

const code = matching(/^[A-Z][A-Z0-9_]{0,19}$/, 'the code of a test')
const loinc = optional(matching(/^\d{1,7}-\d$/, 'a code of LOINC'))
const decimal = optional(matching(/^\d{1,12}(?:\.\d{1,6})?$/, 'a number with at most six decimals'))
const sex = oneOf(['male', 'female'])

export interface StarterUnit {
  unit: string
  /** Canonical = value × factor + offset. */
  factor: string
  offset?: string
}
/** `mg/dL × 88.4`, `% × 10.929 - 23.49735`. */
const unit = parsed((cell): StarterUnit => {
  const [, name, factor, sign, offset] = /^([!-~]{1,30}) × (\d+(?:\.\d+)?)(?: ([+-]) (\d+(?:\.\d+)?))?$/.exec(cell) ?? []
  if (name === undefined || factor === undefined) throw new RangeError(`"${cell}" is not a unit and its factor, such as mg/dL × 88.4`)
  return { unit: name, factor, ...(offset !== undefined && { offset: sign === '-' ? `-${offset}` : offset }) }
})

const choiceFlag = oneOf(choiceFlags)
/** `abnormal: Positive`. */
const choice = parsed((cell) => {
  const end = cell.indexOf(': ')
  return { value: cell.slice(end + 2), flag: choiceFlag.read(cell.slice(0, Math.max(0, end))) }
})

/** Names of publications, for the columns that say where limits are from. */
export const sourceTable = readTable(at('lab-sources.tsv'), { of: oneOf(['children', 'adults', 'critical']), name: text, text }, ['name'])
const source = oneOf(sourceTable.rows.map(({ name }) => name))

export const panelTable = readTable(
  at('lab-panels.tsv'),
  {
    code,
    name: text,
    kind: oneOf(panelKinds),
    specimen: text,
    section: text,
    unit: optional(text),
    decimals: optional(number),
    units: optional(list(unit)),
    choices: optional(list(choice)),
    formula: optional(text),
    loinc,
    turnaround: number,
    item: optional(text),
    is_withheld: flag,
    for_sex: optional(sex),
    note: optional(text),
  },
  ['code'],
)
const panel = oneOf(panelTable.rows.map((one) => one.code))
const limits = { low: decimal, high: decimal }

export const rangeTable = readTable(
  at('lab-ranges.tsv'),
  {
    panel,
    sex: optional(sex),
    from: optional(age),
    to: optional(age),
    ...limits,
    low_critical: decimal,
    high_critical: decimal,
    low_valid: decimal,
    high_valid: decimal,
    text: optional(text),
    reference: optional(source),
    critical: optional(source),
  },
  ['panel', 'sex', 'from'],
)
export const childRangeTable = readTable(
  at('lab-child-ranges.tsv'),
  { panel, from: age, to: age, sex: optional(sex), ...limits, text: optional(text), reference: source },
  ['panel', 'from', 'sex'],
)
export const childCriticalTable = readTable(
  at('lab-child-critical.tsv'),
  { panel, from: age, to: age, ...limits, critical: source, note: optional(text) },
  ['panel', 'from'],
)
export const withoutReferenceTable = readTable(at('lab-without-reference.tsv'), { panel, from: age, to: optional(age), reason: text }, [
  'panel',
  'from',
])
export const profileTable = readTable(at('lab-profiles.tsv'), { code, name: text, loinc, item: optional(text), panels: list(panel) }, [
  'code',
])
export const deltaTable = readTable(
  at('lab-deltas.tsv'),
  { loinc: matching(/^\d{1,7}-\d$/, 'a code of LOINC'), delta_absolute: decimal, delta_percent: decimal, delta_days: number },
  ['loinc'],
)
