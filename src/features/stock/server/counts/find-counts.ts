import { sql, type RawBuilder } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { listCounts, StockCount, StockCountLine, StockCountSheet } from '#features/stock/contract-counts.ts'

/** True where the person must not see what the books have: while a blind count is on its way, except for those who approve. */
const isHidden = ({ is_blind, status }: Pick<StockCount, 'is_blind' | 'status'>, { permissions }: User) =>
  is_blind && status === 'counting' && !permissions.has('stock.approve')

type Row = StockCount & { counters: number[] }

const select = (where: RawBuilder<unknown>, limit: RawBuilder<unknown>) => sql<Row>`
  select c.id, c.number, c.store_id as store, s.name as store_name, c.status, c.is_blind, c.note, c.started_at, c.started_by,
    concat_ws(' ', u.first_name, u.last_name) as started_by_name, c.submitted_at, c.submitted_by,
    nullif(concat_ws(' ', v.first_name, v.last_name), '') as submitted_by_name, c.ended_at, c.ended_by,
    nullif(concat_ws(' ', e.first_name, e.last_name), '') as ended_by_name, c.end_reason, c.version, c.counters,
    l.lines, l.counted, l.variances, l.variance_value
  from (select * from stock_counts c where ${where} order by c.id desc ${limit}) c
  join stores s on s.id = c.store_id join users u on u.id = c.started_by
  left join users v on v.id = c.submitted_by left join users e on e.id = c.ended_by
  cross join lateral (
    select count(*)::integer as lines, count(l.counted)::integer as counted,
      (count(*) filter (where l.counted <> l.expected))::integer as variances,
      round(coalesce(sum((l.counted - l.expected) * b.unit_cost), 0), 2)::text as variance_value
    from stock_count_lines l join batches b on b.id = l.batch_id where l.stock_count_id = c.id
  ) l
  order by c.id desc`

const shown = ({ counters: _counters, ...row }: Row, user: User): StockCount =>
  isHidden(row, user) ? { ...row, variances: null, variance_value: null } : row

type Asked = ParsedOf<typeof listCounts>['query']

const matching = ({ store, status }: Asked) => sql`
  ${store === undefined ? sql`true` : sql`c.store_id = ${store}`} and ${status === undefined ? sql`true` : sql`c.status = ${status}`}`

export const countCounts = async (db: Db, asked: Asked): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from stock_counts c where ${matching(asked)}`.execute(db)
  return rows[0]?.total ?? 0
}

/** Counts, the latest first, as this person may see them. */
export const findCounts = async (db: Db, asked: Asked, { cursor, limit }: Position, user: User): Promise<StockCount[]> => {
  const where = sql`${before(sql`c.id`, sql`c.id`, sql`integer`, cursor)} and ${matching(asked)}`
  const { rows } = await select(where, sql`limit ${limit}`).execute(db)
  return rows.map((row) => shown(row, user))
}

const selectLines = (count: number, where: RawBuilder<unknown>) => sql<StockCountLine>`
  select l.id, l.item_id as item, i.name as item_name, i.code as item_code, i.unit, l.batch_id as batch, b.lot, b.expires_on,
    b.unit_cost, l.state, coalesce(l.expected, s.quantity, 0) as expected, l.counted, l.counted_at, l.counted_by,
    nullif(concat_ws(' ', u.first_name, u.last_name), '') as counted_by_name, l.counted - l.expected as variance,
    round((l.counted - l.expected) * b.unit_cost, 2)::text as variance_value, l.reason
  from stock_count_lines l join stock_counts c on c.id = l.stock_count_id join items i on i.id = l.item_id
  join batches b on b.id = l.batch_id left join users u on u.id = l.counted_by
  left join batch_stock s on s.item_id = l.item_id and s.batch_id = l.batch_id and s.store_id = c.store_id and s.state = l.state
  where l.stock_count_id = ${count} ${where}
  order by lower(i.name), l.item_id, b.expires_on nulls last, b.lot, l.batch_id, l.state`

/** Lines of a count, by item and expiry, all of them or those named. */
export const findLines = async (db: Db, user: User, count: Pick<StockCount, 'id' | 'is_blind' | 'status'>, ids?: readonly number[]) => {
  const { rows } = await selectLines(count.id, ids ? sql`and l.id = any(${ids}::integer[])` : sql``).execute(db)
  if (!isHidden(count, user)) return rows
  return rows.map((row) => ({ ...row, expected: null, variance: null, variance_value: null }))
}

/** A count with its sheet, as this person may see it; 404 when there is none. */
export const getSheet = async (db: Db, user: User, id: number): Promise<StockCountSheet> => {
  const [row] = (await select(sql`c.id = ${id}`, sql``).execute(db)).rows
  if (!row) throw notFound('Stock count')
  const isCounting = row.status === 'counting'
  const isSubmitted = row.status === 'submitted'
  const mayCount = user.permissions.has('stock.count')
  const mayApprove = user.permissions.has('stock.approve')
  return {
    ...shown(row, user),
    sheet: await findLines(db, user, row),
    may: {
      count: isCounting && mayCount,
      submit: isCounting && mayCount,
      approve: isSubmitted && mayApprove && !row.counters.includes(user.id),
      reject: isSubmitted && mayApprove,
      cancel: (isCounting || isSubmitted) && mayCount,
    },
  }
}
