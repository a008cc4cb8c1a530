import { sql } from 'kysely'
import type { PaperRef } from '#features/prescriptions/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'

/** The prescription, its visit locked until the transaction ends; its version is read once the lock is held. 400 on `prescription`. */
export const lockPrescription = async (db: Db, id: number): Promise<PaperRef & { version: number }> => {
  const [{ rows: locked }, { rows }] = await Promise.all([
    sql`select from visits where id = (select visit_id from prescriptions where id = ${id}) for no key update`.execute(db),
    sql<PaperRef & { version: number }>`
      select id, visit_id as visit, patient_id as patient, version from prescriptions where id = ${id}`.execute(db),
  ])
  if (!rows[0] || locked.length === 0) throw fieldError('prescription', 'There is no such prescription.')
  return rows[0]
}
