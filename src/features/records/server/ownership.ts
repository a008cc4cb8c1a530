import { fieldError, forbidden } from '#platform/errors/problem.ts'
import { ownActivePatient } from '#platform/http/own-patient.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'

export interface Owner {
  patient: number
  /** The patient sends it: nobody of the clinic has looked at it yet. */
  isFromPatient: boolean
}

/**
 * Whose record a document comes to: staff name the patient, a patient is the one their account is on. 400, 403, 409 `not_linked` and
 * `deactivated`.
 */
export const ownerOf = ({ user }: Pick<Context, 'user'>, named: number | undefined): Owner => {
  if (user.permissions.has('records.add')) {
    if (named === undefined) throw fieldError('patient', 'This field is required.')
    return { patient: named, isFromPatient: false }
  }
  if (user.role !== 'patient') throw forbidden('records.add')
  const own = ownActivePatient(user)
  if (named !== undefined && named !== own) throw forbidden('records.add')
  return { patient: own, isFromPatient: true }
}

/**
 * Refuses a patient who is not on file or was deactivated, naming `patient`. With `lock` nobody else adds to this patient's documents
 * until the transaction ends.
 */
export const requireActive = async (db: Db, patient: number, lock: 'lock' | 'look') => {
  const found = await db
    .selectFrom('patients')
    .select('deactivated_at')
    .where('id', '=', patient)
    .$if(lock === 'lock', (query) => query.forNoKeyUpdate())
    .executeTakeFirst()
  if (!found) throw fieldError('patient', 'Patient not found.')
  if (found.deactivated_at) throw fieldError('patient', 'This patient is deactivated. Reactivate the record first.')
}
