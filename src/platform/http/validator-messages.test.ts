import { expect, test } from 'vitest'
import { z } from 'zod'
import { promisedEndpoints } from '../../testing/calls/contracts.ts'
import './validator-messages.ts'

const text = (schema: z.core.$ZodType, value: unknown) =>
  z.safeParse(schema, value, { reportInput: true }).error?.issues.map(({ message }) => message)

test.each([
  [z.iso.datetime(), 'x', 'Enter a date and time, for example 2026-03-02T07:30:00Z.'],
  [z.iso.date(), '2026-13-01', 'Enter a date as YYYY-MM-DD.'],
  [z.string().max(40), 'x'.repeat(41), 'Enter at most 40 characters.'],
  [z.string().min(1), '', 'This field is required.'],
  [z.int().min(5), 4, 'Enter at least 5.'],
  [z.number().lt(7), 8, 'Enter less than 7.'],
  [z.int(), 1.5, 'Enter a whole number.'],
  [z.boolean(), 'yes', 'Send true or false.'],
  [z.string(), undefined, 'This field is required.'],
  [z.string(), null, 'This field may not be null.'],
  [z.enum(['a', 'b']), 'c', 'Choose one of: a, b.'],
  [z.array(z.int()).min(1), [], 'Name at least one.'],
  [z.email(), 'x', 'Enter an e-mail address, for example name@clinic.example.'],
])('says in words for people what is wrong (%#)', (schema, value, words) => {
  expect(text(schema, value)).toEqual([words])
})

const OF_THE_LIBRARY = /^(Invalid|Too (big|small)|Expected|Unrecognized)|<=|>=|expected/
const WRONG = [null, 'x', '', 'x'.repeat(5_000), -1, 1.5, 10 ** 12, true, [], [null], {}, '2026-99-99']

const wordsOf = (issues: readonly z.core.$ZodIssue[]): string[] =>
  issues.flatMap((issue) =>
    issue.code === 'unrecognized_keys'
      ? []
      : issue.code === 'invalid_union'
        ? [issue.message, ...issue.errors.flatMap(wordsOf)]
        : [issue.message],
  )

test('no field of any call answers in the words of the library', () => {
  const raw = new Set<string>()
  for (const { body, query } of promisedEndpoints())
    for (const part of [body, query]) {
      if (!(part instanceof z.ZodObject)) continue
      for (const name of Object.keys(part.shape))
        for (const value of WRONG) {
          const issues = z.safeParse(part, { [name]: value }, { reportInput: true }).error?.issues ?? []
          for (const words of wordsOf(issues)) if (OF_THE_LIBRARY.test(words)) raw.add(`${name}: ${words}`)
        }
    }
  expect([...raw]).toEqual([])
})
