import { changeStatus, closeWaiting } from '#features/appointments/public.ts'
import { endVisitWithDeath } from '#features/attendance/public.ts'
import { cancelUncollected, closePublicRequests } from '#features/laboratory/public.ts'
import { cancelMessages, stopMessagesTo } from '#features/messages/public.ts'
import { emptyDraftsOf } from '#features/order-drafts/public.ts'
import { closeAccountRequests } from '#features/patients/public.ts'
import { closePrescriptionRequests } from '#features/pharmacy/public.ts'
import { endLines, stopMedicines } from '#features/prescriptions/public.ts'
import { closeReferrals } from '#features/referrals/public.ts'
import { closePatientAccount } from '#features/users/public.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { Context } from '#platform/http/handle.ts'
import type { EndedKind } from '../contract.ts'
import { DIED } from '../rules.ts'
import type { OpenWork } from './open-work.ts'

/** A piece of work that was ended, with what restores it; of a `count` of them nothing is restored. */
export interface Ended {
  kind: EndedKind
  id: number
  text: string
  /** What it was. */
  was?: Record<string, unknown>
  count?: number
}

type Ending = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

/** Ends the open visit first: what is cancelled then moves the patient nowhere. */
const endVisit = async ({ db, user, now, audit, publish }: Ending, id: number, text: string): Promise<Ended[]> => {
  const ended = await endVisitWithDeath(db, id, user.id, now)
  if (!ended) return []
  const { before, after } = ended
  audit('move', {
    entity: 'visit',
    id,
    patient: before.patient_id,
    change: { ...changedFields({ ...before }, { ...after }), reason: DIED },
  })
  publish('attendance', id)
  const { track, track_since } = before
  return [{ kind: 'visit', id, text, was: { track, track_since: track_since.toISOString(), closed_at: now.toISOString() } }]
}

/** Cancels an appointment and frees its time. The patient is not written to, and neither is the contact or the next of kin. */
const cancelAppointment = async ({ db, user, now, audit, publish }: Ending, id: number, text: string): Promise<Ended[]> => {
  const changed = await changeStatus(db, id, { status: 'cancelled', reason: DIED }, user.id, now)
  if (!changed) return []
  await cancelMessages(db, { kind: 'appointment', id }, ['booked', 'confirmed', 'moved', 'reminder'])
  const { before } = changed
  audit('status', { entity: 'appointment', id, patient: before.patient, change: { status: [before.status, 'cancelled'], reason: DIED } })
  publish('appointments', id)
  return [{ kind: 'appointment', id, text, was: { status: before.status, version: before.version + 1 } }]
}

const leaveWaitingList = async ({ db, user, now, audit, publish }: Ending, patient: number, id: number, text: string): Promise<Ended[]> => {
  await closeWaiting(db, id, { reason: DIED }, user.id, now)
  audit('remove', { entity: 'waiting list', id, patient, change: { reason: DIED } })
  publish('appointments')
  return [{ kind: 'waiting', id, text }]
}

/**
 * Ends all open work of a patient who died; the patient and the open visit are locked. Samples that were collected, entered results, notes,
 * bills and a pregnancy stay. Answers what was ended. Nothing is written to anybody outside the clinic.
 */
export const endWork = async (
  context: Ending,
  patient: { id: number; user_id: number | null },
  open: OpenWork,
  day: string,
): Promise<Ended[]> => {
  const { db, user, now, publish } = context
  const ended: Ended[] = []
  const of = (kind: EndedKind) => open.work.filter((one) => one.kind === kind)
  const textOf = (kind: EndedKind, id: number) => of(kind).find((one) => one.id === id)?.text ?? ''
  for (const { id, text } of of('visit')) ended.push(...(await endVisit(context, id, text)))
  for (const { id, text } of of('appointment')) ended.push(...(await cancelAppointment(context, id, text)))
  for (const { id, text } of of('waiting')) ended.push(...(await leaveWaitingList(context, patient.id, id, text)))
  const kept = (kind: EndedKind, rows: readonly { id: number; status?: string; version?: number }[]) =>
    ended.push(...rows.map(({ id, ...was }) => ({ kind, id, text: textOf(kind, id), was })))
  kept('referral', await closeReferrals(db, patient.id, DIED, user.id, now))
  kept('medicine', await stopMedicines(db, patient.id, { day, reason: DIED }))
  kept('laboratory request', await closePublicRequests(db, patient.id, user.id, now))
  kept('prescription request', await closePrescriptionRequests(db, patient.id, user.id, now))
  for (const { id, ...was } of await emptyDraftsOf(db, patient.id, now)) ended.push({ kind: 'draft', id, text: textOf('draft', id), was })
  for (const id of await stopMessagesTo(db, patient.id)) ended.push({ kind: 'message', id, text: '' })
  await closeAccountRequests(db, patient.id, { at: now, by: user.id })
  const account = patient.user_id === null ? null : await closePatientAccount(db, patient.user_id, now)
  if (account !== null)
    ended.push({ kind: 'account', id: patient.user_id!, text: textOf('account', patient.user_id!), was: { version: account } })
  // What takes charges back numbers credit notes, for which others wait: it comes last.
  await cancelUncollected(context, open.tests, DIED)
  await endLines(context, patient.id, open.lines, DIED)
  ended.push(...of('test').map(({ id, text }) => ({ kind: 'test' as const, id, text })))
  ended.push(...of('prescription').map(({ id, text }) => ({ kind: 'prescription' as const, id, text })))
  for (const topic of ['referrals', 'prescriptions', 'laboratory', 'orders', 'messages', 'consultations'] as const) publish(topic)
  if (account !== null) publish('rights', patient.user_id!)
  return ended
}
