import { sql, type RawBuilder } from 'kysely'
import { isOpenTo } from '#features/patients/public.ts'
import { forbidden } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import type { Permission } from '#shared/permissions.ts'
import type { Destination } from '../contract-fields.ts'

/**
 * Which rows of `medical_records r` this person may see: all with `records.view`; what they themselves added with `records.add`; of a
 * patient's account those of their own record that were not withdrawn. A record that is not among them is not there (404). 403 for staff
 * without either right.
 */
export const visibleRecords = (user: User): RawBuilder<boolean> => {
  if (user.permissions.has('records.view')) return sql`true`
  if (user.permissions.has('records.add')) return sql`r.created_by = ${user.id}`
  if (user.role !== 'patient') throw forbidden('records.view')
  return sql`r.withdrawn_at is null and r.patient_id = ${user.patient_id}`
}

/** The same for a list over all patients: without the restricted records that this person may not open. One patient's are held by the trail. */
export const visibleAmongAll = (user: User, now: Date, patient: number | undefined): RawBuilder<boolean> => {
  const visible = visibleRecords(user)
  return patient !== undefined || user.role === 'patient' ? visible : sql`${visible} and ${isOpenTo(user, now, sql`r.patient_id`)}`
}

interface Listed {
  patient_id?: number | undefined
  unverified?: boolean | undefined
}
/**
 * All documents are listed for those who may search all; what patients sent and nobody has looked at also for those who decide. Everybody
 * else names a patient, or sees their own.
 */
export const requireMayList = ({ permissions }: User, { patient_id, unverified }: Listed) => {
  if (patient_id !== undefined || !permissions.has('records.view') || permissions.has('records.search')) return
  if (!unverified || !permissions.has('records.review')) throw forbidden('records.search')
}

/** Who may add or decide has a document read again; a patient one that they sent themselves. */
export const requireMayRead = ({ id, permissions }: User, { created_by }: { created_by: number }) => {
  if (!permissions.has('records.add') && !permissions.has('records.review') && created_by !== id) throw forbidden('records.review')
}

/** A document is taken out of the record by those who decide, and by who added it. */
export const requireMayWithdraw = ({ id, permissions }: User, { created_by }: { created_by: number }) => {
  if (!permissions.has('records.review') && created_by !== id) throw forbidden('records.review')
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
  alert: 'patients.change',
  laboratory: 'patients.clinical',
  vitals: 'triage.change',
}
export const requireMayFile = ({ permissions }: Pick<User, 'permissions'>, kind: Destination) => {
  if (!permissions.has(rights[kind])) throw forbidden(rights[kind])
}
