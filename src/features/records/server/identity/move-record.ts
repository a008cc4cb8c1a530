import { sql } from 'kysely'
import { lockToChange } from '#features/patients/public.ts'
import { conflict, fieldError, notFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { refuseSecond } from '../add-record.ts'
import { findVisible, lockRecord, type LockedRecord } from '../find-records.ts'
import { requireActive } from '../ownership.ts'

type Mover = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

const refuseUsed = async ({ db }: Mover, record: number) => {
  const { rows } = await sql`select from medical_record_entities e where e.record_id = ${record} and e.became is not null limit 1`.execute(
    db,
  )
  if (rows.length > 0)
    throw conflict(
      'Entries in this record come from this document. Undo or end them, withdraw the document here and add it to the other record.',
      {},
      'in_use',
    )
}

/** Locks both records, the lower id first as everybody does, and then the document. 400 naming `patient`, 404, 409. */
export const lockForMove = async (mover: Mover, id: number, to: number): Promise<LockedRecord> => {
  const { db } = mover
  const { patient } = await findVisible(mover, id)
  if (patient === to) throw fieldError('patient', 'This document is already in this patient’s record.')
  await requireActive(db, to, 'look')
  for (const one of [patient, to].toSorted((a, b) => a - b)) await lockToChange(db, one)
  const record = await lockRecord(mover, id)
  // Moved by another one meanwhile.
  if (record.patient !== patient) throw notFound('Medical record')
  return record
}

/**
 * Moves a locked document with pages and findings to the record of another patient. What was decided about its findings stays; what was
 * decided about whose it is does not. Both records have it in their trail.
 */
export const moveTo = async (mover: Mover, record: LockedRecord, to: number): Promise<void> => {
  const { db, user, now, audit, publish } = mover
  const { id, patient } = record
  if (record.withdrawn_at) throw conflict('This document was withdrawn.', {}, 'withdrawn')
  if (record.status === 'uploaded' || record.status === 'processing') throw conflict('This document is being read.', {}, 'processing')
  await refuseUsed(mover, id)
  if (record.file_id !== null) {
    const { sha256 } = await db.selectFrom('files').select('sha256').where('id', '=', record.file_id).executeTakeFirstOrThrow()
    await refuseSecond(db, to, sha256)
  }
  // Who moves what a patient sent has looked at it.
  await sql`
    update medical_records set patient_id = ${to}, moved_at = ${now}, moved_by = ${user.id}, kept_here_at = null, kept_here_by = null,
      kept_here_reason = null, kept_here_against = null, changed_at = ${now}, changed_by = ${user.id}, version = version + 1,
      verified_at = case when is_from_patient then coalesce(verified_at, ${now}) else verified_at end,
      verified_by = case when is_from_patient then coalesce(verified_by, ${user.id}) else verified_by end
    where id = ${id}`.execute(db)
  await sql`update medical_record_pages set patient_id = ${to} where record_id = ${id}`.execute(db)
  await sql`update medical_record_entities set patient_id = ${to} where record_id = ${id}`.execute(db)
  for (const owner of [patient, to]) audit('move', { entity: 'medical record', id, patient: owner, change: { patient: [patient, to] } })
  const { rows } = await sql<{ account: number }>`
    select user_id as account from patients where id = any(${[patient, to]}::integer[]) and user_id is not null`.execute(db)
  for (const { account } of rows) publish('portal', account)
  publish('records', id)
}
