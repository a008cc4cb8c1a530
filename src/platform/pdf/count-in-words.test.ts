import { expect, test } from 'vitest'
import { countInWords } from './count-in-words.ts'

test('quantities are written out', () => {
  expect(['0', '1.000', '15', '21.000', '100', '110', '342', '1005', '12400', '2.500', '0.125', '1000000'].map(countInWords)).toEqual([
    'zero',
    'one',
    'fifteen',
    'twenty-one',
    'one hundred',
    'one hundred and ten',
    'three hundred and forty-two',
    'one thousand and five',
    'twelve thousand four hundred',
    'two point five',
    'zero point one two five',
    'one million',
  ])
})
