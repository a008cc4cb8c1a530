import { findOwnPatient } from '#features/patients/index.ts'
import { conflict, fieldError, forbidden, notFound } from '#platform/errors/problem.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import { mayAskForOthers, maySeeAllRequests } from '../policy.ts'

/** 400 naming `patient` when there is no such patient. */
export const requireKnown = async (db: Db, patient: number) => {
  const found = await db.selectFrom('patients').select('id').where('id', '=', patient).executeTakeFirst()
  if (!found) throw fieldError('patient', 'There is no such patient.')
}

/** Whose record a request is on: staff name the patient, a patient is the one their account is on, of nobody who signed in null. */
export const patientOf = async ({ db, user }: Pick<Context, 'db' | 'user'>, named: number | undefined): Promise<number | null> => {
  if (user.id === 0) {
    if (named !== undefined) throw fieldError('patient', 'Sign in to name a patient.')
    return null
  }
  const own = await findOwnPatient(db, user.id)
  if (mayAskForOthers(user)) {
    const patient = named ?? own
    if (patient === undefined) throw fieldError('patient', 'This field is required.')
    if (patient !== own) await requireKnown(db, patient)
    return patient
  }
  if (own === undefined && user.role === 'patient')
    throw conflict('Your account is not on a record yet. Ask at the reception desk.', {}, 'no_record')
  if (own === undefined || (named !== undefined && named !== own)) throw forbidden('laboratory.request')
  return own
}

/** Whose requests this person may see: everybody's, their own patient's, or nobody's yet; 403 for staff who may not. */
export const visibleTo = async ({ db, user }: Pick<Context, 'db' | 'user'>): Promise<number | 'all' | 'none'> => {
  if (maySeeAllRequests(user)) return 'all'
  const own = await findOwnPatient(db, user.id)
  if (own === undefined && user.role !== 'patient') throw forbidden('laboratory.view')
  return own ?? 'none'
}

/** The request, if this person may see it; 404 otherwise. */
export const requireVisible = async <T extends { patient: number | null }>(
  context: Pick<Context, 'db' | 'user'>,
  request: T | undefined,
): Promise<T> => {
  const visible = await visibleTo(context)
  if (!request || (visible !== 'all' && visible !== request.patient)) throw notFound('Laboratory request')
  return request
}
