import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { lockLevels, nextNumber, refuseShort, requireStore, writeEntry } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { createSupplierReturn } from '#features/purchasing/contract-receipts.ts'

type Sent = ParsedOf<typeof createSupplierReturn>['body']
interface Batch {
  id: number
  item: number
  item_name: string
  supplier: number | null
}
interface Row extends Batch {
  state: 'usable' | 'quarantined'
  quantity: number
}

/** The rows with their batches; 400 for one that is not there, of another supplier (unless that is meant), or named twice. */
const findRows = async (db: Db, { items, supplier, any_supplier }: Sent): Promise<Row[]> => {
  const { rows: batches } = await sql<Batch>`
    select b.id, b.item_id as item, i.name as item_name, b.supplier_id as supplier from batches b join items i on i.id = b.item_id
    where b.id = any(${items.map(({ batch }) => batch)}::integer[])`.execute(db)
  const known = new Map(batches.map((batch) => [batch.id, batch]))
  const errors: FieldErrors = {}
  const seen = new Set<string>()
  const rows = items.flatMap(({ batch: id, state = 'usable' as const, quantity }, place): Row[] => {
    const batch = known.get(id)
    const fault = !batch
      ? 'Batch not found.'
      : batch.supplier !== supplier && !any_supplier
        ? 'This was not bought from this supplier.'
        : seen.has(`${id} ${state}`)
          ? 'Enter each batch once.'
          : null
    seen.add(`${id} ${state}`)
    if (fault !== null) errors[`items.${place}.batch`] = [fault]
    return batch ? [{ ...batch, state, quantity }] : []
  })
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return rows
}

/** 409 with what is short, when less of a batch lies there. The levels are held. */
const requireThere = async (db: Db, store: number, rows: readonly Row[]) => {
  const there = await db
    .selectFrom('batch_stock')
    .select(['batch_id', 'state', 'quantity'])
    .where('store_id', '=', store)
    .where(sql<boolean>`item_id = any(${rows.map(({ item }) => item)}::integer[])`)
    .execute()
  const left = new Map(there.map(({ batch_id, state, quantity }) => [`${batch_id} ${state}`, quantity]))
  const short = rows.flatMap(({ id, item, item_name, state, quantity }) => {
    const has = left.get(`${id} ${state}`) ?? 0
    return has < quantity ? [{ item, name: item_name, batch: id, wanted: quantity, left: has }] : []
  })
  refuseShort(short)
}

/** Sends batches back to a supplier and answers the return's id and number; they leave the store in the same transaction. */
export const returnGoods = async (db: Db, sent: Sent, user: User, now: Date) => {
  const supplier = await db.selectFrom('suppliers').select('id').where('id', '=', sent.supplier).executeTakeFirst()
  if (!supplier) throw fieldError('supplier', 'Supplier not found.')
  const { id: store } = await requireStore(db, sent.store)
  const rows = await findRows(db, sent)
  await lockLevels(
    db,
    rows.map(({ item }) => ({ store, item })),
  )
  await requireThere(db, store, rows)
  const number = await nextNumber(db, 'supplier return', now)
  const { id } = await db
    .insertInto('supplier_returns')
    .values({ number, supplier_id: supplier.id, store_id: store, reason: sent.reason, returned_at: now, returned_by: user.id })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('supplier_return_items')
    .values(rows.map((row) => ({ supplier_return_id: id, item_id: row.item, batch_id: row.id, state: row.state, quantity: row.quantity })))
    .execute()
  await writeEntry(
    db,
    { number, document: { supplier_return: id }, by: user.id, now },
    rows.map((row) => ({ store, item: row.item, batch: row.id, state: row.state, kind: 'return_supplier', quantity: -row.quantity })),
  )
  return { id, number }
}
