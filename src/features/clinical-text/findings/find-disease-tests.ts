import { findDiseaseTests } from '../diseases/find-diseases.ts'
import type { Found, Span } from '../mention.ts'
import type { Prepared } from '../prepared.ts'
import { resultBelow } from './laboratory-below.ts'
import { wordAt } from './laboratory-words.ts'

const MOST_BETWEEN = 40
// What may stand between the name of a test and its result in words.
const BETWEEN =
  /^(?:\)|[\s:=.…_·|–—-]|\((?:serum|plasma|blood|stool|urine|csf|sputum|rapid|qualitative|elisa|ict|screen)\)|\b(?:is|was|are|were|test|tests|result|results|done|came|back|returned|status|serum|rapid|by|elisa)\b)*/i

const resultOf = (text: string, from: number): { value: string; end: number } | null => {
  const line = text.indexOf('\n', from)
  const limit = line === -1 ? text.length : line
  const between = BETWEEN.exec(text.slice(from, Math.min(limit, from + MOST_BETWEEN)))?.[0].length ?? 0
  return wordAt(text, from + between, limit) ?? resultBelow(text, from)
}

const BEFORE = /\b(positive|negative|reactive|non[-\s]?reactive|pos|neg)\s(?:blood\s|serum\s|stool\s|rapid\s)?$/i

/** "Negative serology for syphilis": the result before the name of its test. */
const resultBefore = (text: string, { start }: Span) => {
  const written = BEFORE.exec(text.slice(Math.max(0, start - 30), start))
  if (!written) return null
  const from = start - written[0].length
  return { value: wordAt(text, from, start)?.value ?? written[1]!.toLowerCase(), start: from }
}

/**
 * Results in words of tests that are named after a disease and that the list of tests does not have: "Leptospirosis IgM: negative". The
 * span goes from the name to the result; a test without a result is no finding.
 */
export const findDiseaseTestResults = (prepared: Prepared): Found[] => {
  const { text } = prepared
  return findDiseaseTests(prepared)
    .flatMap((test): Found[] => {
      const after = resultOf(text, test.end)
      const before = after ? null : resultBefore(text, test)
      if (after) return [{ type: 'laboratory', start: test.start, end: after.end, value: after.value, way: 'in words' }]
      return before ? [{ type: 'laboratory', start: before.start, end: test.end, value: before.value, way: 'before its name' }] : []
    })
    .toSorted((a, b) => a.start - b.start || b.end - a.end)
}
