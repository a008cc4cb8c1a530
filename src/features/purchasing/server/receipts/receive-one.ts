import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { Problem } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { createIncomingItem } from '#features/purchasing/contract-receipts.ts'
import type { Delivery } from './delivery.ts'
import { receiveGoods } from './receive-goods.ts'

type Sent = ParsedOf<typeof createIncomingItem>['body']

/** The pack whose name somebody typed; undefined when no pack of the item is called that. */
const findPackNamed = async (db: Db, item: number, name: string) =>
  db
    .selectFrom('item_packs')
    .select('id')
    .where('item_id', '=', item)
    .where('is_active', '=', true)
    .where((is) => is(is.fn<string>('lower', ['name']), '=', name.trim().toLowerCase()))
    .executeTakeFirst()

const findPack = async (db: Db, { item, pack, packed }: Sent): Promise<number | null | undefined> =>
  pack !== undefined || !packed ? pack : (await findPackNamed(db, item, packed))?.id

const sentNames: Record<string, string> = { lot: 'lot_no', expires_on: 'expiry_date' }
/** The row's fields by the names under which they were sent. */
const asSent = (error: unknown) => {
  if (!(error instanceof Problem)) return error
  const fields = Object.fromEntries(
    Object.entries(error.fields).map(([path, messages]) => {
      const field = path.replace(/^items\.0\./, '')
      return [sentNames[field] ?? field, messages]
    }),
  )
  return new Problem(error.status, error.code, error.message, { fields, extra: error.extra, headers: error.headers })
}

/** Books one item as a delivery of one row; without supplier and order it is given. Refusals as of every delivery, by the fields of the row. */
export const receiveOne = async (db: Db, sent: Sent, user: User, now: Date) => {
  const delivery: Delivery = {
    store: sent.store ?? undefined,
    supplier: sent.supplier,
    purchase_order: sent.purchase_order,
    is_donation: sent.supplier == null && sent.purchase_order == null,
    delivery_note: sent.delivery_note,
    allow_over: sent.allow_over,
    items: [
      {
        item: sent.item,
        pack: await findPack(db, sent),
        quantity: sent.quantity,
        free_quantity: sent.free_quantity,
        damaged_units: sent.damaged_units,
        purchase_price: sent.purchase_price,
        sale_price: sent.sale_price,
        lot: sent.lot_no,
        expires_on: sent.expiry_date,
      },
    ],
  }
  return receiveGoods(db, delivery, user, now).catch((error: unknown) => {
    throw asSent(error)
  })
}
