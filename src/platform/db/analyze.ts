import type { Client } from 'pg'

/** Has the planner look at the clinic's tables. All of the database, without naming any, would warn in the server's log of tables that are not ours. */
export const analyzeTables = async (client: Client): Promise<void> => {
  const { rows } = await client.query<{ names: string | null }>(
    `select string_agg(c.oid::regclass::text, ', ') as names from pg_class c
     where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'm') and not c.relispartition and pg_has_role(c.relowner, 'USAGE')`,
  )
  if (rows[0]?.names) await client.query(`analyze ${rows[0].names}`)
}
