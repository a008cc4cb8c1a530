import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportReport } from '#shared/csv.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { sendCsv } from '../../testing/scenarios/csv-file.ts'
import { zipStored } from '../../platform/tables/unzip.ts'
import type { DiagnosisCode } from './contract.ts'

const CODES = '/diagnoses/codes'
let clinic: TestClinic
let keeper: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  keeper = await clinic.signedInAs(['consultations.view', 'diagnoses.change'])
})
afterAll(() => clinic.close())

const send = (file: string | Buffer, dry = false) => sendCsv<ImportReport>(clinic, keeper, CODES, file, { dry })
const counts = async (file: string | Buffer, dry = false) => {
  const { report } = await send(file, dry)
  return [report.rows, report.added, report.changed, report.error_count]
}
const read = async (q: string) => (await keeper.call('GET', `${CODES}/?${new URLSearchParams({ q }).toString()}`)).json<DiagnosisCode[]>()
const byCode = async (code: string, system = 'icd-10') =>
  (await read(code)).filter((one) => one.code === code && one.system === system).map(({ title }) => title)

/** Lines as in the list of codes that WHO publishes with ICD-10: with the dagger’s dash, and with as many tabulation lists as that year had. */
const whoCodes = [
  '3;N;X;01;A75;A79.-;A79;A79;Other rickettsioses;021;4-013;3-011;2-023;1-018',
  '4;T;X;01;A75;A79.0;A79.0;A790;Trench fever;021;4-013;3-011;2-023;1-018',
  '4;T;X;01;A75;A79.8;A79.8;A798;Other specified rickettsioses; 021;4-013;3-011;2-023;1-018',
  '4;T;X;03;D50;D63.0*;D63.0;D630;Anaemia in neoplastic disease;045;4-031;3-042;2-050;1-031',
  '3;T;X;10;J60;J61;J61;J61;Pneumoconiosis due to asbestos and other mineral fibres;079;4-058;3-077;2-079;1-059',
]

test('the list of codes of WHO is imported as it comes: what may be used for a patient, without headings of groups', async () => {
  expect(await counts(whoCodes.join('\r\n'), true)).toEqual([4, 4, 0, 0])
  expect(await counts(`${whoCodes.join('\r\n')}\r\n`)).toEqual([4, 4, 0, 0])
  expect(await byCode('A79.0')).toEqual(['Trench fever'])
  expect(await byCode('D63.0')).toEqual(['Anaemia in neoplastic disease'])
  expect(await byCode('J61')).toEqual(['Pneumoconiosis due to asbestos and other mineral fibres'])
  expect(await byCode('A79')).toEqual([])
  const broken = await send(`${whoCodes.join('\n')}\nnonsense`)
  expect(broken.json()).toEqual({ file: ['Line 6 of this file cannot be read.'] })
})

test('the zipped file is imported, whatever else is in the archive', async () => {
  const zip = await zipStored([
    { name: 'icd102019enMeta/readme.txt', bytes: Buffer.from('About this file') },
    { name: 'icd102019enMeta/codes.txt', bytes: Buffer.from('4;T;X;10;J60;J63.1;J63.1;J631;Bauxite fibrosis (of lung);079;4-058\n') },
  ])
  expect(await counts(zip)).toEqual([1, 1, 0, 0])
  expect(await byCode('J63.1')).toEqual(['Bauxite fibrosis (of lung)'])
  const other = await zipStored([{ name: 'letter.txt', bytes: Buffer.from('no classification') }])
  expect((await send(other)).status).toBe(400)
})

const rubric = (title: string) =>
  `<Rubric kind="preferred"><Label xml:lang="en">${title}</Label></Rubric><Rubric kind="inclusion"><Label>never</Label></Rubric>`
const claml = `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE ClaML SYSTEM "ClaML.dtd">
<ClaML version="2.0.0">
  <Modifier code="S04E10_4"><SubClass code=".0"/><SubClass code=".1"/></Modifier>
  <ModifierClass code=".0" modifier="S04E10_4"><SuperClass code="S04E10_4"/>${rubric('With coma')}</ModifierClass>
  <ModifierClass code=".1" modifier="S04E10_4">${rubric('With ketoacidosis')}</ModifierClass>
  <ModifierClass code="7" modifier="S13M00_5">${rubric('Ankle &amp; foot')}</ModifierClass>
  <Class code="IV" kind="chapter"><SubClass code="E10-E14"/>${rubric('Endocrine diseases')}</Class>
  <Class code="E12" kind="category"><ModifiedBy code="S04E10_4"/>${rubric('Malnutrition-related diabetes mellitus')}</Class>
  <Class code="M87" kind="category"><SubClass code="M87.1"/><ModifiedBy code="S13M00_5"/>${rubric('Osteonecrosis')}</Class>
  <Class code="M87.1" kind="category" usage="aster"><SuperClass code="M87"/>${rubric('Osteonecrosis\n   due to drugs &amp; toxins')}</Class>
</ClaML>`

test('ICD-10 in ClaML is imported with what its modifiers make of a category', async () => {
  expect(await counts(claml)).toEqual([3, 3, 0, 0])
  expect(await byCode('E12.0')).toEqual(['Malnutrition-related diabetes mellitus: With coma'])
  expect(await byCode('E12.1')).toEqual(['Malnutrition-related diabetes mellitus: With ketoacidosis'])
  expect(await byCode('M87.1')).toEqual(['Osteonecrosis due to drugs & toxins'])
  expect([await byCode('E12'), await byCode('M87')]).toEqual([[], []])
  expect((await send(claml.replace('</ClaML>', '<Class'))).json()).toEqual({ file: ['This XML file is damaged.'] })
})

const tabs = (...lines: string[][]) => lines.map((line) => line.join('\t')).join('\n')

test('ICD-11 is imported from its simple tabulation, without chapters, blocks and extensions', async () => {
  const heading = [
    'Foundation URI',
    'Linearization URI',
    'Code',
    'BlockId',
    'Title',
    'ClassKind',
    'DepthInKind',
    'IsResidual',
    'ChapterNo',
    'isLeaf',
  ]
  const table = tabs(
    heading,
    ['', '', '', '', 'Certain infectious or parasitic diseases', 'chapter', '1', 'False', '01', 'False'],
    ['', '', '', 'BlockL1-1A0', '- Gastroenteritis or colitis', 'block', '1', 'False', '01', 'False'],
    ['', '', '1A03', '', '"- - Intestinal infections due to Escherichia coli"', 'category', '1', 'False', '01', 'False'],
    ['', '', '1A03.0', '', '"- - - Enteropathogenic Escherichia coli infection"', 'category', '2', 'False', '01', 'True'],
    ['', '', 'XS5W', '', '- Mild', 'category', '1', 'False', 'X', 'True'],
  )
  expect(await counts(table)).toEqual([2, 2, 0, 0])
  expect(await byCode('1A03.0', 'icd-11')).toEqual(['Enteropathogenic Escherichia coli infection'])
})

test('the map of WHO gives ICD-11 codes to the ICD-10 codes of the list, and notes show them', async () => {
  const heading = [
    '10ClassKind',
    '10DepthInKind',
    'icd10Code',
    'icd10Chapter',
    'icd10Title',
    '11ClassKind',
    'icd11Id',
    'icd11Code',
    'icd11Title',
  ]
  const map = tabs(
    heading,
    ['chapter', '1', 'I', '1', 'Infectious', 'chapter', '', '', ''],
    ['block', '1', 'A00-A09', '1', 'Intestinal', 'block', '', '', ''],
    ['category', '2', 'J61', '10', 'Asbestosis', 'category', '', 'CA60.3', 'Pneumoconiosis due to asbestos'],
    ['category', '2', 'B54', '1', 'Malaria', 'category', '', '1F4Z', 'Malaria, unspecified'],
    ['category', '2', 'A81.2', '1', 'PML', 'category', '', '1C62.3Y/8A45.02', 'A cluster'],
    ['category', '2', 'A82.9', '1', 'None', 'category', '', 'No Mapping', ''],
  )
  expect(await counts(map, true)).toEqual([3, 0, 2, 0])
  expect(await counts(map)).toEqual([3, 0, 2, 0])
  expect(await counts(map)).toEqual([3, 0, 0, 0])
  expect((await read('B54'))[0]).toMatchObject({ title: 'Malaria', icd11_code: '1F4Z' })
})

test('a table has both codes and the words for patients in one row', async () => {
  const table = 'icd10,icd11,title,plain_title\nK11.7,DA04.4,Disturbances of salivary secretion,Dry mouth\nK11.8,nonsense,Other,\n'
  expect((await send(table)).report.errors).toMatchObject([{ row: 3, field: 'icd11' }])
  const [, dry] = table.split('\n')
  expect(await counts(`icd10,icd11,title,plain_title\n${dry}`)).toEqual([1, 1, 0, 0])
  expect((await read('K11.7'))[0]).toMatchObject({ icd11_code: 'DA04.4', plain_title: 'Dry mouth' })
  const bad = await keeper.call('POST', `${CODES}/`, { system: 'local', title: 'Whim', icd11_code: '!!' })
  expect([bad.status, bad.json()]).toEqual([400, { icd11_code: ['This is not an ICD-11 code. Enter it as in 5B56.Z.'] }])
})

test('clinical names are shown, plain ones are found and kept for patients', async () => {
  for (const [plain, clinical, code] of [
    ['tooth decay', 'Dental caries', 'K02.9'],
    ['chickenpox', 'Varicella', 'B01.9'],
    ['heart attack', 'Acute myocardial infarction', 'I21.9'],
    ['piles', 'Haemorrhoids', 'K64.9'],
  ] as const) {
    const [found] = await read(plain)
    expect([found?.code, found?.title, found?.plain_title?.toLowerCase()]).toEqual([code, clinical, plain])
  }
})
