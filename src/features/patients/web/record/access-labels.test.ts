import { expect, test } from 'vitest'
import { actionSentence } from './access-labels.ts'

test('the access log says in words what was done', () => {
  expect([
    actionSentence('read', 'invoices'),
    actionSentence('print', 'patient card'),
    actionSentence('update', 'patient'),
    actionSentence('merge', 'patient'),
    actionSentence('approve result', 'lab test'),
    actionSentence('request', 'lab test request'),
  ]).toEqual([
    'Viewed the bills',
    'Printed the patient’s card',
    'Changed the record',
    'Merged two records',
    'Approved the laboratory tests',
    'Ordered laboratory tests',
  ])
})

test('a thing or an action that has no words of its own is of the record, and work on it', () => {
  expect(actionSentence('read', 'something new')).toBe('Viewed the record')
  expect(actionSentence('do something new', 'invoice')).toBe('Processed the bills')
})
