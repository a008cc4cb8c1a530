import { expect, test } from 'vitest'
import { findPatientTexts } from './patient-texts.ts'
import { readingOf, syllablesOf } from './reading-grade.ts'

/** A reading age of twelve. */
const GOAL = 7
const LONG = 8

test('counts syllables', () => {
  const counted = ['clinic', 'choose', 'booked', 'completed', 'medicine', 'appointment', 'laboratory', 'a'].map(syllablesOf)
  expect(counted).toEqual([2, 1, 1, 3, 3, 3, 5, 1])
})

test('computes the Flesch–Kincaid grade of sentences, without labels', () => {
  expect(readingOf(['Print', 'The cat sat on the mat.'])).toMatchObject({ sentences: 1, words: 6, syllables: 6 })
  expect(readingOf(['The cat sat on the mat.']).grade).toBeCloseTo(0.39 * 6 + 11.8 - 15.59)
})

// The words of consent of a new clinic are in the database, and need a migration to become easier.
const groups = Object.entries(findPatientTexts()).filter(([name]) => name !== 'consent')

test.each(groups)('what patients read of %s is for a reading age of twelve', (_, texts) => {
  expect(readingOf(texts).grade).toBeLessThanOrEqual(GOAL)
  const hard = texts.map((text) => ({ text, ...readingOf([text]) })).filter(({ words, grade }) => words >= LONG && grade > GOAL)
  expect(hard).toEqual([])
})
