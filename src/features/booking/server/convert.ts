import { attachPatient, changeStatus } from '#features/appointments/public.ts'
import { fillGaps, insertPatient, refuseDuplicates } from '#features/patients/public.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError, forbidden } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { findHidden } from '#platform/http/restricted.ts'
import type { convertBookingRequest } from '../contract.ts'
import { isConvertible, type TakenOverField } from '../rules.ts'
import { markConverted, type LockedRequest } from './requests.ts'

type Sent = ParsedOf<typeof convertBookingRequest>['body']
type Made = Awaited<ReturnType<typeof attachPatient>>

export interface Converted {
  patient: number
  /** The record is new. */
  isNew: boolean
  changed: Made
  /** What the record had nothing in, with what it has now. */
  taken: Partial<Record<TakenOverField, string>>
}

const registerFrom = async (db: Db, request: LockedRequest, { register, not_a_duplicate }: Sent, by: number, now: Date) => {
  const { first_name, second_name, gender, date_of_birth, phone_number: phone, email } = request
  const patient = { first_name, second_name, gender, date_of_birth, phone, email, ...register }
  if (!not_a_duplicate) await refuseDuplicates({ db, user: { id: by }, now }, patient)
  return insertPatient(db, patient, { id: by, now })
}

const refuseConversion = (request: LockedRequest) => {
  if (request.patient !== null)
    throw conflict('This booking is already matched to a record.', { patient: request.patient }, 'already_converted')
  if (!isConvertible(request)) throw conflict('This booking has been cancelled.', { status: request.status }, 'not_open')
}

/**
 * Puts a locked public booking on a record, one on file or a new one, and confirms it when asked to: all of it or nothing. 409 tells what
 * stands in the way. The trail and the message are the caller's.
 */
export const convertRequest = async (
  db: Db,
  request: LockedRequest,
  sent: Sent,
  { user, now }: Pick<Context, 'user' | 'now'>,
): Promise<Converted> => {
  refuseConversion(request)
  if (sent.register && !user.permissions.has('patients.add')) throw forbidden('patients.add')
  const isNew = sent.patient === undefined
  const patient = sent.patient ?? (await registerFrom(db, request, sent, user.id, now))
  const attached = await attachPatient(db, request.appointment, patient, user.id, now)
  const { phone_number: phone, email, date_of_birth } = request
  // A record that is shut to the desk takes nothing over from it.
  const isKept = isNew || (await findHidden(db, user, now)).has(patient)
  const taken = isKept ? {} : await fillGaps(db, patient, { phone, email, date_of_birth })
  await markConverted(db, request.id, { at: now, user: user.id, took: Object.keys(taken) })
  if (!sent.confirm || attached.after.status !== 'pending') return { patient, isNew, changed: attached, taken }
  const confirmed = await changeStatus(db, request.appointment, { status: 'confirmed' }, user.id, now)
  if (!confirmed) throw fieldError('confirm', 'This appointment cannot be confirmed.')
  return { patient, isNew, changed: { before: attached.before, after: confirmed.after }, taken }
}
