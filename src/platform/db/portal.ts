import { Kysely, PostgresDialect } from 'kysely'
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
 * `kliniki_portal`, whatever a query asks for. `pool` is a pool of that login. Who looks is said, and waited for, each time a connection
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
