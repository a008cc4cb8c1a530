import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readTexts, translatedLanguages, type TranslatedLanguage } from '#platform/texts/read-texts.ts'
import { formatMessage } from '#shared/message.ts'
import {
  type DirectionsPart,
  directionsParts,
  dosageText,
  durationText,
  frequencyText,
  type Phrase,
  readDirections,
  sayDirections,
  shortDirections,
  type Translate,
} from './rules.ts'
import { foodTexts, frequencyTexts, joiningTexts, routeTexts, tabletTexts, unitTexts } from './say.ts'

const of = (text: string) => readDirections(text).directions

test.each([
  ['1 tab tds 5/7 after food', 'one tablet three times a day for 5 days, after food'],
  ['½ tab bd', 'half a tablet twice a day'],
  ['1½ tabs od', 'one and a half tablets once a day'],
  ['2.5 tabs od', 'two and a half tablets once a day'],
  ['1/2-1 tab nocte', 'half to one tablet at night'],
  ['⅓ tab od', '⅓ tablet once a day'],
  ['1-0-1 tab 5/7', 'one tablet in the morning and one tablet at night for 5 days'],
  ['2 tds 5/7', 'two at a time, three times a day for 5 days'],
  ['1 nocte', 'one at night'],
  ['1/2 supp pr stat', 'half of one suppository into the rectum as a single dose'],
  ['11 tabs stat', '11 tablets as a single dose'],
  ['5 ml po tds', '5 ml by mouth three times a day'],
  ['1 tab mane + 2 tabs nocte 30/7', 'one tablet in the morning and two tablets at night for 30 days'],
  ['1 tab om + 1 tab midday + 2 tabs nocte', 'one tablet in the morning, one tablet at midday and two tablets at night'],
  ['4 tabs od 1/7 then 2 tabs od 3/7', 'four tablets once a day for one day, then two tablets once a day for 3 days'],
  [
    '1-2 tabs q4-6h prn pain max 8/24h',
    'one to two tablets every 4 to 6 hours when needed for pain, no more than eight tablets in 24 hours',
  ],
  ['1 tab od-bd', 'one tablet once a day or twice a day'],
  ['50 mcg od', '50 micrograms once a day'],
  ['1 drop right eye daily', 'one drop into the eye once a day, right eye'],
  ['2 puffs inh prn', 'two puffs breathed in when needed'],
  ['apply topically bd 1/52', 'on the skin twice a day for 7 days'],
])('"%s" is said in plain words', (text, stated) => {
  expect(sayDirections(of(text))).toBe(stated)
})

const texts = (text: string) => [dosageText(of(text)), frequencyText(of(text)), durationText(of(text))]

const loud: Translate = (key) => key.toUpperCase()

test('gives the sentence in pieces that can be translated', () => {
  const one: Phrase = { key: 'one tablet', values: {} }
  const expected: DirectionsPart[] = [
    { ...one, before: '' },
    { key: 'three times a day', values: {}, before: ' ' },
    { key: 'for {n} days', values: { n: 5 }, before: ' ' },
    { key: 'after food', values: {}, before: ', ' },
  ]
  expect(directionsParts(of('1 tab tds 5/7 after food'))).toEqual(expected)
  expect(sayDirections(of('1 tab tds'), loud)).toBe('ONE TABLET THREE TIMES A DAY')
})

test('gives the three texts of a prescription', () => {
  expect(texts('1 tab tds 5/7')).toEqual(['1 tablet', 'three times a day', '5 days'])
  expect(texts('1-2 tabs qds prn')).toEqual(['1-2 tablets', 'four times a day when needed', ''])
  expect(texts('1 tab mane 2 nocte 1/7')).toEqual(['1 tablet and 2 tablets', 'in the morning and at night', '1 day'])
})

test('writes the usual abbreviations, and none that may be misread', () => {
  expect(shortDirections(of('one tablet three times daily for five days after meals'))).toBe('1 tablet TDS 5/7 after food')
  expect(shortDirections(of('1 drop left eye once a day'))).toBe('1 drop in the eye daily note: left eye')
})

const sentences = globSync('*.ts', { cwd: import.meta.dirname })
  .filter((path) => !path.endsWith('.test.ts'))
  .flatMap((path) =>
    [...readFileSync(join(import.meta.dirname, path), 'utf8').matchAll(/'([A-Z“][^'\n]*\.)'/g)].map(([, text = '']) => text),
  )
const keys = [unitTexts, frequencyTexts, routeTexts, foodTexts, tabletTexts, joiningTexts].flatMap((one) => Object.values(one).flat()) // prettier-ignore

test.each(translatedLanguages)('every word of directions and of their warnings is there in %s', (language) => {
  const texts = readTexts(language)
  expect(sentences.length).toBeGreaterThan(25)
  expect([...keys, ...sentences].filter((key) => !(key in texts))).toEqual([])
})

const speak = (language: TranslatedLanguage, text: string) => {
  const texts = readTexts(language)
  return sayDirections(of(text), (key, values = {}) => formatMessage(texts[key] ?? key, values, language))
}

test('speaks Swahili and French', () => {
  expect(speak('sw', '1 tab tds 5/7 after food')).toBe('kidonge 1 mara 3 kwa siku kwa muda wa siku 5, baada ya kula')
  expect(speak('sw', '2 tabs po q8h prn max 6/24h')).toBe(
    'vidonge 2 kwa mdomo kila baada ya saa 8 inapohitajika, usizidishe vidonge 6 ndani ya saa 24',
  )
  expect(['sw', 'fr'].map((language) => speak(language as TranslatedLanguage, '2.5 ml bd'))).toEqual([
    'ml 2.5 mara 2 kwa siku',
    '2,5 ml 2 fois par jour',
  ])
  expect(speak('fr', '1 bd')).toBe('1 à la fois, 2 fois par jour')
  expect(speak('fr', '1/2-1 tab nocte 10/7 then 2 tabs bd 3/7')).toBe(
    '½ à 1 comprimé au coucher pendant 10 jours, puis 2 comprimés 2 fois par jour pendant 3 jours',
  )
})
