import type { ImplausibleValue } from '#shared/implausible.ts'
import { inEnglish } from '#shared/sentence.ts'
import type { Question } from './ask.ts'

const meaning = ({ meant, unit }: Question) =>
  meant.map(({ value, as }) => (as === `${value} ${unit}` ? as : `${as} = ${value} ${unit}`)).join(' or ')

/** A question in English: what is wrong with the value, and what it may have been meant as. */
export const questionText = (question: Question): string => {
  const meant = meaning(question)
  return `${inEnglish(question.text)}${meant && !question.text.text.endsWith('?') ? ` Did you mean ${meant}?` : ''}`
}

/** A question as it goes out. */
export const toImplausibleValue = (question: Question): ImplausibleValue => ({
  field: question.field,
  value: question.value,
  unit: question.unit,
  least: question.least,
  most: question.most,
  rule: question.rule,
  message: questionText(question),
  text: question.text.text,
  values: { ...question.text.values },
  meant: question.meant,
  source: question.source,
  can_confirm: question.can_confirm,
})
