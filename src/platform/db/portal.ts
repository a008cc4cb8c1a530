import { Kysely, PostgresDialect, sql } from 'kysely'
import type { Pool } from 'pg'
import type { Db } from './connect.ts'
import type { DB } from './tables.gen.ts'

/** Whose eyes the database looks with: an account, and the patient whose record it is linked with. */
export interface Onlooker {
  id: number
  patient_id: number | null
}

/** The pool is not this one's to end. */
const nothing = () => Promise.resolve()

const SET_ONLOOKER = `select set_config('kliniki.user', $1, false), set_config('kliniki.patient', $2, false)`

/**
 * The database as one patient sees it: of every table with rows of patients only their own, by the row level security of the role
 * `kliniki_portal`, whatever a query asks for. `pool` is a pool of that role. Who looks is said, and waited for, each time a connection
 * is taken: one that could not be told is not used.
 */
export const portalOf = (pool: Pool) => {
  const connectAs = async ({ id, patient_id }: Onlooker) => {
    const client = await pool.connect()
    try {
      await client.query(SET_ONLOOKER, [String(id), patient_id === null ? '' : String(patient_id)])
      return client
    } catch (error) {
      client.release(true)
      throw error
    }
  }
  return (onlooker: Onlooker): Db =>
    new Kysely<DB>({ dialect: new PostgresDialect({ pool: { options: pool.options, end: nothing, connect: () => connectAs(onlooker) } }) })
}
export type Portal = ReturnType<typeof portalOf>

/**
 * Runs what the clinic itself does in a patient's request, with the clinic's eyes and rights: looking whether a time is free among
 * everybody's appointments, queueing a message. In a transaction, awaited alone; nothing it finds of others may be answered. For
 * everybody else it is `work` as it stands.
 */
export const asClinic = async <T>({ db, user }: { db: Db; user: { role: string } }, work: () => Promise<T>): Promise<T> => {
  if (user.role !== 'patient') return work()
  const { rows } = await sql<{ before: string }>`
    with was as materialized (select current_setting('role') as before)
    select was.before, set_config('role', 'kliniki_app', true) from was`.execute(db)
  try {
    return await work()
  } finally {
    // A transaction that failed cannot be told, and forgets the role by itself.
    await sql`select set_config('role', ${rows[0]!.before}, true)`.execute(db).catch(() => {})
  }
}
