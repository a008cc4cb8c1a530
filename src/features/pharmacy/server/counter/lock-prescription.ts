import { sql } from 'kysely'
import { findOpened } from '#features/prescriptions/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'

/** The prescription and its standing lines, its visit locked until the transaction ends: read once the lock is held. 400 on `prescription`. */
export const lockPrescription = async (db: Db, id: number, now: Date) => {
  const [, found] = await Promise.all([
    sql`select from visits where id = (select visit_id from prescriptions where id = ${id}) for no key update`.execute(db),
    findOpened(db, id, now),
  ])
  if (!found) throw fieldError('prescription', 'There is no such prescription.')
  return found
}
