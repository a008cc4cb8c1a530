import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { manifests } from './features/manifests.ts'

const src = import.meta.dirname
const read = (path: string) => readFileSync(join(src, path), 'utf8')
const textsIn = (language: string) => JSON.parse(read(`web/i18n/${language}.json`)) as Record<string, string>

const QUOTED = String.raw`'((?:[^'\\\n]|\\.)*)'`
const patterns = (...parts: string[]) => parts.map((part) => new RegExp(part, 'g'))

/** `t('Text')`, `t(isNew ? 'Add' : 'Change')`, and the labels that lists of rooms, tabs and columns keep for later. */
const onScreens = patterns(
  String.raw`\bt\(\s*${QUOTED}`,
  String.raw`\bt\([^'()?]+\?\s*${QUOTED}`,
  String.raw`\bt\([^'()?]+\?\s*'(?:[^'\\\n]|\\.)*'\s*:\s*${QUOTED}`,
  String.raw`\b(?:label|title|hint|anyLabel): ${QUOTED}`,
)
/** Lists of words by what they stand for, which are said by `t(words[kind])`. */
const WORD_LIST = /\b\w*[wW]ords: (?:Readonly<)?Record<[^=\n]+, string>>? = \{\n([\s\S]*?)\n\}/g
const inWordLists = patterns(String.raw`^\s+(?:\w+|'[^']+'): ${QUOTED},$`).map(({ source }) => new RegExp(source, 'gm'))
/** Sentences with which features refuse; how a request must be written is for programmers and stays English. */
const inRefusals = patterns(
  String.raw`\b(?:conflict|formError)\(\s*${QUOTED}`,
  String.raw`\bfieldError\(\s*'[^']*',\s*${QUOTED}`,
  String.raw`\bnew Problem\(\d+, '\w+', ${QUOTED}`,
)

/** What a broken constraint says, where the constraints are listed with their words. */
const ofConstraints = patterns(String.raw`\bsays: ${QUOTED}`)

const textsOf = (code: string, sought: RegExp[]) => {
  const bare = code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  return sought.flatMap((one) => [...bare.matchAll(one)].map(([, text = '']) => text.replaceAll(/\\(.)/g, '$1')))
}
const allOf = (places: string[], sought: RegExp[]) => [
  ...new Set(
    globSync(places, { cwd: src })
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .flatMap((path) => textsOf(read(path), sought))
      .filter((text) => /\p{L}/u.test(text) && !text.startsWith('Send ')),
  ),
]

const shown = allOf(
  [
    'web/**/*.{ts,tsx}',
    'features/*/web/**/*.{ts,tsx}',
    'features/*/{contract*,record}.ts',
    'features/pharmacy/server/documents/label-*.ts',
    'features/laboratory/server/reports/*.ts',
    'features/letters/server/*.ts',
    'features/portal/server/download/*.ts',
    'features/patients/server/print-slip.ts',
  ],
  onScreens,
)
const refused = allOf(['features/*/server/**/*.ts', 'platform/errors/*.ts', 'platform/csv/*.ts', 'platform/tables/*.ts'], inRefusals)
const listed = [
  ...new Set(
    globSync(['web/**/*.{ts,tsx}', 'features/*/web/**/*.{ts,tsx}', 'features/*/rules.ts'], { cwd: src })
      .filter((path) => !/\.test\.tsx?$/.test(path))
      .flatMap((path) => [...read(path).matchAll(WORD_LIST)].flatMap(([, list = '']) => textsOf(list, inWordLists))),
  ),
]
/** What an upload is told it is, and what ails a document. */
const refusedByContent = allOf(['platform/documents/*.ts', 'platform/files/*.ts'], patterns(String.raw`'(This [^'\n]*\.)'`))
/** Why a backup or an export failed. */
const ofBackups = allOf(
  [
    'platform/backup/*.ts',
    'features/backups/server/*.ts',
    'platform/export/{write-export,zip-writer}.ts',
    'features/imports/server/clinic/*.ts',
  ],
  patterns(String.raw`\b(?:new (?:Backup|Export)Error|sentence)\(\s*${QUOTED}`),
)
/** What a rule of a contract says to whoever types; what must be sent, and the choices of a query, are for programmers. */
const refusedByContracts = allOf(
  ['features/*/contract*.ts', 'features/*/days.ts', 'shared/*.ts'],
  patterns(
    String.raw`(?<!summary:\s+)'((?:Enter|Name|At most|Write|Change the|Hand out|Choose (?:at least|none)|Currencies|Only)\b[^'\n]*\.)'`,
  ),
)
const refusedByConstraints = allOf(['features/*/feature.ts'], ofConstraints)
/** What the manifests call permissions, rows of patients, and what was done with them. */
const declared = [...manifests.values()].flatMap(({ permissions = {}, patientRows = {}, accessLog = { nouns: [] } }) => [
  ...Object.values(permissions).flatMap(({ title, rights }) => [title, ...Object.values(rights).map(({ label }) => label)]),
  ...Object.values(patientRows).map(({ label }) => label),
  ...[...accessLog.nouns, ...Object.values(accessLog.sentences ?? {})].flatMap(({ staff = [], patient = [] }) => [staff, patient].flat()),
  ...accessLog.nouns.flatMap(({ patientOfChange = [] }) => patientOfChange),
])

const marksOf = (text: string) =>
  [...text.matchAll(/\{\{(\w+)\}\}/g)]
    .map(([, name]) => name)
    .toSorted((a = '', b = '') => a.localeCompare(b))
    .join()

test('finds the texts of the screens and the sentences of the server', () => {
  const code = `t('It\\'s', { n }) t(isNew ? 'Add' : 'Change') { label: 'Board' } format('x') /* t('no') */`
  expect(textsOf(code, onScreens)).toEqual(["It's", 'Add', 'Change', 'Board'])
  expect(textsOf(`throw fieldError('code', 'Wrong.')`, inRefusals)).toEqual(['Wrong.'])
  expect(shown.length).toBeGreaterThan(500)
  expect(declared).toContain('Approve results')
  expect(declared.length).toBeGreaterThan(300)
  expect(listed.length).toBeGreaterThan(40)
  expect(refused.length).toBeGreaterThan(150)
  expect(refusedByContent.length).toBeGreaterThan(20)
  expect(ofBackups.length).toBeGreaterThan(20)
  expect(refusedByContracts.length).toBeGreaterThan(30)
  expect(refusedByConstraints.length).toBeGreaterThan(30)
})

test.each(['sw', 'fr'])('every text of the screens and every refusal is there in %s', (language) => {
  const texts = textsIn(language)
  const wanted = [
    ...shown,
    ...listed,
    ...declared,
    ...refused,
    ...refusedByContent,
    ...refusedByContracts,
    ...ofBackups,
    ...refusedByConstraints,
  ]
  expect(wanted.filter((key) => !(key in texts) && !(`${key}_one` in texts && `${key}_other` in texts))).toEqual([])
})

test.each(['sw', 'fr'])('texts in %s carry the values of the English ones, and none is empty', (language) => {
  const wrong = Object.entries(textsIn(language)).filter(
    ([key, text]) => text.trim() === '' || (!key.endsWith('_one') && marksOf(text) !== marksOf(key)),
  )
  expect(wrong).toEqual([])
})
