import { sql } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import { lockLevels, nextNumber, reverseEntries } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { GoodsReceipt } from '#features/purchasing/contract-receipts.ts'
import { freeUnreceived, holdServed, rowsOfOrder } from '../orders/sources.ts'
import { followReceipts } from './follow-receipts.ts'
import { lockOrder } from './lock-order.ts'
import { getReceipt } from './receipts.ts'
import { lockSupplier } from '../payments/lock-supplier.ts'

type Delivered = Pick<GoodsReceipt, 'id' | 'supplier' | 'purchase_order' | 'is_donation'>

interface Billed {
  item_name: string
  billed: number
  left: number
}

/** Units of each line of the order that are billed, and that would have come without this delivery. */
const billedOfOrder = (receipt: number) => sql<Billed>`
  select i.name as item_name, b.billed, o.received_units - l.units as left
  from (
    select purchase_order_item_id as id, sum(quantity * pack_units) as units from goods_receipt_items
    where goods_receipt_id = ${receipt} and purchase_order_item_id is not null group by 1
  ) l join purchase_order_items o on o.id = l.id join items i on i.id = o.item_id
  cross join lateral (
    select coalesce(sum(bi.quantity * bi.pack_units), 0) as billed from supplier_bill_items bi
    join supplier_bills s on s.id = bi.supplier_bill_id and s.cancelled_at is null where bi.purchase_order_item_id = o.id
  ) b
  where l.units > 0 and b.billed > o.received_units - l.units order by i.name`

/** The same of what came from a supplier without an order, or beside the lines of one. */
const billedBeside = ({ id, supplier, purchase_order }: Delivered) => sql<Billed>`
  select i.name as item_name, b.billed, came.units - l.units as left
  from (
    select item_id, sum(quantity * pack_units) as units from goods_receipt_items
    where goods_receipt_id = ${id} and purchase_order_item_id is null group by 1
  ) l join items i on i.id = l.item_id
  cross join lateral (
    select coalesce(sum(g.quantity * g.pack_units), 0) as units from goods_receipt_items g join goods_receipts r on r.id = g.goods_receipt_id
    where g.item_id = l.item_id and g.purchase_order_item_id is null and not r.is_donation and r.supplier_id = ${supplier}
      and r.purchase_order_id is not distinct from ${purchase_order}::integer
  ) came
  cross join lateral (
    select coalesce(sum(bi.quantity * bi.pack_units), 0) as billed from supplier_bill_items bi
    join supplier_bills s on s.id = bi.supplier_bill_id and s.cancelled_at is null
    where bi.item_id = l.item_id and bi.purchase_order_item_id is null and s.supplier_id = ${supplier}
      and s.purchase_order_id is not distinct from ${purchase_order}::integer
  ) b
  where l.units > 0 and b.billed > came.units - l.units order by i.name`

/** 409 when bills would be about more than came, once this delivery is taken back. Its order is held, or here its supplier. */
const refuseBilled = async (db: Db, delivered: Delivered) => {
  if (delivered.supplier === null || delivered.is_donation) return
  if (delivered.purchase_order === null) await lockSupplier(db, delivered.supplier)
  const [ofOrder, beside] = await Promise.all([billedOfOrder(delivered.id).execute(db), billedBeside(delivered).execute(db)])
  const billed = [...ofOrder.rows, ...beside.rows]
  const first = billed[0]
  if (first)
    throw conflict(`A bill is about it: ${first.item_name}, ${first.billed} billed, ${first.left} would be left.`, { billed }, 'billed')
}

interface Missing {
  item: number
  item_name: string
  lot: string
  state: string
  wanted: number
  left: number
}

/** 409 with what has left since: what came must lie where and as it came. The levels are held. */
const refuseGone = async (db: Db, receipt: number) => {
  const { rows } = await sql<Missing>`
    select m.item_id as item, i.name as item_name, b.lot, m.state, sum(m.quantity)::integer as wanted, coalesce(max(s.quantity), 0) as left
    from stock_entries e join stock_movements m on m.entry_id = e.id join items i on i.id = m.item_id join batches b on b.id = m.batch_id
    left join batch_stock s on s.item_id = m.item_id and s.batch_id = m.batch_id and s.store_id = m.store_id and s.state = m.state
    where e.goods_receipt_id = ${receipt}
    group by m.item_id, i.name, b.lot, m.batch_id, m.state having sum(m.quantity) > coalesce(max(s.quantity), 0)
    order by i.name, m.batch_id`.execute(db)
  const first = rows[0]
  if (first)
    throw conflict(
      `Some of it has left since: ${first.item_name}, ${first.wanted} came, ${first.left} left.`,
      { missing: rows },
      'not_enough_stock',
    )
}

const insertReversal = async (db: Db, receipt: number, reason: string, user: User, now: Date) => {
  const number = await nextNumber(db, 'goods receipt', now)
  const { rows } = await sql<{ id: number }>`
    with reversal as (
      insert into goods_receipts (number, store_id, supplier_id, purchase_order_id, is_donation, delivery_note, note, received_at, received_on,
        received_by, reverses_id)
      select ${number}, store_id, supplier_id, purchase_order_id, is_donation, delivery_note, ${reason}, ${now}::timestamptz, ${clinicDay(now)},
        ${user.id}::integer, id
      from goods_receipts where id = ${receipt} returning id
    ), items as (
      insert into goods_receipt_items (goods_receipt_id, purchase_order_item_id, item_id, batch_id, free_batch_id, pack_id, pack_units, quantity,
        free_quantity, damaged_units, purchase_price, sale_price)
      select reversal.id, l.purchase_order_item_id, l.item_id, l.batch_id, l.free_batch_id, l.pack_id, l.pack_units, -l.quantity,
        -l.free_quantity, -l.damaged_units, l.purchase_price, l.sale_price
      from reversal, goods_receipt_items l where l.goods_receipt_id = ${receipt} order by l.id
    )
    select id from reversal`.execute(db)
  return { id: rows[0]!.id, number }
}

const requireNotReversed = ({ reverses, reversed_by }: GoodsReceipt) => {
  if (reverses !== null) throw conflict('This delivery is itself a reversal.')
  if (reversed_by !== null) throw conflict('This delivery is already reversed.')
}

/** The order of a delivery, held; of a closed one, whose lines give back what did not come, what it serves as well. */
const holdOrder = async (db: Db, id: number | null) => {
  if (id === null) return null
  const { status } = await lockOrder(db, id)
  const rows = status === 'closed' ? await rowsOfOrder(db, id) : []
  await holdServed(db, rows)
  return { id, unreceived: rows }
}

/**
 * Takes a delivery back whole by the opposite one and answers its id; the order follows, prices stay. What a closed order served of
 * requisitions is open again. 409 when it was taken back already,
 * when some of it has left (`missing`), or when bills would then be about more than came.
 */
export const reverseReceipt = async (db: Db, id: number, reason: string, user: User, now: Date) => {
  const receipt = await getReceipt(db, id)
  const order = await holdOrder(db, receipt.purchase_order)
  requireNotReversed(await getReceipt(db, id))
  await refuseBilled(db, receipt)
  await lockLevels(
    db,
    receipt.items.map(({ item }) => ({ store: receipt.store, item })),
  )
  await refuseGone(db, id)
  const reversal = await insertReversal(db, id, reason, user, now)
  const entries = await db.selectFrom('stock_entries').select('id').where('goods_receipt_id', '=', id).execute()
  await reverseEntries(
    db,
    entries.map((entry) => entry.id),
    { number: reversal.number, document: { goods_receipt: reversal.id }, by: user.id, now },
  )
  if (order) {
    await followReceipts(db, order.id)
    await freeUnreceived(db, order.unreceived, { by: user.id, now })
  }
  return { ...reversal, of: receipt }
}
