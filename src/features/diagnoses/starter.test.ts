import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { ownData } from '../../testing/inputs/folders.ts'
import { describeReference } from '../../testing/inputs/reference.ts'
import { isCodeOf, tidyCode, typedCode } from './rules.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

const starter = () => clinic.db.selectFrom('diagnosis_codes').selectAll().where('source', '=', 'starter').execute()

test('a clinic starts with the commonest diagnoses, each with a code of a chapter', async () => {
  const terms = await starter()
  expect(terms.length).toBeGreaterThan(350)
  for (const { code, system, chapter, title, synonyms } of terms) {
    expect(isCodeOf(system, code ?? ''), `${code} ${title}`).toBe(true)
    expect(chapter, `${code}`).not.toBeNull()
    const names = [title, ...synonyms].map((name) => name.toLowerCase())
    expect(new Set(names).size, `${code} ${title}: ${names.join()}`).toBe(names.length)
  }
  expect(new Set(terms.map(({ title }) => title.toLowerCase())).size).toBe(terms.length)
  expect(new Set(terms.map(({ chapter }) => chapter)).size).toBe(22)
})

/** The beginnings of its words, in one spelling. */
const stems = (text: string) =>
  new Set(
    (
      text
        .toLowerCase()
        .replaceAll(/ae|oe/g, 'e')
        .match(/[a-z]{4,}/g) ?? []
    ).map((word) => word.slice(0, 5)),
  )

/** How many codes of the starter a dictionary has, and those that it has under quite other words. */
const compareWith = async (dictionary: string) => {
  const rows = parse<Record<string, string>>(readFileSync(dictionary, 'utf8'), { columns: true })
  const namesOf = Map.groupBy(
    rows.flatMap((row) => (row['icd10_who'] ?? '').split('|').map((code) => ({ code, names: `${row['name']} ${row['synonyms_en']}` }))),
    ({ code }) => code,
  )
  const terms = await starter()
  const known = terms.filter(({ code }) => namesOf.has(code ?? ''))
  const strange = known.filter(({ code, title, synonyms }) => {
    const stated = stems((namesOf.get(code ?? '') ?? []).map(({ names }) => names).join(' '))
    return ![...stems([title, ...synonyms].join(' '))].some((stem) => stated.has(stem))
  })
  return { known: known.length, strange: strange.map(({ code }) => code) }
}

test('its codes mean what a dictionary of clinical names says, where that has them', async () => {
  expect(await compareWith(ownData('diagnoses/dictionary.csv'))).toEqual({ known: 58, strange: [] })
})

describeReference('terminology/clinic-catalogue/diagnoses_icd10_icd11.csv', 'a dictionary of 2,178 diagnoses', (dictionary) => {
  test('means by its codes what the starter does', async () => {
    const { known, strange } = await compareWith(dictionary)
    expect(known).toBeGreaterThan(300)
    // Names that share no word with ours and mean the same: fibroma, and diarrhoea of unknown cause.
    expect(strange.filter((code) => code !== 'D21.9' && code !== 'K52.9')).toEqual([])
  })
})

test('codes are tidied, and told from words', () => {
  expect([tidyCode('icd-10', ' j459 '), tidyCode('icd-10', 'j45'), tidyCode('icd-10-cm', 's72.001a'), tidyCode('local', ' a ')]).toEqual([
    'J45.9',
    'J45',
    'S72.001A',
    'a',
  ])
  expect(['J45', 'j45.9', 'E1', '1B20.1', 'malaria', 'x', '', 'type 2', 'covid-19'].map(typedCode)).toEqual([
    'j45',
    'j459',
    'e1',
    '1b201',
    '',
    '',
    '',
    '',
    '',
  ])
})
