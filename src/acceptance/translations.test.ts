import { expect, test } from 'vitest'
import { manifests } from '../features/manifests.ts'
import { pregnancyOutcomes, pregnancySources } from '../features/pregnancies/contract.ts'
import { datingMethods } from '../features/pregnancies/dating.ts'
import { readTexts, translatedLanguages } from '../platform/texts/read-texts.ts'
import { formatMessage } from '../shared/message.ts'
import { readCatalogues, readToCheck } from '../../tools/texts/catalogue.ts'
import { findTexts, readUses, textsInCode } from '../../tools/texts/find-texts.ts'

const catalogues = readCatalogues()
const entries = catalogues.flatMap(({ folder, entries: own }) => own.map((entry) => ({ folder, ...entry })))
const found = findTexts()

/** What the manifests call permissions, rows of patients, and what was done with them. */
const declared = [...manifests.values()].flatMap(({ permissions = {}, patientRows = {}, accessLog = { nouns: [] } }) => [
  ...Object.values(permissions).flatMap(({ title, rights }) => [title, ...Object.values(rights).map(({ label }) => label)]),
  ...Object.values(patientRows).map(({ label }) => label),
  ...[...accessLog.nouns, ...Object.values(accessLog.sentences ?? {})].flatMap(({ staff = [], patient = [] }) => [staff, patient].flat()),
  ...accessLog.nouns.flatMap(({ patientOfChange = [] }) => patientOfChange),
])
/** Values that a patient's download shows with a capital. */
const values = [...pregnancySources, ...pregnancyOutcomes, ...datingMethods].map(
  (value) => `${value.charAt(0).toUpperCase()}${value.slice(1)}`,
)

/** The values that a text shows; a number that only chooses a form is none of them. */
const placesOf = (text: string) => {
  const names = [...new Set([...text.matchAll(/\{(\w+)/g)].map(([, name = '']) => name))]
  const written = formatMessage(text, Object.fromEntries(names.map((name) => [name, `‹${name}›`])))
  return names
    .filter((name) => written.includes(`‹${name}›`))
    .toSorted((a, b) => a.localeCompare(b))
    .join()
}

const inPlace = (what: string) => [...found.values()].filter(({ places }) => places.has(what)).length

test('finds the texts of the screens and the sentences of the server', () => {
  const code = `t('It\\'s', { n }); t(isNew ? 'Add' : 'Change'); x = { label: 'Board' }; format('x') /* t('no') */`
  expect(textsInCode(code, 'screens and documents')).toEqual(["It's", 'Add', 'Change', 'Board'])
  expect(textsInCode(`throw fieldError('code', 'Wrong.')`, 'refusals')).toEqual(['Wrong.'])
  expect(textsInCode(`const words: Record<Track, string> = { board: 'Board' }`, 'lists of words')).toEqual(['Board'])
  const decision = `wait('{test} was cancelled.', { test }); sentence(isWrong ? 'Wrong.' : 'Right.')`
  expect(textsInCode(decision, 'sentences of instruments and of rules')).toEqual(['{test} was cancelled.', 'Wrong.', 'Right.'])
  expect(textsInCode(`x.describe({ summary: 'Enter it.' }).min(1, 'Enter one.')`, 'rules of contracts')).toEqual(['Enter one.'])
  const least = {
    'screens and documents': 5000,
    'lists of words': 40,
    refusals: 150,
    'refused files': 20,
    'failed backups and exports': 20,
    'sentences of instruments and of rules': 60,
    'rules of contracts': 30,
    'broken constraints': 30,
    manifests: 300,
    reports: 80,
  }
  for (const [what, number] of Object.entries(least)) expect(inPlace(what), what).toBeGreaterThan(number)
  expect(declared).toContain('Approve results')
  expect(declared.length).toBeGreaterThan(300)
  expect(declared.filter((text) => !found.has(text))).toEqual([])
})

test.each(translatedLanguages)(
  'every text of the screens and every refusal is there in %s (npm run texts lists what is missing)',
  (language) => {
    const texts = readTexts(language)
    expect([...found.keys(), ...declared, ...values].filter((text) => !Object.hasOwn(texts, text))).toEqual([])
  },
)

test('no catalogue holds a text that nothing says, or one that another holds (npm run texts removes it)', () => {
  const isUsed = readUses()
  expect(entries.filter(({ english }) => !isUsed(english)).map(({ folder, key }) => `${folder} ${key}`)).toEqual([])
  const folders = Object.groupBy(entries, ({ english }) => english)
  expect(Object.entries(folders).filter(([, all]) => all!.length > 1)).toEqual([])
})

test.each(translatedLanguages)('texts in %s carry the values of the English ones, and none is empty', (language) => {
  const wrong = entries.filter((entry) => entry[language].trim() === '' || placesOf(entry[language]) !== placesOf(entry.english))
  expect(wrong.map(({ folder, key }) => `${folder} ${key}`)).toEqual([])
})

test('no translation of an edited text waits to be read again (npm run texts -- --checked)', () => {
  expect(readToCheck()).toEqual([])
})

test('no text is written with quotes of the message format, which are not read', () => {
  expect(entries.filter(({ english, sw, fr }) => [english, sw, fr].some((text) => /'[{}#|']/.test(text))).map(({ key }) => key)).toEqual([])
})
