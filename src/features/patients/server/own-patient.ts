import type { Db } from '#platform/db/connect.ts'

/** The patient on whose record somebody's account is; undefined when it is on none. */
export const findOwnPatient = async (db: Db, user: number): Promise<number | undefined> =>
  (await db.selectFrom('patients').select('id').where('user_id', '=', user).executeTakeFirst())?.id
