import type { Client } from 'pg'
import { seal, unseal } from '../auth/seal.ts'
import type { KeySet } from './wrapped.ts'

/** A column of sealed texts (`auth/seal.ts`), with the purpose that they were sealed for and what people call them. */
export interface SealedColumn {
  table: string
  id: string
  column: string
  purpose: string
  label: string
}

const valuesOf = async (client: Client, { table, id, column }: SealedColumn) => {
  const { rows: there } = await client.query<{ is_there: boolean }>('select to_regclass($1) is not null as is_there', [`public.${table}`])
  if (!there[0]?.is_there) return []
  const [name, key, value] = [table, id, column].map((one) => client.escapeIdentifier(one))
  return (
    await client.query<{ id: number; value: Buffer }>(`select ${key} as id, ${value} as value from ${name} where ${value} is not null`)
  ).rows
}

/** Which of the keys opens most of what is sealed; undefined when there is nothing, or none opens anything. */
export const findCodeKey = async (client: Client, columns: readonly SealedColumn[], keys: readonly Buffer[]) => {
  const opened = keys.map(() => 0)
  for (const column of columns)
    for (const { value } of await valuesOf(client, column))
      for (const [at, key] of keys.entries()) if (unseal(key, column.purpose, value) !== null) opened[at] = (opened[at] ?? 0) + 1
  const most = Math.max(0, ...opened)
  return most === 0 ? undefined : keys[opened.indexOf(most)]
}

/** Seals anew with the current key what only an older one opens. Answers the labels of what no key opens. */
export const resealColumns = async (client: Client, columns: readonly SealedColumn[], { current, previous }: KeySet): Promise<string[]> => {
  const lost = new Set<string>()
  for (const one of columns) {
    const { table, id, column, purpose, label } = one
    for (const { id: row, value } of await valuesOf(client, one)) {
      if (unseal(current, purpose, value) !== null) continue
      const text = previous.map((key) => unseal(key, purpose, value)).find((found) => found !== null)
      if (text === undefined) lost.add(label)
      else
        await client.query(
          `update ${client.escapeIdentifier(table)} set ${client.escapeIdentifier(column)} = $2 where ${client.escapeIdentifier(id)} = $1`,
          [row, seal(current, purpose, text)],
        )
    }
  }
  return [...lost]
}
