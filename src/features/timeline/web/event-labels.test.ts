import { expect, test } from 'vitest'
import { eventDetail, eventTitle } from './event-labels.ts'

const pregnancy = (status: string, title: string | null, detail: string | null = null) => {
  const event = { kind: 'pregnancy' as const, status, title, detail }
  return [eventTitle(event), eventDetail(event)]
}

test('a pregnancy is told in words: how it became known, its due date, its outcome, and that there is none', () => {
  expect(pregnancy('begun', 'patient said', 'Second pregnancy')).toEqual(['Pregnancy recorded: Reported by patient', 'Second pregnancy'])
  expect(pregnancy('dated', '2026-09-11', 'last period · LMP 2025-12-05 · 2026-03-01: 12w 2d')).toEqual([
    'Pregnancy dated: due 11 Sep 2026',
    'Last period · LMP 5 Dec 2025 · 1 Mar 2026: 12w 2d',
  ])
  expect(pregnancy('dated', null, '')).toEqual(['Pregnancy not dated', ''])
  expect(pregnancy('outcome', 'miscarriage')).toEqual(['Outcome of pregnancy: Miscarriage', null])
  expect(pregnancy('not pregnant', null)).toEqual(['Reported not pregnant', null])
})

test('other events keep the title of the record, or are called by their kind', () => {
  expect(eventTitle({ kind: 'allergy', status: 'severe', title: 'Penicillin' })).toBe('Penicillin')
  expect(eventTitle({ kind: 'vitals', status: null, title: null })).toBe('Vital signs')
})
