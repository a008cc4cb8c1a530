import { Client, type QueryConfig } from 'pg'
import { ConfigurationError } from '../config.ts'
import { keptAlive } from './client.ts'
import { placeOf, reasonOf } from './place.ts'

const oldest = 150_000

/** The longest that one statement of the owner takes, a migration of all tables of a large clinic or the copy of one for a backup included. */
const STATEMENT_MS = 6 * 3_600_000
/** For a lock that another holds: a start waits while another one saves the clinic and brings it forward. */
const LOCK_MS = 3_600_000
/** For the first answer, before any work is done. */
const FIRST_ANSWER_MS = 15_000

const open = async (url: string): Promise<Client> => {
  const client = new Client({
    ...keptAlive,
    connectionString: url,
    connectionTimeoutMillis: 10_000,
    query_timeout: STATEMENT_MS,
  })
  // A connection that breaks between two statements is reported by the next one.
  client.on('error', () => {})
  try {
    await client.connect()
  } catch (error) {
    throw new ConfigurationError(`The database at ${placeOf(url)} cannot be used: ${reasonOf(error)}.`)
  }
  return client
}

/**
 * Runs `work` on one connection as the owner of the schema. A database that is unreachable, older than PostgreSQL 15, or can only be read is a
 * ConfigurationError.
 */
export const asOwner = async <T>(url: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = await open(url)
  try {
    const asked = client.query<{ number: number; text: string; is_replica: boolean; is_read_only: boolean }>({
      query_timeout: FIRST_ANSWER_MS,
      text: `select current_setting('server_version_num')::int as number, current_setting('server_version') as text,
         pg_is_in_recovery() as is_replica, current_setting('transaction_read_only') = 'on' as is_read_only`,
    } as QueryConfig)
    const { rows } = await asked
    const { number = 0, text, is_replica, is_read_only } = rows[0] ?? {}
    if (number < oldest)
      throw new ConfigurationError(`The database at ${placeOf(url)} is PostgreSQL ${text}; this program needs 15 or later.`)
    if (is_replica)
      throw new ConfigurationError(
        `The database at ${placeOf(url)} is a replica, which can only be read: DATABASE_URL has to name its leader.`,
      )
    if (is_read_only)
      throw new ConfigurationError(`The database at ${placeOf(url)} can only be read: default_transaction_read_only is on for it.`)
    // By a statement: a pooler refuses a connection that asks for it.
    await client.query(`set lock_timeout = ${LOCK_MS}`)
    return await work(client)
  } finally {
    await client.end()
  }
}
