import { expect, test } from 'vitest'
import { unitText } from './unit-text.ts'

test.each([
  ['10*9/L', '10⁹/L'],
  ['10*12/L', '10¹²/L'],
  ['umol/L', 'µmol/L'],
  ['mL/min/{1.73_m2}', 'mL/min/1.73 m²'],
  ['/[HPF]', '/HPF'],
  ['mm[Hg]', 'mmHg'],
  ['g/L', 'g/L'],
  ['mU/L', 'mU/L'],
  ['Cel', '°C'],
  [null, ''],
])('%s is written %s', (ucum, written) => expect(unitText(ucum)).toBe(written))
