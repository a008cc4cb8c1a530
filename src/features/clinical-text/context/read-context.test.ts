import { expect, test } from 'vitest'
import { ownData } from '../../../testing/inputs/folders.ts'
import { describeReference } from '../../../testing/inputs/reference.ts'
import { FINDINGS, measureFindings, readFindings } from '../gold/findings.ts'
import type { Context } from '../mention.ts'
import { sentencesOf } from '../text/sentences.ts'
import { tokensOf } from '../text/tokens.ts'
import { readContext } from './read-context.ts'

/** The context of what stands between square brackets. */
const contextOf = (marked: string): Context => {
  const start = marked.indexOf('[')
  const end = marked.indexOf(']') - 1
  const text = marked.replace(/[[\]]/g, '')
  return readContext({ text, tokens: tokensOf(text), sentences: sentencesOf(text) }, { start, end })
}

const plain: Context = { negated: false, certainty: 'certain', temporality: 'recent', subject: 'patient' }

test.each<[string, Partial<Context>]>([
  ['No [fever].', { negated: true }],
  ['No fever, chills or [night sweats].', { negated: true }],
  ['No fever but [cough] for 3 days.', {}],
  ['No fever, complains of [cough].', {}],
  ['Denies smoking or [alcohol].', { negated: true, temporality: 'historical' }],
  ['Denies vomiting; has [diarrhoea].', {}],
  ['No pallor, [jaundice] present', {}],
  ['No pallor or [jaundice] present', { negated: true }],
  ['He was ruled out for [myocardial infarction].', { negated: true }],
  ['Fever without rash, with [chills].', {}],
  ['Had [measles] at age 5.', { temporality: 'historical' }],
  ['[Malaria] was ruled out.', { negated: true }],
  ['[Malaria] RDT negative, typhoid positive', { negated: true }],
  ['Malaria RDT negative, [typhoid] positive', {}],
  ['Gram negative [sepsis]', {}],
  ['No increase in [swelling]', {}],
  ['Not only [cough] but also fever', {}],
  ['[Oedema]: no, jaundice: yes', { negated: true }],
  ['oedema: no, [jaundice]: yes', {}],
  ['CVS: No [murmur]', { negated: true }],
  ['Jaundice - nil\n[Pallor] present', {}],
  ['Not on treatment for [hypertension].', {}],
  ['Hana [homa]', { negated: true }],
  ['Hakuna [kuhara]', { negated: true }],
  ['Pas de [fièvre]', { negated: true }],
  ['Aucune [toux]', { negated: true }],
  ['Without [convulsions]', { negated: true }],
  ['Possible [pneumonia]', { certainty: 'possible' }],
  ['? [pneumonia]', { certainty: 'possible' }],
  ['?[pneumonia]', { certainty: 'possible' }],
  ['[pneumonia]?', { certainty: 'possible' }],
  ['R/O [tuberculosis]', { certainty: 'possible' }],
  ['[Meningitis] cannot be excluded', { certainty: 'possible' }],
  ['[Tuberculosis] not ruled out', { certainty: 'possible' }],
  ['Differential diagnosis:\n1. [Malaria]\n2. Typhoid', { certainty: 'possible' }],
  ['Differential diagnosis:\n1. Malaria\nPlan:\ntreat [typhoid]', {}],
  ['History of [asthma].', { temporality: 'historical' }],
  ['h/o [TB] in 2012', { temporality: 'historical' }],
  ['3 day history of [cough]', {}],
  ['Presents with history of [fever] for 3 days', {}],
  ['h/o [cough] x 2/52', {}],
  ['history of [headache] since yesterday', {}],
  ['s/p [appendicectomy]', { temporality: 'historical' }],
  ['[Measles] as a child', { temporality: 'historical' }],
  ['[Fracture] of the arm five years ago', { temporality: 'historical' }],
  ['History of asthma, now [wheezing]', {}],
  ['No history of [asthma]', { negated: true, temporality: 'historical' }],
  ['Known [diabetic] on metformin', {}],
  ['PMH:\n[Hypertension]\nAsthma', { temporality: 'historical' }],
  ['PMH:\nHypertension\nO/E:\n[wheeze]', {}],
  ['Past medical history\n- [hypertension]', { temporality: 'historical' }],
  ['Return if [fever] or vomiting', { temporality: 'hypothetical' }],
  ['Should she develop [bleeding], come back', { temporality: 'hypothetical' }],
  ['At risk of [falls]', { temporality: 'hypothetical' }],
  ['[Malaria] prophylaxis', { temporality: 'hypothetical' }],
  ['Mother has [diabetes]', { subject: 'family' }],
  ['Mother reports [fever] for two days', {}],
  ['Mother denies [vomiting]', { negated: true }],
  ['Brought by his mother with [convulsions]', {}],
  ['Family history of [breast cancer]', { subject: 'family' }],
  ['FAMILY HISTORY: [hypertension]\nPLAN: review', { subject: 'family' }],
  ['[Epilepsy] in her sister', { subject: 'family' }],
  ['Exposed to a neighbour with [tuberculosis]', { subject: 'other' }],
  ['Donor had [hepatitis B]', { subject: 'other' }],
])('%s', (marked, expected) => {
  expect(contextOf(marked)).toEqual({ ...plain, ...expected })
})

test('of sentences with a marked finding, nothing present is read as absent or as of the past, and nine of ten are read right', () => {
  const { count, notFound, negation, historical, family } = measureFindings(readFindings(ownData('clinical-text/findings.tsv')))
  // One row names a finding that its sentence does not have.
  expect({ count, notFound }).toEqual({ count: 79, notFound: 1 })
  expect([negation.gold, historical.gold, family.gold]).toEqual([30, 16, 6])
  expect([negation.precision, historical.precision]).toEqual([1, 1])
  expect(negation.f1).toBeGreaterThanOrEqual(0.94)
  expect(historical.f1).toBeGreaterThanOrEqual(0.9)
  expect(family.f1).toBeGreaterThanOrEqual(0.8)
})

describeReference(FINDINGS, 'marked findings of clinical reports', (path) => {
  test('negation is read with an F1 of 0.95 and history with one of 0.70', () => {
    const { count, negation, historical } = measureFindings(readFindings(path))
    expect(count).toBeGreaterThan(1100)
    expect(negation.f1).toBeGreaterThanOrEqual(0.95)
    expect(historical.f1).toBeGreaterThanOrEqual(0.7)
  })
})

test('a text without end or sentences is read in steps bounded per mention', () => {
  const text = 'no fever or '.repeat(20_000)
  const prepared = { text, tokens: tokensOf(text), sentences: sentencesOf(text) }
  const token = prepared.tokens
  let reads = 0
  const counted = new Proxy(token, {
    get: (target, key) => {
      reads++
      return Reflect.get(target, key) as unknown
    },
  })
  const found = { start: text.length - 10, end: text.length - 4 }
  const watched = { ...prepared, tokens: counted }
  readContext(watched, found)
  const once = reads
  for (let time = 0; time < 10; time++) readContext(watched, found)
  expect(reads - once).toBeLessThan(10 * 1000)
})
