import { sql } from 'kysely'
import type { z } from 'zod'
import { verifyTrail } from '#platform/audit/verify.ts'
import type { Db } from '#platform/db/connect.ts'
import type { getAuditSeals, verifyAuditLog } from '../contract.ts'

const DAY_MS = 86_400_000
const MOST_WAITING = 100_000
/** Rows that are checked while somebody waits: less than a second's work, also on a busy machine. */
const MOST_CHECKED = 100_000

/** The last seal, and what came after it. */
export const findSeals = async (db: Db): Promise<z.output<typeof getAuditSeals.response>> => {
  const { rows: seals } = await sql<{ number: number; sealed_at: Date; hash: string; to_id: number }>`
    select number, sealed_at, encode(hash, 'hex') as hash, to_id from audit_seals order by number desc limit 1`.execute(db)
  const [seal] = seals
  const { rows } = await sql<{ waiting: number; waiting_since: Date | null }>`
    select count(*) as waiting, min(at) as waiting_since
    from (select at from audit_log where id > ${seal?.to_id ?? 0} order by id limit ${MOST_WAITING}) waiting`.execute(db)
  const { waiting = 0, waiting_since = null } = rows[0] ?? {}
  return { last: seal ? { number: seal.number, sealed_at: seal.sealed_at, hash: seal.hash } : null, waiting, waiting_since }
}

/** The first of the last day's seals, or a later one where they hold more rows than can be waited for. */
const firstOfTheDay = async (db: Db, now: Date) => {
  const { rows } = await sql<{ number: number; sealed_at: Date }>`
    select number, sealed_at from (
      select number, sealed_at, sum(rows) over (order by number desc) as rows_since from audit_seals
      where sealed_at >= ${new Date(now.getTime() - DAY_MS)}) s
    where rows_since <= ${MOST_CHECKED} order by number limit 1`.execute(db)
  return rows[0]
}

/** Checks what was sealed within the last day. */
export const verifyLastDay = async (db: Db, now: Date): Promise<z.output<typeof verifyAuditLog.response>> => {
  const first = await firstOfTheDay(db, now)
  if (!first) return { seals: 0, rows: 0, since: null, finding: null }
  return { ...(await verifyTrail(db, { from: first.number, lanes: 2 })), since: first.sealed_at }
}
