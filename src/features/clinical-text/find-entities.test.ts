import { expect, test } from 'vitest'
import { LONGEST_TEXT, findEntities } from './find-entities.ts'
import { corpus } from './gold/corpus.ts'

const documents = corpus().map(({ text }) => text)

/** A generator of numbers from 0 to 1, the same for the same seed. */
const seeded = (seed: number) => () => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

const pieces = [
  ...documents.flatMap((text) => text.split(/(?<=\s)/)),
  '\n',
  '(',
  ')',
  '/',
  '?',
  ', ',
  '12.5 ',
  'no ',
  'BP ',
  'mg ',
  '\u{1F9EA}',
  'İ',
  '\0',
  '½ ',
]

const shuffled = (random: () => number) => Array.from({ length: 60 }, () => pieces[Math.floor(random() * pieces.length)]).join('')

test('spans lie in the text, in order, never overlap, and say their own words; the same text gives the same', () => {
  const random = seeded(7)
  const texts = [...documents, ...documents.map((text) => text.toUpperCase()), ...Array.from({ length: 300 }, () => shuffled(random))]
  let count = 0
  for (const text of texts) {
    const mentions = findEntities(text)
    count += mentions.length
    let end = 0
    for (const mention of mentions) {
      expect(mention.start).toBeGreaterThanOrEqual(end)
      expect(mention.end).toBeGreaterThan(mention.start)
      expect(mention.text).toBe(text.slice(mention.start, mention.end))
      expect(mention.text.trim()).toBe(mention.text)
      expect(mention.confidence).toBeGreaterThan(0)
      expect(mention.confidence).toBeLessThanOrEqual(1)
      end = mention.end
    }
    expect(end).toBeLessThanOrEqual(text.length)
  }
  expect(count).toBeGreaterThan(1000)
  expect(documents.map(findEntities)).toEqual(documents.map(findEntities))
})

test('what lies beyond the longest text is not read', () => {
  const text = `malaria ${' '.repeat(LONGEST_TEXT)} malaria`
  expect(findEntities(text).filter(({ type }) => type === 'diagnosis')).toHaveLength(1)
})

const junk = [
  'a! ',
  '((((((((',
  '1',
  '1 ',
  '\n',
  'no ',
  'history of ',
  '? ',
  '12/',
  'BP 1',
  'mg ',
  ' ',
  ', ',
  'fever ',
  '1.',
  '- ',
  'aspirin 5 ',
  'amoxicilin 5 mg ',
  'breast cancer (BC x) ',
  'disease of ',
  'hyperaaaa',
  'N - ',
  'Hb (((',
  'WBC 1 10 9 ',
  'Hospital ',
  'stop aspirin and ',
  'aspirin stopped, ',
  'HIV and ',
  'malaria test ',
  'Rx: RA ',
]

// What took its time by the square of the length would not end within the limit of the test.
test('long texts of junk are read to their end', () => {
  for (const piece of junk) {
    const text = piece.repeat(Math.ceil(30_000 / piece.length))
    expect(findEntities(text).every(({ end }) => end <= text.length)).toBe(true)
  }
})
