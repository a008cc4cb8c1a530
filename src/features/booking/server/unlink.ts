import { detachPatient } from '#features/appointments/public.ts'
import { emptyAgain } from '#features/patients/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { isUnlinkable, takenOverFields, type TakenOverField } from '../rules.ts'
import { markConverted, type LockedRequest } from './requests.ts'

/**
 * Takes a locked public booking off a wrong record. What the record had from it, and still has as it was, goes with it: nobody else's
 * telephone stays there. Answers the record, and the fields that went.
 */
export const unlinkRequest = async (db: Db, request: LockedRequest, { user, now }: Pick<Context, 'user' | 'now'>) => {
  const { patient, appointment, id, phone_number: phone, email, date_of_birth } = request
  if (patient === null) throw conflict('This booking is on no record.', {}, 'not_converted')
  if (!isUnlinkable(request)) throw conflict('The patient has come on this booking: it stays on the record.', {}, 'visit_begun')
  const changed = await detachPatient(db, appointment, user.id, now)
  const sent = { phone, email, date_of_birth }
  const took = takenOverFields.filter((field) => request.taken_over.includes(field) && sent[field] !== null)
  const given = Object.fromEntries(took.map((field) => [field, sent[field]])) as Partial<Record<TakenOverField, string>>
  const gone = await emptyAgain(db, patient, given)
  await markConverted(db, id, null)
  return { patient, changed, gone }
}
