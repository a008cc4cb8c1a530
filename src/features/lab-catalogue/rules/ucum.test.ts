import { describe, expect, test } from 'vitest'
import { isSameUnit, isUnit, offeredUnits, unitKey } from './ucum.ts'

/** Each list is one unit as people, analysers and messages write it. */
const spellings: Record<string, string[]> = {
  'giga per litre': ['10*9/L', '10^9/L', 'x10^9/L', 'x10*9/L', '10e9/L', 'x10E9/L', '10⁹/L', '×10⁹/L', 'x 10^9 / L', 'G/L', 'K/uL', 'k/uL', 'K/µL', 'K/μL', '10*3/uL', '10^3/μL', '10^3/mm3', 'K/cumm', 'K/mm³', '10**9/l', 'x10^9cells/L', 'thou/uL'], // prettier-ignore
  'tera per litre': ['10*12/L', '10^12/L', 'x10^12/L', 'T/L', 'M/uL', '10*6/uL', '10^6/µL', '10^6/uL', 'mill/mm3'],
  'cells in a microlitre': ['/uL', 'cells/μL', 'cells/mcL', 'cell/uL', '/mm3', 'cells/cumm', '10*6/L'],
  'micromole per litre': ['umol/L', 'µmol/L', 'μmol/L', 'UMOL/L', 'umol/l', 'mcmol/L', 'micromol/L', 'nmol/mL'],
  'millimole per litre': ['mmol/L', 'mmol/l', 'MMOL/L', ' mmol / L '],
  'gram per decilitre': ['g/dL', 'g/dl', 'gm/dl', 'G/DL', 'gms/dL', 'g%', 'gm%'],
  'gram per litre': ['g/L', 'g/l', 'mg/mL'],
  'milligram per decilitre': ['mg/dL', 'mg/dl', 'MG/DL', 'mg%'],
  'microgram per litre': ['ug/L', 'µg/L', 'mcg/L', 'ng/mL', 'ng/ml', 'NG/ML'],
  'nanogram per litre': ['ng/L', 'pg/mL'],
  'unit per litre': ['U/L', 'u/l', 'mU/mL'],
  'international unit per litre': ['[IU]/L', 'IU/L', 'iu/l', 'mIU/mL', 'm[IU]/mL'],
  'milli-international unit per litre': ['m[IU]/L', 'mIU/L', 'uIU/mL', 'µIU/mL', 'miu/l'],
  'millimetre an hour': ['mm/h', 'mm/hr', 'mm/hour', 'mm/1hr', 'MM/HR', 'mm/1h'],
  femtolitre: ['fL', 'fl', 'FL'],
  picogram: ['pg', 'PG'],
  'per cent': ['%', ' % '],
  'the high-power field': ['/[HPF]', '/HPF', '/hpf', 'per HPF', 'cells/HPF'],
  'filtration rate': ['mL/min/{1.73_m2}', 'mL/min/1.73m2', 'ml/min/1.73 m²', 'mL/min/1.73m^2'],
  INR: ['{INR}', 'INR', 'inr'],
  pH: ['[pH]', 'pH'],
  minute: ['min', 'mins', 'Minute', 'minutes'],
  second: ['s', 'sec', 'secs', 'seconds'],
  'nothing at all': ['', '1', '{ratio}', 'ratio'],
  'milliequivalent per litre': ['meq/L', 'mEq/L', 'meq/l'],
  'millimole per mole': ['mmol/mol', 'MMOL/MOL'],
  'milligram per millimole': ['mg/mmol', 'g/mol'],
}
const all = Object.entries(spellings).flatMap(([name, texts]) => texts.map((text) => ({ name, text })))

describe('spellings', () => {
  test.each(Object.entries(spellings))('%s', (_name, texts) => expect(new Set(texts.map(unitKey)).size).toBe(1))

  test('two units never share a key', () => {
    const alike = all.flatMap((a) => all.filter((b) => isSameUnit(a.text, b.text) !== (a.name === b.name)).map((b) => [a.text, b.text]))
    expect(alike).toEqual([])
  })
})

test.each([
  ['U/L', 'IU/L'],
  ['mEq/L', 'mmol/L'],
  ['mg/dL', 'mmol/L'],
  ['g/L', 'G/L'],
  ['%', 'L/L'],
  ['mm/h', 'mm'],
  ['109/L', '10*9/L'],
])('%s is not %s', (a, b) => expect(isSameUnit(a, b)).toBe(false))

test('no unit is the unit of a ratio', () =>
  expect([isSameUnit(null, ''), isSameUnit(null, '1'), isSameUnit(null, '%')]).toEqual([true, true, false]))

test('every unit that is offered may be kept, and no two are spelt alike but for counts', () => {
  expect(offeredUnits.filter((unit) => !isUnit(unit))).toEqual([])
  const named =
    'g/L g/dL mmol/L umol/L mg/dL U/L 10*9/L 10*12/L fL pg % mm/h m[IU]/L pmol/L ng/mL ug/L s {INR} /[HPF] [pH] mm[Hg] /min Cel kg cm kg/m2'
  expect(named.split(' ').filter((unit) => !(offeredUnits as readonly string[]).includes(unit))).toEqual([])
  const duplicates = offeredUnits.filter((unit) => offeredUnits.filter((other) => isSameUnit(unit, other)).length > 1)
  expect(duplicates).toEqual(['ug/L', 'ng/mL', '10*9/L', '10*12/L', '10*3/uL', '10*6/uL'])
})

test.each(['', 'mg / dL', 'µmol/L', 'g/L\n', 'a'.repeat(31), '[IU/L', 'IU]/L', '{a{b}}', '<b>', 'g|L', '10⁹/L'])(
  '%j cannot be kept as a unit',
  (text) => expect(isUnit(text)).toBe(false),
)

test('whatever is written, a key comes of it, and the same one again', () => {
  let seed = 3
  const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
  const pieces = [
    '10',
    '*',
    '^',
    '9',
    '/',
    'L',
    'u',
    'µ',
    'mol',
    'IU',
    '[',
    ']',
    '{',
    '}',
    ' ',
    '%',
    'g',
    'K',
    'x',
    '⁹',
    'hr',
    '',
    '\u0000',
    'constructor',
  ]
  for (let round = 0; round < 2000; round++) {
    const text = Array.from({ length: random(7) }, () => pieces[random(pieces.length)]).join('')
    expect(unitKey(text)).toBe(unitKey(` ${text} `))
    expect(typeof unitKey(text)).toBe('string')
  }
})
