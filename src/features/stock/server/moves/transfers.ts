import { sql } from 'kysely'
import type { z } from 'zod'
import { clinicDayStart } from '#features/company/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { User } from '#platform/http/handle.ts'
import type { listTransfers, Transfer, TransferDetail, TransferItem } from '#features/stock/contract-moves.ts'

const transferRows = sql`
  select t.id, t.number, t.status, t.from_store_id as from_store, f.name as from_store_name, t.to_store_id as to_store, o.name as to_store_name,
    t.note, t.sent_at as date_sent, t.sent_by, ${nameOf(sql`t.sent_by`)} as sent_by_name, t.ended_at as date_ended, t.ended_by,
    ${nameOf(sql`t.ended_by`)} as ended_by_name, t.end_reason, t.requisition_id as requisition, q.number as requisition_number,
    s.item_count, s.value, s.missing, t.version
  from transfers t join stores f on f.id = t.from_store_id join stores o on o.id = t.to_store_id
  left join requisitions q on q.id = t.requisition_id
  cross join lateral (
    select count(distinct l.item_id)::integer as item_count, coalesce(sum(l.quantity * b.unit_cost), 0)::numeric(20, 2)::text as value,
      coalesce(sum(l.returned + l.lost), 0)::integer as missing
    from transfer_items l join batches b on b.id = l.batch_id where l.transfer_id = t.id
  ) s`

export type TransfersAsked = Partial<z.output<typeof listTransfers.query>>

const matching = ({ store, from_store, to_store, status, item, from, to }: TransfersAsked) => {
  const wanted = [
    store !== undefined && sql`(t.from_store_id = ${store} or t.to_store_id = ${store})`,
    from_store !== undefined && sql`t.from_store_id = ${from_store}`,
    to_store !== undefined && sql`t.to_store_id = ${to_store}`,
    status !== undefined && sql`t.status = ${status}`,
    item !== undefined && sql`t.id in (select l.transfer_id from transfer_items l where l.item_id = ${item})`,
    from !== undefined && sql`t.sent_at >= ${clinicDayStart(from)}`,
    to !== undefined && sql`t.sent_at < ${clinicDayStart(to, 1)}`,
  ].filter((one) => one !== false)
  return wanted.length > 0 ? sql.join(wanted, sql` and `) : sql`true`
}

/** Those that match, newest first. */
export const findTransfers = async (db: Db, asked: TransfersAsked, { cursor, limit }: Position): Promise<Transfer[]> => {
  const bound = before(sql`t.id`, sql`t.id`, sql`bigint`, cursor)
  const { rows } = await sql<Transfer>`${transferRows} where ${matching(asked)} and ${bound} order by t.id desc limit ${limit}`.execute(db)
  return rows
}

export const countTransfers = async (db: Db, asked: TransfersAsked): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from transfers t where ${matching(asked)}`.execute(db)
  return rows[0]!.total
}

/** A transfer with its lines, and what `user` may do with it; undefined when there is none. */
export const findTransfer = async (db: Db, id: number, user: Pick<User, 'id' | 'permissions'>): Promise<TransferDetail | undefined> => {
  const { rows } = await sql<Transfer>`${transferRows} where t.id = ${id}`.execute(db)
  const transfer = rows[0]
  if (!transfer) return undefined
  const { rows: items } = await sql<TransferItem>`
    select l.id, l.item_id as item, i.name as item_name, i.unit, l.batch_id as batch, b.lot, b.expires_on, b.unit_cost, l.quantity, l.received,
      l.returned, l.lost
    from transfer_items l join batches b on b.id = l.batch_id join items i on i.id = l.item_id
    where l.transfer_id = ${id} order by i.name, b.expires_on nulls last, l.id`.execute(db)
  const isOpen = transfer.status === 'sent' && user.permissions.has('stock.move')
  return { ...transfer, items, may: { receive: isOpen, cancel: isOpen && transfer.sent_by === user.id } }
}
