import { describe, expect, test } from 'vitest'
import { starterPanels } from '../starter/index.ts'
import { quantities } from './common-units.ts'
import { isSameUnit } from './ucum.ts'
import { unitSlipOf } from './unit-slip.ts'

const ADULT = 12_000
const CHILD = 1000
const meanings = (code: string, value: string, { unit, age = ADULT }: { unit?: string; age?: number | null } = {}) => {
  const panel = starterPanels.find((one) => one.code === code)!
  const measured = {
    loinc: panel.loinc ?? null,
    code,
    unit: unit ?? panel.unit!,
    value,
    decimals: unit === undefined ? panel.decimals! : 1,
    ageDays: age,
  }
  return unitSlipOf(measured)?.meant.map((meant) => `${meant.as} = ${meant.value}`) ?? null
}

describe('a number in the conventional unit for a test in the SI unit is asked about', () => {
  test.each([
    ['HB', '12.4', ['12.4 g/dL = 124']],
    ['HB', '6.8', ['6.8 g/dL = 68']],
    ['HB', '2.1', ['2.1 g/dL = 21']],
    ['HCT', '37', ['37 % = 0.37']],
    ['MCHC', '33', ['33 g/dL = 330']],
    ['WBC', '7500', ['7500 /uL = 7.5']],
    ['PLT', '150000', ['150000 /uL = 150']],
    ['PLT', '1.5', ['1.5 10*5/uL (lakh) = 150']],
    ['NEUT', '65', []],
    ['LYMPH', '2400', ['2400 /uL = 2.4']],
    ['FIB', '300', ['300 mg/dL = 3']],
    ['UREA', '40', ['40 mg/dL (urea nitrogen) = 14.3', '40 mg/dL (urea) = 6.7']],
    ['CREA', '1.2', ['1.2 mg/dL = 106']],
    ['CREA', '10.4', ['10.4 mg/dL = 919']],
    ['URIC', '5.5', ['5.5 mg/dL = 327']],
    ['TP', '7.2', ['7.2 g/dL = 72']],
    ['ALB', '4.2', ['4.2 g/dL = 42']],
    ['TBIL', '0.8', ['0.8 mg/dL = 14']],
    ['TBIL', '12.3', ['12.3 mg/dL = 210']],
    ['DBIL', '0.2', ['0.2 mg/dL = 3']],
    ['CA', '9.5', ['9.5 mg/dL = 2.37']],
    ['PHOS', '3.5', ['3.5 mg/dL = 1.13']],
    ['MG', '2.1', ['2.1 mg/dL = 0.86', '2.1 meq/L = 1.05']],
    ['CHOL', '180', ['180 mg/dL = 4.66']],
    ['HDL', '50', ['50 mg/dL = 1.29']],
    ['TRIG', '150', ['150 mg/dL = 1.69']],
    ['GLU', '95', ['95 mg/dL = 5.3']],
    ['GLUF', '45', ['45 mg/dL = 2.5']],
    ['HBA1C', '6.1', ['6.1 % = 43']],
    ['FT4', '1.2', ['1.2 ng/dL = 15.4']],
    ['TNI', '0.04', ['0.04 ng/mL = 40']],
    ['TNT', '0.04', ['0.04 ng/mL = 40']],
    ['UUBG', '0.2', ['0.2 mg/dL = 3']],
  ] as const)('%s %s', (code, value, meant) => expect(meanings(code, value)).toEqual(meant))
})

describe('a number in the SI unit for a test in the conventional unit is asked about', () => {
  test.each([
    ['HB', 'g/dL', '124', ['124 g/L = 12.4']],
    ['HCT', '%', '0.37', ['0.37 L/L = 37']],
    ['MCHC', 'g/dL', '330', ['330 g/L = 33']],
    ['WBC', '/uL', '7.5', null],
    ['FIB', 'mg/dL', '3', ['3 g/L = 300']],
    ['UREA', 'mg/dL', '0.9', ['0.9 mmol/L = 2.5']],
    ['CREA', 'mg/dL', '106', ['106 umol/L = 1.2']],
    ['URIC', 'mg/dL', '327', ['327 umol/L = 5.5']],
    ['TP', 'g/dL', '72', ['72 g/L = 7.2']],
    ['ALB', 'g/dL', '42', ['42 g/L = 4.2']],
    ['TBIL', 'mg/dL', '210', ['210 umol/L = 12.3']],
    ['DBIL', 'mg/dL', '60', ['60 umol/L = 3.5']],
    ['CA', 'mg/dL', '2.4', ['2.4 mmol/L = 9.6']],
    ['PHOS', 'mg/dL', '0.5', ['0.5 mmol/L = 1.5']],
    ['MG', 'mg/dL', '0.8', ['0.8 mmol/L = 1.9', '0.8 meq/L = 1']],
    ['CHOL', 'mg/dL', '4.7', ['4.7 mmol/L = 181.7']],
    ['HDL', 'mg/dL', '1.3', ['1.3 mmol/L = 50.3']],
    ['TRIG', 'mg/dL', '1.7', ['1.7 mmol/L = 150.5']],
    ['GLU', 'mg/dL', '5.3', ['5.3 mmol/L = 95.5']],
    ['HBA1C', '%', '43', ['43 mmol/mol = 6.1']],
    ['FT4', 'ng/dL', '15', ['15 pmol/L = 1.2']],
    ['CRP', 'mg/dL', '150', ['150 mg/L = 15']],
  ] as const)('%s in %s: %s', (code, unit, value, meant) => expect(meanings(code, value, { unit })).toEqual(meant))
})

describe('what patients have is entered without a question', () => {
  test.each([
    ['HB', '30', CHILD],
    ['HB', '124', ADULT],
    ['PLT', '8', CHILD],
    ['PLT', '45', ADULT],
    ['WBC', '250', ADULT],
    ['UREA', '29.9', ADULT],
    ['CREA', '20', CHILD],
    ['CREA', '1200', ADULT],
    ['TBIL', '15', ADULT],
    ['TBIL', '320', 5],
    ['CA', '1.3', ADULT],
    ['GLU', '1.2', ADULT],
    ['GLU', '44.9', ADULT],
    ['GLU', '34.9', CHILD],
    ['HBA1C', '128', ADULT],
    ['TRIG', '14', ADULT],
    ['FT4', '60', ADULT],
    ['CRP', '0.4', ADULT],
    ['CRP', '20', ADULT],
    ['NA', '95', ADULT],
    ['TNI', '0', ADULT],
  ] as const)('%s %s at %i days', (code, value, age) => expect(meanings(code, value, { age })).toBeNull())
})

test('the age decides: of a newborn any small bilirubin and a sugar of 20 are asked about', () => {
  expect(meanings('TBIL', '15', { age: 5 })).toEqual(['15 mg/dL = 257'])
  expect(meanings('GLU', '20', { age: 10 })).toEqual(['20 mg/dL = 1.1'])
  expect(meanings('GLU', '20', { age: CHILD })).toBeNull()
  expect(meanings('HB', '12.4', { age: null })).toEqual(['12.4 g/dL = 124'])
})

test('a test without a LOINC code is known by its code; another test, words and another unit are not asked about', () => {
  const measured = { code: 'HB', unit: 'g/L', value: '12.4', ageDays: ADULT }
  expect(unitSlipOf({ loinc: null, ...measured })?.meant).toEqual([{ value: 124, as: '12.4 g/dL' }])
  expect(unitSlipOf({ loinc: null, ...measured, code: 'TEST1' })).toBeNull()
  expect(unitSlipOf({ loinc: '2951-2', ...measured })).toBeNull()
  expect(unitSlipOf({ loinc: '718-7', ...measured, unit: 'mmol/L' })).toBeNull()
  expect(unitSlipOf({ loinc: '718-7', ...measured, value: null })).toBeNull()
})

/** Units that are one number: nothing can be confused. */
const isSameNumber = ({ factor, offset = '0' }: { factor: string; offset?: string }) => Number(factor) === 1 && Number(offset) === 0

test('every starter test with two common units has a rule, whose factors are the starter’s', () => {
  const wanted = starterPanels.filter(({ units = [] }) => units.some((unit) => !isSameNumber(unit)))
  expect(wanted.length).toBeGreaterThan(20)
  const missing = wanted.filter(({ code }) => !quantities.some(({ codes }) => codes.includes(code))).map(({ code }) => code)
  expect(missing).toEqual([])
  const wrong = wanted.flatMap(({ code, unit = null, units = [] }) => {
    const quantity = quantities.find(({ codes }) => codes.includes(code))!
    const own = isSameUnit(quantity.unit, unit) ? [] : [`${code}: ${unit}`]
    const differing = units.filter((other) => {
      const same = quantity.others.find((one) => isSameUnit(one.unit, other.unit))
      return !isSameNumber(other) && (!same || Math.abs(same.factor / Number(other.factor) - 1) > 0.001)
    })
    return [...own, ...differing.map((other) => `${code}: ${other.unit}`)]
  })
  expect(wrong).toEqual([])
})
