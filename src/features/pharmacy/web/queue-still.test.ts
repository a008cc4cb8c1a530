import { expect, test } from 'vitest'
import { stillRows } from './queue-still.ts'

test('under the mouse rows keep their places, with what is known of them now', () => {
  const stood = [
    { id: 1, left: 3 },
    { id: 2, left: 1 },
    { id: 3, left: 2 },
  ]
  const now = [
    { id: 9, left: 5 },
    { id: 3, left: 2 },
    { id: 1, left: 1 },
  ]
  expect(stillRows(stood, now)).toEqual([
    { id: 1, left: 1 },
    { id: 2, left: 1 },
    { id: 3, left: 2 },
    { id: 9, left: 5 },
  ])
})
