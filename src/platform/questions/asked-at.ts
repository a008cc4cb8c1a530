import { sql } from 'kysely'

/** The setting of a session that says when a question was asked; where it says nothing, the clock of the database does. */
export const ASKED_AT = 'kliniki.asked_at'

/**
 * The moment at which a question was asked, for what is as it is now: waits, ages, memberships that are valid today. A
 * select of its own, so that the database looks once and not for every row.
 */
export const askedAt = sql<Date>`(select coalesce(nullif(current_setting(${sql.lit(ASKED_AT)}, true), '')::timestamptz, now()))`
