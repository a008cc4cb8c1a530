import { expect, test } from 'vitest'
import { isSameLevel, levelTexts, readLevel } from './level-values.ts'

test('zero and no maximum are empty boxes, and the other way round', () => {
  const nothing = { minimum: 0, reorder_level: 0, maximum: null }
  expect(levelTexts(nothing)).toEqual({ minimum: '', reorder_level: '', maximum: '' })
  expect(readLevel(levelTexts(nothing))).toEqual(nothing)
  const some = { minimum: 10, reorder_level: 25, maximum: 1200 }
  expect(readLevel(levelTexts(some))).toEqual(some)
  expect(isSameLevel(some, { ...some })).toBe(true)
  expect(isSameLevel(some, { ...some, maximum: null })).toBe(false)
})
test('thousands may be typed as they are written, and ordering begins at the minimum at the latest', () => {
  expect(readLevel({ minimum: '1,200', reorder_level: '', maximum: '' })).toEqual({ minimum: 1200, reorder_level: 1200, maximum: null })
})
test('what cannot be meant names its box', () => {
  expect(readLevel({ minimum: 'ten', reorder_level: '', maximum: '' })).toEqual({ box: 'minimum', why: 'number' })
  expect(readLevel({ minimum: '1.5', reorder_level: '', maximum: '' })).toEqual({ box: 'minimum', why: 'number' })
  expect(readLevel({ minimum: '', reorder_level: '-1', maximum: '' })).toEqual({ box: 'reorder_level', why: 'number' })
  expect(readLevel({ minimum: '', reorder_level: '', maximum: '1,50' })).toEqual({ box: 'maximum', why: 'number' })
  expect(readLevel({ minimum: '10', reorder_level: '5', maximum: '' })).toEqual({ box: 'reorder_level', why: 'order' })
  expect(readLevel({ minimum: '10', reorder_level: '20', maximum: '15' })).toEqual({ box: 'maximum', why: 'order' })
})
