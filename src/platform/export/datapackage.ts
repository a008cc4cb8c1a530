import { z } from 'zod'
import type { Table } from './tables.ts'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const migrations = join(import.meta.dirname, '../../../db/migrations')

const comment = /^\s*-- (.*)$/
const opening = /^create table (\w+) \($/
const column = /^ {2}(\w+) [a-z]/
const added = /^alter table (\w+) add column (\w+) /

/** What the migrations say of tables and columns above them: by `table` and by `table.column`. */
const readDescriptions = (): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const name of readdirSync(migrations).toSorted()) {
    if (!name.endsWith('.sql')) continue
    let comments: string[] = []
    let table: string | undefined
    for (const line of readFileSync(join(migrations, name), 'utf8').split(/\r?\n/)) {
      const words = comment.exec(line)?.[1]
      if (words) {
        comments.push(words)
        continue
      }
      const begun = opening.exec(line)?.[1]
      const of = begun ?? (table && columnOf(table, line)) ?? added.exec(line)?.slice(1).join('.')
      if (of && comments.length > 0) found.set(of, comments.join(' '))
      if (begun) table = begun
      else if (line.startsWith(')')) table = undefined
      comments = []
    }
  }
  return found
}

const columnOf = (table: string, line: string) => {
  const name = column.exec(line)?.[1]
  return name && !['constraint', 'primary', 'unique', 'check', 'exclude'].includes(name) ? `${table}.${name}` : undefined
}

/** A table's place in the archive. */
export const pathOf = (table: string) => `data/${table}.csv`

export const Applied = z.object({ version: z.int(), name: z.string(), checksum: z.string() })
export type Applied = z.output<typeof Applied>

export const Sequence = z.object({ name: z.string(), next: z.string().regex(/^\d{1,19}$/) })
export type Sequence = z.output<typeof Sequence>

/** What an import reads of datapackage.json; the rest is for other programs. */
export const DataPackage = z.object({
  name: z.literal('kliniki-clinic'),
  created: z.string(),
  resources: z.array(
    z.object({ name: z.string(), path: z.string(), schema: z.object({ fields: z.array(z.object({ name: z.string() })) }) }),
  ),
  kliniki: z.object({ program: z.string(), format: z.literal(1), migrations: z.array(Applied).min(1), sequences: z.array(Sequence) }),
})
export type DataPackage = z.output<typeof DataPackage>

const kinds: readonly [RegExp, string, string?][] = [
  [/\[\]$|multirange$/, 'string'],
  [/^(small|big)?int(eger)?$/, 'integer'],
  [/^(numeric|real|double)/, 'number'],
  [/^boolean$/, 'boolean'],
  [/^date$/, 'date'],
  [/^timestamp/, 'datetime', 'any'],
  [/^time /, 'time'],
  [/^jsonb?$/, 'object', 'any'],
]

const fieldOf = (table: Table, descriptions: ReadonlyMap<string, string>) => {
  const only = (name: string) => table.unique.some((key) => key.length === 1 && key[0] === name)
  return ({ name, type, required, choices }: Table['columns'][number]) => {
    const [, kind, format] = kinds.find(([pattern]) => pattern.test(type)) ?? [null, 'string']
    const description = descriptions.get(`${table.name}.${name}`)
    return {
      name,
      type: kind === 'object' ? 'any' : kind,
      ...(format && kind !== 'object' && { format }),
      ...(kind === 'boolean' && { trueValues: ['t'], falseValues: ['f'] }),
      postgresType: type,
      ...(description && { description }),
      constraints: { required, ...(only(name) && { unique: true }), ...(choices && { enum: choices }) },
    }
  }
}

interface Sent {
  table: Table
  rows: number
  size: number
  sha256: string
}

/** datapackage.json: every table with its columns, types, keys and what is said of them, as Frictionless Data has it. */
export const dataPackageOf = (
  sent: readonly Sent[],
  { made, ...kliniki }: DataPackage['kliniki'] & { made: Date; left_out: Readonly<Record<string, string>> },
) => {
  const descriptions = readDescriptions()
  const there = new Set(sent.map(({ table }) => table.name))
  const resources = sent.map(({ table, rows, size, sha256 }) => ({
    name: table.name,
    path: pathOf(table.name),
    profile: 'tabular-data-resource',
    ...(descriptions.has(table.name) && { description: descriptions.get(table.name) }),
    format: 'csv',
    mediatype: 'text/csv',
    encoding: 'utf-8',
    dialect: { delimiter: ',', quoteChar: '"', doubleQuote: true, lineTerminator: '\n', header: true },
    bytes: size,
    hash: `sha256:${sha256}`,
    rows,
    schema: {
      fields: table.columns.map(fieldOf(table, descriptions)),
      missingValues: [''],
      primaryKey: table.key,
      foreignKeys: table.references
        .filter(({ table: other }) => there.has(other))
        .map(({ columns, table: other, to }) => ({
          fields: columns,
          reference: { resource: other === table.name ? '' : other, fields: to },
        })),
    },
  }))
  return {
    profile: 'tabular-data-package',
    name: 'kliniki-clinic',
    title: 'A whole clinic',
    created: made.toISOString(),
    kliniki,
    resources,
  }
}
