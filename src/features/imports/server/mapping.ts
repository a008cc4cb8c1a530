import type { AnyImportKind } from '#platform/imports/kind.ts'
import { invalidInput } from '#platform/errors/problem.ts'

/** The place of each column in the file. */
export type Mapping = Record<string, number>

const plain = (heading: string) =>
  heading
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()

/** Which heading is which column, as far as names and synonyms tell; the first of several. */
export const proposeMapping = ({ columns }: Pick<AnyImportKind, 'columns'>, headings: readonly string[]): Mapping => {
  const words = headings.map(plain)
  const mapping: Mapping = {}
  const taken = new Set<number>()
  const take = (name: string, wanted: readonly string[]) => {
    const place = words.findIndex((word, at) => !taken.has(at) && wanted.includes(word))
    if (place < 0 || name in mapping) return
    mapping[name] = place
    taken.add(place)
  }
  // A heading that is a column's own name is no other's synonym.
  for (const { name } of columns) take(name, [plain(name)])
  for (const { name, synonyms } of columns) take(name, synonyms.map(plain))
  return mapping
}

/** What somebody chose as a mapping; 400 on `mapping` for what no file of this kind can be read by. */
export const readMapping = (
  { columns, needs }: Pick<AnyImportKind, 'columns' | 'needs'>,
  chosen: readonly { column: string; place: number }[],
  headings: readonly string[],
): Mapping => {
  const problems: string[] = []
  const known = new Set(columns.map(({ name }) => name))
  const mapping: Mapping = {}
  for (const { column, place } of chosen) {
    if (!known.has(column)) problems.push(`There is no column ${column}.`)
    else if (place >= headings.length) problems.push('The file has no such column.')
    else if (Object.hasOwn(mapping, column)) problems.push(`The column ${column} is chosen twice.`)
    else mapping[column] = place
  }
  for (const group of needs)
    if (!group.some((column) => Object.hasOwn(mapping, column))) problems.push(`Say which column is ${group.join(' or ')}.`)
  if (problems.length > 0) throw invalidInput({ mapping: problems })
  return mapping
}
