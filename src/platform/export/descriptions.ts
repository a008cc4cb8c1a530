import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const migrations = join(import.meta.dirname, '../../../db/migrations')

const comment = /^\s*-- (.*)$/
const opening = /^create table (\w+) \($/
const column = /^ {2}(\w+) [a-z]/
const added = /^alter table (\w+) add column (\w+) /

/** What the migrations say of tables and columns above them: by `table` and by `table.column`. */
export const readDescriptions = (): ReadonlyMap<string, string> => {
  const found = new Map<string, string>()
  for (const name of readdirSync(migrations).toSorted()) {
    if (!name.endsWith('.sql')) continue
    let said: string[] = []
    let table: string | undefined
    for (const line of readFileSync(join(migrations, name), 'utf8').split(/\r?\n/)) {
      const words = comment.exec(line)?.[1]
      if (words) {
        said.push(words)
        continue
      }
      const begun = opening.exec(line)?.[1]
      const of = begun ?? (table && columnOf(table, line)) ?? added.exec(line)?.slice(1).join('.')
      if (of && said.length > 0) found.set(of, said.join(' '))
      if (begun) table = begun
      else if (line.startsWith(')')) table = undefined
      said = []
    }
  }
  return found
}

const columnOf = (table: string, line: string) => {
  const name = column.exec(line)?.[1]
  return name && !['constraint', 'primary', 'unique', 'check', 'exclude'].includes(name) ? `${table}.${name}` : undefined
}
