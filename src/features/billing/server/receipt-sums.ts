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

/**
 * What the receipts that match come to, in all, by payment mode, and by who took the money; with a payment mode what was paid in that mode alone.
 */
export const findReceiptSums = async (db: Db, filters: ReceiptFilters): Promise<z.output<typeof ReceiptSums>> => {
  const ofMode = filters.payment_mode === undefined ? sql`true` : sql`p.payment_mode_id = ${filters.payment_mode}`
  const { rows } = await sql<z.output<typeof ReceiptSums>>`
    with r as materialized (select r.id, r.kind, ${amountMeant(filters)} as total, r.received_by from receipts r where ${receiptsMatching(filters)})
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
