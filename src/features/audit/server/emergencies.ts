import { sql, type RawBuilder } from 'kysely'
import { namesOnFile } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue } from '#platform/db/keyset.ts'
import { conflict, notFound } from '#platform/errors/problem.ts'
import type { EmergencyAccess } from '../contract.ts'

const nameOf = (id: RawBuilder<unknown>) => sql`(select concat_ws(' ', u.first_name, u.last_name) from users u where u.id = ${id})`

/** Over whatever `emergency_accesses e` is in the statement. */
const access = sql`e.id, e.patient_id as patient, ${namesOnFile} as patient_name, p.unique_id as patient_number, e.user_id as user,
  ${nameOf(sql`e.user_id`)} as user_name, e.kind, e.reason, e.started_at, e.until, e.ended_at, e.reviewed_at,
  ${nameOf(sql`e.reviewed_by`)} as reviewed_by, e.review`

interface Asked {
  state?: 'waiting' | 'reviewed' | undefined
  cursor: CursorValue | null
  limit: number
}

/** Emergency accesses, newest first, after the cursor. */
export const findEmergencies = async (db: Db, { state, cursor, limit }: Asked): Promise<EmergencyAccess[]> => {
  const isOf = state === undefined ? sql`true` : state === 'waiting' ? sql`e.reviewed_at is null` : sql`e.reviewed_at is not null`
  const { rows } = await sql<EmergencyAccess>`
    select ${access} from emergency_accesses e join patients p on p.id = e.patient_id
    where ${isOf} and ${before(sql`e.id`, sql`e.id`, sql`bigint`, cursor)}
    order by e.id desc limit ${limit}`.execute(db)
  return rows
}

/** Writes the review: 404 without such an access, 409 when it was reviewed already, or by whoever opened the record. */
export const review = async (db: Db, id: number, by: number, text: string, now: Date): Promise<EmergencyAccess> => {
  const { rows } = await sql<EmergencyAccess>`
    with written as (
      update emergency_accesses set reviewed_at = ${now}, reviewed_by = ${by}, review = ${text} where id = ${id} and reviewed_at is null returning *)
    select ${access} from written e join patients p on p.id = e.patient_id`.execute(db)
  const [reviewed] = rows
  if (reviewed) return reviewed
  const known = await db.selectFrom('emergency_accesses').select('id').where('id', '=', id).executeTakeFirst()
  throw known ? conflict('Another user has already reviewed this access.') : notFound('Emergency access')
}
