import { ownActivePatient } from '#platform/http/own-patient.ts'
import { fieldError, forbidden, notFound } from '#platform/errors/problem.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context, User } from '#platform/http/handle.ts'
import { mayAskForOthers, maySeeAllRequests } from '../policy.ts'

/** 400 naming `patient` when there is no such patient. */
export const requireKnown = async (db: Db, patient: number) => {
  const found = await db.selectFrom('patients').select('id').where('id', '=', patient).executeTakeFirst()
  if (!found) throw fieldError('patient', 'Patient not found.')
}

/** Whose record a request is on: staff name the patient, a patient is the one their account is on, of nobody who signed in null. */
export const findOwnPatient = async ({ db, user }: Pick<Context, 'db' | 'user'>, named: number | undefined): Promise<number | null> => {
  if (user.id === 0) {
    if (named !== undefined) throw fieldError('patient', 'Sign in to select a patient.')
    return null
  }
  if (mayAskForOthers(user)) {
    const patient = named ?? user.patient_id
    if (patient === null) throw fieldError('patient', 'This field is required.')
    if (patient !== user.patient_id) await requireKnown(db, patient)
    return patient
  }
  if (user.role !== 'patient') throw forbidden('laboratory.request')
  const own = ownActivePatient(user)
  if (named !== undefined && named !== own) throw forbidden('laboratory.request')
  return own
}

/** Whose requests this person may see: everybody's, their own patient's, or nobody's yet; 403 for staff who may not. */
export const visibleTo = (user: User): number | 'all' | 'none' => {
  if (maySeeAllRequests(user)) return 'all'
  if (user.role !== 'patient') throw forbidden('laboratory.view')
  return user.patient_id ?? 'none'
}

/** The request, if this person may see it; 404 otherwise. */
export const requireVisible = <T extends { patient: number | null }>(user: User, request: T | undefined): T => {
  const visible = visibleTo(user)
  if (!request || (visible !== 'all' && visible !== request.patient)) throw notFound('Laboratory request')
  return request
}
