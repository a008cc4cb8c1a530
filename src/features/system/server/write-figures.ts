import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { requests, statements } from '#platform/figures/figures.ts'
import { shapeOf } from '#platform/figures/shape.ts'
import type { Figure, Tally } from '#platform/figures/tally.ts'

/** So many of each kind are written each time; the rest is added up. */
const KEPT = 80
const KEPT_DAYS = 7

const rowsOf = (kind: 'statement' | 'request', tally: Tally, shaped: (text: string) => string, day: string) =>
  [...tally.take(KEPT, shaped)].map(([text, { calls, failed, totalMs, maxMs, buckets }]: [string, Figure]) => ({
    day,
    kind,
    digest: createHash('md5').update(text).digest('hex'),
    text,
    calls,
    failed,
    total_ms: totalMs,
    max_ms: maxMs,
    buckets,
  }))

/** Adds what this process has counted since the last time to what all of them have, and forgets what is older than a week. */
export const writeFigures = async (db: Db, now: Date): Promise<void> => {
  const day = now.toISOString().slice(0, 10)
  const rows = [
    ...rowsOf('statement', statements, shapeOf, day),
    ...rowsOf('request', requests, (route) => route.slice(0, 2000), day),
    // In one order, so that no two processes wait for each other.
  ].toSorted((a, b) => (a.kind + a.digest < b.kind + b.digest ? -1 : 1))
  const oldest = new Date(now.getTime() - KEPT_DAYS * 86_400_000).toISOString().slice(0, 10)
  await db.deleteFrom('system_figures').where('day', '<', oldest).execute()
  if (rows.length === 0) return
  await db
    .insertInto('system_figures')
    .values(rows)
    .onConflict((oc) =>
      oc.columns(['day', 'kind', 'digest']).doUpdateSet({
        calls: sql`system_figures.calls + excluded.calls`,
        failed: sql`system_figures.failed + excluded.failed`,
        total_ms: sql`system_figures.total_ms + excluded.total_ms`,
        max_ms: sql`greatest(system_figures.max_ms, excluded.max_ms)`,
        buckets: sql`(
          select array_agg(a + b order by n) from unnest(system_figures.buckets, excluded.buckets) with ordinality as u (a, b, n))`,
      }),
    )
    .execute()
}
