import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { BUCKETS, percentile } from '#platform/figures/tally.ts'
import type { Cost } from '../contract.ts'

const SHOWN = 25

interface Row {
  kind: 'statement' | 'request'
  text: string
  calls: number
  failed: number
  total_ms: number
  max_ms: number
  buckets: number[]
  all_ms: number
}

const rounded = (value: number) => Math.round(value * 100) / 100

const costOf = ({ text, calls, failed, total_ms, max_ms, buckets, all_ms }: Row): Cost => ({
  text,
  calls,
  failed,
  mean_ms: rounded(total_ms / calls),
  p95_ms: rounded(percentile({ calls, maxMs: max_ms, buckets }, 0.95)),
  max_ms: rounded(max_ms),
  share: all_ms > 0 ? Math.round((total_ms / all_ms) * 10_000) / 10_000 : 0,
})

const sums = sql.join(Array.from({ length: BUCKETS }, (_, at) => sql`sum(buckets[${sql.lit(at + 1)}])::float8`))

/** What took longest of the kept days, by the time that all its calls took together. */
export const findFigures = async (db: Db): Promise<{ statements: Cost[]; requests: Cost[] }> => {
  const { rows } = await sql<Row>`
    select * from (
      select *, row_number() over (partition by kind order by total_ms desc) as place from (
        select kind, text, sum(calls)::float8 as calls, sum(failed)::float8 as failed, sum(total_ms) as total_ms, max(max_ms) as max_ms,
          array[${sums}] as buckets, sum(sum(total_ms)) over (partition by kind) as all_ms
        from system_figures group by kind, digest, text
      ) f
    ) r where place <= ${SHOWN} order by kind, place`.execute(db)
  const of = (kind: Row['kind']) => rows.filter((row) => row.kind === kind).map(costOf)
  return { statements: of('statement'), requests: of('request') }
}
