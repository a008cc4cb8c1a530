import { readFileSync } from 'node:fs'
import { readContext } from '../context/read-context.ts'
import type { Context } from '../mention.ts'
import { sentencesOf } from '../text/sentences.ts'
import { tokensOf } from '../text/tokens.ts'
import type { Score } from './score.ts'
import { scoreOf } from './score.ts'

/** Sentences of clinical reports that others marked, in the reference data beside this project. */
export const FINDINGS = 'clinical-text/findings-odd.tsv'

/** The rows of a file of sentences with one marked finding each: number, finding, sentence, negation, temporality, subject. */
export const readFindings = (path: string): string[][] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .slice(1)
    .filter(Boolean)
    .map((line) => line.split('\t'))

// The finding is marked by capitals; they are taken away, so that they give nothing away.
const withoutMark = (condition: string, sentence: string) => {
  const marked = condition.trim().toUpperCase()
  const start = sentence.indexOf(marked)
  if (start === -1) return undefined
  const end = start + marked.length
  return { text: sentence.slice(0, start) + marked.toLowerCase() + sentence.slice(end), start, end }
}

const tally = (pairs: { gold: boolean; found: boolean }[]): Score =>
  scoreOf(
    pairs.filter(({ gold, found }) => gold && found).length,
    pairs.filter(({ found }) => found).length,
    pairs.filter(({ gold }) => gold).length,
  )

/** How well readContext reads the sentences: per question precision, recall and F1. */
export const measureFindings = (rows: string[][]) => {
  const read = rows.flatMap(([number, condition, sentence, negation, temporality, subject]) => {
    const finding = withoutMark(condition!, sentence!)
    if (!finding) return []
    const { text, start, end } = finding
    const prepared = { text, tokens: tokensOf(text), sentences: sentencesOf(text) }
    const context: Context = readContext(prepared, { start, end })
    return [{ number, condition, text, negation, temporality, subject, context }]
  })
  const ask = (gold: (row: (typeof read)[number]) => boolean, found: (context: Context) => boolean) =>
    tally(read.map((row) => ({ gold: gold(row), found: found(row.context) })))
  return {
    count: read.length,
    notFound: rows.length - read.length,
    negation: ask(
      (row) => row.negation === 'Negated',
      ({ negated }) => negated,
    ),
    historical: ask(
      (row) => row.temporality === 'Historical',
      ({ temporality }) => temporality === 'historical',
    ),
    family: ask(
      (row) => row.subject !== 'Patient',
      ({ subject }) => subject !== 'patient',
    ),
    misses: read.filter(
      ({ negation, temporality, subject, context }) =>
        (negation === 'Negated') !== context.negated ||
        (temporality === 'Historical') !== (context.temporality === 'historical') ||
        (subject !== 'Patient') !== (context.subject !== 'patient'),
    ),
  }
}
