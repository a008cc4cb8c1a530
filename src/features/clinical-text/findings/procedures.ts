import { listOrNone, oneOf, text } from '#platform/knowledge/columns.ts'
import { readTable } from '#platform/knowledge/read-table.ts'
import { namesOf } from './names.ts'

const { rows } = readTable(
  new URL('../knowledge/procedures.tsv', import.meta.url),
  { kind: oneOf(['operation', 'examination']), usual: text, names: listOrNone(text), short: listOrNone(text) },
  ['usual'],
)

export const procedureNames = namesOf(rows.flatMap(({ usual, names }) => [usual, ...names].map((name) => [name, usual] as const)))
export const shortForms = namesOf(rows.flatMap(({ usual, short }) => short.map((name) => [name, usual] as const)))
export const procedureCount = rows.length
