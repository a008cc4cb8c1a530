import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SAFETY_STATUS, SAFETY_VERSION } from './public.ts'
import {
  ageRules as ages,
  doseLimits,
  interactions as pairs,
  onceOnly,
  pregnancyRules as ofPregnancy,
  severalNormal,
} from './knowledge/safety-rules.ts'
import { allergyWords, combinations, knownTotals } from './knowledge/substances.ts'
import { expanded } from './server/groups.ts'
import { substancesIn } from './server/read-name.ts'
import { oneLetterOff, substanceByName, substances } from './server/substances.ts'

const [interactions, limits, pregnancyRules, ageRules] = [pairs.rows, doseLimits.rows, ofPregnancy.rows, ages.rows]

test('every rule speaks of known substances only, and of some', () => {
  const lists = [
    ...interactions.flatMap(({ a, b }) => [a, b]),
    ...pregnancyRules.map(({ of }) => of),
    ...ageRules.map(({ of }) => of),
    ...onceOnly.rows.map(({ list }) => list),
    ...allergyWords.rows.flatMap(({ groups }) => groups.map((group) => `@${group}`)),
    ...severalNormal.rows.flatMap(({ kind, what }) => (kind === 'substance' ? [what] : [])),
  ].map(expanded)
  expect(lists.filter((members) => members.size === 0)).toEqual([])
  const named = [
    ...lists.flatMap((members) => [...members]),
    ...[...combinations.values()].flat(),
    ...knownTotals.rows.flatMap(({ of }) => of),
  ]
  expect([...named, ...limits.map(({ of }) => of)].filter((name) => !substanceByName.has(name))).toEqual([])
})

test('no rule has the name of another, and each says what happens, what to do and who says so', () => {
  const ids = interactions.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  const sentences = interactions.flatMap(({ effect, advice }) => [effect, advice])
  expect(sentences.filter((text) => !/^[A-Z].*\.$/.test(text))).toEqual([])
  expect(interactions.filter(({ source }) => source === '')).toEqual([])
})

test('a daily maximum is a positive number, of which a single dose may be more and a child never', () => {
  expect(new Set(limits.map(({ of }) => of)).size).toBeGreaterThan(60)
  expect(limits.filter(({ adult, once, perKg }) => adult <= 0 || (once ?? adult) < adult || (perKg ?? 1) <= 0)).toEqual([])
})

test('no typing error can turn one known name into another', () => {
  const single = substances.flatMap(({ name, synonyms }) =>
    [name, ...synonyms].filter((one) => !one.includes(' ')).map((one) => [one, name] as const),
  )
  const near = single.flatMap(([one, name]) => oneLetterOff(one, new Map(single.filter(([, other]) => other !== name))) ?? [])
  expect(near).toEqual([])
})

/** What a medicine turns into, and what the rule is about, is no advice. */
const isFact = (id: string, name: string) => `${id} ${name}` === 'codeine morphine' || `${id} ${name}` === 'iron-antacid iron'

test('no text of a rule names a substance to take: those are held against the record first', () => {
  const ofPairs = interactions.map(({ id, a, b, effect, advice }) => ({ id, text: `${effect} ${advice}`, own: [a, b] }))
  const ofOne = [...pregnancyRules, ...ageRules].map(({ id, of, detail }) => ({ id, text: detail, own: [of] }))
  const named = [...ofPairs, ...ofOne].flatMap(({ id, text, own }) => {
    const members = new Set(own.flatMap((one) => [...expanded(one)]))
    return substancesIn(text.toLowerCase(), false)
      .substances.filter((name) => !members.has(name) && !isFact(id, name))
      .map((name) => `${id}: ${name}`)
  })
  expect(named).toEqual([])
  const offered = [
    ...interactions.map(({ instead }) => instead?.names),
    ...[...pregnancyRules, ...ageRules].flatMap(({ instead, also }) => [instead, also?.names]),
  ]
  const names = offered.flatMap((one) => (one === undefined ? [] : [...expanded(one)]))
  expect(names.length).toBeGreaterThan(20)
  expect(names.filter((name) => !substanceByName.has(name))).toEqual([])
})

test('the documentation names the version and its status', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/drug-safety.md'), 'utf8')
  expect(text).toContain(`version ${SAFETY_VERSION}`)
  expect(text).toContain(SAFETY_STATUS)
})

test('a changed rule has another version: overrides of warnings are kept with it', () => {
  const folder = join(import.meta.dirname, 'knowledge')
  const tables = globSync('*.tsv', { cwd: folder }).toSorted()
  const hash = createHash('sha256')
  // Without the heads: notes and sources may be worded anew.
  for (const file of tables) hash.update(`${file}\n${readFileSync(join(folder, file), 'utf8').replaceAll(/^#.*\n/gm, '')}`)
  // When this fails, give the table that you changed a version above that of all the others, and write both down here.
  expect([SAFETY_VERSION, hash.digest('hex').slice(0, 16)]).toEqual(['2026.11.5', '2d75c462bb8bd5f9'])
})
