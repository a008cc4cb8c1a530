import { expect, test } from 'vitest'
import { sentencesOf } from './sentences.ts'

const read = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end))

test.each([
  ['Dr. A saw him. He is well.', ['Dr. A saw him.', 'He is well.']],
  ['Hb 7.5 g/dl; WBC 12.1', ['Hb 7.5 g/dl;', 'WBC 12.1']],
  ['Impression: ? malaria. Plan: BS', ['Impression: ? malaria.', 'Plan: BS']],
  ['Pneumonia? Start amoxicillin', ['Pneumonia?', 'Start amoxicillin']],
  ['1. Malaria\n2. Anaemia\n', ['1. Malaria', '2. Anaemia']],
  ['fever\nno cough\nheadache', ['fever', 'no cough', 'headache']],
  ['He denies fever, cough, \nvomiting or rash', ['He denies fever, cough, \nvomiting or rash']],
  [
    'She was brought in by relatives and had no history of\nconvulsions',
    ['She was brought in by relatives and had no history of\nconvulsions'],
  ],
  [
    'The patient was seen at the clinic for a review of his \nblood pressure',
    ['The patient was seen at the clinic for a review of his \nblood pressure'],
  ],
])('the sentences of %j', (text, sentences) => {
  expect(read(text)).toEqual(sentences)
})
