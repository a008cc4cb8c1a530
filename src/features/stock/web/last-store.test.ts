import { expect, test } from 'vitest'
import { usualStore } from './last-store.ts'

const stores = [
  { id: 1, kind: 'main' },
  { id: 2, kind: 'pharmacy' },
  { id: 3, kind: 'ward' },
  { id: 4, kind: 'ward' },
] as const
const usable = new Map([
  [1, 500],
  [4, 20],
])

test('a person takes from where they took last', () => {
  expect(usualStore(stores, { role: 'nurse', last: 2, usable })).toBe(2)
  // One that is not in use any more is not where they take from.
  expect(usualStore(stores, { role: 'nurse', last: 9, usable })).toBe(4)
})
test('a nurse takes from a ward, a pharmacist from the pharmacy, everybody else from the main store', () => {
  const from = (role: 'nurse' | 'pharmacist' | 'labtech' | 'storekeeper', has = usable) =>
    usualStore(stores, { role, last: undefined, usable: has })
  expect([from('nurse'), from('pharmacist'), from('labtech'), from('storekeeper')]).toEqual([4, 2, 1, 1])
  expect(from('nurse', new Map())).toBe(3)
  expect(usualStore([], { role: 'nurse', last: undefined, usable })).toBeNull()
})
