import type { Db } from '#platform/db/connect.ts'
import { conflict, notFound } from '#platform/errors/problem.ts'
import type { StockCount } from '#features/stock/contract-counts.ts'

/** A count as it is worked on. */
export interface OpenCount {
  id: number
  number: string
  store: number
  status: StockCount['status']
  is_blind: boolean
  counters: number[]
  version: number
}

const refusals: Record<StockCount['status'], string> = {
  counting: 'This count is still in progress.',
  submitted: 'This count is already submitted.',
  posted: 'This count is already approved.',
  cancelled: 'This count was cancelled.',
}

/** Holds the count until the transaction ends; 404 when there is none, 409 when it is not where it has to be for this. */
export const lockCount = async (db: Db, id: number, wanted: readonly StockCount['status'][]): Promise<OpenCount> => {
  const count = await db
    .selectFrom('stock_counts')
    .select(['id', 'number', 'store_id as store', 'status', 'is_blind', 'counters', 'version'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  if (!count) throw notFound('Stock count')
  if (!wanted.includes(count.status)) throw conflict(refusals[count.status], {}, 'wrong_status')
  return count
}

/** Remembers who counted, so that somebody else approves. */
export const keepCounter = async (db: Db, { id, counters }: OpenCount, user: number) => {
  if (counters.includes(user)) return
  await db
    .updateTable('stock_counts')
    .set({ counters: [...counters, user] })
    .where('id', '=', id)
    .execute()
}
