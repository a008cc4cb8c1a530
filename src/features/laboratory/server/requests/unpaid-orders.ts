import { sql, type RawBuilder } from 'kysely'
import { isUnpaid } from '#features/charges/public.ts'

/** Whether the patient still owes one of these orders: `orders` selects their ids. */
export const areUnpaid = (orders: RawBuilder<unknown>) => sql<boolean>`exists (
  select from charges c join invoices i on i.id = c.invoice_id
  where c.order_kind = 'laboratory' and c.order_id in (${orders}) and ${isUnpaid})`

/** The orders of the tests of a sample `s`. */
export const ordersOfSample = sql`select n.lab_order_id from lab_test_request_panels n where n.sample_id = s.id and n.cancelled_at is null`
