import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'

interface Unfit {
  batch: number
  name: string
  lot: string
  is_recalled: boolean
}

/** Those of the batches that must not be used on `day` (the clinic's), because they have expired or their lot is recalled. */
export const findUnfit = async (db: Db, batches: readonly number[], day: string): Promise<Map<number, Unfit>> => {
  const { rows } = await sql<Unfit>`
    select * from (
      select b.id as batch, i.name, b.lot, coalesce(b.expires_on < ${day}::date, false) as is_expired,
        exists (select from recalls r where r.item_id = b.item_id and r.lot = b.lot and r.lifted_at is null) as is_recalled
      from batches b join items i on i.id = b.item_id where b.id = any(${batches}::integer[])
    ) b where is_expired or is_recalled`.execute(db)
  return new Map(rows.map((row) => [row.batch, row]))
}

/** 409 batch_expired or batch_recalled when one of the batches must not be used on `day`. */
export const requireFit = async (db: Db, batches: readonly number[], day: string): Promise<void> => {
  const [first] = (await findUnfit(db, batches, day)).values()
  if (!first) return
  const what = first.lot === '' ? `This batch of ${first.name}` : `Lot ${first.lot} of ${first.name}`
  throw first.is_recalled ? conflict(`${what} is recalled.`, {}, 'batch_recalled') : conflict(`${what} has expired.`, {}, 'batch_expired')
}
