import { Kysely, PostgresDialect, Transaction } from 'kysely'
import { type ClientBase, Pool, types } from 'pg'
import { PipelinedClient, keptAlive } from './client.ts'
import type { DbRole } from './logins.ts'
import { requireSelf } from './self.ts'
import type { DB } from './tables.gen.ts'

// A birthday is a date without a zone: it stays text. Counts and ids of large tables fit a JavaScript number.
types.setTypeParser(types.builtins.DATE, (text) => text)
types.setTypeParser(types.builtins.INT8, Number)

/** A pool or a transaction: query functions accept either and never open their own. */
export type Db = Kysely<DB>
export type Tx = Transaction<DB>

export interface Connection {
  db: Db
  pool: Pool
  close(): Promise<void>
}

interface PoolOptions {
  /** Connections at a time. */
  max?: number
  /** How long a question waits until one of them is free; whoever asked is told then that the server is busy. */
  turnMs?: number | undefined
}

const settings = {
  TimeZone: 'UTC',
  statement_timeout: '15s',
  lock_timeout: '5s',
  idle_in_transaction_session_timeout: '30s',
}

// A plan for the range that was asked: one for any range would read a year as it reads a day. What reads a table from end to end has a second
// process to help it while it does.
const readerSettings = {
  default_transaction_read_only: 'on',
  plan_cache_mode: 'force_custom_plan',
  jit: 'off',
  work_mem: '32MB',
  max_parallel_workers_per_gather: '1',
}

/** By a statement: options of the start are dropped by whatever pools connections in between. */
const settle = async (client: ClientBase, role: DbRole) => {
  const all = Object.entries({ ...settings, ...(role === 'kliniki_read' && readerSettings) })
  const set = all.map(([name, value]) => `set_config('${name}', '${value}', false)`)
  requireSelf(role, await client.query(`select session_user::text as session, current_user::text as acting, ${set.join(', ')}`))
}

/**
 * Opens a pool of the login `role`, whose address `login` is. Statements, lock waits and idle transactions are bounded; a connection that says
 * nothing for longer than a statement may take is given up. One that turns out to be somebody else's is never used: WrongLoginError.
 */
export const connect = (login: string, role: DbRole, { max = 10, turnMs = 5_000 }: PoolOptions = {}): Connection => {
  const pool = new Pool({
    ...keptAlive,
    connectionString: login,
    Client: PipelinedClient,
    pipeline: true,
    max,
    connectionTimeoutMillis: turnMs,
    // Its type does not say so, but the pool waits for what it promises.
    // oxlint-disable-next-line typescript/no-misused-promises
    onConnect: (client) => settle(client, role),
  })
  // A connection that dies while idle is replaced by the pool; without a listener it would end the process.
  pool.on('error', () => {})
  // One that dies in use fails what was asked of it; that is told there, and must not end the process.
  pool.on('connect', (client) => client.on('error', () => {}))
  const db = new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, close: () => db.destroy() }
}

// A transaction of Kysely sends a statement when the one before it is answered, and has no setting for that: this one is put together from its public
// parts, with a connection that all statements share. Four statements asked together take 1.35 instead of 1.89 ms of the processor so.
/** Only the executor of a transaction is ever used; the rest is what its constructor asks for. */
const dialect = new PostgresDialect({ pool: () => Promise.reject(new Error('A transaction has its connection already.')) })
const rest = { config: { dialect }, dialect, driver: dialect.createDriver() }

/**
 * Runs `work` in a transaction whose statements do not wait for each other's answers: what is asked in one go (`Promise.all`) travels in
 * one write and runs in the order in which it was asked. Once one fails the rest fail too, and everything is undone.
 */
export const inTransaction = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> =>
  db.transaction().execute((tx) =>
    tx.getExecutor().provideConnection((connection) => {
      const executor = tx.getExecutor().withConnectionProvider({ provideConnection: (consumer) => consumer(connection) })
      return work(new Transaction<DB>({ ...rest, executor }))
    }),
  )
