import { sql } from 'kysely'
import type { z } from 'zod'
import { clinicDayStart } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import { notFound } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type {
  listRequisitionItems,
  listRequisitions,
  Requisition,
  RequisitionItem,
  RequisitionSummary,
} from '#features/purchasing/contract-requisitions.ts'
import { literally } from '../receipts/receipts.ts'
import { itemColumns, itemJoins, requisitionRows } from './rows.ts'

const newestFirst = ({ cursor, limit }: Position, id: ReturnType<typeof sql>) => sql`
  and ${before(id, id, sql`bigint`, cursor)} order by ${id} desc limit ${sql.lit(limit)}`

type Asked = Omit<z.output<typeof listRequisitions.query>, 'cursor' | 'limit' | 'count'>
type Asker = Pick<User, 'id' | 'permissions'>

/** What a person may approve now: the first approval of others' requisitions, the second of those that somebody else gave the first. */
const waitingFor = ({ id, permissions }: Asker) => {
  const first = permissions.has('purchasing.approve_request') ? sql`q.status = 'submitted'` : sql`false`
  const second = permissions.has('purchasing.approve')
    ? sql`q.status = 'department approved' and q.department_approved_by <> ${id}`
    : sql`false`
  return sql`q.status in ('submitted', 'department approved') and q.requested_by <> ${id} and (${first} or ${second})`
}

const matching = ({ q, status, store, supplier, item, from, to, mine, waiting }: Asked, user: Asker) => {
  const all = [sql`true`]
  if (q !== undefined) all.push(sql`q.number ilike ${`%${literally(q.trim())}%`}`)
  if (status !== undefined) all.push(sql`q.status = ${status}`)
  if (store !== undefined) all.push(sql`q.store_id = ${store}`)
  if (supplier !== undefined)
    all.push(sql`exists (select from requisition_items r where r.requisition_id = q.id and r.supplier_id = ${supplier})`)
  if (item !== undefined) all.push(sql`exists (select from requisition_items r where r.requisition_id = q.id and r.item_id = ${item})`)
  if (from !== undefined) all.push(sql`q.requested_at >= ${clinicDayStart(from)}`)
  if (to !== undefined) all.push(sql`q.requested_at < ${clinicDayStart(to, 1)}`)
  if (mine !== undefined) all.push(sql`(q.requested_by = ${user.id}) = ${mine}`)
  if (waiting !== undefined) all.push(sql`(${waitingFor(user)}) = ${waiting}`)
  return sql.join(all, sql` and `)
}

/** The requisitions that match, newest first, after the cursor. */
export const findRequisitions = async (db: Db, asked: Asked, user: Asker, page: Position) => {
  const { rows } = await sql<RequisitionSummary>`${requisitionRows}
    where ${matching(asked, user)} ${newestFirst(page, sql`q.id`)}`.execute(db)
  return rows
}
export const countRequisitions = async (db: Db, asked: Asked, user: Asker): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from requisitions q where ${matching(asked, user)}`.execute(db)
  return rows[0]!.total
}

type ItemsAsked = Pick<z.output<typeof listRequisitionItems.query>, 'requisition' | 'item' | 'supplier'>
const matchingItems = ({ requisition, item, supplier }: ItemsAsked) => {
  const all = [sql`true`]
  if (requisition !== undefined) all.push(sql`r.requisition_id = ${requisition}`)
  if (item !== undefined) all.push(sql`r.item_id = ${item}`)
  if (supplier !== undefined) all.push(sql`r.supplier_id = ${supplier}`)
  return sql.join(all, sql` and `)
}
/** Rows of requisitions that match, newest first, after the cursor. */
export const findItems = async (db: Db, asked: ItemsAsked, page: Position) => {
  const { rows } = await sql<RequisitionItem>`select ${itemColumns} from ${itemJoins}
    where ${matchingItems(asked)} ${newestFirst(page, sql`r.id`)}`.execute(db)
  return rows
}
export const countItems = async (db: Db, asked: ItemsAsked): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from requisition_items r where ${matchingItems(asked)}`.execute(db)
  return rows[0]!.total
}

/** The rows of a requisition, in the order in which they came. */
export const findRequisitionItems = async (db: Db, requisition: number): Promise<RequisitionItem[]> => {
  const { rows } = await sql<RequisitionItem>`select ${itemColumns} from ${itemJoins}
    where r.requisition_id = ${requisition} order by r.id`.execute(db)
  return rows
}
export const findItem = async (db: Db, id: number): Promise<RequisitionItem> => {
  const { rows } = await sql<RequisitionItem>`select ${itemColumns} from ${itemJoins} where r.id = ${id}`.execute(db)
  return rows[0]!
}

const findOrders = async (db: Db, requisition: number) => {
  const { rows } = await sql<Requisition['orders'][number]>`
    select distinct o.id, o.number, o.status, s.name as supplier_name
    from requisition_items r join purchase_order_sources w on w.requisition_item_id = r.id
    join purchase_order_items i on i.id = w.purchase_order_item_id join purchase_orders o on o.id = i.purchase_order_id
    left join suppliers s on s.id = o.supplier_id
    where r.requisition_id = ${requisition} order by o.id`.execute(db)
  return rows
}
const findTransfers = async (db: Db, requisition: number) => {
  const { rows } = await sql<Requisition['transfers'][number]>`
    select t.id, t.number, t.status, s.name as from_store_name from transfers t join stores s on s.id = t.from_store_id
    where t.requisition_id = ${requisition} order by t.id`.execute(db)
  return rows
}

/** A requisition with its rows and what became of it; 404 when there is none. */
export const getRequisition = async (db: Db, id: number): Promise<Requisition> => {
  const [{ rows }, items, orders, transfers] = await Promise.all([
    sql<RequisitionSummary>`${requisitionRows} where q.id = ${id}`.execute(db),
    findRequisitionItems(db, id),
    findOrders(db, id),
    findTransfers(db, id),
  ])
  if (!rows[0]) throw notFound('Requisition')
  return { ...rows[0], items, orders, transfers }
}
