import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import type { Fields } from '#shared/record.ts'

/** Where the rows of a catalogue are. */
export interface CatalogueTable {
  table: keyof DB
  fields: Fields
  /** The order of its list; by name where there is none. `c` is the table. */
  order?: RawBuilder<unknown>
  /** Further members of a row, such as a place in an order. */
  also?: RawBuilder<unknown>
}

/** A link is kept in a column of ids. */
const columnOf = ({ fields }: CatalogueTable, name: string) => (fields[name]?.type === 'link' ? `${name}_id` : name)

const members = (catalogue: CatalogueTable) =>
  sql.join(
    Object.entries(catalogue.fields).flatMap(([name, { type }]) => [
      sql`c.${sql.ref(columnOf(catalogue, name))} as ${sql.ref(name)}`,
      ...(type === 'link' ? [sql`${sql.ref(`${name}_of`)}.name as ${sql.ref(`${name}_name`)}`] : []),
    ]),
  )
const links = (catalogue: CatalogueTable) =>
  sql.join(
    Object.entries(catalogue.fields).flatMap(([name, { table }]) =>
      table === undefined
        ? []
        : [
            sql`left join ${sql.table(table)} as ${sql.ref(`${name}_of`)} on ${sql.ref(`${name}_of`)}.id = c.${sql.ref(columnOf(catalogue, name))}`,
          ],
    ),
    sql` `,
  )
const select = (catalogue: CatalogueTable) => sql`
  select c.id, ${members(catalogue)}, ${catalogue.also ? sql`${catalogue.also}, ` : sql``}c.is_active, c.version
  from ${sql.table(catalogue.table)} as c ${links(catalogue)}`

/** All rows, or those that are in use or out of it, in the order of the catalogue. */
export const findRows = async <R>(db: Db, catalogue: CatalogueTable, active?: boolean): Promise<R[]> => {
  const { rows } = await sql<R>`${select(catalogue)} where ${active === undefined ? sql`true` : sql`c.is_active = ${active}`}
    order by ${catalogue.order ?? sql`lower(c.name)`}, c.id`.execute(db)
  return rows
}

export const findRow = async <R>(db: Db, catalogue: CatalogueTable, id: number): Promise<R | undefined> => {
  const { rows } = await sql<R>`${select(catalogue)} where c.id = ${id}`.execute(db)
  return rows[0]
}

/** The row as it is, held until the transaction ends. */
export const lockRow = async <R>(db: Db, catalogue: CatalogueTable, id: number): Promise<R | undefined> => {
  await sql`select from ${sql.table(catalogue.table)} where id = ${id} for no key update`.execute(db)
  return findRow<R>(db, catalogue, id)
}

type Sent = Readonly<Record<string, unknown>>
/** What was sent of the fields, by column; what was left out is left to the database. */
const sentColumns = (catalogue: CatalogueTable, sent: Sent) =>
  [...Object.keys(catalogue.fields), 'is_active'].flatMap((name) =>
    sent[name] === undefined ? [] : [{ column: sql.ref(columnOf(catalogue, name)), value: sql`${sent[name]}` }],
  )

/** Adds a row; answers its id. */
export const insertRow = async (db: Db, catalogue: CatalogueTable, sent: Sent): Promise<number> => {
  const all = sentColumns(catalogue, sent)
  const { rows } = await sql<{ id: number }>`insert into ${sql.table(catalogue.table)} (${sql.join(all.map(({ column }) => column))})
    values (${sql.join(all.map(({ value }) => value))}) returning id`.execute(db)
  return rows[0]!.id
}

/** Writes what was sent, and the next version. */
export const updateRow = async (db: Db, catalogue: CatalogueTable, id: number, change: Sent): Promise<void> => {
  const set = sentColumns(catalogue, change).map(({ column, value }) => sql`${column} = ${value}, `)
  await sql`update ${sql.table(catalogue.table)} set ${sql.join(set, sql``)}version = version + 1 where id = ${id}`.execute(db)
}
