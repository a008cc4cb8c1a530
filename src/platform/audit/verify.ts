import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { noSeal, rootOf, sealHash } from './canonical.ts'
import { findRowBefore, findTouchedRow, type Finding } from './findings.ts'

/** What one query looks at: so many rows, where a seal costs as much as some; and at most so many seals, as numbers may be missing. */
const STRETCH_ROWS = 100_000
const SEAL_ROWS = 15
const STRETCH_SEALS = 4_000
/** Stretches at the end of the trail that come first. */
const NEWEST = 20

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

const findFault = async (db: Db, { number, rows, sealed_at, is_own, follows }: Checked): Promise<Finding> => {
  const seal = { seal: number, sealed_at, id: null, sealed_as: null, row: null, touched: 0 }
  if (rows === null) return { ...seal, fault: 'seal missing' }
  if (is_own !== true) return { ...seal, fault: 'seal changed' }
  if (follows !== true) return { ...seal, fault: 'seal replaced' }
  return (await findTouchedRow(db, number)) ?? { ...seal, fault: 'seal changed' }
}

interface Stretch {
  from: number
  to: number
}

/** Seals in order, cut into what one query can look at. */
const findStretches = async (db: Db, from: number, to: number): Promise<Stretch[]> => {
  const { rows } = await sql<{ last: number }>`
    select max(number) as last
    from (select number, (sum(rows + ${SEAL_ROWS}::integer) over (order by number) - 1) / ${STRETCH_ROWS}::integer as part
      from audit_seals where number between ${from} and ${to}) s
    group by part order by 1`.execute(db)
  let next = from
  return [...rows.map(({ last }) => last), to].flatMap((last) => {
    const parts: Stretch[] = []
    // What a number out of all order would make of it is found in the first of them.
    for (; next <= last && parts.length < STRETCH_ROWS; next += STRETCH_SEALS)
      parts.push({ from: next, to: Math.min(last, next + STRETCH_SEALS - 1) })
    next = last + 1
    return parts
  })
}

interface Judging extends Pick<Options, 'lanes' | 'onProgress'> {
  isOver?: () => boolean
}

const verifyStretches = async (db: Db, stretches: readonly Stretch[], { lanes = 1, onProgress, isOver = () => false }: Judging) => {
  const done = { seals: 0, rows: 0 }
  const bad: Checked[] = []
  let next = 0
  const lane = async () => {
    for (;;) {
      const stretch = stretches[next]
      if (!stretch || bad.length > 0 || isOver()) return
      next += 1
      const checked = await checkStretch(db, stretch.from, stretch.to)
      bad.push(...checked.filter((seal) => !isSound(seal)))
      done.seals += checked.length
      done.rows += checked.reduce((sum, { rows }) => sum + (rows ?? 0), 0)
      onProgress?.(done)
    }
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  const first = bad.toSorted((a, b) => a.number - b.number)[0]
  return { done, first, isWhole: next >= stretches.length }
}

const findEnds = async (db: Db) => {
  const { rows } = await sql<{ last: number; first_id: number }>`
    select coalesce(max(number), 0) as last, coalesce(min(from_id), 1) as first_id from audit_seals`.execute(db)
  return rows[0] ?? { last: 0, first_id: 1 }
}

/**
 * Looks at every seal, at what it follows on and at every row beneath it, in order, and names the first thing that was touched. Reads only;
 * the database may be in use. Rows that wait for their seal are not judged.
 */
export const verifyTrail = async (db: Db, { from = 1, to, lanes = 1, onProgress }: Options = {}): Promise<Verified> => {
  const { last, first_id } = await findEnds(db)
  const { done, first } = await verifyStretches(db, await findStretches(db, from, to ?? last), { lanes, ...(onProgress && { onProgress }) })
  const before = from === 1 ? await findRowBefore(db, Math.min(1, first_id)) : undefined
  return { ...done, finding: before ?? (first ? await findFault(db, first) : null) }
}

/** Steps of the golden section through a list: wherever one stops, what was passed lies evenly over all of it. */
const spread = <T>(list: readonly T[]): T[] =>
  list
    .map((item, index) => ({ item, place: (index * 0.618_033_988_75) % 1 }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ item }) => item)

/**
 * The same for as long as there is time: the newest two million rows first, then stretches from all over the rest. `isWhole` says whether
 * that was everything. What it names is touched, and need not be the first that is.
 */
export const verifyWithin = async (db: Db, ms: number, lanes: number): Promise<Verified & { isWhole: boolean }> => {
  const end = Date.now() + ms
  const { last, first_id } = await findEnds(db)
  const newestFirst = (await findStretches(db, 1, last)).toReversed()
  const order = [...newestFirst.slice(0, NEWEST), ...spread(newestFirst.slice(NEWEST))]
  const { done, first, isWhole } = await verifyStretches(db, order, { lanes, isOver: () => Date.now() > end })
  const before = await findRowBefore(db, Math.min(1, first_id))
  return { ...done, isWhole, finding: before ?? (first ? await findFault(db, first) : null) }
}
