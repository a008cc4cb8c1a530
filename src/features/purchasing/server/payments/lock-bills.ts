import type { Db } from '#platform/db/connect.ts'

/** These bills, held until the transaction ends, always by id, so that no two payments wait for each other. */
export const lockBills = async (db: Db, ids: readonly number[]) => {
  const bills = await db
    .selectFrom('supplier_bills')
    .select(['id', 'supplier_id as supplier', 'invoice_no', 'balance', 'differences', 'approved_at', 'cancelled_at'])
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute()
  return new Map(bills.map((bill) => [bill.id, bill]))
}
export type LockedBill = NonNullable<ReturnType<Awaited<ReturnType<typeof lockBills>>['get']>>
