import { randomUUID } from 'node:crypto'
import { Client } from 'pg'
import { ConfigurationError } from '../config.ts'
import { keptAlive } from './client.ts'
import type { DbRole } from './logins.ts'
import { placeOf, reasonOf } from './place.ts'
import { requireSelf } from './self.ts'

const refusals = new Set(['28P01', '28000'])
/** What a pooler says that does not know the name. */
const unknownName = '08P01'

/** However a pooler chooses among its connections, one that hands them out anew has given another's away by then. */
const OTHERS = 3
const PROBE = `select current_setting('kliniki.probe', true) as found`

const open = async (login: string): Promise<Client> => {
  const client = new Client({ ...keptAlive, connectionString: login, connectionTimeoutMillis: 10_000, query_timeout: 10_000 })
  client.on('error', () => {})
  await client.connect()
  return client
}

const isPooled = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid !== (client as unknown as { processID: number }).processID
}

/**
 * Whether what one connection keeps for its session turns up in another one's, or is not there any more. Each of the others holds what it was
 * given in a transaction, so that the next is given another.
 */
const isShared = async (first: Client, login: string): Promise<boolean> => {
  const mark = randomUUID()
  await first.query(`select set_config('kliniki.probe', $1, false)`, [mark])
  const others: Client[] = []
  try {
    for (let count = (await isPooled(first)) ? OTHERS : 1; count > 0; count -= 1) {
      const other = await open(login)
      others.push(other)
      await other.query('begin')
      const { rows } = await other.query<{ found: string | null }>(PROBE)
      if (rows[0]?.found === mark) return true
    }
    const { rows } = await first.query<{ found: string | null }>(PROBE)
    return rows[0]?.found !== mark
  } finally {
    for (const other of others) await other.end()
  }
}

/** ConfigurationError unless a connection is its client's own for as long as it is open. */
const requireOwnSession = async (client: Client, login: string): Promise<void> => {
  if (!(await isShared(client, login))) return
  throw new ConfigurationError(
    `What stands before the database at ${placeOf(login)} gives one connection to several in turn: it has to pool by session (pool_mode = session), as patients' rows are told apart by what a session was told.`,
  )
}

const unusable = (login: string, role: DbRole, error: unknown) =>
  new ConfigurationError(`The database at ${placeOf(login)} cannot be used by ${role}: ${reasonOf(error)}.`)

/** Whether the database lets this login in; once it does, ConfigurationError unless it is nobody else, on connections of its own. */
export const tryLogin = async (login: string, role: DbRole): Promise<boolean> => {
  let client: Client
  try {
    client = await open(login)
  } catch (error) {
    const { code = '' } = error as { code?: string }
    if (refusals.has(code) || code === unknownName) return false
    throw unusable(login, role, error)
  }
  try {
    requireSelf(role, await client.query('select session_user::text as session, current_user::text as acting'))
    await requireOwnSession(client, login)
    return true
  } catch (error) {
    throw error instanceof ConfigurationError ? error : unusable(login, role, error)
  } finally {
    await client.end()
  }
}
