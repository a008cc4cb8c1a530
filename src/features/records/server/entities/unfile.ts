import { sql } from 'kysely'
import { withdrawPastResult } from '#features/laboratory/public.ts'
import { withdrawPastVitals } from '#features/triage/public.ts'
import type { RecordEntity } from '#features/records/contract-fields.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireMayFile } from '../policy.ts'
import type { HeldRecord } from './hold-record.ts'

type WriteContext = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

/**
 * Takes back the result or the set of vital signs that was made of a finding, with a reason; every finding of the set is confirmed and
 * not filed again. The record must be held. 403 without the right to file it, 409 `not_filed` and `change_there`.
 */
export const unfile = async (context: WriteContext, record: HeldRecord, entity: RecordEntity, reason: string) => {
  const { db, user, now } = context
  const { became, became_id } = entity
  if (became === null || became_id === null) throw conflict('This finding was not added to the record.', {}, 'not_filed')
  if (became !== 'laboratory' && became !== 'vitals') throw conflict('End this entry in its own list.', { became }, 'change_there')
  requireMayFile(user, became)
  if (became === 'laboratory') await withdrawPastResult(db, became_id, reason, user.id, now)
  else await withdrawPastVitals(db, became_id)
  await sql`
    update medical_record_entities set became = null, became_id = null, became_at = null, became_by = null, version = version + 1
    where record_id = ${record.id} and became = ${became} and became_id = ${became_id}`.execute(db)
  context.audit('unfile', { entity: 'document finding', id: entity.id, patient: record.patient, change: { became, became_id, reason } })
  context.publish(became === 'laboratory' ? 'laboratory' : 'triage')
  context.publish('records', record.id)
}
