import { expect, test } from 'vitest'
import type { Found } from '../mention.ts'
import { findDates } from './find-dates.ts'
import { findFacilities } from './find-facilities.ts'
import { findLaboratory } from './find-laboratory.ts'
import { findProcedures } from './find-procedures.ts'
import { findVitals } from './find-vitals.ts'
import { allTests } from './laboratory-tests.ts'
import { linesOf } from './pieces.ts'
import { procedureCount } from './procedures.ts'
import { unitAt } from './units.ts'
import { measureLaboratory } from '../gold/laboratory.ts'

const prepared = (text: string) => ({ text, tokens: [], sentences: [] })
const finders = { findVitals, findLaboratory, findProcedures, findDates, findFacilities }
const spans = (find: (of: ReturnType<typeof prepared>) => Found[], text: string) =>
  find(prepared(text)).map(({ start, end }) => text.slice(start, end))

/** The check digit of LOINC: mod 10, every second digit from the right doubled. */
const digitOf = (number: string) => {
  const sum = Array.from(number)
    .toReversed()
    .reduce((sum, digit, place) => {
      const weighed = Number(digit) * (place % 2 === 0 ? 2 : 1)
      return sum + (weighed > 9 ? weighed - 9 : weighed)
    }, 0)
  return (10 - (sum % 10)) % 10
}
const values = (text: string) => findLaboratory(prepared(text)).map(({ code, value }) => `${code} ${value}`)

test('the lines of the gold files are read, and what is found in them is right', () => {
  for (const file of ['laboratory.tsv', 'laboratory-later.tsv'] as const)
    for (const { kind, precision, recall } of measureLaboratory(file).scores) {
      expect.soft(precision, `precision of ${kind} in ${file}`).toBeGreaterThanOrEqual(0.98)
      expect.soft(recall, `recall of ${kind} in ${file}`).toBeGreaterThanOrEqual(0.95)
    }
})

test('a result spans its name, value, unit, flag and range, and nothing after them', () => {
  expect(spans(findLaboratory, 'Haemoglobin   11.2   g/dL   12.0 - 16.0   L  repeat')).toEqual([
    'Haemoglobin   11.2   g/dL   12.0 - 16.0   L',
  ])
  expect(spans(findLaboratory, 'CRP (mg/L): 12.5, then home.')).toEqual(['CRP (mg/L): 12.5'])
  expect(spans(findLaboratory, 'malaria: positive (++), treated')).toEqual(['malaria: positive (++)'])
  expect(spans(findLaboratory, 'Hb 9.2.')).toEqual(['Hb 9.2'])
  expect(spans(findVitals, 'Temp 38.5 °C, P 98 regular.')).toEqual(['Temp 38.5 °C', 'P 98'])
  expect(spans(findFacilities, "Seen at St. Mary's Mission Hospital, Nairobi, by us")).toEqual(["St. Mary's Mission Hospital, Nairobi"])
})

test('what only looks like a value is none', () => {
  const texts = [
    'Hb 9-10',
    'Hb 9 to 10 g/dl',
    'Hb 12/03/2024',
    'Hb 3 weeks ago',
    'calcium 500 mg',
    'platelets 4 units',
    'INR 2,3,4',
    'K 2',
    'glucose 5% 500 ml',
    'HIV test done',
    'Na 14',
    'WBC 1:80',
    'glucose-6-phosphate',
    'oestradiol 17 beta',
    'glucose - 6 - phosphate',
    'creatinine 2 . 5',
    'HDL 91 ± 23',
    'TP53 and MG1',
    'discharge once the INR is 2.0',
    'creatinine at 6 and 12 months',
    'HIV positive patients',
  ]
  for (const text of texts) expect.soft(findLaboratory(prepared(text)), text).toEqual([])
  for (const text of [
    'T 400',
    'BP 20/10',
    'BP 120/80/60',
    'SpO2 197%',
    'HR 80-90',
    'weight loss 5 kg',
    'GCS 16/15',
    'pain 11/10',
    'P 1',
    'Temp 38 mg',
    'WT1',
    'weight 193 . 9',
    'transferrin saturation was 45 %',
  ])
    expect.soft(findVitals(prepared(text)), text).toEqual([])
  for (const text of [
    '31/02/2024',
    '2023-02-29',
    '00/01/2024',
    '5/7',
    '2/52',
    '120/80',
    '1.2.3',
    '12/03/24/5',
    'in 2000 ml',
    '32 March 2024',
    '1/2/3',
  ])
    expect.soft(findDates(prepared(text)), text).toEqual([])
})

test('a unit that is not written stays missing, and no code is chosen that depends on it', () => {
  expect(findLaboratory(prepared('RBS 6.7'))).toEqual([{ type: 'laboratory', start: 0, end: 7, value: '6.7', way: 'no unit' }])
  expect(findLaboratory(prepared('RBS 6.7 mmol/l'))[0]).toMatchObject({ unit: 'mmol/L', code: '14749-6', way: 'with unit' })
  expect(findVitals(prepared('T 101.2'))[0]).not.toHaveProperty('unit')
})

test('units are found in every spelling that laboratories print', () => {
  const spelt: Record<string, string[]> = {
    '10*9/L': ['x10^9/L', 'x 10^9 /L', '10*9/L', 'x10⁹/l', '×10⁹/L', '10e9/L', 'x10(9)/L', '(x10^9/L)', 'G/L'],
    'g/dL': ['g/dl', 'gm/dL', 'G/DL', 'g%', 'gms%', '[g/dL]'],
    'umol/L': ['µmol/L', 'μmol/l', 'umol/l', 'umols/L', 'micromol/l'],
    '/uL': ['cells/mm3', 'cells/µl', '/cumm', '/mm³', 'cells/cumm'],
    'mm/h': ['mm/hr', 'mm/1st hr', 'mm in 1st hour', 'mm/h'],
    'u[IU]/mL': ['uIU/mL', 'µIU/ml'],
    'mL/min/{1.73_m2}': ['ml/min/1.73m2', 'mL/min/1.73 m²'],
  }
  for (const [ucum, ways] of Object.entries(spelt))
    for (const way of ways) expect.soft(unitAt(` ${way}, `, 0, way.length + 3)?.ucum, way).toBe(ucum)
  for (const text of [' mg daily', ' units', ' and', ' L', ' H 4', ' 10']) expect.soft(unitAt(text, 0, text.length), text).toBeNull()
})

test('the codes are of LOINC, by their check digits, and the two known to be wrong are not among them', () => {
  const codes = allTests.flatMap(({ codes }) => Object.values(codes))
  for (const code of codes) {
    const [number = '', digit] = code.split('-')
    expect.soft(String(digitOf(number)), code).toBe(digit)
  }
  expect(codes).not.toContain('10704-3')
  expect(codes).not.toContain('3150-6')
  expect(codes.length).toBeGreaterThan(100)
  expect(procedureCount).toBeGreaterThan(230)
})

test('what a test of urine is called says something else elsewhere', () => {
  expect(values('URINALYSIS\nProtein ++\nGlucose nil\n\nHAEMATOLOGY\nWBC 6.2 10^9/L')).toEqual(['20454-5 2+', '25428-4 nil', '6690-2 6.2'])
  expect(values('Protein ++')).toEqual([])
  expect(values('Urine: glucose nil. Serum glucose 5.2 mmol/L')).toEqual(['25428-4 nil', '14749-6 5.2'])
})

test('abbreviations of procedures count in capitals only, and C/S of a swab is a culture', () => {
  expect(findProcedures(prepared('C/S done, CT booked')).map(({ value }) => value)).toEqual(['caesarean section', 'computed tomography'])
  expect(findProcedures(prepared('pus swab for C/S; ct 2; M/C/S; microscopy; dichotomy'))).toEqual([])
})

const randomOf = (seed: number) => (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max

// Pieces of clinical text, so that chance comes upon names, values, units and dates in every order.
const FRAGMENTS =
  'Hb|WBC|K|Na|HIV|malaria|urine|protein|CSF|blood group|A|positive|++|neg|9.2|9,2|12|138|95,000|g/dl|x10^9/L|%|(H)|L|*|12-16|<|:|=|.|,|(|)|[|-|/|\n|\t|  |BP|120/80|mmHg|T|38.2|°C|P|Wt|kg|pain|5/10|12/03/2024|31|3rd|March|May|in|2012|DOB|CT|C/S|x-ray|ectomy|appendicectomy|Kisumu|Hospital|Clinic|of|and|St.|the|Our|é|e\u0301|😀|"|\'|\u0000|١٢|²'.split(
    '|',
  )

test('whatever the text, spans lie within it in order, and values are of their form', () => {
  const random = randomOf(11)
  for (let round = 0; round < 3000; round++) {
    const join = round % 3 === 0 ? '' : ' '
    const text = Array.from({ length: random(30) }, () => FRAGMENTS[random(FRAGMENTS.length)]).join(join)
    for (const find of Object.values(finders)) {
      let before = 0
      for (const { type, start, end, value, unit } of find(prepared(text))) {
        const about = JSON.stringify({ text, found: text.slice(start, end) })
        expect(start, about).toBeGreaterThanOrEqual(before)
        expect(end, about).toBeLessThanOrEqual(text.length)
        expect(text.slice(start, end).trim(), about).toBe(text.slice(start, end))
        expect(end, about).toBeGreaterThan(start)
        before = end
        if (type === 'vital' || unit !== undefined) expect(value, about).toMatch(/^\d+(\.\d+)?$/)
        if (type === 'date' && value?.length === 10) expect(new Date(`${value}T00:00:00Z`).toISOString().slice(0, 10), about).toBe(value)
      }
    }
  }
})

test('a result that is written out is read back, whatever its number, name, unit and flag', () => {
  const names = ['Hb', 'HGB:', 'Haemoglobin   ', 'hb =', 'Hb (blood) -']
  const units = ['g/dL', ' g/dl', ' gm%']
  const flags = [[''], [' H', 'high'], [' (L)', 'low'], [' HH', 'critical high'], ['*', 'abnormal']] as const
  for (const name of names)
    for (const unit of units)
      for (const [mark, meant] of flags)
        for (const value of ['2.0', '7', '9.25', '13.1', '19.9']) {
          const text = `${name} ${value}${unit}${mark}`
          const [found, ...more] = findLaboratory(prepared(text))
          expect(more, text).toEqual([])
          expect(found, text).toMatchObject({ value, unit: 'g/dL', code: '718-7', start: 0, end: text.length })
          expect(found?.details?.flag, text).toBe(meant)
        }
})

test('every calendar day is read in each form, and no other day', () => {
  for (let at = Date.UTC(1951, 0, 1); at < Date.UTC(2039, 11, 31); at += 17 * 86_400_000) {
    const date = new Date(at)
    const iso = date.toISOString().slice(0, 10)
    const [year = '', month = '', day = ''] = iso.split('-')
    const name = date.toLocaleDateString('en-GB', { month: 'long', timeZone: 'UTC' })
    for (const text of [
      iso,
      `${day}/${month}/${year}`,
      `${day}.${month}.${year}`,
      `${Number(day)} ${name} ${year}`,
      `${name} ${Number(day)}, ${year}`,
    ])
      expect(findDates(prepared(`on ${text}.`)), text).toMatchObject([{ value: iso, start: 3, end: 3 + text.length }])
  }
})

test('long lines are read in parts', () => {
  expect([...linesOf('1 '.repeat(10_000))].every(({ pieces }) => pieces.length <= 4000)).toBe(true)
})
