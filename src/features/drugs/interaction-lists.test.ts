import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ownData } from '../../testing/inputs/folders.ts'
import { describeReference } from '../../testing/inputs/reference.ts'
import { checkSafety, readDrugName } from './public.ts'

type Pair = readonly [one: string, other: string]

const adult = { allergies: [], patient: { ageYears: 40, weightKg: 70, isPregnant: null } }
const stopsOf = (one: string, other: string) =>
  [
    checkSafety({
      ...adult,
      lines: [
        { key: '1', name: one },
        { key: '2', name: other },
      ],
      current: [],
    }),
    checkSafety({ ...adult, lines: [{ key: '1', name: one }], current: [{ name: other }] }),
    checkSafety({ ...adult, lines: [{ key: '1', name: other }], current: [{ name: one }] }),
  ].map((warnings) => warnings.filter(({ severity }) => severity === 'stop'))
const nameOf = ([one, other]: Pair) =>
  [one, other]
    .map((name) => name.toLowerCase())
    .toSorted()
    .join(' + ')
const unknownIn = (pairs: readonly Pair[]) => [...new Set(pairs.flat())].filter((name) => readDrugName(name).unknown)
/** Pairs at which prescribing goes on without an interaction that stops it, in one of the three ways that they can meet. */
const missedIn = (pairs: readonly Pair[]) =>
  pairs.filter((pair) => stopsOf(...pair).some((stops) => !stops.some(({ kind }) => kind === 'interaction'))).map(nameOf)
/** Pairs at which prescribing is stopped for any reason. */
const interruptingIn = (pairs: readonly Pair[]) => pairs.filter((pair) => stopsOf(...pair).some((stops) => stops.length > 0)).map(nameOf)

const rowsOf = (file: string) =>
  readFileSync(ownData(`interactions/${file}`), 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((row) => row.split('\t'))

const ownPairs = (file: string) => rowsOf(file).map(([one = '', other = '']): Pair => [one, other])

describe('pairs with a source of their own', () => {
  test('each names its drugs and its source, and every drug is known', () => {
    const rows = ['stop.tsv', 'quiet.tsv'].flatMap(rowsOf)
    expect(rows.filter((row) => row.length !== 3 || row.some((cell) => cell.trim() === ''))).toEqual([])
    expect(unknownIn(['stop.tsv', 'quiet.tsv'].flatMap(ownPairs))).toEqual([])
  })
  test('stops at every severe pair, both ways round and with what is taken already', () => {
    expect(ownPairs('stop.tsv')).toHaveLength(25)
    expect(missedIn(ownPairs('stop.tsv'))).toEqual([])
  })
  test('stops at no pair that needs no interruption', () => {
    expect(ownPairs('quiet.tsv')).toHaveLength(15)
    expect(interruptingIn(ownPairs('quiet.tsv'))).toEqual([])
  })
})

describeReference('terminology/ddi', 'the published interaction lists', (dir) => {
  const pairsOf = (file: string) =>
    readFileSync(join(dir, file), 'utf8')
      .replace(/^\uFEFF/, '')
      .trim()
      .split('\n')
      .map((row) => row.split('$'))
      .map(([one = '', , other = '']): Pair => [one.trim(), other.trim()])
  const severe = pairsOf('PDDI-Datasets__ONC-High-Priority__ONC_High_Priority_Mapped.csv')
  const quiet = pairsOf('PDDI-Datasets__ONC-Non-Interuptive__ONC_Non_Interuptive_Mapped.csv')

  test('knows every substance of both lists', () => {
    expect(new Set([...severe, ...quiet].flat()).size).toBeGreaterThan(280)
    expect(unknownIn([...severe, ...quiet])).toEqual([])
  })
  test('stops at every pair of the high-priority list, both ways round and with what is taken already', () => {
    expect(severe.length).toBe(1930)
    expect(missedIn(severe)).toEqual([])
  })
  test('stops at no pair of the non-interruptive list, but for those that are in both', () => {
    expect(quiet.length).toBe(2101)
    const urgent = new Set(severe.map(nameOf))
    const calm = quiet.filter((pair) => !urgent.has(nameOf(pair)))
    expect(calm.length).toBe(2099)
    expect(interruptingIn(calm)).toEqual([])
  })
})
