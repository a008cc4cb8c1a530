import type { Asker } from '#platform/questions/subject.ts'
import { stemOf, plainText, tokensOf } from '../language/tokens.ts'
import { functionWords } from '../language/words.ts'
import { subjects } from '../catalogue.ts'
import type { z } from 'zod'
import type { Greeting } from '../contract.ts'
import { maySee } from '../rights.ts'

/** Examples of one kind at most. */
const OF_A_KIND = 4

const OWN_MESSAGE = 'Ask about your own record in plain words, for example when your next appointment is.'
const MESSAGE =
  'Ask about the clinic in plain words. I count what is recorded, show how, and say so when I cannot. I change nothing, and see no more than you do.'

const examplesFor = (asker: Asker) =>
  subjects
    .filter((subject) => maySee(asker, subject))
    .flatMap(({ type, examples, ownExamples = [] }) =>
      (asker.role === 'patient' ? ownExamples : examples).map((question) => ({ type, question })),
    )

/** What a person is greeted with: questions of every kind that they may ask. */
export const greet = (asker: Asker): z.output<typeof Greeting> => {
  const available: Record<string, string[]> = {}
  for (const { type, question } of examplesFor(asker)) {
    const ofKind = (available[type] ??= [])
    if (ofKind.length < OF_A_KIND) ofKind.push(question)
  }
  return { available_queries: available, message: asker.role === 'patient' ? OWN_MESSAGE : MESSAGE }
}

const stemsOf = (text: string) =>
  new Set(tokensOf(plainText(text)).flatMap(({ text: word }) => (functionWords.has(word) ? [] : [stemOf(word)])))

/** The questions that this person could ask which share most words with one that was not understood; a few of any kind when none does. */
export const nearestTo = (question: string, asker: Asker): string[] => {
  const said = stemsOf(question)
  const scored = examplesFor(asker).map(({ question: example }, index) => {
    const stems = [...stemsOf(example)]
    return { example, index, score: stems.filter((stem) => said.has(stem)).length / Math.max(1, stems.length) }
  })
  return scored
    .sort((a, b) => b.score - a.score || a.index - b.index)
    .slice(0, 3)
    .map(({ example }) => example)
}
