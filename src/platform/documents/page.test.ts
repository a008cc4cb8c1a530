import { expect, test } from 'vitest'
import { cleanText, layOutPage, type Run } from './page.ts'
import { plainPages } from './read-plain.ts'

const A4 = { width: 600, height: 800 }
const run = (text: string, x: number, y: number, more: Partial<Run> = {}): Run[] => [
  { text, x, y, w: text.length * 6, h: 12, isWhole: false, ...more },
]
const wordsOf = (lines: Run[][]) => {
  const { text, words } = layOutPage(lines, A4)
  return { text, words: words.map(({ start, end }) => text.slice(start, end)) }
}

test('the cells of a table stay in their row, in whatever order they were drawn', () => {
  const columns = [['Test', 'Haemoglobin', 'Creatinine'], ['Result', '9.8', '88'], ['Unit', 'g/dL', 'µmol/L']] // prettier-ignore
  const lines = columns.flatMap((cells, column) => cells.map((cell, row) => run(cell, 50 + column * 150, 100 + row * 16)))
  const { text, words } = wordsOf(lines)
  expect(text).toBe('Test   Result   Unit\nHaemoglobin   9.8   g/dL\nCreatinine   88   µmol/L')
  expect(words).toEqual(text.split(/\s+/))
})
test('two columns of prose are read one after the other, between a heading and a foot of full width', () => {
  const left = Array.from({ length: 6 }, (_, i) => run(`left line ${i} with some more words`, 50, 100 + i * 15))
  const right = Array.from({ length: 4 }, (_, i) => run(`right line ${i} with other words there`, 320, 100 + i * 15))
  const heading = run('A heading that goes over the whole width of the page, from side to side', 50, 80)
  const foot = run('A foot that goes over the whole width of the page, from one side to the other', 50, 195)
  const { text } = wordsOf([foot, ...right, heading, ...left])
  const lines = text.split('\n')
  expect(lines[0]).toMatch(/^A heading/)
  expect(lines.at(-1)).toMatch(/^A foot/)
  expect(
    lines
      .slice(1, -1)
      .filter(Boolean)
      .map((line) => line.slice(0, 5).trim()),
  ).toEqual([...Array(6).fill('left'), ...Array(4).fill('right')])
})
test('parts of a word are joined, words of OCR never, and a raised figure stays in its line', () => {
  expect(wordsOf([run('Pneu', 50, 100), run('monia', 74, 100)]).words).toEqual(['Pneumonia'])
  const whole = { isWhole: true }
  expect(wordsOf([[...run('5', 50, 100, whole), ...run('mg', 56, 100, whole)]]).words).toEqual(['5', 'mg'])
  expect(wordsOf([run('14.2 x10', 50, 100), run('9', 98, 97, { h: 7, w: 4 }), run('/L', 102, 100)]).text).toBe('14.2 x109/L')
})
test('words are marked where they stand, as shares of the page, and what lies beside the page is left out', () => {
  const { text, words } = layOutPage([run('fever', 60, 80, { w: 30 }), run('unseen', 700, 80), run('unseen', 50, -40)], A4)
  expect(text).toBe('fever')
  expect(words).toEqual([{ start: 0, end: 5, x: 0.1, y: 0.1, w: 0.05, h: 0.015 }])
})
test('what is written from right to left is read so', () => {
  expect(wordsOf([run('المريض', 300, 100), run('حمى', 200, 100)]).text).toBe('المريض   حمى')
})
test('ligatures become letters; what no database keeps is removed', () => {
  expect(cleanText('ﬁve\u00a0dif\u0000ﬀ\ud800 a\tb\ufeff\r')).toBe('five difff\ufffd a b')
})
test('a page of 100,000 words is laid out quickly, on one line or on many', () => {
  const many = Array.from({ length: 100_000 }, (_, i) => run('word', (i % 20) * 30, Math.floor(i / 20) * 0.15))
  expect(layOutPage(many, A4).text.length).toBeGreaterThan(100_000)
  expect(layOutPage([run('a '.repeat(100_000), 0, 100)], A4).words.length).toBe(100_000)
})
test('a text has pages at its form feeds and of sixty lines; lines without end are broken', () => {
  const pages = plainPages(Buffer.from(`\ufeffone\r\ntwo\fthree\n${'line\n'.repeat(70)}${'x'.repeat(5000)}`))
  expect(pages.map((page) => page.split('\n').length)).toEqual([2, 60, 14])
  expect(pages[0]).toBe('one\ntwo')
  expect(plainPages(Buffer.from([0xff, 0x41]))).toEqual(['\ufffdA'])
  expect(plainPages(Buffer.alloc(0))).toEqual([''])
})
