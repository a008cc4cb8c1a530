import { sql } from 'kysely'
import { lockToChange } from '#features/patients/public.ts'
import type { RecordEntity } from '#features/records/contract-fields.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, notFound, requireFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import { lockRecord } from '../find-records.ts'
import { visibleRecords } from '../policy.ts'
import { findEntities } from './find-entities-of.ts'

/** A record that is held while what was found in it is decided. */
export interface HeldRecord {
  id: number
  patient: number
  document_date: string | null
  is_from_patient: boolean
  verified_at: Date | null
}

/** Holds the patient and then the record; 404 for one that this person may not see, 409 `deactivated` or `withdrawn`. */
export const holdRecord = async (seer: Pick<Context, 'db' | 'user'>, id: number): Promise<HeldRecord> => {
  const visible = visibleRecords(seer.user)
  const { rows } = await sql<{ patient: number }>`
    select r.patient_id as patient from medical_records r where r.id = ${id} and ${visible}`.execute(seer.db)
  if (!rows[0]) throw notFound('Medical record')
  await lockToChange(seer.db, rows[0].patient)
  const record = await lockRecord(seer, id)
  if (record.withdrawn_at) throw conflict('This document was withdrawn.', {}, 'withdrawn')
  return record
}

/** These entities of a record that is held, in the order of the ids; 400 naming `field` for one that is not of this record. */
export const pickEntities = async (db: Db, record: HeldRecord, ids: readonly number[], field: string): Promise<RecordEntity[]> => {
  const found = await findEntities(db, sql`e.record_id = ${record.id} and e.id = any(${[...ids]}::bigint[])`)
  const byId = new Map(found.map((entity) => [entity.id, entity]))
  return [...new Set(ids)].map((id) => {
    const entity = byId.get(id)
    if (!entity) throw fieldError(field, `Finding ${id} not found in this document.`)
    return entity
  })
}

/** Holds the record of a finding, and answers both; 404 as above, 400 without a version, 412 when it has changed since `seen`. */
export const holdEntity = async (seer: Pick<Context, 'db' | 'user'>, id: number, seen: number | null) => {
  const there = requireFound((await findEntities(seer.db, sql`e.id = ${id}`))[0], 'Finding')
  const record = await holdRecord(seer, there.record)
  const entity = requireFound((await findEntities(seer.db, sql`e.id = ${id}`))[0], 'Finding')
  await requireUnchanged(entity, requireVersion(seen), () => ({ ...entity, patient: record.patient }))
  return { record, entity }
}
