import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { items } from '../../../db/seed/catalogue.ts'
import { starterItems } from '../catalogue/starter.ts'
import { ownData } from '../../testing/inputs/folders.ts'
import { describeReference } from '../../testing/inputs/reference.ts'
import { readDrugName } from './public.ts'
import { keyOf, substances } from './server/substances.ts'

const strengthsOf = (name: string) =>
  readDrugName(name).strengths.map((one) => one && `${one.amount} ${one.unit}${one.per ? `/${one.per.amount} ${one.per.unit}` : ''}`)

test.each([
  ['Amoxicillin 500 mg capsule', 'amoxicillin', ['500 mg'], 'capsule', 'PO'],
  ['Amoxicillin/clavulanic acid 625 mg tabs', 'amoxicillin+clavulanic acid', ['500 mg', '125 mg'], 'tablet', 'PO'],
  ['Augmentin 1g tabs', 'amoxicillin+clavulanic acid', ['875 mg', '125 mg'], 'tablet', 'PO'],
  ['Paracetamol syrup 120mg/5ml 60 ml', 'paracetamol', ['120 mg/5 ml'], 'liquid', 'PO'],
  ['Artemether + Lumefantrine 20/120 mg', 'artemether+lumefantrine', ['20 mg', '120 mg'], null, null],
  ['Inj. Ceftriaxone 1 g', 'ceftriaxone', ['1 g'], 'injection', null],
  ['ORS sachet', 'oral rehydration salts', [null], 'sachet', 'PO'],
  ['Salbutamol inhaler 100 mcg', 'salbutamol', ['100 mcg'], 'inhaler', 'IH'],
  ['24 HR Metformin hydrochloride 500 MG Extended Release Oral Tablet', 'metformin', ['500 mg'], 'tablet', 'PO'],
  ['Septrin 480mg', 'sulfamethoxazole+trimethoprim', ['400 mg', '80 mg'], null, null],
  ['Cotrimoxazole 80/400 mg', 'sulfamethoxazole+trimethoprim', ['400 mg', '80 mg'], null, null],
  ['Co-trimoxazole susp 240mg/5ml', 'sulfamethoxazole+trimethoprim', ['200 mg/5 ml', '40 mg/5 ml'], 'liquid', 'PO'],
  ['Amoxicillin 125mg/Clavulanic acid 31.25mg/5ml', 'amoxicillin+clavulanic acid', ['125 mg/5 ml', '31.25 mg/5 ml'], null, null],
  ['TLD 300/300/50 mg', 'tenofovir disoproxil+lamivudine+dolutegravir', ['300 mg', '300 mg', '50 mg'], null, null],
  ['Hydrocortisone 1% cream 15g', 'hydrocortisone', ['10 mg/1 g'], 'cream', 'TP'],
  ['TEO 1%', 'tetracycline', ['10 mg/1 g'], 'cream', 'OP'],
  ['Gentamicin eye/ear drops 0.3%', 'gentamicin', ['3 mg/1 ml'], 'drops', 'OP'],
  ['Diclofenac 75mg/3ml amp', 'diclofenac', ['75 mg/3 ml'], 'injection', null],
  ['Benzathine penicillin 2.4 MU inj', 'benzathine benzylpenicillin', ['2400000 unit'], 'injection', null],
  ['Insulin glargine 100 IU/ml', 'insulin glargine', ['100 unit/1 ml'], null, null],
  ['Lidocaine 2% with adrenaline', 'lidocaine+epinephrine', [null, null], null, null],
  ['PARACÉTAMOL 1,000 mg', 'paracetamol', ['1000 mg'], null, null],
  ['Atorvastatin calcium 20mg', 'atorvastatin', ['20 mg'], null, null],
  ['Calcium + Vitamin D3 600mg/400 IU', 'calcium carbonate+colecalciferol', ['600 mg', '400 unit'], null, null],
  ['Simvistatin 10 MG', 'simvastatin', ['10 mg'], null, null],
  ['Amoxycilin caps', 'amoxicillin', [null], 'capsule', 'PO'],
  ['Carbamazepine[Tegretol]', 'carbamazepine', [null], null, null],
  ['Hyoscine N-Butyl bromide 10mg', 'hyoscine butylbromide', ['10 mg'], null, null],
  ['Vaccine, BCG', 'bcg vaccine', [null], null, null],
  ['Pen V 250 mg tablets', 'phenoxymethylpenicillin', ['250 mg'], 'tablet', 'PO'],
  ['Vitamin B 12 5 MG/ML Injectable Solution', 'cyanocobalamin', ['5 mg/1 ml'], 'injection', null],
  ['Paracetamol 500', 'paracetamol', [null], null, null],
  ['Paracetamol 1 000 mg', 'paracetamol', [null], null, null],
  ['AL 20/120mg tabs', 'artemether+lumefantrine', ['20 mg', '120 mg'], 'tablet', 'PO'],
  ['AL 20/120', 'artemether+lumefantrine', [null, null], null, null],
  ['SP', 'sulfadoxine+pyrimethamine', [null, null], null, null],
  ['Coamoxiclav 375mg', 'amoxicillin+clavulanic acid', ['250 mg', '125 mg'], null, null],
  ['Amoxyl 500', 'amoxicillin', [null], null, null],
  ['Losartan-H 50/12.5', 'losartan+hydrochlorothiazide', [null, null], null, null],
  ['Amaryl M', 'glimepiride+metformin', [null, null], null, null],
  ['Candid B', 'clotrimazole+beclometasone', [null, null], null, null],
  ['Relcer gel', 'sodium alginate+sodium bicarbonate+calcium carbonate', [null, null, null], 'liquid', 'PO'],
  ['Miconazole oral gel', 'miconazole', [null], 'cream', 'BUC'],
  ['Paracetamol tabs B.P. 500mg', 'paracetamol', ['500 mg'], 'tablet', 'PO'],
  ['Calcium plus vitamin D', 'calcium carbonate+colecalciferol', [null, null], null, null],
  ['Metformin 500 mg / 1 g', 'metformin', [null], null, null],
])('reads %s', (name, names, strengths, form, route) => {
  const read = readDrugName(name)
  expect({
    names: read.substances.join('+'),
    strengths: strengthsOf(name),
    form: read.form,
    route: read.route,
    unknown: read.unknown,
  }).toEqual({
    names,
    strengths,
    form,
    route,
    unknown: false,
  })
})

test.each([
  'Amoxicillin/foobarine 625 mg',
  // a second substance that only a letter names
  'Panadol plus',
  'Diclofenac D',
  'Amlodipine AT',
  'Montek AL',
  'Syringe 5 ml',
  'Consultation',
  '',
  'Zyxomab 5 mg',
  'Prednis',
  '500 mg',
  '💊',
  '1/'.repeat(50_000),
])('says that it does not know %s', (name) => {
  expect(readDrugName(name).unknown).toBe(true)
})

test('mends one letter of a long word and never two, nor short words', () => {
  expect(readDrugName('Ibuprofin 400').substances).toEqual(['ibuprofen'])
  expect(readDrugName('Ibuprufin 400').unknown).toBe(true)
  expect(readDrugName('Zinx').unknown).toBe(true)
})

test('knows all drugs of the demonstration and of the starter catalogue', () => {
  const drugs = [...items, ...starterItems].filter(({ category }) => category === 'drug')
  expect(drugs.length).toBeGreaterThan(30)
  expect(drugs.filter(({ name }) => readDrugName(name).unknown).map(({ name }) => name)).toEqual([])
})

test('has every name once, and every code in the form of the ATC', () => {
  expect(substances.length).toBeGreaterThan(900)
  const names = substances.flatMap(({ name, synonyms }) => [name, ...synonyms].map(keyOf))
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([])
  const codes = substances.flatMap(({ atc }) => atc)
  expect(codes.filter((code) => !/^[A-Z](?:\d\d(?:[A-Z](?:[A-Z](?:\d\d)?)?)?)?$/.test(code))).toEqual([])
})

test('reads every name of its own as itself', () => {
  const other = substances.flatMap(({ name, synonyms }) =>
    [name, ...synonyms].filter((one) => readDrugName(`${one} 10 mg`).substances.join() !== name),
  )
  expect(other).toEqual([])
})

test.each(
  readFileSync(ownData('drug-names/prescribed.tsv'), 'utf8')
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((row) => row.split('\t') as [string, string]),
)('of a list of prescriptions, %s is %s', (written, expected) => {
  const { substances: found, unknown } = readDrugName(written)
  expect([found.join('+'), unknown]).toEqual([expected, expected === ''])
})

const cells = (row: string) => [...row.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')

describeReference('synthea/csv/medications.csv.gz', 'a large list of prescriptions', (prescribed) => {
  test('has more than nine of ten names that are known', () => {
    const [head = '', ...rows] = gunzipSync(readFileSync(prescribed)).toString('utf8').trim().split('\n')
    const column = head.split(',').indexOf('description')
    const names = [...new Set(rows.map((row) => cells(row)[column] ?? ''))]
    expect(names.length).toBeGreaterThan(100)
    const unknown = names.filter((name) => readDrugName(name).unknown)
    expect(unknown.length / names.length).toBeLessThan(0.1)
  })
})
