import { expect, test } from 'vitest'
import { segmentsOf } from './segments.ts'

const named = (text: string, placed: { name: string; start: number; end: number }[]) =>
  segmentsOf(text, placed).map(({ start, text: piece, marks }) => [start, piece, marks.map(({ name }) => name).join()])

test('cuts a text where findings begin and end', () => {
  expect(named('no fever, malaria', [{ name: 'fever', start: 3, end: 8 }])).toEqual([
    [0, 'no ', ''],
    [3, 'fever', 'fever'],
    [8, ', malaria', ''],
  ])
})

test('of two that overlap the narrower comes first, and nothing of the text is lost', () => {
  const text = 'allergic to penicillin V'
  const pieces = named(text, [
    { name: 'allergy', start: 0, end: 22 },
    { name: 'drug', start: 12, end: 24 },
  ])
  expect(pieces).toEqual([
    [0, 'allergic to ', 'allergy'],
    [12, 'penicillin', 'drug,allergy'],
    [22, ' V', 'drug'],
  ])
  expect(pieces.map(([, piece]) => piece).join('')).toBe(text)
})

test('a text without findings is one piece, an empty one none, and what lies beyond the end is left out', () => {
  expect(named('abc', [{ name: 'x', start: 2, end: 9 }])).toEqual([[0, 'abc', '']])
  expect(named('', [])).toEqual([])
})

test('thousands of findings are cut in no time', () => {
  const text = 'ab '.repeat(20_000)
  const placed = Array.from({ length: 20_000 }, (_, at) => ({ start: at * 3, end: at * 3 + 2 }))
  expect(segmentsOf(text, placed)).toHaveLength(40_000)
})
