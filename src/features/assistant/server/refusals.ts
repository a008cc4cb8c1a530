import type { Refusal } from '../read/read-question.ts'

const quoted = (words: readonly string[]) => words.map((word) => `“${word}”`).join(', ')

const texts: Record<Refusal, (words: readonly string[]) => string> = {
  action: () => 'I only answer questions: I add, change, send and delete nothing.',
  advice: () => 'I count and show what the clinic has recorded. I give no advice, and know nothing beyond the records.',
  words: (words) => `I do not understand ${quoted(words.slice(0, 5))} here, and would rather not guess.`,
  right: () => 'You may not see what this needs. An administrator can give you the right.',
  own: () => 'I can only answer questions about your own record.',
  who: () => 'Whom do you mean? Name the patient, or write the patient number.',
  long: () => 'That is too long to understand. Ask one thing, in a sentence.',
  nothing: () => 'I cannot tell what to count. Ask about something that the clinic records.',
}

/** Why a question is not answered, in plain words. */
export const refusalText = (reason: Refusal, words: readonly string[]): string => texts[reason](words)

/** What is said when the database has worked on an answer for too long. */
export const TOO_LONG = 'That takes too long to count. Ask for a shorter time, or for fewer groups.'
