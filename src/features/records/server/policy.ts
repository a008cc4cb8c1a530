import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { forbidden } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Destination } from '../contract-fields.ts'

/** The patient on whose record somebody's account is; undefined when it is on none. */
export const findOwnPatient = async (db: Db, user: Pick<User, 'id'>): Promise<number | undefined> =>
  (await db.selectFrom('patients').select('id').where('user_id', '=', user.id).executeTakeFirst())?.id

/**
 * Which rows of `medical_records r` this person may see: all with `records.view`; what they themselves added with `records.add`; of a
 * patient's account those of their own record that were not withdrawn. A record that is not among them is not there (404). 403 for staff
 * without either right.
 */
export const visibleRecords = async (db: Db, user: User): Promise<RawBuilder<boolean>> => {
  if (user.permissions.has('records.view')) return sql`true`
  if (user.permissions.has('records.add')) return sql`r.created_by = ${user.id}`
  if (user.role !== 'patient') throw forbidden('records.view')
  return sql`r.withdrawn_at is null and r.patient_id = ${(await findOwnPatient(db, user)) ?? null}`
}

/** The documents of one patient are searched by who may read them; those of everybody with a right of its own. A patient has only theirs. */
export const requireMaySearch = (user: User, patient: number | undefined) => {
  const isWide = patient === undefined && (user.permissions.has('records.view') || user.permissions.has('records.add'))
  if (isWide && !user.permissions.has('records.search')) throw forbidden('records.search')
}

/** What somebody needs to write each kind of structured data by hand, they need here too. */
const rights: Record<Destination, Permission> = {
  problem: 'consultations.change',
  allergy: 'patients.clinical',
  medicine: 'patients.clinical',
  laboratory: 'patients.clinical',
  vitals: 'triage.change',
}
export const requireMayFile = ({ permissions }: Pick<User, 'permissions'>, kind: Destination) => {
  if (!permissions.has(rights[kind])) throw forbidden(rights[kind])
}
