import { conflict, fieldError, forbidden, notFound } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { maySeeAllRequests, maySendForOthers } from '../policy.ts'
import { findOwnPatient } from './requests.ts'

/** Whose record a request is sent to: staff name the patient, a patient is the one that their account is on. */
export const patientOf = async ({ db, user }: Pick<Context, 'db' | 'user'>, named: number | undefined): Promise<number> => {
  const own = await findOwnPatient(db, user.id)
  if (maySendForOthers(user)) {
    const patient = named ?? own
    if (patient === undefined) throw fieldError('patient', 'This field is required.')
    if (patient !== own) await db.selectFrom('patients').select('id').where('id', '=', patient).executeTakeFirst().then(refuseNobody)
    return patient
  }
  if (own === undefined && user.role === 'patient')
    throw conflict('Your account is not on a record yet. Ask at the reception desk.', {}, 'no_record')
  if (own === undefined || (named !== undefined && named !== own)) throw forbidden('prescriptions.change')
  return own
}

const refuseNobody = (patient: object | undefined) => {
  if (!patient) throw fieldError('patient', 'There is no such patient.')
}

/** Whose requests this person may see: everybody's, their own patient's, or nobody's yet; 403 for staff who may not. */
export const visibleTo = async ({ db, user }: Pick<Context, 'db' | 'user'>): Promise<number | 'all' | 'none'> => {
  if (maySeeAllRequests(user)) return 'all'
  const own = await findOwnPatient(db, user.id)
  if (own === undefined && user.role !== 'patient') throw forbidden('prescriptions.view')
  return own ?? 'none'
}

/** The request, if this person may see it; 404 otherwise. */
export const requireVisible = async <T extends { patient: number }>(
  context: Pick<Context, 'db' | 'user'>,
  request: T | undefined,
): Promise<T> => {
  const visible = await visibleTo(context)
  if (!request || (visible !== 'all' && visible !== request.patient)) throw notFound('Prescription request')
  return request
}
