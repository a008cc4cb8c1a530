import { sql } from 'kysely'
import type { z } from 'zod'
import { clinicDayStart } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type {
  listPurchaseOrderItems,
  listPurchaseOrders,
  PurchaseOrder,
  PurchaseOrderItem,
  PurchaseOrderSummary,
} from '#features/purchasing/contract-orders.ts'
import { isOtherApprover } from './approve.ts'
import { literally } from '../receipts/receipts.ts'
import { itemRows, orderRows } from './rows.ts'

type Asker = Pick<User, 'id' | 'permissions'>
type Asked = Omit<z.output<typeof listPurchaseOrders.query>, 'cursor' | 'limit' | 'count'>

const hasRows = sql`exists (select from purchase_order_items r where r.purchase_order_id = o.id)`
const otherApprover = sql`exists (select from users u where ${isOtherApprover(sql`o.created_by`, sql`o.changed_by`)})`
/** Drafts that a person may approve now by the clinic's rule; the owner their own as well, where no other person may. */
const waitingFor = ({ id, permissions }: Asker) =>
  permissions.has('purchasing.approve')
    ? sql`o.status = 'draft' and ${hasRows} and (select case
        when approval_people = 1 then true
        when o.created_by = ${id} or o.changed_by is not distinct from ${id}
          then approval_people = 2 and ${permissions.has('company.change')} and not ${otherApprover}
        else approval_people = 2 or o.first_approved_by is distinct from ${id} end
        from purchasing_settings)`
    : sql`false`
/** Drafts that a person made, changed or approved first, and that wait for the approval of another. */
const waitingForOthers = (user: Asker) =>
  sql`o.status = 'draft' and ${hasRows} and ${user.id} in (o.created_by, o.changed_by, o.first_approved_by) and not (${waitingFor(user)})`

const matching = (asked: Asked, user: Asker) => {
  const { q, status, supplier, store, item, requisition, from, to, mine, waiting, waiting_for_others, open } = asked
  const all = [sql`true`]
  if (q !== undefined) all.push(sql`o.number ilike ${`%${literally(q.trim())}%`}`)
  if (status !== undefined) all.push(sql`o.status = ${status}`)
  if (supplier !== undefined) all.push(sql`o.supplier_id = ${supplier}`)
  if (store !== undefined) all.push(sql`o.store_id = ${store}`)
  if (item !== undefined)
    all.push(sql`exists (select from purchase_order_items r where r.purchase_order_id = o.id and r.item_id = ${item})`)
  if (requisition !== undefined)
    all.push(sql`o.id in (
      select r.purchase_order_id from requisition_items n join purchase_order_sources w on w.requisition_item_id = n.id
      join purchase_order_items r on r.id = w.purchase_order_item_id where n.requisition_id = ${requisition})`)
  if (from !== undefined) all.push(sql`o.created_at >= ${clinicDayStart(from)}`)
  if (to !== undefined) all.push(sql`o.created_at < ${clinicDayStart(to, 1)}`)
  if (mine !== undefined) all.push(sql`(o.created_by = ${user.id}) = ${mine}`)
  if (waiting !== undefined) all.push(sql`(${waitingFor(user)}) = ${waiting}`)
  if (waiting_for_others !== undefined)
    all.push(waiting_for_others ? sql`(${waitingForOthers(user)})` : sql`(${waitingForOthers(user)}) is not true`)
  if (open !== undefined) all.push(sql`(o.status in ('sent', 'part-received')) = ${open}`)
  return sql.join(all, sql` and `)
}

/** The orders that match, newest first, after the cursor. */
export const findOrders = async (db: Db, asked: Asked, user: Asker, { cursor, limit }: Position, now: Date) => {
  const { rows } = await sql<PurchaseOrderSummary>`${orderRows(now)}
    where ${matching(asked, user)} and ${before(sql`o.id`, sql`o.id`, sql`bigint`, cursor)}
    order by o.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}
export const countOrders = async (db: Db, asked: Asked, user: Asker): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from purchase_orders o where ${matching(asked, user)}`.execute(db)
  return rows[0]!.total
}

type ItemsAsked = Pick<z.output<typeof listPurchaseOrderItems.query>, 'purchase_order' | 'item' | 'supplier'>
const matchingItems = ({ purchase_order, item, supplier }: ItemsAsked) => {
  const all = [sql`true`]
  if (purchase_order !== undefined) all.push(sql`r.purchase_order_id = ${purchase_order}`)
  if (item !== undefined) all.push(sql`r.item_id = ${item}`)
  if (supplier !== undefined) all.push(sql`r.supplier_id = ${supplier}`)
  return sql.join(all, sql` and `)
}
/** Rows of orders that match, newest first, after the cursor. */
export const findItems = async (db: Db, asked: ItemsAsked, { cursor, limit }: Position) => {
  const { rows } = await sql<PurchaseOrderItem>`${itemRows}
    where ${matchingItems(asked)} and ${before(sql`r.id`, sql`r.id`, sql`bigint`, cursor)}
    order by r.id desc limit ${sql.lit(limit)}`.execute(db)
  return rows
}
export const countItems = async (db: Db, asked: ItemsAsked): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from purchase_order_items r where ${matchingItems(asked)}`.execute(
    db,
  )
  return rows[0]!.total
}
/** The rows of an order, in the order in which they came. */
export const findOrderItems = async (db: Db, order: number): Promise<PurchaseOrderItem[]> => {
  const { rows } = await sql<PurchaseOrderItem>`${itemRows} where r.purchase_order_id = ${order} order by r.id`.execute(db)
  return rows
}
export const findItem = async (db: Db, id: number): Promise<PurchaseOrderItem> => {
  const { rows } = await sql<PurchaseOrderItem>`${itemRows} where r.id = ${id}`.execute(db)
  return rows[0]!
}

/** An order with its rows; 404 when there is none. */
export const getOrder = async (db: Db, id: number, now: Date): Promise<PurchaseOrder> => {
  const [{ rows }, items] = await Promise.all([
    sql<PurchaseOrderSummary>`${orderRows(now)} where o.id = ${id}`.execute(db),
    findOrderItems(db, id),
  ])
  if (!rows[0]) throw notFound('Purchase order')
  return { ...rows[0], items }
}
