import { list, number, oneOf, optional, parsed, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'
import { namesOf } from './names.ts'

export interface Vital {
  /** As the triage calls it, and two more. */
  measure: string
  /** Spelt units with the UCUM unit and what is plausible in it; the first is what is meant where none is written. */
  units: readonly { ucum: string; spelt: readonly string[]; least: number; most: number }[]
  /** Plausible without a unit; nothing is found without one where there is none. */
  bare?: readonly (readonly [number, number])[]
  /** Said out of how many: `5/10`. */
  outOf?: number
}

const at = (file: string) => new URL(`../knowledge/${file}`, import.meta.url)
/** `30 to 45`. */
const span = parsed((cell): readonly [number, number] => {
  const [least = '', most = '', ...more] = cell.split(' to ')
  if (more.length > 0) throw new RangeError(`"${cell}" is not a number, "to" and a number`)
  return [number.read(least), number.read(most)]
})

const signs = readTable(at('vital-signs.tsv'), { sign: text, measure: text, bare: optional(list(span)), outOf: optional(number) }, ['sign'])
const units = readTable(at('vital-units.tsv'), { measure: text, ucum: text, least: number, most: number, spelt: list(text) }, [
  'measure',
  'ucum',
])
const vitals = new Map<string, Vital>(
  signs.rows.map(({ sign, ...vital }) => [
    sign,
    { ...vital, units: units.rows.flatMap(({ measure, ...unit }) => (measure === vital.measure ? [unit] : [])) },
  ]),
)
// Pressures are two numbers, read in a way of their own.
vitals.set('systolic', { measure: 'systolic', units: [] })

const names = readTable(
  at('vital-names.tsv'),
  { use: oneOf(['name', 'letter', 'pressure']), sign: oneOf([...vitals.keys()]), word: text },
  ['use', 'word'],
)
const usedAs = (use: (typeof names.rows)[number]['use']) =>
  namesOf(names.rows.flatMap((row) => (row.use === use ? [[row.word, vitals.get(row.sign)!] as const] : [])))

export const vitalNames = usedAs('name')
/** One letter in capitals, only beside other vital signs or with its unit. */
export const letterNames = usedAs('letter')
export const pressureNames = usedAs('pressure')
