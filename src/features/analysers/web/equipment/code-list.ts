import { dictionary } from '#shared/dictionary.ts'
import type { Code } from '../analyser-types.ts'

/** A code as it is sent; one that is not kept yet has no id. */
export type CodeDraft = Pick<Code, 'code' | 'panel' | 'unit' | 'values'>

const bare = ({ code, panel, unit, values }: CodeDraft): CodeDraft => ({ code, panel, unit, values })

/** The whole map with one code said anew: in its place, or where `before` stood, or at the end. */
export const withCode = (codes: readonly CodeDraft[], next: CodeDraft, before: string = next.code): CodeDraft[] => {
  const isThere = codes.some(({ code }) => code === before)
  const others = codes.filter(({ code }) => code === before || code !== next.code).map(bare)
  return isThere ? others.map((one) => (one.code === before ? next : one)) : [...others, next]
}
export const withoutCode = (codes: readonly CodeDraft[], code: string): CodeDraft[] => codes.filter((one) => one.code !== code).map(bare)

/** `NEG = Negative`, one a line; lines that say nothing are left out. The first line that cannot be read is answered instead. */
export const readValues = (typed: string): { values: Record<string, string> } | { line: number } => {
  const values = dictionary<string>()
  for (const [at, line] of typed.split('\n').entries()) {
    if (line.trim() === '') continue
    const cut = line.indexOf('=')
    const [from, to] = [line.slice(0, cut).trim(), line.slice(cut + 1).trim()]
    if (cut < 1 || from === '' || to === '') return { line: at + 1 }
    values[from] = to
  }
  return { values }
}
export const writeValues = (values: Readonly<Record<string, string>>): string =>
  Object.entries(values)
    .map(([from, to]) => `${from} = ${to}`)
    .join('\n')
