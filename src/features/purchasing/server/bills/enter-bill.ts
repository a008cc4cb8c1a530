import { sql } from 'kysely'
import { addDays } from '#shared/zoned.ts'
import { cents } from '#shared/money.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { dayOf } from '#features/stock/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { createOrderBill } from '#features/purchasing/contract-bills.ts'
import { figure } from '../figure.ts'
import { weighBill, type Weighed } from './weigh-bill.ts'

type Sent = ParsedOf<typeof createOrderBill>['body']

/** 409 with the other bill, when the supplier's number was entered before. The supplier is held. */
const refuseTwice = async (db: Db, supplier: number, invoice_no: string) => {
  const { rows } = await sql<{ id: number; bill_date: string; total_cost: string }>`
    select id, bill_date, total_cost from supplier_bills
    where supplier_id = ${supplier} and lower(invoice_no) = lower(${invoice_no}) and cancelled_at is null`.execute(db)
  const other = rows[0]
  if (other)
    throw conflict(
      `Bill ${invoice_no} of this supplier was entered already: of ${other.bill_date}, ${figure(other.total_cost)}.`,
      { bill: other.id },
      'entered_already',
    )
}

const daysOf = ({ bill_date, due_on }: Sent, { supplier }: Weighed, today: string) => {
  if (bill_date > today) throw fieldError('bill_date', 'This date is in the future.')
  if (due_on !== undefined && due_on < bill_date) throw fieldError('due_on', 'The due date cannot be before the invoice date.')
  return { bill_date, due_on: due_on ?? addDays(bill_date, supplier.payment_days) }
}

const insertRows = async (db: Db, bill: number, rows: Weighed['rows']) => {
  if (rows.length === 0) return
  await sql`
    insert into supplier_bill_items (supplier_bill_id, item_id, purchase_order_item_id, pack_units, quantity, unit_price, tax_rate)
    select ${bill}, r.item, r.purchase_order_item, r.pack_units, r.quantity, r.unit_price, r.tax_rate
    from rows from (json_to_recordset(${JSON.stringify(rows)}::json) as (item integer, purchase_order_item integer, pack_units integer,
        quantity integer, unit_price numeric, tax_rate numeric)) with ordinality
      as r(item, purchase_order_item, pack_units, quantity, unit_price, tax_rate, place)
    order by r.place`.execute(db)
}

/**
 * Enters a bill of a supplier with where it differs, and answers its id. 400 when its sum is not that of its rows or a day cannot be; 409
 * with the other bill when the supplier's number is known.
 */
export const enterBill = async (db: Db, sent: Sent, user: User, now: Date) => {
  const weighed = await weighBill(db, sent)
  const { supplier, order, rows, total, tax, differences } = weighed
  if (cents(tax) > cents(total)) throw fieldError('tax', 'This is more than the invoice total.')
  const days = daysOf(sent, weighed, await dayOf(db, now))
  await refuseTwice(db, supplier.id, sent.invoice_no)
  const { id } = await db
    .insertInto('supplier_bills')
    .values({
      supplier_id: supplier.id,
      purchase_order_id: order?.id ?? null,
      invoice_no: sent.invoice_no,
      ...days,
      total_cost: total,
      tax,
      note: sent.note ?? '',
      differences: differences.map(({ text }) => text),
      created_at: now,
      created_by: user.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await insertRows(db, id, rows)
  return { id, differences }
}
