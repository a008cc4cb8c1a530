import { describe, expect, test } from 'vitest'
import { confidenceOf } from '#features/clinical-text/rules.ts'
import { needsOwnDecision, surenessOf } from './rules.ts'

const plain = { negated: false, subject: 'patient', temporality: 'recent', certainty: 'certain', usage: null, confidence: 0.95 } as const

describe('how sure a finding is', () => {
  test.each([
    [1, 'sure'],
    [0.95, 'sure'],
    [0.9, 'sure'],
    [0.8999, 'likely'],
    [0.75, 'likely'],
    [0.7499, 'doubtful'],
    [0.5, 'doubtful'],
    [0, 'doubtful'],
    [null, null],
  ] as const)('%s is %s', (confidence, level) => expect(surenessOf(confidence)).toBe(level))

  test('follows what was measured: names of the lexicon are sure or likely, words that only look like one are doubtful', () => {
    expect(surenessOf(confidenceOf('drug', 'name'))).toBe('sure')
    expect(surenessOf(confidenceOf('diagnosis', 'name'))).toBe('likely')
    expect(surenessOf(confidenceOf('diagnosis', 'head'))).toBe('doubtful')
    expect(surenessOf(confidenceOf('drug', 'class'))).toBe('doubtful')
  })
})

describe('a finding is decided on by itself when it is', () => {
  test.each([
    ['denied', { negated: true }],
    ['other person', { subject: 'family' }],
    ['other person', { subject: 'other' }],
    ['only if', { temporality: 'hypothetical' }],
    ['past', { temporality: 'historical' }],
    ['possible', { certainty: 'possible' }],
    ['doubtful', { confidence: 0.6 }],
    ['stopped', { usage: 'stopped' }],
    ['avoided', { usage: 'avoided' }],
    ['not tolerated', { usage: 'not tolerated' }],
    ['tolerated', { usage: 'tolerated' }],
    ['denied', { negated: true, subject: 'family', confidence: 0.1 }],
  ] as const)('%s', (status, more) => expect(needsOwnDecision({ ...plain, ...more })).toBe(status))

  test('and not when it is plainly of the patient now, or was marked by hand', () => {
    expect(needsOwnDecision(plain)).toBeNull()
    expect(needsOwnDecision({ ...plain, confidence: null })).toBeNull()
    expect(needsOwnDecision({ ...plain, confidence: 0.76 })).toBeNull()
  })
})
