import { list, listOrNone, number, oneOf, parsed, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'
import { namesOf } from './names.ts'
import { properties, type Property } from './units.ts'

export interface LabTest {
  name: string
  /** LOINC by what the result is an amount of; `word` for one in words. */
  codes: Partial<Record<Property | 'word', string>>
  /** The kinds of results it can have. */
  kinds: ReadonlySet<string>
  /** Outside of these (in whatever unit) a number is no result of it. */
  least: number
  most: number
  /** Never without its unit, or beside other tests. */
  isShort: boolean
  /** Only in the results of urine. */
  isUrine: boolean
}

const kindNames = oneOf([...properties, 'word'])
/** `mass=718-7`, the LOINC code only where there is one. */
const kind = parsed((cell): readonly [Property | 'word', string?] => {
  const [name = '', code] = cell.split('=')
  if (code === undefined) return [kindNames.read(name)]
  if (!/^\d{1,5}-\d$/.test(code)) throw new RangeError(`"${code}" is not a code of LOINC`)
  return [kindNames.read(name), code]
})
const table = readTable(
  new URL('../knowledge/laboratory-tests.tsv', import.meta.url),
  {
    where: oneOf(['anywhere', 'urine']),
    name: text,
    kinds: list(kind),
    least: number,
    most: number,
    names: listOrNone(text),
    short: listOrNone(text),
  },
  ['where', 'name'],
)
const rows = table.rows.map(({ where, name, kinds, least, most, names, short }) => {
  const codes: LabTest['codes'] = Object.fromEntries(kinds.filter(([, code]) => code))
  const test = { name, codes, kinds: new Set<string>(kinds.map(([one]) => one)), least, most, isUrine: where === 'urine' }
  return { test, names, short }
})

const tests = (isUrine: boolean, isShort: boolean) =>
  namesOf(
    rows
      .filter(({ test }) => test.isUrine === isUrine)
      .flatMap(({ test, names, short }) => (isShort ? short : names).map((name) => [name, { ...test, isShort, written: name }] as const)),
  )

export const testNames = tests(false, false)
export const shortTestNames = tests(false, true)
/** What these words are where another fluid of the body is. */
export const fluidNames = namesOf(
  rows.flatMap(({ test }) =>
    /^csf (protein|glucose)$/.test(test.name) ? [[test.name.slice(4), { ...test, isShort: false, written: '' }] as const] : [],
  ),
)
/** What these words are about where urine is. */
export const urineNames = tests(true, false)
export const allTests: readonly LabTest[] = rows.map(({ test }) => ({ ...test, isShort: false }))
