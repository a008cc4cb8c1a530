import { existsSync, readFileSync } from 'node:fs'

/** EHRSQL (Lee et al., NeurIPS 2022; CC BY 4.0), beside this project. */
const FILE = new URL('../../../../shared/data/questions/ehrsql-dev.jsonl', import.meta.url)

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

/** All questions in the order of the file; undefined where the file is absent. */
export const ehrsqlQuestions = (): Asked[] | undefined => {
  if (!existsSync(FILE)) return undefined
  return readFileSync(FILE, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line, index) => {
      const { question, template, answerable, values } = JSON.parse(line) as Line
      const texts = Object.entries(values ?? {}).map(([name, value]) => [name, String(value).toLowerCase()])
      return { index, question, template: answerable ? template : null, values: Object.fromEntries(texts) as Record<string, string> }
    })
}
