import type { Client } from 'pg'

// One statement for each table, as each takes its lock and tells everybody of its new shape.
const changes = `select c.oid::regclass::text as "table",
    coalesce((select string_agg(format('drop constraint %I', k.conname), ', ') from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '') as dropped,
    coalesce((select string_agg(format('add constraint %I %s', k.conname, pg_get_constraintdef(k.oid)), ', ' order by k.conname)
      from pg_constraint k where k.conrelid = c.oid and k.contype = 'f'), '') as added,
    exists (select from pg_trigger t where t.tgrelid = c.oid and not t.tgisinternal) as has_triggers
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`

interface Change {
  table: string
  dropped: string
  added: string
  has_triggers: boolean
}

const altering = (table: string, parts: readonly (string | false)[]) => {
  const wanted = parts.filter((part) => part !== false && part !== '')
  return wanted.length > 0 ? `alter table ${table} ${wanted.join(', ')};\n` : ''
}

/**
 * Runs `work` while no trigger of the program's fires and rows may come in any order, as the owner of the tables may have it: replica mode is for
 * superusers alone. Afterwards every foreign key is made again, which checks all rows at once. In the transaction of `client`.
 */
export const withoutConstraints = async (client: Client, work: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<Change>(changes)
  await client.query(
    rows.map(({ table, dropped, has_triggers }) => altering(table, [dropped, has_triggers && 'disable trigger user'])).join(''),
  )
  await work()
  await client.query(rows.map(({ table, added, has_triggers }) => altering(table, [added, has_triggers && 'enable trigger user'])).join(''))
}
