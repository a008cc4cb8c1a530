import { expect, test } from 'vitest'
import { readQuantity } from './batch-action.ts'

test.each([
  ['20', 20],
  ['1,500', 1500],
  ['1.5', null],
  ['1,5', null],
  ['-1', null],
  ['0', null],
  ['', null],
  ['two', null],
  ['2001', null],
])('%j of 2000 is %j', (typed, wanted) => expect(readQuantity(typed, 2000)).toBe(wanted))
