import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'

/** The supplier, held until the transaction ends; 400 of the field when there is none. After the row of an order, before bills. */
export const lockSupplier = async (db: Db, id: number, field = 'supplier') => {
  const supplier = await db
    .selectFrom('suppliers')
    .select(['id', 'name', 'payment_days', 'is_active'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!supplier) throw fieldError(field, 'Supplier not found.')
  return supplier
}
