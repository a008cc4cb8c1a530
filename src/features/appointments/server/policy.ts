import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, forbidden, notFound } from '#platform/errors/problem.ts'
import type { Context, User } from '#platform/http/handle.ts'
import { ownActivePatient } from '#platform/http/own-patient.ts'

/** Prices are for those who see services. */
export const mayPrice = ({ permissions }: Pick<User, 'permissions'>) => permissions.has('services.view')

/** Whoever checks in sees appointments as well. */
export const requireMayView = ({ permissions }: Pick<User, 'permissions'>) => {
  if (!permissions.has('appointments.view')) throw forbidden('appointments.view')
}

/**
 * Whose appointments this person may see: everybody's with appointments.view, a patient their own, or nobody's while their account is on no
 * record. Another's are not there for a patient, so that nobody learns who is one. 403 for staff without the permission.
 */
export const visibleTo = ({ permissions, role, patient_id }: User): number | 'all' | 'none' => {
  if (permissions.has('appointments.view')) return 'all'
  if (role !== 'patient') throw forbidden('appointments.view')
  return patient_id ?? 'none'
}

/** Whose appointments this person may change: a patient their own, whatever else they may; everybody's with appointments.change; else 403. */
export const changeableBy = (user: User): number | 'all' => {
  // Where times are looked for among everybody's, rows are not held back by the database.
  if (user.role === 'patient') return ownActivePatient(user)
  if (!user.permissions.has('appointments.change')) throw forbidden('appointments.change')
  return 'all'
}

/** How many appointments a patient may have ahead by their own booking. */
const MOST_AHEAD = 5

/** Throws a 409 when a patient has as many ahead as one may book alone; until the transaction ends, their next booking waits here. */
const refuseTooMany = async (db: Db, patient: number, now: Date) => {
  await db.selectFrom('patients').select('id').where('id', '=', patient).forNoKeyUpdate().execute()
  const { ahead } = await db
    .selectFrom('appointments')
    .select(({ fn }) => fn.countAll<number>().as('ahead'))
    .where('patient_id', '=', patient)
    .where('status', 'in', ['pending', 'confirmed'])
    .where('appointment_date_time', '>', now)
    .executeTakeFirstOrThrow()
  if (ahead >= MOST_AHEAD)
    throw conflict('You already have five upcoming appointments. Cancel one, or call the clinic.', {}, 'too_many_ahead')
}

/** For whom a booking is made: staff name the patient, a patient is the one that their account is on, whatever else they send. */
export const patientToBook = async (
  { db, user, now }: Pick<Context, 'db' | 'user' | 'now'>,
  named: number | undefined,
): Promise<{ patient: number; isOwn: boolean }> => {
  const owner = changeableBy(user)
  if (owner === 'all') {
    if (named === undefined) throw fieldError('patient', 'This field is required.')
    return { patient: named, isOwn: false }
  }
  if (named !== undefined && named !== owner) throw notFound('Patient')
  await refuseTooMany(db, owner, now)
  return { patient: owner, isOwn: true }
}
