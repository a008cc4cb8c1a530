import { sql } from 'kysely'
import { dayOf, mainStore, nextNumber, requireStore } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import { fieldOf } from '../packs.ts'
import { type Actor, countUnits, followCoverage } from '../requisitions/cover.ts'
import { requireSuppliers } from '../suppliers/suppliers.ts'
import { priceRows } from './price-rows.ts'
import { expectedOn } from './save-rows.ts'
import { type Asked, LINES, type WantedLine, wantLines } from './wanted-lines.ts'

export interface OrderFrame {
  store?: number | null | undefined
  expected_on?: string | null | undefined
  note?: string | null | undefined
}
interface Row {
  place: number
  item: number
  pack: number | null
  pack_units: number
  quantity: number
  unit_price: string | null | undefined
  lines: WantedLine[]
}

/** Lines of the same item are one row of the order. 400 with the place of one that asks for another pack, or another price. */
const mergeLines = (lines: readonly WantedLine[]): Row[] => {
  const rows = new Map<number, Row>()
  for (const line of lines) {
    const { place, item, pack, pack_units, quantity, unit_price } = line
    const row = rows.get(item)
    if (!row) {
      rows.set(item, { place, item, pack, pack_units, quantity, unit_price, lines: [line] })
      continue
    }
    if (row.pack_units !== pack_units)
      throw fieldError(fieldOf(LINES, place, 'pack'), 'Another line orders this item in a different pack: use one pack for both.')
    if (row.unit_price != null && unit_price != null && row.unit_price !== unit_price)
      throw fieldError(fieldOf(LINES, place, 'unit_price'), 'Another line orders this item at a different price: use one price for both.')
    rows.set(item, {
      ...row,
      quantity: row.quantity + quantity,
      unit_price: row.unit_price ?? unit_price,
      lines: [...row.lines, line],
    })
  }
  return [...rows.values()]
}

const insertRows = async (db: Db, order: number, supplier: number, rows: readonly Row[], now: Date) => {
  const priced = await priceRows(db, supplier, rows, (index) => fieldOf(LINES, rows[index]!.place, 'unit_price'))
  const values = rows.map(({ item, pack, pack_units, quantity }, index) => ({
    purchase_order_id: order,
    item_id: item,
    supplier_id: supplier,
    pack_id: pack,
    pack_units,
    quantity_purchased: quantity,
    ...priced[index]!,
    date_created: now,
  }))
  const saved = await db.insertInto('purchase_order_items').values(values).returning(['id', 'item_id']).execute()
  const idOf = new Map(saved.map(({ id, item_id }) => [item_id, id]))
  await db
    .insertInto('purchase_order_sources')
    .values(
      rows.flatMap(({ item, lines }) =>
        lines.map(({ line, units }) => ({ purchase_order_item_id: idOf.get(item)!, requisition_item_id: line, units })),
      ),
    )
    .execute()
}

/** Where an order goes: where it is said, else to the store that asked for all of it, else to the main store. */
const storeFor = async (db: Db, { store }: OrderFrame, lines: readonly WantedLine[]): Promise<number> => {
  if (store != null) return (await requireStore(db, store)).id
  const asking = new Set(lines.map((line) => line.store))
  return asking.size === 1 ? lines[0]!.store : mainStore(db)
}

const placeOrder = async (db: Db, supplier: number, lines: readonly WantedLine[], frame: OrderFrame, { by, now }: Actor) => {
  const { id } = await db
    .insertInto('purchase_orders')
    .values({
      number: await nextNumber(db, 'purchase order', now),
      supplier_id: supplier,
      store_id: await storeFor(db, frame, lines),
      expected_on: frame.expected_on ?? null,
      note: frame.note ?? '',
      created_at: now,
      created_by: by,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRows(db, id, supplier, mergeLines(lines), now)
  if (frame.expected_on == null)
    await db
      .updateTable('purchase_orders')
      .set({ expected_on: await expectedOn(db, id, await dayOf(db, now)) })
      .where('id', '=', id)
      .execute()
  return id
}

/**
 * Drafts one order for each supplier of these lines of requisitions, all or none, and answers their ids. 400 with the place in
 * `requisition_items`; 409 not_open when more is wanted than is approved and neither ordered nor issued: requisitions, then lines are held.
 */
export const orderLines = async (db: Db, asked: readonly Asked[], frame: OrderFrame, actor: Actor): Promise<number[]> => {
  const lines = await wantLines(db, asked)
  const suppliers = Map.groupBy(lines, ({ supplier }) => supplier)
  await requireSuppliers(db, [...suppliers.keys()], (id) => fieldOf(LINES, suppliers.get(id)![0]!.place, 'supplier'))
  const orders: number[] = []
  for (const [supplier, own] of suppliers) orders.push(await placeOrder(db, supplier, own, frame, actor))
  await countUnits(
    db,
    'ordered_units',
    lines.map(({ line, units }) => ({ id: line, units })),
  )
  await followCoverage(db, [...new Set(lines.map(({ requisition }) => requisition))], actor)
  return orders
}

/** The open lines of a requisition that this supplier may have: all but those that name another one. */
export const findOpenLines = async (db: Db, requisition: number, supplier: number | null): Promise<Asked[]> => {
  const { rows } = await sql<{ id: number }>`
    select r.id from requisition_items r join requisitions q on q.id = r.requisition_id
    where r.requisition_id = ${requisition} and q.status in ('approved', 'part-ordered')
      and coalesce(r.quantity_approved, 0) * r.pack_units > r.ordered_units + r.issued_units
      and (${supplier}::integer is null or r.supplier_id is null or r.supplier_id = ${supplier}::integer)
    order by r.id`.execute(db)
  return rows.map(({ id }) => ({ id, supplier, pack: undefined, quantity: undefined, unit_price: undefined }))
}
