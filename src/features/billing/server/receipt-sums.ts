import { sql } from 'kysely'
import type { z } from 'zod'
import type { Db } from '#platform/db/connect.ts'
import { forbidden } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { ReceiptSums } from '../contract-payments.ts'
import { amountMeant, type ReceiptFilters, receiptsMatching } from './receipts.ts'

/**
 * Whose receipts are summed: without the right to see what the clinic takes the caller's own, and 403 for those of another person.
 */
export const allowedTaker = (user: Pick<User, 'id' | 'permissions'>, received_by: number | undefined): number | undefined => {
  if (user.permissions.has('reports.sales')) return received_by
  if (received_by !== undefined && received_by !== user.id) throw forbidden('reports.sales')
  return user.id
}

/** Whether a sum may be of one patient alone, whose record may be shut: over a day, a person or a counter it is of many. */
export const isOfFew = ({ q, invoice, patient_id }: ReceiptFilters) =>
  invoice !== undefined || patient_id !== undefined || (q !== undefined && q.trim() !== '')

/**
 * What the receipts that match come to, in all, by payment mode, and by who took the money; with a payment mode what was paid in that mode alone.
 * The receipts of `hidden` patients, and those for their bill where one is named, are left out.
 */
export const findReceiptSums = async (
  db: Db,
  filters: ReceiptFilters,
  hidden: ReadonlySet<number> = new Set(),
): Promise<z.output<typeof ReceiptSums>> => {
  const ofMode = filters.payment_mode === undefined ? sql`true` : sql`p.payment_mode_id = ${filters.payment_mode}`
  const isShown =
    hidden.size === 0
      ? sql`true`
      : sql`(r.patient_id is null or r.patient_id <> all(${[...hidden]}::integer[])) and not exists (select from invoices i
          where i.id = ${filters.invoice ?? null}::integer and i.patient_id = any(${[...hidden]}::integer[]))`
  const { rows } = await sql<z.output<typeof ReceiptSums>>`
    with r as materialized (select r.id, r.kind, ${amountMeant(filters)} as total, r.received_by from receipts r where ${receiptsMatching(filters)} and ${isShown})
    select count(*)::integer as receipts, coalesce(sum(total) filter (where kind = 'payment'), 0.00) as received,
      coalesce(-sum(total) filter (where kind = 'refund'), 0.00) as refunded,
      coalesce(-sum(total) filter (where kind = 'reversal'), 0.00) as reversed, coalesce(sum(total), 0.00) as total,
      (select coalesce(json_agg(json_build_object('payment_mode', m.id, 'payment_mode_name', m.name, 'total', s.total::text)
          order by s.total desc, m.name), '[]')
        from (select p.payment_mode_id, sum(p.amount) as total from payments p join r on r.id = p.receipt_id where ${ofMode} group by 1) s
        join payment_modes m on m.id = s.payment_mode_id) as modes,
      (select coalesce(json_agg(json_build_object('id', u.id, 'name', concat_ws(' ', u.first_name, u.last_name), 'total', s.total::text)
          order by s.total desc, u.id), '[]')
        from (select received_by, sum(total) as total from r group by 1) s join users u on u.id = s.received_by) as people
    from r`.execute(db)
  return rows[0]!
}
