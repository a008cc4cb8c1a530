import { sql } from 'kysely'
import type { Db } from './connect.ts'

/**
 * For those of `ids` of a table that rows elsewhere name by a foreign key, one of the tables that do; `except` are not looked at. Tables
 * that come later are looked at by themselves.
 */
export const findDependents = async (
  db: Db,
  table: string,
  ids: readonly number[],
  except: readonly string[],
): Promise<Map<number, string>> => {
  const { rows: keys } = await sql<{ table: string; column: string }>`
    select c.conrelid::regclass::text as table, a.attname as column
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${table}::regclass and c.conparentid = 0 and cardinality(c.conkey) = 1
      and c.conrelid <> ${table}::regclass and c.conrelid::regclass::text <> all (${except}::text[])`.execute(db)
  if (keys.length === 0 || ids.length === 0) return new Map()
  const looks = keys.map(
    (key) => sql`select ${sql.ref(key.column)} as id, ${key.table}::text as found from ${sql.table(key.table)}
      where ${sql.ref(key.column)} = any(${ids}::integer[])`,
  )
  const { rows } = await sql<{ id: number; found: string }>`
    select id, min(found) as found from (${sql.join(looks, sql` union all `)}) x group by id`.execute(db)
  return new Map(rows.map(({ id, found }) => [id, found]))
}
