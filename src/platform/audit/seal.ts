import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { fingerprint, noSeal, rootOf, sealHash } from './canonical.ts'

const SEAL_LOCK = 418_290_556
/** Rows of one seal: as many as are hashed in a fraction of a second. */
const MAX_ROWS = 10_000

interface Options {
  now: Date
  /** How long to wait for transactions that are still writing; 10 seconds unless said. */
  patienceMs?: number
  signal?: AbortSignal
  /** Of one seal at most; 10,000 unless said. */
  rowsPerSeal?: number
}

/**
 * The last id up to which no row can appear any more: what the sequence has reached, once every transaction that was writing to the trail at
 * that moment has ended. Whoever inserts takes the table's lock before a number, and keeps it to the end; looking at it holds nobody up.
 * Undefined when somebody writes for longer than we wait.
 */
const settledId = async (db: Db, { patienceMs = 10_000, signal }: Options): Promise<number | undefined> => {
  const { rows } = await sql<{ id: number }>`
    select case when is_called then last_value else 0 end as id from audit_log_id_seq`.execute(db)
  const writing = sql`select virtualtransaction from pg_locks
    where locktype = 'relation' and relation = 'audit_log'::regclass and mode = 'RowExclusiveLock' and granted
      and database = (select oid from pg_database where datname = current_database())`
  const first = await sql<{ virtualtransaction: string }>`${writing}`.execute(db)
  let left = first.rows.map(({ virtualtransaction }) => virtualtransaction)
  for (let waited = 0; left.length > 0; waited += 250) {
    if (waited >= patienceMs || signal?.aborted) return undefined
    await sleep(250)
    const still = await sql<{ virtualtransaction: string }>`${writing} and virtualtransaction = any(${left})`.execute(db)
    left = still.rows.map(({ virtualtransaction }) => virtualtransaction)
  }
  return rows[0]?.id
}

/** Seals what comes next, at most `most` rows of it, up to `settled`. Answers how many rows; undefined when another process is sealing. */
const sealNext = (db: Db, settled: number, now: Date, most: number): Promise<number | undefined> =>
  db.transaction().execute(async (tx) => {
    await sql`select set_config('jit', 'off', true)`.execute(tx)
    const lock = await sql<{ is_ours: boolean }>`select pg_try_advisory_xact_lock(${SEAL_LOCK}) as is_ours`.execute(tx)
    if (!lock.rows[0]?.is_ours) return undefined
    const next = await sql<{ from_id: number; to_id: number | null; rows: number }>`
      with last as (select coalesce(max(to_id), 0) as id from audit_seals)
      select last.id + 1 as from_id, max(a.id) as to_id, count(a.id) as rows from last left join lateral (
        select id from audit_log where id > last.id and id <= ${settled} order by id limit ${most}) a on true group by last.id`.execute(tx)
    const { from_id, to_id, rows = 0 } = next.rows[0] ?? {}
    if (!from_id || !to_id) return 0
    const end = rows < most ? settled : to_id
    await sql`
      insert into audit_seals (number, from_id, to_id, rows, first_at, last_at, ids, sealed_at, fingerprints, root, previous, hash)
      select s.*, ${sealHash} from (
        select coalesce(last.number, 0) + 1 as number, ${from_id}::bigint as from_id, ${end}::bigint as to_id, made.*,
          ${rootOf(sql`${from_id}::bigint`, sql`${end}::bigint`)} as root, coalesce(last.hash, ${noSeal}) as previous
        from (
          select count(*)::integer as rows, min(a.at) as first_at, max(a.at) as last_at, range_agg(int8range(a.id, a.id, '[]')) as ids,
            ${now}::timestamptz as sealed_at, string_agg(${fingerprint}, ''::bytea order by a.id) as fingerprints
          from audit_log a where a.id between ${from_id}::bigint and ${end}::bigint) made
        left join (select number, hash from audit_seals order by number desc limit 1) last on true) s`.execute(tx)
    return rows
  })

/**
 * Seals every finished stretch of the audit trail. Writers are neither locked nor slowed: what they have not yet committed is left for the
 * next time. Safe to run in several processes at once; one of them seals. Answers how many rows were sealed.
 */
export const sealTrail = async (db: Db, options: Options): Promise<number> => {
  const settled = await settledId(db, options)
  if (settled === undefined) return 0
  const { rowsPerSeal: most = MAX_ROWS } = options
  let sealed = 0
  while (!options.signal?.aborted) {
    const rows = await sealNext(db, settled, options.now, most)
    sealed += rows ?? 0
    if (rows === undefined || rows < most) break
  }
  return sealed
}
