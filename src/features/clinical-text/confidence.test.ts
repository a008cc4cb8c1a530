import { expect, test } from 'vitest'
import { confidenceOf } from './confidence.ts'
import { entityTypes } from './contract.ts'

test('every type has a confidence, also for a way that was never measured', () => {
  for (const type of entityTypes) {
    expect(confidenceOf(type, 'a way nobody measured')).toBeGreaterThan(0.5)
    expect(confidenceOf(type, 'name')).toBeLessThan(1)
  }
})

test('a name of the lexicon is surer than a word that only looks like one', () => {
  expect(confidenceOf('diagnosis', 'name')).toBeGreaterThan(confidenceOf('diagnosis', 'head'))
  expect(confidenceOf('drug', 'name')).toBeGreaterThan(confidenceOf('drug', 'class'))
})
