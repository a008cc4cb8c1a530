import { expect, test } from 'vitest'
import { identityText } from './identity-labels.tsx'
import { statusWord, surenessWord } from './review/entity-labels.tsx'

const field = (name: 'name' | 'date of birth' | 'sex', outcome: 'same' | 'similar' | 'differs') => ({
  field: name,
  outcome,
  document: '',
  record: '',
  page: 1,
})

test('whose a document is has three states in words, and what tells nothing is called no match', () => {
  expect(identityText({ state: 'match', fields: [field('name', 'same'), field('date of birth', 'same')], kept_here: null })).toBe(
    'Patient matches: name, date of birth',
  )
  expect(identityText({ state: 'mismatch', fields: [field('name', 'differs')], kept_here: null })).toBe('Another patient?')
  expect(identityText({ state: 'mismatch', fields: [field('name', 'differs')], kept_here: {} })).toBe('Kept here despite patient mismatch')
  expect(identityText({ state: 'unknown', fields: [], kept_here: null })).toBe('Patient not stated in the document')
  expect(identityText({ state: 'unknown', fields: [field('name', 'similar'), field('sex', 'same')], kept_here: null })).toBe(
    'Patient uncertain: only name, sex to compare',
  )
})

test('how sure a finding is, and why it is decided on by itself, is said in words', () => {
  expect((['sure', 'likely', 'doubtful'] as const).map(surenessWord)).toEqual(['Sure', 'Likely', 'Doubtful'])
  expect((['denied', 'other person', 'only if', 'stopped', 'avoided', 'past', 'possible', 'doubtful'] as const).map(statusWord)).toEqual([
    'Denied',
    'About another person',
    'Conditional',
    'Stopped',
    'Avoid',
    'Past',
    'Possible',
    'Doubtful',
  ])
})
