import type { AnyImportKind, ImportSettings } from '#platform/imports/kind.ts'
import { orderSeen } from '#platform/csv/day.ts'
import { invalidInput } from '#platform/errors/problem.ts'
import { isSerial, ways } from './headings.ts'

/** The place of each column in the file. */
export type Mapping = Record<string, number>

/**
 * Which heading is which column, as far as names and synonyms tell; the first of several. A heading means one column: the surest way in which it
 * means any.
 */
export const proposeMapping = ({ columns }: Pick<AnyImportKind, 'columns'>, headings: readonly string[]): Mapping => {
  const mapping: Mapping = {}
  const taken = new Set<number>()
  const places = headings.flatMap((heading, at) => (heading === '' || isSerial(heading) ? [] : [at]))
  const take = (name: string, wanted: readonly string[], isMeant: (heading: string, name: string) => boolean) => {
    if (name in mapping) return
    // Synonyms are in their order: the first is the best.
    for (const one of wanted) {
      const place = places.find((at) => !taken.has(at) && isMeant(headings[at]!, one))
      if (place === undefined) continue
      mapping[name] = place
      taken.add(place)
      return
    }
  }
  for (const isMeant of ways) {
    // A heading that is a column's own name is no other's synonym.
    for (const { name } of columns) take(name, [name], isMeant)
    for (const { name, synonyms } of columns) take(name, synonyms, isMeant)
  }
  return mapping
}

/** The row, counted from 1, that names most columns of the kind; without any, the first one with most texts. */
export const guessHeading = (kind: Pick<AnyImportKind, 'columns'>, rows: readonly (readonly string[])[]): number => {
  const filled = rows.map((row) => row.filter((cell) => cell !== ''))
  const named = rows.map((row) => Object.keys(proposeMapping(kind, row)).length)
  const best = Math.max(0, ...named)
  if (best > 0) return named.indexOf(best) + 1
  const texts = filled.map((cells) => cells.filter((cell) => !/^[\d\s.,:/-]*$/.test(cell)).length)
  const most = Math.max(0, ...texts)
  return texts.indexOf(most) + 1
}

interface Chosen {
  column: string
  place: number
  /** The person was asked, and wants one column of the file for two. */
  is_shared?: boolean | undefined
}

const sharedProblems = (chosen: readonly Chosen[], headings: readonly string[]) =>
  [...Map.groupBy(chosen, ({ place }) => place)].flatMap(([place, columns]) =>
    columns.length > 1 && !columns.every(({ is_shared }) => is_shared)
      ? [
          `The file's column “${headings[place] ?? place + 1}” is chosen for ${columns.map(({ column }) => column).join(' and ')}: choose one, or say is_shared.`,
        ]
      : [],
  )

/** What somebody chose as a mapping; 400 on `mapping` for what no file of this kind can be read by. */
export const readMapping = (
  { columns, needs }: Pick<AnyImportKind, 'columns' | 'needs'>,
  chosen: readonly Chosen[],
  headings: readonly string[],
  constants: Readonly<Record<string, string>>,
): Mapping => {
  const problems: string[] = sharedProblems(chosen, headings)
  const known = new Set(columns.map(({ name }) => name))
  const mapping: Mapping = {}
  for (const { column, place } of chosen) {
    if (!known.has(column)) problems.push(`Unknown column ${column}.`)
    else if (place >= headings.length) problems.push('The file does not have this column.')
    else if (Object.hasOwn(mapping, column)) problems.push(`The column ${column} is chosen twice.`)
    else mapping[column] = place
  }
  const has = (column: string) => Object.hasOwn(mapping, column) || Object.hasOwn(constants, column)
  for (const group of needs) if (!group.some(has)) problems.push(`Choose the column for ${group.join(' or ')}.`)
  if (problems.length > 0) throw invalidInput({ mapping: problems })
  return mapping
}

/** Values for all rows; 400 on `constants` for a column that the kind has not, a value that it cannot hold, or a day that can be read in two ways. */
export const readConstants = (
  kind: AnyImportKind,
  chosen: readonly { column: string; value: string }[],
  settings: ImportSettings,
): Record<string, string> => {
  const shape = kind.cells(settings)
  const days = new Set(kind.columns.flatMap(({ name, isDay }) => (isDay ? [name] : [])))
  const problems: string[] = []
  const constants: Record<string, string> = {}
  for (const { column, value } of chosen) {
    const cell = Object.hasOwn(shape, column) ? shape[column] : undefined
    const read = cell?.safeParse(value)
    if (!read) problems.push(`Unknown column ${column}.`)
    else if (!read.success) problems.push(`${column}: “${value}”: ${read.error.issues[0]?.message ?? 'Not valid.'}`)
    else if (days.has(column) && orderSeen(value) === 'either')
      problems.push(`${column}: “${value}” can be read in two ways. Write the day as 2026-12-31.`)
    else if (Object.hasOwn(constants, column)) problems.push(`The column ${column} has two values.`)
    else constants[column] = days.has(column) && typeof read.data === 'string' ? read.data : value
  }
  if (problems.length > 0) throw invalidInput({ constants: problems })
  return constants
}
