import { readFileSync } from 'node:fs'
import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ImportReport } from '#shared/csv.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { ownData } from '../../testing/inputs/folders.ts'
import { describeReference } from '../../testing/inputs/reference.ts'
import { fetchCsv, sendCsv } from '../../testing/scenarios/csv-file.ts'
import type { DiagnosisCode } from './contract.ts'

const CODES = '/diagnoses/codes'
let clinic: TestClinic
let keeper: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  keeper = await clinic.signedInAs(['consultations.view', 'diagnoses.change'])
})
afterAll(() => clinic.close())

const send = (file: string | Buffer, { dry = false, person = keeper } = {}) => sendCsv<ImportReport>(clinic, person, CODES, file, { dry })
const counts = async (file: string | Buffer, dry = false) => {
  const { report } = await send(file, { dry })
  return [report.rows, report.added, report.changed, report.unchanged, report.error_count]
}
const read = async (q: string) => (await keeper.call('GET', `${CODES}/?${new URLSearchParams({ q }).toString()}`)).json<DiagnosisCode[]>()
const everything = () => clinic.db.selectFrom('diagnosis_codes').selectAll().orderBy('id').execute()

test('a file adds terms and synonyms, takes none away, and does nothing the second time', async () => {
  const file = [
    'System;CODE;Title;Synonyms;Active',
    'icd-10;b54;Malaria;Coast ague|malaria|Paludisme;',
    'ICD-10;A000;Classic cholera;;',
    ';A00.1;Cholera eltor;El Tor | "seventh";',
    'local;;Xanthic whimsy;;no',
    'icd-11;1F40.0;Malaria with cerebral signs;;yes',
  ]
    .join('\n')
    .replaceAll('"seventh"', 'seventh')
  expect(await counts(file, true)).toEqual([5, 4, 1, 0, 0])
  expect(await read('xanthic whimsy')).toEqual([])
  expect(await counts(file)).toEqual([5, 4, 1, 0, 0])
  const before = await everything()
  expect(await counts(file)).toEqual([5, 0, 0, 5, 0])
  expect(await everything()).toEqual(before)

  const [malaria] = await read('coast ague')
  expect(malaria).toMatchObject({ code: 'B54', title: 'Malaria', source: 'starter', version: 2, matched: 'Coast ague' })
  expect(malaria?.synonyms.filter((one) => one.toLowerCase() === 'paludisme')).toHaveLength(1)
  expect(await read('seventh')).toMatchObject([{ code: 'A00.1', synonyms: ['El Tor', 'seventh'], source: 'import', chapter: 1 }])
  expect(await read('xanthic whimsy')).toMatchObject([{ system: 'local', code: null, is_active: false }])
  const trail = await clinic.db.selectFrom('audit_log').select('change').where('action', '=', 'import').orderBy('id').execute()
  expect(trail).toMatchObject([
    { change: { dry_run: true } },
    { change: { file: 'table.csv', added: 4, changed: 1 } },
    { change: { added: 0 } },
  ])
})

test('broken cells are told by row, and nothing is imported', async () => {
  const before = await everything()
  const { report } = await send(
    [
      'system,code,title,synonyms,active,colour',
      'icd-10,Z99.9,Fine,,,',
      'icd-9,001,Old,,,',
      'icd-10,ZZZ,No code,,,',
      'icd-10,,Nothing,,,',
      'icd-10,Z99.8,,,,',
      `icd-10,Z99.7,${'x'.repeat(301)},,maybe,`,
      `icd-10,Z99.6,Many,${Array.from({ length: 51 }, (_, n) => `s${n}`).join('|')},,`,
      'icd-10,z999,FINE,,,',
    ].join('\n'),
  )
  expect(report.errors.map(({ row, field }) => [row, field])).toEqual([
    [1, 'colour'],
    [3, 'system'],
    [4, 'code'],
    [5, 'code'],
    [6, 'title'],
    [7, 'title'],
    [7, 'active'],
    [8, 'synonyms'],
    [9, 'title'],
  ])
  expect([report.added, report.changed, report.unchanged]).toEqual([0, 0, 0])
  expect(await everything()).toEqual(before)
})

test('what goes out comes back unchanged', async () => {
  await keeper.call('POST', `${CODES}/`, { system: 'local', title: '=HYPERLINK("x")', synonyms: ['+1', "'quoted'", 'a, b; "c"'] })
  const before = await everything()
  const { bytes, text, headers } = await fetchCsv(clinic, keeper, CODES)
  expect(headers['content-disposition']).toContain('Diagnoses 2026-03-02.csv')
  const rows = parse(text, { bom: true })
  expect(rows).toHaveLength(before.length + 1)
  expect(rows.flat().filter((cell) => /^[=+\-@\t\r]/.test(cell))).toEqual([])
  expect(await counts(bytes)).toEqual([before.length, 0, 0, before.length, 0])
  expect(await everything()).toEqual(before)
})

const orderLine = (n: number, code: string, valid: 0 | 1, title: string) =>
  `${String(n).padStart(5, '0')} ${code.padEnd(7)} ${valid} ${title.slice(0, 60).padEnd(60)} ${title}`

test('the order file of ICD-10-CM is read as it comes, without the headings of its groups', async () => {
  const file = [
    orderLine(1, 'S720', 0, 'Fracture of head and neck of femur'),
    orderLine(2, 'S72001A', 1, 'Fracture of unspecified part of neck of right femur, initial encounter for closed fracture'),
    orderLine(3, 'Y99', 0, 'External cause status'),
    orderLine(4, 'Y990', 1, 'Civilian activity done for income or pay'),
  ].join('\r\n')
  expect(await counts(`${file}\r\n`)).toEqual([2, 2, 0, 0, 0])
  expect(await read('S72.001A')).toMatchObject([{ system: 'icd-10-cm', chapter: 19 }])
  expect(await read('civilian activity')).toMatchObject([{ code: 'Y99.0', chapter: 20 }])
  const broken = await send(`${file}\r\nnonsense`)
  expect([broken.status, Object.keys(broken.json())]).toEqual([400, ['file']])
})

test('two imports at once add each term once', async () => {
  const file = `title\n${Array.from({ length: 300 }, (_, n) => `Twin ${n}`).join('\n')}`
  const reports = await Promise.all([send(file), send(file), send(file)])
  expect(reports.map(({ report }) => report.added).toSorted((a, b) => a - b)).toEqual([0, 0, 300])
})

test('who may only look imports nothing, and a file is needed', async () => {
  const person = await clinic.signedInAs(['consultations.view'])
  expect((await send('title\nx', { person })).status).toBe(403)
  expect((await send('code,synonyms\nA00,x')).report.errors).toMatchObject([
    { row: 1, field: 'title' },
    { row: 2, field: 'title' },
  ])
  for (const bad of ['', 'title\n"open', Buffer.from('title\ncaf\xe9\n', 'latin1'), '\n\n']) expect((await send(bad)).status).toBe(400)
})

describe('a dictionary of clinical names with two classifications', () => {
  test('is taken whole, as it comes, and the second time changes nothing', async () => {
    const file = readFileSync(ownData('diagnoses/dictionary.csv'))
    const [rows, added = 0, changed = 0, unchanged = 0, errors] = await counts(file)
    expect([rows, errors]).toEqual([62, 0])
    // One diagnosis has two codes, and is two terms.
    expect(added + changed + unchanged).toBe(63)
    expect(added).toBeGreaterThan(0)
    const before = await everything()
    expect(await counts(file)).toEqual([62, 0, 0, 63, 0])
    expect(await everything()).toEqual(before)
    expect((await read('A30.0')).map(({ title }) => title)).toContain('Indeterminate leprosy of childhood')
    expect((await read('perinatal asphyxia')).map(({ code }) => code)).toEqual(expect.arrayContaining(['P21.0', 'P91.6']))
    expect((await read('taches café'))[0]).toMatchObject({ code: 'L81.3', title: 'Café-au-lait spots, without other finding' })
    expect((await read('fear of bat'))[0]).toMatchObject({ code: 'QD85', system: 'icd-11' })
    // What came with the program, and is common, stays before it.
    expect((await read('malaria'))[0]).toMatchObject({ title: 'Malaria', source: 'starter' })
  })
})

describeReference('terminology/clinic-catalogue/diagnoses_icd10_icd11.csv', 'a dictionary of 2,178 diagnoses', (dictionary) => {
  test('is taken whole, as it comes, and the second time changes nothing', async () => {
    const file = readFileSync(dictionary)
    const [rows = 0, added = 0, changed = 0, unchanged = 0, errors] = await counts(file)
    expect([rows, errors]).toEqual([2178, 0])
    // A diagnosis with two codes is two terms.
    expect(added + changed + unchanged).toBeGreaterThanOrEqual(2178)
    const before = await everything()
    expect(await counts(file)).toEqual([2178, 0, 0, added + changed + unchanged, 0])
    expect(await everything()).toEqual(before)
    expect((await read('A30.5')).map(({ title }) => title)).toContain('Lepromatous leprosy')
    expect((await read('HIE severe')).map(({ code }) => code)).toEqual(expect.arrayContaining(['P21.0', 'P91.0']))
    expect((await read('malaria'))[0]).toMatchObject({ title: 'Malaria', source: 'starter' })
  })
})
