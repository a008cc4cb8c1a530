import { expect, test } from 'vitest'
import { age, birth, born, figure, quantity } from './printed-values.ts'

test('amounts have the marks of the language of the document', () => {
  expect(['en', 'sw', 'fr'].map((language) => figure('1234.5', 'KES', language))).toEqual(['1,234.50', '1,234.50', '1\u202F234,50'])
  expect(figure('1200.00', 'XOF', 'fr')).toBe('1\u202F200')
})

test('amounts, quantities and ages read as people write them', () => {
  expect([figure('1234567.5', 'KES'), figure('-999.00', 'KES'), figure('1200.00', 'UGX'), figure('0.50', 'UGX')]).toEqual([
    '1,234,567.50',
    '−999.00',
    '1,200',
    '0.50',
  ])
  expect([quantity('1.000'), quantity('2.500'), quantity('100'), quantity('0.125')]).toEqual(['1', '2.5', '100', '0.125'])
  expect([age('2026-03-01', '2026-03-02', false), age('2025-02-03', '2026-03-02', true), age('1990-03-03', '2026-03-02', false)]).toEqual([
    '1 day',
    'about 12 months',
    '35 years',
  ])
})

test('an estimated date of birth is written without day and month', () => {
  expect([birth('1992-07-01', true), birth('1992-07-01', false)]).toEqual(['about 1992', '1 Jul 1992'])
  expect([born('1992-07-01', true, '2026-11-02'), born('1992-07-01', false, '2026-11-02')]).toEqual([
    'about 34 years (born about 1992)',
    '1 Jul 1992, 34 years',
  ])
})
