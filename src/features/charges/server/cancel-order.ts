import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { OrderKind } from './charge.ts'
import { creditInvoice } from './credit-invoice.ts'
import { lockInvoice } from './drafts.ts'
import { numberDocuments } from './number-documents.ts'

/** What became of the charge of a cancelled order. */
export type Cancelled = 'cancelled' | 'credited' | 'nothing'

interface Orders {
  kind: OrderKind
  ids: readonly number[]
  /** What was charged by itself because of them: it is taken back with them. */
  parts?: { kind: OrderKind; ids: readonly number[] }
}
interface Charge {
  id: number
  /** Null: of a part. */
  order_id: number | null
  invoice_id: number
}

const findCharges = async (db: Db, { kind, ids, parts = { kind, ids: [] } }: Orders) => {
  const { rows } = await sql<Charge>`
    select id, case when order_kind = ${kind} then order_id end as order_id, invoice_id from charges
    where cancelled_at is null and (order_kind = ${kind} and order_id = any(${ids}::integer[])
      or order_kind = ${parts.kind} and order_id = any(${parts.ids}::integer[]))
    order by invoice_id, id`.execute(db)
  return rows
}

const cancelOnDraft = async (db: Db, charges: readonly number[], reason: string, by: number, now: Date) => {
  const { rows } = await sql<{ id: number }>`
    update charges set cancelled_at = ${now}, cancelled_by = ${by}, cancel_reason = ${reason}, version = version + 1
    where id = any(${charges}::integer[]) and cancelled_at is null returning id`.execute(db)
  return rows
}

const findUncredited = async (db: Db, charges: readonly number[]) => {
  const { rows } = await sql<{ id: number }>`
    select id from charges where id = any(${charges}::integer[]) and credited_total < total order by id`.execute(db)
  return rows
}

/**
 * Takes back the charges of orders that are cancelled, in the same transaction: off the draft, or by one credit note for each bill over
 * what remains of them, whose number makes others wait: let it be the last thing a request does. Nothing happens to an order that was
 * never charged or whose charge was taken back already. Answers what became of each, by the order's id.
 */
export const cancelOrders = async (db: Db, orders: Orders, reason: string, by: number, now: Date): Promise<Map<number, Cancelled>> => {
  const charges = await findCharges(db, orders)
  const done = new Map<number, Cancelled>(orders.ids.map((id) => [id, 'nothing']))
  const creditNotes: number[] = []
  for (const [id, group] of Map.groupBy(charges, ({ invoice_id }) => invoice_id)) {
    const invoice = await lockInvoice(db, id)
    const named = group.map((charge) => charge.id)
    const isDraft = invoice.issued_at === null
    const taken = isDraft ? await cancelOnDraft(db, named, reason, by, now) : await findUncredited(db, named)
    if (!isDraft && taken.length > 0) {
      const lines = taken.map((charge) => ({ charge: charge.id }))
      const creditNote = await creditInvoice(db, invoice, lines, reason, by, now, { nothing: 'ignore' })
      if (creditNote === null) continue
      creditNotes.push(creditNote)
    }
    for (const { id: charge } of taken) {
      const { order_id } = group.find((one) => one.id === charge)!
      if (order_id !== null) done.set(order_id, isDraft ? 'cancelled' : 'credited')
    }
  }
  for (const creditNote of creditNotes) await numberDocuments(db, { creditNote })
  return done
}

/** The same for one order. */
export const cancelOrder = async (
  db: Db,
  order: { kind: OrderKind; id: number },
  reason: string,
  by: number,
  now: Date,
): Promise<Cancelled> => (await cancelOrders(db, { kind: order.kind, ids: [order.id] }, reason, by, now)).get(order.id) ?? 'nothing'
