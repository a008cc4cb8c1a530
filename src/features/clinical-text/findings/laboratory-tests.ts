import { namesOf } from './names.ts'
import { bloodTests } from './laboratory-blood.ts'
import { chemistryTests } from './laboratory-chemistry.ts'
import { infectionTests } from './laboratory-infection.ts'
import type { Property } from './units.ts'

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

/**
 * `name; kinds with their LOINC; least-most; names; short names`. Kinds: of `Property`, or `word`. Short names are those that mean
 * other things too: with the capitals they are written with, and only with a unit or beside another test.
 */
const parse = (text: string, isUrine: boolean) =>
  text
    .trim()
    .split('\n')
    .map((row) => {
      const [name = '', kinds = '', limits = '', names = '', short = ''] = row.split(';').map((part) => part.trim())
      const listed = kinds.split(' ').map((kind) => kind.split('=') as [Property | 'word', string?])
      const [least = '0', most = '0'] = limits.split('..')
      const codes = Object.fromEntries(listed.filter(([, code]) => code)) as LabTest['codes']
      const test = { name, codes, kinds: new Set<string>(listed.map(([kind]) => kind)), least: Number(least), most: Number(most), isUrine }
      return { test, names: list(names), short: list(short) }
    })
const list = (text: string) =>
  text
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '')

const rows = [bloodTests, chemistryTests, infectionTests.anywhere]
  .flatMap((text) => parse(text, false))
  .concat(parse(infectionTests.urine, true))

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
