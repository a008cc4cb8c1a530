import { sql, type Insertable, type Updateable } from 'kysely'
import { clinicDay } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { after, type Position } from '#platform/db/keyset.ts'
import type { Suppliers } from '#platform/db/tables.gen.ts'
import { fieldError, requireFound } from '#platform/errors/problem.ts'
import type { Supplier } from '#features/purchasing/contract-suppliers.ts'

const byName = sql`lower(s.name)`

/** Suppliers as they are answered, with what is owed at an instant: a select without a where. */
const supplierRows = (now: Date) => sql`
  select s.id, s.name, s.common_name, s.contact_person, s.phone, s.email, s.address, s.tax_number, s.payment_days, s.is_active,
    s.created_at as date_created, b.balance, b.overdue, b.open_bills, o.open_orders, s.version, ${byName} as sort_name
  from suppliers s
  cross join lateral (
    select coalesce(sum(b.balance), 0.00) as balance, coalesce(sum(b.balance) filter (where b.due_on < ${clinicDay(now)}), 0.00) as overdue,
      count(*)::integer as open_bills
    from supplier_bills b where b.supplier_id = s.id and b.paid < b.total_cost and b.cancelled_at is null
  ) b
  cross join lateral (
    select count(*)::integer as open_orders from purchase_orders o where o.supplier_id = s.id and o.status in ('sent', 'part-received')
  ) o`

/** One supplier; 404 when there is none. */
export const getSupplier = async (db: Db, id: number, now: Date): Promise<Supplier> => {
  const { rows } = await sql<Supplier>`${supplierRows(now)} where s.id = ${id}`.execute(db)
  return requireFound(rows[0], 'Supplier')
}

interface Filters {
  q?: string | undefined
  active?: boolean | undefined
}
const matching = ({ q, active }: Filters) => {
  const all = [sql`true`]
  if (q !== undefined) all.push(sql`search_fold(s.name || ' ' || coalesce(s.common_name, '')) like '%' || search_fold(${q}) || '%'`)
  if (active !== undefined) all.push(sql`s.is_active = ${active}`)
  return sql.join(all, sql` and `)
}

/** The suppliers that match, by name, after the cursor. */
export const findSuppliers = async (db: Db, filters: Filters, page: Position, now: Date) => {
  const { rows } = await sql<Supplier & { sort_name: string }>`${supplierRows(now)}
    where ${matching(filters)} and ${after(byName, sql`s.id`, sql`text`, page.cursor)}
    order by ${byName}, s.id limit ${sql.lit(page.limit)}`.execute(db)
  return rows
}
export const countSuppliers = async (db: Db, filters: Filters): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from suppliers s where ${matching(filters)}`.execute(db)
  return rows[0]!.total
}

export const insertSupplier = async (db: Db, supplier: Insertable<Suppliers>): Promise<number> =>
  (await db.insertInto('suppliers').values(supplier).returning('id').executeTakeFirstOrThrow()).id

/** The supplier's own row, held until the transaction ends; 404. */
export const lockSupplier = async (db: Db, id: number) => {
  return requireFound(await db.selectFrom('suppliers').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst(), 'Supplier')
}

export const updateSupplierRow = (db: Db, id: number, change: Updateable<Suppliers>) =>
  db
    .updateTable('suppliers')
    .set({ ...change, version: sql`version + 1` })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Suppliers in use, by id; 400 of the field that names another: `fieldOf` answers where in the request an id stood. */
export const requireSuppliers = async (db: Db, ids: readonly number[], fieldOf: (id: number) => string): Promise<Map<number, string>> => {
  const { rows } = await sql<{ id: number; name: string; is_active: boolean }>`
    select id, name, is_active from suppliers where id = any(${ids}::integer[])`.execute(db)
  const found = new Map(rows.map((row) => [row.id, row]))
  for (const id of ids) {
    const supplier = found.get(id)
    if (!supplier) throw fieldError(fieldOf(id), 'Supplier not found.')
    if (!supplier.is_active) throw fieldError(fieldOf(id), 'This supplier is inactive.')
  }
  return new Map(rows.map(({ id, name }) => [id, name]))
}
