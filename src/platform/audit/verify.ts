import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { noSeal, rootOf, sealHash } from './canonical.ts'
import { findRowBefore, findTouchedRow, type Finding } from './findings.ts'

/** Seals that one query looks at: at most 160,000 rows. */
const STRETCH = 16

export interface Verified {
  seals: number
  rows: number
  /** The first thing that is not as it was sealed; null when nothing was touched. */
  finding: Finding | null
}

interface Options {
  /** The first and the last seal to look at; all of them unless said. */
  from?: number
  to?: number
  /** How many stretches are read at once, each on a connection of its own; one unless said. */
  lanes?: number
  /** Hears after every stretch. */
  onProgress?: (done: { seals: number; rows: number }) => void
}

interface Checked {
  number: number
  rows: number | null
  sealed_at: Date | null
  is_own: boolean | null
  follows: boolean | null
  is_whole: boolean | null
}

const checkStretch = (db: Db, from: number, to: number): Promise<Checked[]> =>
  db.transaction().execute(async (tx) => {
    // One process for each lane: neither helpers nor a compiler, which would cost more than they save.
    await sql`select set_config('jit', 'off', true), set_config('max_parallel_workers_per_gather', '0', true)`.execute(tx)
    const { rows } = await sql<Checked>`
      select n.number, s.rows, s.sealed_at, s.hash = ${sealHash} as is_own,
        s.previous = case when n.number = 1 then ${noSeal} else p.hash end
          and s.from_id = case when n.number = 1 then 1 else p.to_id + 1 end as follows,
        s.root = ${rootOf(sql`s.from_id`, sql`s.to_id`)} as is_whole
      from generate_series(${from}::integer, ${to}::integer) n (number)
      left join audit_seals s on s.number = n.number left join audit_seals p on p.number = n.number - 1
      order by n.number`.execute(tx)
    return rows
  })

const isSound = ({ is_own, follows, is_whole }: Checked) => is_own === true && follows === true && is_whole === true

const faultOf = async (db: Db, { number, rows, sealed_at, is_own, follows }: Checked): Promise<Finding> => {
  const seal = { seal: number, sealed_at, id: null, sealed_as: null, row: null, touched: 0 }
  if (rows === null) return { ...seal, fault: 'seal missing' }
  if (is_own !== true) return { ...seal, fault: 'seal changed' }
  if (follows !== true) return { ...seal, fault: 'seal replaced' }
  return (await findTouchedRow(db, number)) ?? { ...seal, fault: 'seal changed' }
}

/**
 * Looks at every seal, at what it follows on and at every row beneath it, in order, and names the first thing that was touched. Reads only;
 * the database may be in use. Rows that wait for their seal are not judged.
 */
export const verifyTrail = async (db: Db, { from = 1, to, lanes = 1, onProgress }: Options = {}): Promise<Verified> => {
  const { rows: ends } = await sql<{ last: number; first_id: number }>`
    select coalesce(max(number), 0) as last, coalesce(min(from_id), 1) as first_id from audit_seals`.execute(db)
  const { last = 0, first_id = 1 } = ends[0] ?? {}
  const end = to ?? last
  const done = { seals: 0, rows: 0 }
  const bad: Checked[] = []
  let next = from
  const lane = async () => {
    while (next <= end && bad.length === 0) {
      const start = next
      next += STRETCH
      const checked = await checkStretch(db, start, Math.min(end, start + STRETCH - 1))
      bad.push(...checked.filter((seal) => !isSound(seal)))
      done.seals += checked.length
      done.rows += checked.reduce((sum, { rows }) => sum + (rows ?? 0), 0)
      onProgress?.(done)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const before = from === 1 ? await findRowBefore(db, Math.min(1, first_id)) : undefined
  const first = bad.toSorted((a, b) => a.number - b.number)[0]
  return { ...done, finding: before ?? (first ? await faultOf(db, first) : null) }
}
