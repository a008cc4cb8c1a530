import { sql } from 'kysely'
import type { z } from 'zod'
import { clinicDayStart } from '#features/company/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { User } from '#platform/http/handle.ts'
import type { listRecalls, Recall, RecallDetail } from '#features/stock/contract-recalls.ts'
import { wentOut } from './recall-uses.ts'

const recallRows = sql`
  select r.id, r.number, r.item_id as item, i.name as item_name, i.unit, r.lot, r.reason, r.recalled_at as date_recalled, r.recalled_by,
    ${nameOf(sql`r.recalled_by`)} as recalled_by_name, r.stock_note_id as stock_note, r.lifted_at as date_lifted, r.lifted_by,
    ${nameOf(sql`r.lifted_by`)} as lifted_by_name, r.lift_reason, r.version, (
      select coalesce(sum(s.quantity), 0)::integer from batches b join batch_stock s on s.item_id = b.item_id and s.batch_id = b.id
      where b.item_id = r.item_id and b.lot = r.lot and s.state = 'quarantined'
    ) as still_quarantined
  from recalls r join items i on i.id = r.item_id`

export type RecallsAsked = Partial<z.output<typeof listRecalls.query>>

const matching = ({ status, item, store, from, to }: RecallsAsked) => {
  const wanted = [
    status !== undefined && (status === 'open' ? sql`r.lifted_at is null` : sql`r.lifted_at is not null`),
    item !== undefined && sql`r.item_id = ${item}`,
    store !== undefined &&
      sql`exists (select from batches b join batch_stock s on s.item_id = b.item_id and s.batch_id = b.id
        where b.item_id = r.item_id and b.lot = r.lot and s.store_id = ${store} and s.quantity > 0)`,
    from !== undefined && sql`r.recalled_at >= ${clinicDayStart(from)}`,
    to !== undefined && sql`r.recalled_at < ${clinicDayStart(to, 1)}`,
  ].filter((one) => one !== false)
  return wanted.length > 0 ? sql.join(wanted, sql` and `) : sql`true`
}

/** Those that match, newest first. */
export const findRecalls = async (db: Db, asked: RecallsAsked, { cursor, limit }: Position): Promise<Recall[]> => {
  const bound = before(sql`r.id`, sql`r.id`, sql`bigint`, cursor)
  const { rows } = await sql<Recall>`${recallRows} where ${matching(asked)} and ${bound} order by r.id desc limit ${limit}`.execute(db)
  return rows
}

export const countRecalls = async (db: Db, asked: RecallsAsked): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from recalls r where ${matching(asked)}`.execute(db)
  return rows[0]!.total
}

type Batch = RecallDetail['batches'][number]

const findBatches = async (db: Db, { item, lot }: Pick<Recall, 'item' | 'lot'>): Promise<Batch[]> => {
  const { rows } = await sql<Batch>`
    select b.id, b.lot, b.expires_on, b.unit_cost, b.received_at as date_received, b.supplier_id as supplier, p.name as supplier_name,
      (select coalesce(sum(m.quantity), 0)::integer from stock_movements m
        where m.batch_id = b.id and m.kind in ('opening', 'receipt', 'donate_in')) as came,
      (select coalesce(json_agg(json_build_object('store', s.store_id, 'store_name', t.name, 'state', s.state, 'quantity', s.quantity)
          order by t.name, s.state), '[]')
        from batch_stock s join stores t on t.id = s.store_id
        where s.item_id = b.item_id and s.batch_id = b.id and s.quantity > 0) as stock
    from batches b left join suppliers p on p.id = b.supplier_id
    where b.item_id = ${item} and b.lot = ${lot} order by b.received_at, b.id`.execute(db)
  return rows
}

/** What could still be used when the recall came, and was put aside by it. */
const findLay = async (db: Db, note: number): Promise<RecallDetail['lay']> => {
  const { rows } = await sql<RecallDetail['lay'][number]>`
    select m.store_id as store, s.name as store_name, m.batch_id as batch, m.quantity
    from stock_entries e join stock_movements m on m.entry_id = e.id join stores s on s.id = m.store_id
    where e.stock_note_id = ${note} and m.state = 'quarantined' order by s.name, m.batch_id`.execute(db)
  return rows
}

const findOut = async (db: Db, batches: readonly Batch[]): Promise<RecallDetail['out']> => {
  const { rows } = await sql<RecallDetail['out'][number]>`
    select m.store_id as store, s.name as store_name, m.kind, -sum(m.quantity)::integer as quantity
    from stock_movements m join stores s on s.id = m.store_id
    where m.batch_id = any(${batches.map(({ id }) => id)}::integer[]) and ${wentOut}
    group by m.store_id, s.name, m.kind order by m.kind, s.name`.execute(db)
  return rows
}

/** A recall with where the lot came from, lay, lies and went; undefined when there is none. */
export const findRecall = async (db: Db, id: number, user: Pick<User, 'permissions'>): Promise<RecallDetail | undefined> => {
  const { rows } = await sql<Recall>`${recallRows} where r.id = ${id}`.execute(db)
  const recall = rows[0]
  if (!recall) return undefined
  const batches = await findBatches(db, recall)
  const [lay, out] = [await findLay(db, recall.stock_note), await findOut(db, batches)]
  return { ...recall, batches, lay, out, may: { lift: recall.date_lifted === null && user.permissions.has('stock.recall') } }
}
