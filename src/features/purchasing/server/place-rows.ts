import { unitsOf, type Units } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { LockedOrder, OrderLine } from './receipts/lock-order.ts'

interface Sent {
  item?: number | undefined
  purchase_order_item?: number | null | undefined
  pack?: number | null | undefined
}
/** A row of a delivery or bill, and the line of the order that it is of. */
export interface Placed<R extends Sent> {
  row: R
  line: OrderLine | null
  item: number
  item_name: string
  unit: string
  needs_lot: boolean
  needs_expiry: boolean
  pack: number | null
  pack_name: string | null
  pack_units: number
}

/** Where a row's field stands in the body. */
export const at = (place: number, field: string) => `items.${place}.${field}`

/** The order that is named, or that of the lines that are named; null for none. 400 for a line that is not there. */
export const findOrderId = async (db: Db, named: number | null | undefined, rows: readonly Sent[]): Promise<number | null> => {
  if (named != null) return named
  const place = rows.findIndex((row) => row.purchase_order_item != null)
  const id = rows[place]?.purchase_order_item
  if (id == null) return null
  const line = await db.selectFrom('purchase_order_items').select('purchase_order_id').where('id', '=', id).executeTakeFirst()
  if (!line) throw fieldError(at(place, 'purchase_order_item'), 'Order line not found.')
  return line.purchase_order_id
}

/** The line of the order that a row is of: the one it names, or that of its item. */
const lineOf = ({ lines, order }: { lines: readonly OrderLine[]; order: LockedOrder | null }, row: Sent, place: number) => {
  if (row.purchase_order_item == null) {
    if (row.item === undefined) throw fieldError(at(place, 'item'), 'This field is required.')
    return { line: lines.find(({ item }) => item === row.item) ?? null, item: row.item }
  }
  const line = lines.find(({ id }) => id === row.purchase_order_item)
  if (!line)
    throw fieldError(at(place, 'purchase_order_item'), order ? `This is not a line of order ${order.number}.` : 'Choose the order.')
  if (row.item !== undefined && row.item !== line.item) throw fieldError(at(place, 'item'), 'This order line is for another item.')
  return { line, item: line.item }
}

/** A pack that was ordered holds what it held then, whatever has become of it since. */
const isOrderedPack = (line: OrderLine | null, row: Sent): line is OrderLine =>
  line !== null && (row.pack === undefined || row.pack === line.pack)

const packOf = (line: OrderLine | null, row: Sent, { pack, pack_name, pack_units }: Units) =>
  isOrderedPack(line, row) ? { pack: line.pack, pack_name: line.pack_name, pack_units: line.pack_units } : { pack, pack_name, pack_units }

/**
 * Every row with its item, the line of the order, and what its pack holds. 400 with the place of a line of another order, an item that is
 * not kept in stock, a pack of another item, or more than a row may hold. With `isPast`, items and packs may be out of use by now.
 */
export const placeRows = async <R extends Sent>(
  db: Db,
  { isPast = false, ...frame }: { lines: readonly OrderLine[]; order: LockedOrder | null; isPast?: boolean },
  rows: readonly R[],
  packsIn: (row: R) => number,
): Promise<Placed<R>[]> => {
  const found = rows.map((row, place) => ({ row, ...lineOf(frame, row, place) }))
  const units = await unitsOf(
    db,
    found.map(({ row, line, item }) =>
      isOrderedPack(line, row)
        ? { item, pack: null, quantity: packsIn(row) * line.pack_units }
        : { item, pack: row.pack ?? null, quantity: packsIn(row) },
    ),
    'items',
    { isPast },
  )
  return found.map(({ row, line, item }, place) => {
    const of = units[place]!
    const { name: item_name, unit, needs_lot, needs_expiry } = of
    return { row, line, item, item_name, unit, needs_lot, needs_expiry, ...packOf(line, row, of) }
  })
}
