import { grains } from '#features/assistant/query.ts'
import type { Subject } from '#platform/questions/subject.ts'
import type { Question } from './questions.ts'

const HEAD = /^((?:rows|first|last|exists|when first|when last|change) )?(\w+)(?:\.(\w+))?/
/** Of any figure there is an average for each day. */
const GRAIN = new RegExp(` by (${grains.join('|')})(?= |$)`)
const named = (line: string, pattern: RegExp) => pattern.exec(line)?.[1]?.split(/, | and /) ?? []

const strangeIn = (line: string, subjects: ReadonlyMap<string, Subject>): string[] => {
  const [, verb, name = '', measure] = HEAD.exec(line) ?? []
  const subject = subjects.get(name)
  if (!subject) return [`subject ${name}`]
  const strange: string[] = []
  if (measure && !subject.measures[measure]) strange.push(`measure ${name}.${measure}`)
  if (verb && verb !== 'change ' && !verb.startsWith('when') && !subject.list) strange.push(`list of ${name}`)
  if (/ as \w/.test(line) && !GRAIN.test(line) && measure && !subject.measures[measure]?.value) strange.push(`value of ${name}.${measure}`)
  if (/ in ~?[\d.]/.test(line) && !subject.at) strange.push(`time of ${name}`)
  if (/ of P-/.test(line) && !subject.patient) strange.push(`patient of ${name}`)
  const [column] = named(line, / column (\w+)/)
  if (column && !subject.list?.columns.some(({ key, words }) => key === column && words)) strange.push(`column ${name}.${column}`)
  for (const group of named(line, / by (.*?)(?= where | of P-| in | share| most | least |$)/))
    if (!subject.dimensions[group] && !grains.includes(group as (typeof grains)[number])) strange.push(`group ${name} by ${group}`)
  for (const filter of named(line, / where (.*?)(?= of P-| in | share| most | least | nth |$)/)) {
    const [, key = '', value = ''] = /^(\w+)(?:!?=|[<>]=?)(.*)$/.exec(filter) ?? []
    const dimension = subject.dimensions[key]
    if (!dimension) strange.push(`filter ${name} by ${key}`)
    else if (dimension.is === 'choice' && value.split('|').some((one) => !dimension.values[one]))
      strange.push(`value ${name}.${key}=${value} (${Object.keys(dimension.values).join(', ')})`)
  }
  return strange
}

/** What expected lines name that the catalogue has not: then the question can only be refused, or be read another way. */
export const strangeNames = (questions: readonly Question[], subjects: ReadonlyMap<string, Subject>): string[] =>
  questions.flatMap(({ id, expected }) => {
    const strange = expected.filter((line) => line !== 'refuse').map((line) => strangeIn(line, subjects))
    return strange.length === 0 || strange.some((names) => names.length === 0)
      ? []
      : [...new Set(strange.flat())].map((name) => `${id}: ${name}`)
  })
