import type { Client } from 'pg'
import type { ExportRules } from './rules.ts'

export interface Column {
  name: string
  /** As PostgreSQL writes it. */
  type: string
  required: boolean
  /** What an enumeration allows. */
  choices: string[] | null
}
export interface Reference {
  columns: string[]
  table: string
  to: string[]
}
/** A table as it leaves: its columns without those that are computed or stay. */
export interface Table {
  name: string
  columns: Column[]
  key: string[]
  unique: string[][]
  references: Reference[]
  /** About how many rows it has. */
  estimate: number
}

// The names of a key's columns, in its order.
const names = (table: string, numbers: string) => `(select jsonb_agg(a.attname order by n.place)
  from unnest(${numbers}) with ordinality n (number, place) join pg_attribute a on a.attrelid = ${table} and a.attnum = n.number)`

/** What an extension brought along is no table of the clinic. */
export const isOwn = `not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')`

const described = `
  select c.relname as name, greatest(c.reltuples, 0)::float8 as estimate,
    (select jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod), 'required', a.attnotnull,
        'choices', (select jsonb_agg(e.enumlabel order by e.enumsortorder) from pg_enum e where e.enumtypid = a.atttypid)) order by a.attnum)
      from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns,
    coalesce((select jsonb_agg(jsonb_build_object('kind', k.contype, 'table', f.relname, 'columns', ${names('k.conrelid', 'k.conkey')},
        'to', ${names('k.confrelid', 'k.confkey')}) order by k.conname)
      from pg_constraint k left join pg_class f on f.oid = k.confrelid where k.conrelid = c.oid and k.contype in ('p', 'u', 'f')), '[]') as keys
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    and ${isOwn}
  order by c.relname`

interface Key {
  kind: 'p' | 'u' | 'f'
  table: string | null
  columns: string[]
  to: string[] | null
}

type Leaving = Pick<ExportRules, 'leftOut' | 'leftOutColumns' | 'derived'>

/** With which every table leaves as it is. */
export const everything: Leaving = { leftOut: {}, leftOutColumns: {}, derived: {} }

/** The tables that leave the clinic, by name. */
export const describeTables = async (client: Client, rules: Leaving): Promise<Table[]> => {
  const { rows } = await client.query<{ name: string; estimate: number; columns: Column[]; keys: Key[] }>(described)
  const leaves = (name: string) => !(name in rules.leftOut) && !(name in rules.derived)
  return rows
    .filter(({ name }) => leaves(name))
    .map(({ name, estimate, columns, keys }) => ({
      name,
      estimate,
      columns: columns.filter((column) => !(`${name}.${column.name}` in rules.leftOutColumns)),
      key: keys.find(({ kind }) => kind === 'p')?.columns ?? [],
      unique: keys.filter(({ kind }) => kind === 'u').map((key) => key.columns),
      references: keys.flatMap(({ kind, table, columns: own, to }) => (kind === 'f' && table && to ? [{ columns: own, table, to }] : [])),
    }))
}

/** Every table of the clinic, whether it leaves or not. */
export const allTables = async (client: Client): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and ${isOwn} order by 1`,
  )
  return rows.map(({ name }) => name)
}

const named = (client: Client, names: readonly string[]) => names.map((name) => client.escapeIdentifier(name)).join(', ')

/** By the primary key, or all of the row, letters by their codes, so that the same rows give the same bytes on every machine. */
const order = (client: Client, { name: table, columns, key }: Table) => {
  if (key.length === 0) return `${client.escapeIdentifier(table)}::text collate "C"`
  return key
    .map((name) => {
      const type = columns.find((column) => column.name === name)?.type
      return `${client.escapeIdentifier(name)}${type === 'text' ? ' collate "C"' : ''}`
    })
    .join(', ')
}

/** The statement that sends a table as CSV: nothing between two commas is null, and two quotation marks are the empty text. */
export const sending = (client: Client, table: Table) =>
  `copy (select ${named(
    client,
    table.columns.map(({ name }) => name),
  )} from ${client.escapeIdentifier(table.name)} order by ${order(client, table)}) to stdout with (format csv, header)`

/** The statement that takes such a CSV. */
export const taking = (client: Client, { name, columns }: { name: string; columns: readonly string[] }) =>
  `copy ${client.escapeIdentifier(name)} (${named(client, columns)}) from stdin with (format csv, header match)`

/** Makes the connection write and read values in one way, whatever the server is set to. Until the transaction ends. */
export const settle = (client: Client) =>
  client.query(`set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'; set local intervalstyle = 'iso_8601';
    set local bytea_output = 'hex'; set local extra_float_digits = 1; set local search_path = public; set local jit = off;
    set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0; set local client_encoding = 'UTF8'`)
