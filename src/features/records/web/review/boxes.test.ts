import { expect, test } from 'vitest'
import { boxesOf, type Word } from './boxes.ts'

//             0         1         2
//             0123456789012345678901234567
// The text:   "Severe malaria and diabetes\nmellitus today"
const words: Word[] = [
  [0, 6, 0.1, 0.1, 0.12, 0.02],
  [7, 14, 0.24, 0.1, 0.14, 0.02],
  [15, 18, 0.4, 0.1, 0.06, 0.02],
  [19, 27, 0.7, 0.101, 0.2, 0.018],
  [28, 36, 0.1, 0.14, 0.16, 0.02],
  [37, 42, 0.28, 0.14, 0.1, 0.02],
]
const rounded = (boxes: { x: number; y: number; w: number; h: number }[]) =>
  boxes.map(({ x, y, w, h }) => [x, y, w, h].map((share) => Math.round(share * 1000) / 1000))

test('one word is its own box', () => {
  expect(rounded(boxesOf(words, { start: 7, end: 14 }))).toEqual([[0.24, 0.1, 0.14, 0.02]])
})

test('words of a line are one box, from the first to the last', () => {
  expect(rounded(boxesOf(words, { start: 0, end: 14 }))).toEqual([[0.1, 0.1, 0.28, 0.02]])
})

test('what runs over two lines has a box on each', () => {
  expect(rounded(boxesOf(words, { start: 19, end: 36 }))).toEqual([
    [0.7, 0.101, 0.2, 0.018],
    [0.1, 0.14, 0.16, 0.02],
  ])
})

test('a part of a word is a part of its box', () => {
  expect(rounded(boxesOf(words, { start: 23, end: 27 }))).toEqual([[0.8, 0.101, 0.1, 0.018]])
})

test('the same height further left is another column', () => {
  const columns: Word[] = [
    [0, 3, 0.6, 0.1, 0.1, 0.02],
    [4, 7, 0.1, 0.1, 0.1, 0.02],
  ]
  expect(boxesOf(columns, { start: 0, end: 7 })).toHaveLength(2)
})

test('where no word is known there is no box', () => {
  expect(boxesOf([], { start: 0, end: 5 })).toEqual([])
  expect(boxesOf(words, { start: 42, end: 60 })).toEqual([])
  expect(boxesOf(words, { start: 14, end: 15 })).toEqual([])
})
