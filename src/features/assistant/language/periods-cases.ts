import { describe, expect, test } from 'vitest'
import { findPeriods } from './periods.ts'

/** A Wednesday. */
export const today = '2026-11-18'
const rangesOf = (text: string) => findPeriods(text, today).periods.map(({ period }) => `${period.from ?? ''}..${period.to ?? ''}`)
/** 'phrase | from..to', a line each; one day is written once, several periods with semicolons, none with a hyphen. */
const cases = (table: string) =>
  table
    .trim()
    .split('\n')
    .map((line) => {
      const [phrase = '', days = ''] = line.split('|').map((part) => part.trim())
      const ranges =
        days === '-' ? [] : days.split(';').map((range) => (range.includes('..') ? range.trim() : `${range.trim()}..${range.trim()}`))
      return { phrase, ranges }
    })
/** A test for each line of a table. */
export const check = (name: string, table: string) =>
  describe(name, () => {
    test.each(cases(table))('$phrase', ({ phrase, ranges }) => expect(rangesOf(phrase)).toEqual(ranges))
  })
