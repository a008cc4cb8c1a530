import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { checkSafety, readDrugName } from './index.ts'

const dir = join(import.meta.dirname, '../../../../shared/data/terminology/ddi')
const isThere = existsSync(dir)
if (!isThere) process.stdout.write('SKIPPED: the lists of drug interactions are not beside this project (../shared/data/terminology/ddi)\n')

const pairsOf = (file: string) =>
  readFileSync(join(dir, file), 'utf8')
    .replace(/^\uFEFF/, '')
    .trim()
    .split('\n')
    .map((row) => row.split('$'))
    .map(([one = '', , other = '']) => [one.trim(), other.trim()] as const)
const severe = isThere ? pairsOf('PDDI-Datasets__ONC-High-Priority__ONC_High_Priority_Mapped.csv') : []
const quiet = isThere ? pairsOf('PDDI-Datasets__ONC-Non-Interuptive__ONC_Non_Interuptive_Mapped.csv') : []

const nobody = { allergies: [], patient: { ageYears: 40, weightKg: 70, isPregnant: null } }
const stopsOf = (one: string, other: string) =>
  [
    checkSafety({
      ...nobody,
      lines: [
        { key: '1', name: one },
        { key: '2', name: other },
      ],
      current: [],
    }),
    checkSafety({ ...nobody, lines: [{ key: '1', name: one }], current: [{ name: other }] }),
    checkSafety({ ...nobody, lines: [{ key: '1', name: other }], current: [{ name: one }] }),
  ].map((warnings) => warnings.filter(({ severity }) => severity === 'stop'))
const nameOf = ([one, other]: readonly [string, string]) =>
  [one, other]
    .map((name) => name.toLowerCase())
    .toSorted()
    .join(' + ')

test.skipIf(!isThere)('knows every substance of both lists', () => {
  const names = new Set([...severe, ...quiet].flat())
  expect(names.size).toBeGreaterThan(280)
  expect([...names].filter((name) => readDrugName(name).unknown)).toEqual([])
})

test.skipIf(!isThere)('stops at every pair of the high-priority list, both ways round and with what is taken already', () => {
  expect(severe.length).toBe(1930)
  const missed = severe.filter((pair) => stopsOf(...pair).some((stops) => !stops.some(({ kind }) => kind === 'interaction')))
  expect(missed.map(nameOf)).toEqual([])
})

test.skipIf(!isThere)('stops at no pair of the non-interruptive list, but for those that are in both', () => {
  expect(quiet.length).toBe(2101)
  const urgent = new Set(severe.map(nameOf))
  const calm = quiet.filter((pair) => !urgent.has(nameOf(pair)))
  expect(calm.length).toBe(2099)
  const interrupting = calm.filter((pair) => stopsOf(...pair).some((stops) => stops.length > 0))
  expect(interrupting.map(nameOf)).toEqual([])
})
