import { fieldError, forbidden, notFound } from '#platform/errors/problem.ts'
import type { Context, User } from '#platform/http/handle.ts'
import { ownActivePatient } from '#platform/http/own-patient.ts'
import { maySeeAllRequests, maySendForOthers } from '../policy.ts'

/** Whose record a request is sent to: staff name the patient, a patient is the one that their account is on. */
export const findOwnPatient = async ({ db, user }: Pick<Context, 'db' | 'user'>, named: number | undefined): Promise<number> => {
  if (maySendForOthers(user)) {
    const patient = named ?? user.patient_id
    if (patient === null) throw fieldError('patient', 'This field is required.')
    if (patient !== user.patient_id)
      await db.selectFrom('patients').select('id').where('id', '=', patient).executeTakeFirst().then(refuseAnonymous)
    return patient
  }
  if (user.role !== 'patient') throw forbidden('prescriptions.change')
  const own = ownActivePatient(user)
  if (named !== undefined && named !== own) throw forbidden('prescriptions.change')
  return own
}

const refuseAnonymous = (patient: object | undefined) => {
  if (!patient) throw fieldError('patient', 'Patient not found.')
}

/** Whose requests this person may see: everybody's, their own patient's, or nobody's yet; 403 for staff who may not. */
export const visibleTo = (user: User): number | 'all' | 'none' => {
  if (maySeeAllRequests(user)) return 'all'
  if (user.role !== 'patient') throw forbidden('prescriptions.view')
  return user.patient_id ?? 'none'
}

/** The request, if this person may see it; 404 otherwise. */
export const requireVisible = <T extends { patient: number }>(user: User, request: T | undefined): T => {
  const visible = visibleTo(user)
  if (!request || (visible !== 'all' && visible !== request.patient)) throw notFound('Prescription request')
  return request
}
