import { sql, type RawBuilder } from 'kysely'

/** An instant as text within JSON: ISO 8601, UTC. */
export const at = (column: RawBuilder<unknown>) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** A row's own list as JSON: `object` names its parts (`'name', t.name, …`); empty, never null. */
export const list = (object: RawBuilder<unknown>, from: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql`(select coalesce(json_agg(json_build_object(${object}) order by ${order}), '[]') from ${from})`
