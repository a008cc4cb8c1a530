import { expect, test } from 'vitest'
import { pickBatches } from './rules.ts'

const shelf = [
  { batch: 1, quantity: 30 },
  { batch: 2, quantity: 0 },
  { batch: 3, quantity: 50 },
]

test('batches are used up in their order, split where one is not enough', () => {
  expect(pickBatches(10, shelf)).toEqual([{ batch: 1, quantity: 10 }])
  expect(pickBatches(60, shelf)).toEqual([
    { batch: 1, quantity: 30 },
    { batch: 3, quantity: 30 },
  ])
})
test('who wants more than there is gets what there is', () => {
  expect(pickBatches(100, shelf).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(80)
  expect(pickBatches(5, [])).toEqual([])
})
