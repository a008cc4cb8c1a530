import { sql } from 'kysely'
import type { z } from 'zod'
import { clinicDay } from '#features/company/public.ts'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { Position } from '#platform/db/keyset.ts'
import type { listOrderBills, OrderBill, OrderBillSummary } from '#features/purchasing/contract-bills.ts'
import { beforeId, literally } from '../receipts/receipts.ts'
import { toRights } from './policy.ts'

type Row = Omit<OrderBillSummary, 'may'>
const summaries = (now: Date) => sql`
  select b.id, b.supplier_id as supplier, su.name as supplier_name, b.purchase_order_id as purchase_order, o.number as purchase_order_number,
    b.invoice_no, b.payment_status, b.bill_date, b.due_on, b.total_cost, b.tax, b.paid, b.balance,
    case when b.balance > 0 and b.due_on < ${clinicDay(now)} then ${clinicDay(now)} - b.due_on end as overdue_days, b.note, b.differences,
    b.differences <> '{}' and b.approved_at is null and b.cancelled_at is null as needs_approval, b.approved_at, b.approved_by,
    ${nameOf(sql`b.approved_by`)} as approved_by_name, b.approval_reason, b.cancelled_at is not null as is_cancelled, b.cancelled_at,
    ${nameOf(sql`b.cancelled_by`)} as cancelled_by_name, b.cancel_reason, b.created_at as date_created, b.created_by,
    ${nameOf(sql`b.created_by`)} as created_by_name, b.version
  from supplier_bills b join suppliers su on su.id = b.supplier_id left join purchase_orders o on o.id = b.purchase_order_id`

type Filters = Omit<z.output<typeof listOrderBills.query>, 'limit' | 'cursor' | 'count'>
const named = (search: string) => {
  const pattern = `%${literally(search)}%`
  return sql`b.id in (
    select x.id from supplier_bills x where x.invoice_no ilike ${pattern}
    union all
    select x.id from supplier_bills x join purchase_orders y on y.id = x.purchase_order_id where y.number ilike ${pattern})`
}
const isOverdue = (now: Date) => sql`(b.paid < b.total_cost and b.cancelled_at is null and b.due_on < ${clinicDay(now)})`
const matching = ({ supplier, purchase_order, payment_status, overdue, differs, cancelled, search }: Filters, now: Date) =>
  sql.join(
    [
      sql`true`,
      ...(supplier === undefined ? [] : [sql`b.supplier_id = ${supplier}`]),
      ...(purchase_order === undefined ? [] : [sql`b.purchase_order_id = ${purchase_order}`]),
      ...(payment_status === undefined ? [] : [sql`b.payment_status = ${payment_status} and b.cancelled_at is null`]),
      ...(overdue === undefined ? [] : [sql`${isOverdue(now)} = ${overdue}`]),
      ...(differs === undefined ? [] : [sql`(b.differences <> '{}' and b.approved_at is null and b.cancelled_at is null) = ${differs}`]),
      ...(cancelled === undefined ? [] : [sql`(b.cancelled_at is not null) = ${cancelled}`]),
      ...(search === undefined || search.trim() === '' ? [] : [named(search.trim())]),
    ],
    sql` and `,
  )
const withRights = <T extends Row>(bill: T, user: User) => ({ ...bill, may: toRights(bill, user) })

/** The bills that match, those that were entered last first. */
export const findBills = async (
  db: Db,
  filters: Filters,
  { cursor, limit }: Position,
  user: User,
  now: Date,
): Promise<OrderBillSummary[]> => {
  const { rows } = await sql<Row>`${summaries(now)}
    where ${matching(filters, now)} and ${beforeId(sql`b.id`, cursor)} order by b.id desc limit ${limit}`.execute(db)
  return rows.map((bill) => withRights(bill, user))
}
export const countBills = async (db: Db, filters: Filters, now: Date): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*) as count from supplier_bills b where ${matching(filters, now)}`.execute(db)
  return rows[0]?.count ?? 0
}

const findItems = async (db: Db, bill: number): Promise<OrderBill['items']> => {
  const { rows } = await sql<OrderBill['items'][number]>`
    select l.id, l.item_id as item, i.name as item_name, i.code as item_code, i.unit, l.purchase_order_item_id as purchase_order_item, l.pack_units,
      l.quantity, l.quantity * l.pack_units as units, l.unit_price, l.tax_rate,
      (l.quantity * l.unit_price + round(l.quantity * l.unit_price * l.tax_rate / 100, 2))::numeric(20, 2) as total
    from supplier_bill_items l join items i on i.id = l.item_id where l.supplier_bill_id = ${bill} order by l.id`.execute(db)
  return rows
}
const findPayments = async (db: Db, bill: number): Promise<OrderBill['payments']> => {
  const { rows } = await sql<OrderBill['payments'][number]>`
    select p.id, p.number, p.kind, a.amount, p.paid_on, p.reference
    from supplier_allocations a join supplier_payments p on p.id = a.supplier_payment_id where a.supplier_bill_id = ${bill} order by p.id`.execute(
    db,
  )
  return rows
}
/** A bill with its rows and payments; 404 when there is none. */
export const getBill = async (db: Db, id: number, user: User, now: Date): Promise<OrderBill> => {
  const [{ rows }, items, payments] = await Promise.all([
    sql<Row>`${summaries(now)} where b.id = ${id}`.execute(db),
    findItems(db, id),
    findPayments(db, id),
  ])
  if (!rows[0]) throw notFound('Bill')
  return { ...withRights(rows[0], user), items, payments }
}
