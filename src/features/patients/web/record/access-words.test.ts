import { expect, test } from 'vitest'
import { deedSentence } from './access-words.ts'

test('the access log says in words what was done', () => {
  expect([
    deedSentence('read', 'invoices'),
    deedSentence('print', 'patient card'),
    deedSentence('update', 'patient'),
    deedSentence('merge', 'patient'),
    deedSentence('approve result', 'lab test'),
    deedSentence('request', 'lab test request'),
  ]).toEqual([
    'Read the bills',
    'Printed the patient’s card',
    'Changed the record',
    'Joined two records',
    'Approved the laboratory tests',
    'Ordered laboratory tests',
  ])
})

test('a thing or a deed that has no words of its own is of the record, and work on it', () => {
  expect(deedSentence('read', 'something new')).toBe('Read the record')
  expect(deedSentence('do something new', 'invoice')).toBe('Worked on the bills')
})
