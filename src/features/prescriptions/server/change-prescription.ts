import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { lockOpenVisit, lockVisit } from '#features/attendance/public.ts'
import { thousandths } from '#shared/money.ts'
import { clinicDay } from '#features/company/public.ts'
import { refuseDead } from '#features/patients/public.ts'
import type { SafetyWarning } from '#features/drugs/contract.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import type { updatePrescription } from '../contract.ts'
import { cancelLines } from './cancel-lines.ts'
import { dispense } from './dispensing/dispense.ts'
import { wholePortion } from './dispensing/portions.ts'
import { numberCreditNotes } from './dispensing/settle-lines.ts'
import { requirePrescription, type PrescriptionRef } from './resolve-prescription.ts'
import { findPrescription } from './list-prescriptions.ts'
import { mayPrice, requireMayDispense, requireMayPrescribe } from './policy.ts'
import { findActiveLines, isDispensed, isOpen } from './active-lines.ts'

type Changing = Context & { body: ParsedOf<typeof updatePrescription>['body'] }
interface Details {
  start_date?: string | null | undefined
  note?: string | null | undefined
}

const findDetails = (db: Db, id: number) =>
  db.selectFrom('prescriptions').select(['start_date', 'note', 'version', 'status']).where('id', '=', id).executeTakeFirstOrThrow()

/** Courses begin with the prescription, or on the day they were prescribed where that is later: their last days move along. */
const moveCourses = async (db: Db, id: number, from: string | null, to: string | null) => {
  const day = clinicDay(sql`prescribed_at`)
  await sql`update prescribed_drugs set ends_on = ends_on + (greatest(${to}::date, ${day}) - greatest(${from}::date, ${day})),
      version = version + 1
    where prescription_id = ${id} and cancelled_at is null and ends_on is not null`.execute(db)
}

type Writer = Pick<Context, 'db' | 'now' | 'audit' | 'publish'>
const FURTHEST_MS = 366 * 86_400_000

/**
 * Changes note and start of a prescription, its visit locked already; what is not sent stays. 400 for a note that is written over without
 * its version having been `seen`, and for a start that is more than a year ahead.
 */
export const writeDetails = async (
  { db, now, audit, publish }: Writer,
  prescription: PrescriptionRef,
  sent: Details,
  seen: number | null,
) => {
  const before = await findDetails(db, prescription.id)
  const { start_date = before.start_date, note = before.note } = sent
  const change = changedFields({ start_date: before.start_date, note: before.note }, { start_date, note })
  if (Object.keys(change).length === 0) return
  if (start_date !== null && start_date > new Date(now.getTime() + FURTHEST_MS).toISOString())
    throw fieldError('start_date', 'A number or date is out of range.')
  if (before.note !== null && note !== before.note) requireVersion(seen)
  await db
    .updateTable('prescriptions')
    .set({ start_date, note, version: sql`version + 1` })
    .where('id', '=', prescription.id)
    .execute()
  if (start_date !== before.start_date) await moveCourses(db, prescription.id, before.start_date, start_date)
  audit('change', { entity: 'prescription', id: prescription.id, patient: prescription.patient, change })
  publish('prescriptions', prescription.id)
}

const cancelRest = async (context: Changing, prescription: PrescriptionRef) => {
  const { reason } = context.body
  if (reason === undefined) throw fieldError('reason', 'This field is required.')
  const rest = (await findActiveLines(context.db, prescription.id)).filter((line) => !isDispensed(line))
  if (rest.length === 0) throw conflict('This prescription has no lines that can still be cancelled.', {}, 'status')
  await cancelLines(context, prescription, rest, reason)
  return []
}

const at = (place: number, field: string) => `prescribed_drugs.${place}.${field}`

const dispenseRest = async (context: Changing, prescription: PrescriptionRef): Promise<SafetyWarning[]> => {
  await refuseDead(context.db, prescription.patient)
  const active = await findActiveLines(context.db, prescription.id)
  const portions = active
    .filter(isOpen)
    .map((line) => wholePortion(line, thousandths(line.quantity) - thousandths(line.quantity_dispensed)))
  if (portions.length === 0) throw conflict('Nothing left to dispense on this prescription.', {}, 'status')
  const { warnings, creditNotes } = await dispense(context, { prescription, portions, overrides: context.body.overrides ?? [], at })
  await numberCreditNotes(context.db, creditNotes)
  return warnings
}

/**
 * Dispenses what remains of a prescription, cancels what was not handed out, or changes note and start; answers what the safety check
 * says. A status that it has already is no change; one that does not follow from the lines is 409.
 */
export const changePrescription = async (context: Changing, id: number): Promise<SafetyWarning[]> => {
  const { db, user, body, ifMatch, audit } = context
  const { status, start_date, note } = body
  const hasDetails = start_date !== undefined || note !== undefined
  if (status === 'dispensed') requireMayDispense(user)
  if (status === 'cancelled' || hasDetails) requireMayPrescribe(user)
  const prescription = await requirePrescription(db, id)
  const lock = (status === 'cancelled' || status === 'dispensed') && !hasDetails ? lockVisit : lockOpenVisit
  const [, before] = await Promise.all([lock(db, prescription.visit), findDetails(db, id)])
  const seen = body.version ?? ifMatch
  await requireUnchanged(before, seen, () => findPrescription(db, id, mayPrice(user)))
  if (hasDetails) await writeDetails(context, prescription, { start_date, note }, seen)
  const isNews = status !== undefined && status !== (before.status ?? 'pending')
  if (isNews && status === 'dispensed') return dispenseRest(context, prescription)
  if (isNews && status === 'cancelled') return cancelRest(context, prescription)
  if (isNews)
    throw conflict('The status is set by the lines and cannot be changed directly.', { status: before.status ?? 'pending' }, 'status')
  // Earlier clients say once more what the lines have said: nothing changes, and the trail knows who said so.
  audit('confirm', { entity: 'prescription', id, patient: prescription.patient, change: { status } })
  return []
}
