import { sql, type RawBuilder } from 'kysely'
import type { OrderKind } from './charge.ts'

/** Joins the standing charge of an order, as `charge`: the columns of the contract's `orderCharge`. The price only where it may be seen. */
export const joinCharge = (kind: OrderKind, order: RawBuilder<unknown>, mayPrice: boolean) => sql`
  left join lateral (
    select c.id as invoice_item, c.invoice_id as invoice,
      case when ${sql.lit(mayPrice)} and c.price_source <> 'none' then c.unit_price end as sale_price,
      case when i.issued_at is null then 'pending' when c.credited_total >= c.total and (c.total > 0 or c.credited_quantity >= c.quantity) then 'credited' else 'billed' end as status
    from charges c join invoices i on i.id = c.invoice_id
    where c.order_kind = ${sql.lit(kind)} and c.order_id = ${order} and c.cancelled_at is null
  ) charge on true`

/** The columns of that join. */
export const chargeColumns = sql`
  charge.sale_price, charge.invoice, charge.invoice_item, coalesce(charge.status, 'cancelled') as invoice_item_status`
