import type { QuestionClinic } from './clinic.ts'
import { isAsExpected, sayQuery } from './compare.ts'
import type { Engine } from './engine.ts'
import type { Question } from './questions.ts'

export interface Evaluated {
  question: Question
  verdict: 'right' | 'wrong' | 'refused'
  /** The line it was read as; empty where it was refused. */
  message: string
  ms: number
}

/** Reads a question, after the one that it follows, and compares it with what it has to come to. */
export const evaluate = async (question: Question, engine: Engine, clinic: QuestionClinic): Promise<Evaluated> => {
  const before = question.before === null ? null : await engine.read(question.before, null)
  const begun = performance.now()
  const query = await engine.read(question.question, before)
  const ms = performance.now() - begun
  const { expected } = question
  if (!query) return { question, verdict: expected.length === 0 || expected.includes('refuse') ? 'right' : 'refused', message: '', ms }
  const isRight = expected.some((line) => isAsExpected(query, line, clinic, engine.subjects))
  return { question, verdict: isRight ? 'right' : 'wrong', message: sayQuery(query, clinic, expected[0]), ms }
}
