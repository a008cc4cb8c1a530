import { readFileSync } from 'node:fs'

/** Questions written before the reader was; after it, others in other words, for tuning alone; and last, to be measured once. */
const FILES = { first: 'questions.tsv', second: 'more.tsv', blind: 'blind.tsv' } as const

export interface Question {
  id: string
  set: keyof typeof FILES
  /** Wording was mended by looking at `tuning` alone; the figures that count are of `kept`. */
  half: 'tuning' | 'kept' | 'blind'
  family: string
  kind: 'plain' | 'misspelt' | 'follow-up' | 'refuse'
  /** What was asked before it, for one that follows. */
  before: string | null
  question: string
  /** Any of these lines of `queryText` is right; none where it has to be refused. */
  expected: readonly string[]
}

const questionsOf = (set: Question['set']): Question[] =>
  readFileSync(new URL(FILES[set], import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => {
      const [id = '', half, family = '', kind, asked = '', expected = ''] = line.split('\t')
      const parts = asked.split(' >> ')
      return {
        id,
        set,
        half: half as Question['half'],
        family,
        kind: kind as Question['kind'],
        before: parts.length > 1 ? parts[0]! : null,
        question: parts.at(-1)!,
        expected: expected === 'refuse' ? [] : expected.split(' || '),
      }
    })

/** The questions in the order of the files; those to be measured once only `withBlind`. */
export const ownQuestions = (withBlind: boolean): Question[] => [
  ...questionsOf('first'),
  ...questionsOf('second'),
  ...(withBlind ? questionsOf('blind') : []),
]
