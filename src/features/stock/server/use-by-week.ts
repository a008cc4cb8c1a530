import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { getUseByWeek } from '../contract-ledger.ts'
import { dayOf } from './core/numbers.ts'

const WEEKS = 12

interface Week {
  week: string
  value: string
}

/** What left the stores for patients and the house, at cost, by week; what was taken back is taken off. */
export const findUseByWeek = async (
  db: Db,
  day: string,
  { weeks, store }: { weeks: number; store?: number | undefined },
): Promise<Week[]> => {
  const { rows } = await sql<Week>`
    with span as (select date_trunc('week', ${day}::date)::date - 7 * (${weeks}::integer - 1) as first, ${day}::date as last)
    select to_char(w.week, 'YYYY-MM-DD') as week, coalesce(u.value, 0)::numeric(20, 2)::text as value
    from span cross join lateral generate_series(span.first, span.last, interval '7 days') w(week)
    left join (
      select date_trunc('week', m.day)::date as week, -sum(m.quantity * b.unit_cost) as value
      from stock_movements m join batches b on b.id = m.batch_id
      where m.kind in ('dispense', 'otc', 'consume') and m.day between (select first from span) and (select last from span)
        and ${store === undefined ? sql`true` : sql`m.store_id = ${store}`}
      group by 1
    ) u on u.week = w.week::date
    order by 1`.execute(db)
  return rows
}

export const useRoutes: Route[] = [
  handle(getUseByWeek, async ({ db, query: { weeks = WEEKS, store }, now }) => findUseByWeek(db, await dayOf(db, now), { weeks, store })),
]
