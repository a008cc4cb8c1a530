import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { BillableLine } from '#features/purchasing/contract-bills.ts'
import { priceOfPack } from '../receiving-rules.ts'

interface Came {
  line: number
  damaged: number
  /** What the last delivery at another price than the order's said, of a pack of so many units. */
  price: string | null
  pack_units: number | null
}

/** What the standing deliveries of an order said of its lines besides how much came. */
const findCame = async (db: Db, order: number): Promise<ReadonlyMap<number, Came>> => {
  const { rows } = await sql<Came>`
    select l.purchase_order_item_id as line, sum(l.damaged_units)::integer as damaged, last.purchase_price as price, last.pack_units
    from goods_receipts r join goods_receipt_items l on l.goods_receipt_id = r.id
    join purchase_order_items o on o.id = l.purchase_order_item_id
    left join lateral (
      select x.purchase_price, x.pack_units from goods_receipt_items x join goods_receipts g on g.id = x.goods_receipt_id
      where g.purchase_order_id = ${order} and x.purchase_order_item_id = o.id and x.quantity > 0
        and x.purchase_price * o.pack_units <> o.unit_price * x.pack_units
        and not exists (select from goods_receipts b where b.reverses_id = g.id)
      order by x.id desc limit 1
    ) last on true
    where r.purchase_order_id = ${order}
    group by 1, 3, 4`.execute(db)
  return new Map(rows.map((row) => [row.line, row]))
}

/** The lines of the next bill with what is to be known about them: another price at receipt, and what of it came damaged. */
export const withCame = async (
  db: Db,
  order: number,
  lines: readonly Omit<BillableLine, 'receipt_price' | 'damaged_units'>[],
): Promise<BillableLine[]> => {
  const came = await findCame(db, order)
  return lines.map((line) => {
    const of = line.purchase_order_item === null ? undefined : came.get(line.purchase_order_item)
    const price = of?.price != null && of.pack_units !== null ? priceOfPack(of.price, of.pack_units, line.pack_units) : null
    return { ...line, receipt_price: price === line.unit_price ? null : price, damaged_units: of?.damaged ?? 0 }
  })
}
