import type { Client } from 'pg'

const foreignKeys = `select conrelid::regclass::text as "table", quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 order by 1, 2`

const withTriggers = `select distinct tgrelid::regclass::text as "table" from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where not tgisinternal and c.relnamespace = 'public'::regnamespace order by 1`

/**
 * Runs `work` while no trigger of the program's fires and rows may come in any order, as the owner of the tables may have it: replica mode is for
 * superusers alone. Afterwards every foreign key is made again, which checks all rows at once. In the transaction of `client`.
 */
export const withoutConstraints = async (client: Client, work: () => Promise<void>): Promise<void> => {
  const { rows: keys } = await client.query<{ table: string; name: string; definition: string }>(foreignKeys)
  const { rows: tables } = await client.query<{ table: string }>(withTriggers)
  for (const { table, name } of keys) await client.query(`alter table ${table} drop constraint ${name}`)
  for (const { table } of tables) await client.query(`alter table ${table} disable trigger user`)
  await work()
  for (const { table } of tables) await client.query(`alter table ${table} enable trigger user`)
  for (const { table, name, definition } of keys) await client.query(`alter table ${table} add constraint ${name} ${definition}`)
}
