import { sql } from 'kysely'
import { setCashPrices } from '#features/catalogue/public.ts'
import { clinicDay } from '#features/company/public.ts'
import { dayOf, findRecalled, keepBatches, lockLevels, nextNumber, writeEntry, type Movement } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, forbidden } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { checkRows, type CheckedRow } from './check-rows.ts'
import { findFrame, type Delivery, type Frame } from './delivery.ts'
import { followReceipts } from './follow-receipts.ts'
import type { OpenLine } from '#features/purchasing/contract-receipts.ts'

/** What a delivery would bring beyond what is open of its order, by item; what nobody ordered is open by none. */
const overReceived = (rows: readonly CheckedRow[]): OpenLine[] =>
  [...Map.groupBy(rows, ({ item }) => item)].flatMap(([item, ofItem]) => {
    const { line, item_name } = ofItem[0]!
    const wanted = ofItem.reduce((sum, { quantity, pack_units }) => sum + quantity * pack_units, 0)
    const open = line ? Math.max(0, line.units - line.received) : 0
    return wanted > open ? [{ item, item_name, ordered: line?.units ?? 0, received: line?.received ?? 0, open, wanted }] : []
  })

/** 409 over_receipt with what is open when more comes than was ordered, unless that is said on purpose by somebody who may (403). */
const refuseOver = (rows: readonly CheckedRow[], isAllowed: boolean, user: User) => {
  const over = overReceived(rows)
  const first = over[0]
  if (!first) return
  if (!isAllowed)
    throw conflict(
      `This is more than is open of the order: ${first.item_name}, ${first.wanted} came, ${first.open} open.`,
      { open: over },
      'over_receipt',
    )
  if (!user.permissions.has('stock.over_receive')) throw forbidden('stock.over_receive')
}

interface BookedRow extends CheckedRow {
  batch: number
  free_batch: number | null
}

/** 409 for a lot that must not be used; the levels are held, so that no recall comes in between. */
const refuseRecalled = async (db: Db, rows: readonly CheckedRow[]) => {
  const recalled = await findRecalled(
    db,
    rows.map(({ item }) => item),
  )
  const one = rows.find(({ item, lot }) => recalled.has(`${item}:${lot}`))
  if (one) throw conflict(`Lot ${one.lot} of ${one.item_name} is recalled.`, { item: one.item, lot: one.lot }, 'batch_recalled')
}

/** The batches of what is paid for and of what came for nothing, made where there are none yet. */
const withBatches = async (db: Db, rows: readonly CheckedRow[], supplier: number | null, now: Date): Promise<BookedRow[]> => {
  const paid = rows.map(({ item, lot, expires_on, unit_cost }) => ({ item, lot, expires_on, unit_cost, supplier }))
  const ids = await keepBatches(db, [...paid, ...paid.map((batch) => ({ ...batch, unit_cost: '0' }))].filter(isUsed(rows)), now)
  let next = 0
  const batches = rows.map(({ quantity }) => (quantity > 0 ? ids[next++]! : null))
  const free = rows.map((row) => (row.free > 0 ? ids[next++]! : null))
  return rows.map((row, place) => ({ ...row, batch: (batches[place] ?? free[place])!, free_batch: free[place] ?? null }))
}
/** Of the batches of all rows, first the paid ones, then the free ones: those that something came of. */
const isUsed = (rows: readonly CheckedRow[]) => (_batch: unknown, place: number) =>
  place < rows.length ? rows[place]!.quantity > 0 : rows[place - rows.length]!.free > 0

const movementsOf = ({ store, isDonation }: Frame, rows: readonly BookedRow[]): Movement[] => {
  const kind = isDonation ? ('donate_in' as const) : ('receipt' as const)
  return rows
    .flatMap(({ item, batch, free_batch, quantity, free, damaged, pack_units }): Movement[] => [
      { store, item, batch, state: 'usable', kind, quantity: quantity * pack_units - damaged },
      { store, item, batch, state: 'quarantined', kind, quantity: damaged },
      { store, item, batch: free_batch ?? batch, state: 'usable', kind, quantity: free * pack_units },
    ])
    .filter(({ quantity }) => quantity > 0)
}

const insertReceipt = async (db: Db, frame: Frame, { delivery_note, note }: Delivery, user: User, now: Date) => {
  const number = await nextNumber(db, 'goods receipt', now)
  return db
    .insertInto('goods_receipts')
    .values({
      number,
      store_id: frame.store,
      supplier_id: frame.supplier,
      purchase_order_id: frame.order?.id ?? null,
      is_donation: frame.isDonation,
      delivery_note: delivery_note ?? '',
      note: note ?? '',
      received_at: now,
      received_on: clinicDay(now),
      received_by: user.id,
    })
    .returning(['id', 'number'])
    .executeTakeFirstOrThrow()
}

const insertRows = async (db: Db, receipt: number, rows: readonly BookedRow[]) => {
  const sent = rows.map(({ line, ...row }) => ({ ...row, line: line?.id ?? null }))
  await sql`
    insert into goods_receipt_items (goods_receipt_id, purchase_order_item_id, item_id, batch_id, free_batch_id, pack_id, pack_units, quantity,
      free_quantity, damaged_units, purchase_price, sale_price)
    select ${receipt}, r.line, r.item, r.batch, r.free_batch, r.pack, r.pack_units, r.quantity, r.free, r.damaged, r.price, r.sale_price
    from rows from (json_to_recordset(${JSON.stringify(sent)}::json) as (line integer, item integer, batch integer, free_batch integer,
        pack integer, pack_units integer, quantity integer, free integer, damaged integer, price numeric, sale_price numeric)) with ordinality
      as r(line, item, batch, free_batch, pack, pack_units, quantity, free, damaged, price, sale_price, place)
    order by r.place`.execute(db)
}

const pricesOf = (rows: readonly CheckedRow[]) =>
  rows.flatMap(({ item, sale_price }, place) =>
    sale_price === null ? [] : [{ item, price: sale_price, field: `items.${place}.sale_price` }],
  )

/**
 * Books a delivery whole or not at all and answers its id and the items whose price is another one now: its batches, movements and rows; the order follows.
 * The order is held first, then prices, then the levels. 400 with the place of what is wrong; 409 over_receipt, batch_recalled or order_not_open.
 */
export const receiveGoods = async (db: Db, delivery: Delivery, user: User, now: Date) => {
  const frame = await findFrame(db, delivery)
  const checked = await checkRows(db, frame, delivery.items, await dayOf(db, now))
  if (frame.order) refuseOver(checked, delivery.allow_over ?? false, user)
  const priced = await setCashPrices(db, pricesOf(checked), user, now)
  await lockLevels(
    db,
    checked.map(({ item }) => ({ store: frame.store, item })),
  )
  await refuseRecalled(db, checked)
  const rows = await withBatches(db, checked, frame.supplier, now)
  const { id, number } = await insertReceipt(db, frame, delivery, user, now)
  await insertRows(db, id, rows)
  await writeEntry(db, { number, document: { goods_receipt: id }, by: user.id, now }, movementsOf(frame, rows))
  if (frame.order) await followReceipts(db, frame.order.id)
  return { id, number, order: frame.order?.id ?? null, supplier: frame.supplier, priced }
}
