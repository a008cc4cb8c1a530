import type { z } from 'zod'
import type { Db } from '#platform/db/connect.ts'
import type { Asker } from '#platform/questions/subject.ts'
import type { QueryType } from '#shared/query-types.ts'
import { stemOf, plainText, tokensOf } from '../language/tokens.ts'
import { functionWords } from '../language/words.ts'
import { subjects } from '../catalogue.ts'
import type { Greeting } from '../contract.ts'
import { isKnown, readQuestion } from '../read/read-question.ts'
import { maySee } from '../rights.ts'
import { knowledgeFor, type Clinic, type Person } from './engine.ts'
import type { Vocabularies } from './vocabularies.ts'

/** Examples of one kind at most. */
const OF_A_KIND = 4

const OWN_MESSAGE = 'Ask about your own record in plain words, for example when your next appointment is.'
const MESSAGE =
  'Ask about the clinic in plain words. I count what is recorded, show how, and say so when I cannot. I change nothing, and see no more than you do.'
const OF_A_PATIENT = 'Of one patient, write the name or the number: last weight of Wanjiku Kamau.'

/** A question that somebody could ask. */
export interface Example {
  type: QueryType
  question: string
}

const examplesFor = (asker: Asker): Example[] =>
  subjects
    .filter((subject) => maySee(asker, subject))
    .flatMap(({ type, examples, ownExamples = [] }) =>
      (asker.role === 'patient' ? ownExamples : examples).map((question) => ({ type, question })),
    )

/** How long it is believed that a name of an example is there, in milliseconds. */
const KEPT = 60_000
const MOST_KEPT = 200

export interface Examples {
  /** What this person could ask and would be answered: an example with a name only where the clinic has something of that name. */
  find: (person: Person, clinic: Clinic, now: Date) => Promise<Example[]>
}

export const openExamples = (reader: Db, vocabularies: Vocabularies): Examples => {
  const kept = new Map<string, { examples: Promise<Example[]>; until: number }>()
  const load = async (person: Person, clinic: Clinic, now: Date) => {
    const knowledge = await knowledgeFor(person, null, clinic, { reader, vocabularies, now })
    if (person.role === 'patient') return knowledge.own ? examplesFor(person) : []
    const found: Example[] = []
    for (const example of examplesFor(person)) {
      const tokens = tokensOf(plainText(example.question))
      const names = tokens.filter((token) => !isKnown(token, { ...knowledge, vocabularies: [] }))
      const isAnswered = () => readQuestion(example.question, knowledge).then((reading) => reading.is === 'query')
      if (names.length === 0 || (names.every((token) => isKnown(token, knowledge)) && (await isAnswered()))) found.push(example)
    }
    return found
  }
  return {
    find: (person, clinic, now) => {
      if (person.role === 'patient') return load(person, clinic, now)
      const key = [...person.permissions].sort().join()
      const known = kept.get(key)
      if (known && known.until > now.getTime()) return known.examples
      if (kept.size >= MOST_KEPT) kept.clear()
      const examples = load(person, clinic, now)
      kept.set(key, { examples, until: now.getTime() + KEPT })
      examples.catch(() => kept.delete(key))
      return examples
    },
  }
}

/** What a person is greeted with: questions of every kind that they may ask. */
export const greet = (asker: Asker, examples: readonly Example[]): z.output<typeof Greeting> => {
  const available: Record<string, string[]> = {}
  for (const { type, question } of examples) {
    const ofKind = (available[type] ??= [])
    if (ofKind.length < OF_A_KIND) ofKind.push(question)
  }
  if (asker.role === 'patient') return { available_queries: available, message: OWN_MESSAGE }
  return { available_queries: available, message: asker.permissions.has('patients.view') ? `${MESSAGE} ${OF_A_PATIENT}` : MESSAGE }
}

const stemsOf = (text: string) =>
  new Set(tokensOf(plainText(text)).flatMap(({ text: word }) => (functionWords.has(word) ? [] : [stemOf(word)])))

/** Those of the examples which share most words with one that was not understood; a few of any kind when none does. */
export const nearestTo = (question: string, examples: readonly Example[]): string[] => {
  const stated = stemsOf(question)
  const scored = examples.map(({ question: example }, index) => {
    const stems = [...stemsOf(example)]
    return { example, index, score: stems.filter((stem) => stated.has(stem)).length / Math.max(1, stems.length) }
  })
  return scored
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, 3)
    .map(({ example }) => example)
}
