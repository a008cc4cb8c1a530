import { sql } from 'kysely'
import { isOpenTo } from '#features/patients/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue, limitLiteral } from '#platform/db/keyset.ts'
import type { User } from '#platform/http/handle.ts'
import { requireFound } from '#platform/errors/problem.ts'
import type { InvoiceItem } from '../contract.ts'

/** Lines of bills as they are answered: a select without a where. */
const itemRows = sql`
  select c.id, c.invoice_id as invoice, c.item_id as item, t.code as item_code, c.item_name, c.category, c.order_kind, c.order_id as "order",
    c.quantity, c.unit_price as sale_price, c.price_source, c.insurance_company_id, c.discount, c.waiver, c.adjustment_reason,
    ${nameOf(sql`c.adjusted_by`)} as adjusted_by_name, c.tax_rate, c.tax, c.gross, c.total as item_amount, c.insurer_amount, c.patient_amount,
    c.credited_total as credited,
    case when c.cancelled_at is not null then 'cancelled' when i.issued_at is null then 'pending'
      when c.credited_total >= c.total and (c.total > 0 or c.credited_quantity >= c.quantity) then 'credited' else 'billed' end as status,
    c.cancel_reason, c.created_at as item_created_at, ${nameOf(sql`c.created_by`)} as created_by_name, c.version
  from charges c join invoices i on i.id = c.invoice_id join items t on t.id = c.item_id`

export const getItem = async (db: Db, id: number): Promise<InvoiceItem> => {
  const { rows } = await sql<InvoiceItem>`${itemRows} where c.id = ${id}`.execute(db)
  return requireFound(rows[0], 'Invoice item')
}

/** Every line of a bill in the order in which it came, the cancelled ones too. */
export const findItemsOfInvoice = async (db: Db, invoice: number) => {
  const { rows } = await sql<InvoiceItem>`${itemRows} where c.invoice_id = ${invoice} order by c.id`.execute(db)
  return rows
}

interface Filters {
  invoice?: number | undefined
  item?: number | undefined
  invoice_item?: number | undefined
}
const matching = ({ invoice, item, invoice_item }: Filters) =>
  sql.join(
    [
      sql`true`,
      ...(invoice === undefined ? [] : [sql`c.invoice_id = ${invoice}`]),
      ...(item === undefined ? [] : [sql`c.item_id = ${item}`]),
      ...(invoice_item === undefined ? [] : [sql`c.id = ${invoice_item}`]),
    ],
    sql` and `,
  )
/** Lines of everybody's bills: without those of restricted records that this person may not open. One bill's are held by the trail. */
const isShown = (user: Pick<User, 'id'>, now: Date, { invoice }: Filters) =>
  invoice === undefined ? sql`(i.patient_id is null or ${isOpenTo(user, now, sql`i.patient_id`)})` : sql`true`

interface Asked {
  user: Pick<User, 'id'>
  now: Date
  cursor: CursorValue | null
  limit: number
}

/** The lines that match, newest first, after the cursor. */
export const findItems = async (db: Db, filters: Filters, { user, now, ...page }: Asked) => {
  const { rows } = await sql<InvoiceItem>`${itemRows}
    where ${matching(filters)} and ${isShown(user, now, filters)} and ${before(sql`c.id`, sql`c.id`, sql`bigint`, page.cursor)} order by c.id desc limit ${limitLiteral(page.limit)}`.execute(
    db,
  )
  return rows
}
export const countItems = async (db: Db, filters: Filters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from charges c where ${matching(filters)}`.execute(db)
  return rows[0]?.total ?? 0
}
