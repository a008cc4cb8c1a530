import { readFileSync } from 'node:fs'
import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Column, oneOf, text } from './columns.ts'

/** A file of knowledge that cannot be used as it is: file, line and column are named. */
export class KnowledgeError extends Error {}

export type Columns = Readonly<Record<string, Column>>
type OptionalNames<C extends Columns> = { [K in keyof C]: C[K]['isOptional'] extends true ? K : never }[keyof C]
type Cell<C> = C extends Column<infer T> ? T : never
/** A row as its columns describe it. */
export type Row<C extends Columns> = { readonly [K in Exclude<keyof C, OptionalNames<C>>]: Cell<C[K]> } & {
  readonly [K in OptionalNames<C>]?: Cell<C[K]>
}

const heads = ['title', 'version', 'licence', 'source'] as const

/** What a table says of itself, in lines `# name: text` before its columns. */
export interface Head extends Readonly<Record<(typeof heads)[number], string>> {
  /** From the top of the project. */
  file: string
  /** What whoever edits the table should know. */
  notes: readonly string[]
}
export interface Table<R> extends Head {
  rows: readonly R[]
}

const root = fileURLToPath(new URL('../../../', import.meta.url))
const read = new Map<string, Table<unknown>>()

/** Every table that this process has read so far, by its file. */
export const tablesRead = (): ReadonlyMap<string, Table<unknown>> => read

const isHead = (name: string): name is (typeof heads)[number] => (heads as readonly string[]).includes(name)

const isUnclean = (cell: string) => cell !== cell.trim()

/** Reads the text of a table; `file` is how errors name it. */
export const parseTable = <const C extends Columns>(
  file: string,
  content: string,
  columns: C,
  key: readonly (keyof C & string)[],
): Table<Row<C>> => {
  const fail = (line: number, what: string): never => {
    throw new KnowledgeError(`${file}:${line}: ${what}`)
  }
  const lines = content.split('\n')
  if (lines.pop() !== '') fail(lines.length + 1, 'the last line does not end')
  const apart = /[\u0300-\u036F]/.exec(content)
  if (apart) fail(content.slice(0, apart.index).split('\n').length, 'a letter is in two parts (not NFC)')

  const head: Partial<Record<(typeof heads)[number], string>> = {}
  const notes: string[] = []
  let at = 0
  for (; lines[at]?.startsWith('#'); at++) {
    const [, name = '', message = ''] = /^# ([a-z]+): (\S.*)$/.exec(lines[at]!) ?? []
    if (name === 'note') notes.push(message)
    else if (!isHead(name)) fail(at + 1, `expected "# ${heads.join(', ')} or note: text"`)
    else if (head[name] === undefined) head[name] = message
    else fail(at + 1, `a second ${name}`)
  }
  const {
    title = fail(1, 'no title'),
    version = fail(1, 'no version'),
    licence = fail(1, 'no licence'),
    source = fail(1, 'no source'),
  } = head
  if (!/^\d{4}\.\d{1,2}\.\d+$/.test(version))
    fail(lines.findIndex((line) => line.startsWith('# version')) + 1, `the version "${version}" is not year.month.number`)

  const names = Object.keys(columns)
  const readers = Object.values(columns)
  if (lines[at] !== names.join('\t')) fail(at + 1, `the columns must be ${names.join(', ')}, with a tab before the next`)
  const keyAt = key.map((name) => names.indexOf(name))
  const known = new Map<string, number>()
  const rows: Row<C>[] = []
  // Plain loops: the thread that reads texts begins with 14,000 rows, before anything is compiled.
  for (let number = at + 2; number <= lines.length; number++) {
    const cells = lines[number - 1]!.split('\t')
    if (cells.length !== names.length) fail(number, `${cells.length} cells instead of ${names.length}`)
    const row: Record<string, unknown> = {}
    for (let place = 0; place < names.length; place++) {
      const cell = cells[place]!
      const { read: readCell, isOptional } = readers[place]!
      if (cell === '' && isOptional) continue
      try {
        if (isUnclean(cell)) throw new RangeError(`"${cell}" begins or ends with a blank`)
        const value = readCell(cell)
        if (value === '') throw new RangeError('the cell is empty')
        row[names[place]!] = value
      } catch (error) {
        fail(number, `${names[place]}: ${(error as Error).message}`)
      }
    }
    let own = cells[keyAt[0] ?? 0]!
    for (let part = 1; part < keyAt.length; part++) own += `\t${cells[keyAt[part]!]}`
    const before = known.get(own)
    if (before !== undefined) fail(number, `${key.join(' and ')}: the same as in line ${before}`)
    known.set(own, number)
    rows.push(Object.freeze(row) as Row<C>)
  }
  if (rows.length === 0) fail(lines.length, 'no rows')
  return Object.freeze({ file, title, version, licence, source, notes: Object.freeze(notes), rows: Object.freeze(rows) })
}

/**
 * Reads a table of knowledge (docs/knowledge.md): every cell as its column says, no two rows with the same `key`. Throws a KnowledgeError that
 * names file, line and column.
 */
export const readTable = <const C extends Columns>(url: URL, columns: C, key: readonly (keyof C & string)[]): Table<Row<C>> => {
  const path = fileURLToPath(url)
  const file = relative(root, path).replaceAll('\\', '/')
  const table = parseTable(file, readFileSync(path, 'utf8'), columns, key)
  read.set(file, table)
  return table
}

const parts = ({ version }: Head) => version.split('.').map(Number)

/** The version of the table that was changed last. */
export const latestVersion = (tables: readonly Head[]): string =>
  tables.reduce((latest, one) => {
    const at = parts(one).findIndex((part, index) => part !== parts(latest)[index])
    return at !== -1 && parts(one)[at]! > parts(latest)[at]! ? one : latest
  }).version

/** Reads a table of word lists, with the columns `list` and `word`; every list must have words. */
export const readWordLists = <const L extends string>(url: URL, lists: readonly L[]): Readonly<Record<L, readonly string[]>> => {
  const { file, rows } = readTable(url, { list: oneOf(lists), word: text }, ['list', 'word'])
  const words = Map.groupBy(rows, ({ list }) => list)
  const all = {} as Record<L, readonly string[]>
  for (const list of lists) {
    const found = words.get(list)
    if (!found) throw new KnowledgeError(`${file}: the list ${list} has no words`)
    all[list] = Object.freeze(found.map(({ word }) => word))
  }
  return all
}
