import { sql } from 'kysely'

/**
 * `= any (…)` over these ids, for statements of many tables: their plan, which may take longer than they do, is made once. Given as they are
 * the planner counts them, finds the plan for one or two cheaper than that for ten, and plans each time anew.
 */
export const oneOf = (ids: readonly number[]) => sql`any((select ${ids}::integer[])::integer[])`
