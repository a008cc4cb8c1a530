import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { OrderKind } from './charge.ts'
import { creditInvoice } from './credit-invoice.ts'
import { lockInvoice } from './drafts.ts'
import { numberDocuments } from './number-documents.ts'

/**
 * Takes back the charge of an order that is cancelled, in the same transaction: off the draft, or by a credit note over what remains of it
 * when it was billed, whose number makes others wait: let it be the last thing a request does. Nothing happens to an order that was never charged or whose charge was taken back already.
 */
export const cancelOrder = async (
  db: Db,
  order: { kind: OrderKind; id: number },
  reason: string,
  by: number,
  now: Date,
): Promise<'cancelled' | 'credited' | 'nothing'> => {
  const { rows } = await sql<{ id: number; invoice_id: number }>`
    select id, invoice_id from charges where order_kind = ${order.kind} and order_id = ${order.id} and cancelled_at is null`.execute(db)
  const [charge] = rows
  if (!charge) return 'nothing'
  const invoice = await lockInvoice(db, charge.invoice_id)
  if (invoice.issued_at === null) {
    const { numAffectedRows } = await sql`
      update charges set cancelled_at = ${now}, cancelled_by = ${by}, cancel_reason = ${reason}, version = version + 1
      where id = ${charge.id} and cancelled_at is null`.execute(db)
    return numAffectedRows ? 'cancelled' : 'nothing'
  }
  const creditNote = await creditInvoice(db, invoice, [{ charge: charge.id }], reason, by, now, { nothing: 'ignore' })
  if (creditNote === null) return 'nothing'
  await numberDocuments(db, { creditNote })
  return 'credited'
}
