import { expect, test } from 'vitest'
import { measureStatements } from './statements.ts'

test('reads tests as tests, "negative for" as a denial, and stopped, avoided and tolerated drugs as such', () => {
  const { count, wrong } = measureStatements()
  expect(count).toBeGreaterThan(170)
  expect(wrong.map(({ text, items, found }) => ({ text, items, found }))).toEqual([])
})
