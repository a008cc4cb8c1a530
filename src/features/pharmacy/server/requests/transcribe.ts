import { sql } from 'kysely'
import { closeIfLeftOpen, findOpenVisit, lockVisitOf, startVisit, type VisitOpener } from '#features/attendance/public.ts'
import { clinicDay } from '#features/company/public.ts'
import { notifyPatient } from '#features/notifications/public.ts'
import { refuseDead } from '#features/patients/public.ts'
import { resolvePrescription, prescribe } from '#features/prescriptions/public.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { PrescriptionRequest, writePrescription } from '#features/pharmacy/contract-requests.ts'
import { lockRequest } from './requests.ts'
import { retractNotices } from './notify-patient.ts'

type Transcriber = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish' | 'ifMatch'>
type Body = ParsedOf<typeof writePrescription>['body']

const REASON = 'Prescription sent in'

const refuseFinished = ({ status, prescription }: PrescriptionRequest) => {
  if (prescription !== null) throw conflict('This is already prescribed.', { prescription }, 'prescribed')
  if (status === 'declined' || status === 'done') throw conflict('This request is already completed.', { status }, 'finished')
}

const refuseDeactivated = async (db: Db, patient: number) => {
  const { rows } = await sql`select from patients where id = ${patient} and deactivated_at is not null`.execute(db)
  if (rows.length > 0) throw conflict('This patient is deactivated. Reactivate the record first.', {}, 'deactivated')
}

/** A paper of a day to come is none, and one that nobody would fill any more is not written anew. */
const refuseDay = async (db: Db, day: string | undefined, now: Date) => {
  if (day === undefined) return
  const { rows } = await sql<{ age: number; valid_days: number }>`
    select ${clinicDay(now)} - ${day}::date as age, valid_days from pharmacy_settings`.execute(db)
  const { age, valid_days } = rows[0]!
  if (age < 0) throw fieldError('written_on', 'Enter a date that is not in the future.')
  if (age > valid_days) throw fieldError('written_on', 'This prescription is too old to be dispensed.')
}

/** The patient's open visit, else one that starts here. One that was left open on an earlier day is closed first, where nothing in it needs a person. */
const findVisit = async (transcriber: Transcriber, patient: number, openers: readonly VisitOpener[]): Promise<number> => {
  const { db, user, now, audit, publish } = transcriber
  const open = await findOpenVisit(db, patient, now)
  if (open && !(await closeIfLeftOpen(transcriber, open.id))) return open.id
  const visit = await startVisit(db, { patient, reason: REASON, track: 'pharmacy' }, user.id, now, openers)
  const { id, track, priority, reason, invoice } = visit
  audit('start', { entity: 'visit', id, patient, change: { track, priority, reason } })
  publish('attendance', id)
  publish('patients', patient)
  if (invoice !== null) publish('billing', invoice)
  return id
}

/**
 * Prescribes what was sent in, in the open visit or one that starts at the pharmacy, and answers what the safety check says: all of it or
 * nothing. 404, 412; 409 `prescribed`, `finished`, `deactivated`, `visit_closed`, `unsafe`; 400 for lines, the day and the visit.
 */
export const transcribe = async (context: Transcriber, id: number, body: Body, openers: readonly VisitOpener[]) => {
  const { db, user, now, ifMatch, audit, publish } = context
  const request = await lockRequest(db, id)
  await refuseDead(db, request.patient)
  refuseFinished(request)
  await requireUnchanged(request, body.version ?? ifMatch)
  await refuseDeactivated(db, request.patient)
  await refuseDay(db, body.written_on, now)
  const named = body.attendance_process
  if (named !== undefined) await lockVisitOf(db, { attendance_process: named, patient: request.patient })
  const visit = named ?? (await findVisit(context, request.patient, openers))
  const written = await resolvePrescription(db, { attendance_process: visit })
  const { written_by, written_on } = body
  const { warnings } = await prescribe(context, {
    prescription: written,
    lines: body.lines,
    replace: false,
    overrides: body.overrides ?? [],
    source: { request: id, writtenBy: written_by, writtenOn: written_on },
    at: (index, field) => `lines.${index}.${field}`,
  })
  await db
    .updateTable('public_prescription_requests')
    .set({ status: 'accepted', date_changed: now, changed_by: user.id, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  audit('prescribe', {
    entity: 'prescription request',
    id,
    patient: request.patient,
    change: { prescription: written.id, visit, written_by, written_on },
  })
  await retractNotices(context, id, ['question'])
  await notifyPatient(context, { kind: 'prescription_answered', entity: id, patient: request.patient })
  publish('prescriptions')
  return warnings
}
