import { sql } from 'kysely'
import { itemMatches } from '#features/catalogue/public.ts'
import { cents, fromCents } from '#shared/money.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Table, TableColumn, TableRow } from '#shared/table.ts'
import { moment } from '#platform/pdf/printed-values.ts'
import type { Db } from '#platform/db/connect.ts'
import type { StockState } from '#platform/db/tables.gen.ts'
import { notFound, Problem } from '#platform/errors/problem.ts'
import type { exportStock } from '#features/stock/contract-items.ts'
import { dayOf } from '../core/numbers.ts'

type Asked = ParsedOf<typeof exportStock>['query']

const MAX_ROWS = 50_000
const columns: TableColumn[] = [
  { key: 'store', title: 'Store', kind: 'text' },
  { key: 'code', title: 'Code', kind: 'text' },
  { key: 'name', title: 'Name', kind: 'text' },
  { key: 'unit', title: 'Unit', kind: 'text' },
  { key: 'lot', title: 'Lot', kind: 'text' },
  { key: 'expiry', title: 'Expiry', kind: 'date' },
  { key: 'usable', title: 'Usable', kind: 'count' },
  { key: 'quarantined', title: 'Quarantined', kind: 'count' },
  { key: 'in_transit', title: 'In transit', kind: 'count' },
  { key: 'unit_cost', title: 'Unit cost', kind: 'quantity' },
  { key: 'value', title: 'Value', kind: 'money' },
]

const sumOf = (state: StockState) => sql`coalesce(sum(s.quantity) filter (where s.state = ${state}), 0)::integer`

const findRows = async (db: Db, { store, category, q }: Asked): Promise<TableRow[]> => {
  const { rows } = await sql<TableRow>`
    select t.name as store, items.code, items.name, items.unit, b.lot, b.expires_on as expiry, ${sumOf('usable')} as usable,
      ${sumOf('quarantined')} as quarantined, ${sumOf('in transit')} as in_transit, trim_scale(b.unit_cost)::text as unit_cost,
      round(sum(s.quantity) * b.unit_cost, 2)::text as value
    from batch_stock s join batches b on b.id = s.batch_id join items on items.id = s.item_id join stores t on t.id = s.store_id
    where s.quantity > 0 ${store === undefined ? sql`` : sql`and s.store_id = ${store}`}
      ${category === undefined ? sql`` : sql`and items.category = ${category}`} ${q === undefined ? sql`` : sql`and ${itemMatches(q)}`}
    group by t.id, items.id, b.id
    order by lower(t.name), t.id, lower(items.name), items.id, b.expires_on nulls last, b.id limit ${MAX_ROWS + 1}`.execute(db)
  if (rows.length > MAX_ROWS) throw new Problem(400, 'too_long', 'More than 50,000 rows. Choose a store or a category.')
  return rows
}

/** What lies in the stores, or is on its way to them, by batch, with its value at cost; and what stands above it on paper. */
export const stockTable = async (db: Db, query: Asked, now: Date) => {
  const { name, currency, time_zone } = await db.selectFrom('company').select(['name', 'currency', 'time_zone']).executeTakeFirstOrThrow()
  const store =
    query.store === undefined ? null : await db.selectFrom('stores').select('name').where('id', '=', query.store).executeTakeFirst()
  if (store === undefined) throw notFound('Store')
  const rows = await findRows(db, query)
  const today = await dayOf(db, now)
  const value = fromCents(rows.reduce((sum, row) => sum + cents(String(row['value'])), 0))
  const subject = [store?.name, query.category, query.q].filter(Boolean).join(', ') || null
  const table: Table = { title: 'Stock', subject, start_date: today, end_date: today, currency, columns, rows, totals: { value } }
  return { table, head: { clinic: name, printed: moment(now, time_zone) } }
}
