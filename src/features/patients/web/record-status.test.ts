import { expect, test } from 'vitest'
import { marksOf, type MarkedRecord } from './record-status.tsx'

const alive: MarkedRecord = { death: null, is_active: true, merged_into: null }
const died = { ...alive, death: { died_on: '2026-11-26' } }
const merged = { ...alive, is_active: false, merged_into: { unique_id: 'P-0012' } }
const deactivated = { ...alive, is_active: false }

test('a record in use has no mark', () => {
  expect(marksOf(alive)).toEqual([])
})

test('of a patient who died, merged and deactivated are told apart by words and by signs', () => {
  const marks = [died, merged, deactivated].flatMap(marksOf)
  expect(marks.map(({ words }) => words)).toEqual(['Died 26 Nov 2026', 'Merged into P-0012', 'Deactivated'])
  expect(new Set(marks.map(({ icon }) => icon)).size).toBe(3)
  expect(new Set(marks.map(({ tone }) => tone)).size).toBe(3)
})

test('a merged record of a patient who died says both, and not that it is deactivated; a reason is said', () => {
  expect(marksOf({ ...merged, death: died.death }).map(({ kind }) => kind)).toEqual(['died', 'merged'])
  expect(marksOf({ ...deactivated, deactivation_reason: 'Twice' }).map(({ words }) => words)).toEqual(['Deactivated: Twice'])
})
