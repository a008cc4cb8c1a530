import { readFileSync } from 'node:fs'
import { referenceData } from '../../../src/testing/inputs/folders.ts'

/** EHRSQL (Lee et al., NeurIPS 2022; CC BY 4.0), in the reference data beside this project. */
export const EHRSQL = 'questions/ehrsql-dev.jsonl'

export interface Asked {
  /** Its place in the file: what is even is for tuning, what is odd is kept back. */
  index: number
  question: string
  /** Null of those that are labelled unanswerable. */
  template: string | null
  values: Readonly<Record<string, string>>
}
interface Line {
  question: string
  template: string | null
  answerable: boolean
  values: Record<string, string | number> | null
}

/** All questions of a file in their order. */
export const readQuestions = (path: string): Asked[] =>
  readFileSync(path, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const { question, template, answerable, values } = JSON.parse(line) as Line
      const texts = Object.entries(values ?? {}).map(([name, value]) => [name, String(value).toLowerCase()])
      return { index, question, template: answerable ? template : null, values: Object.fromEntries(texts) as Record<string, string> }
    })

/** The questions of EHRSQL; undefined where its data is absent. */
export const ehrsqlQuestions = (): Asked[] | undefined => {
  const path = referenceData(EHRSQL)
  return path === null ? undefined : readQuestions(path)
}
