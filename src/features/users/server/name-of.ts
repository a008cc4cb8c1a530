import { sql, type RawBuilder } from 'kysely'

/** The name of somebody who works here, by id, as a scalar subquery; null for nobody. */
export const nameOf = (id: RawBuilder<unknown>) => sql`(select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = ${id})`
