import { sql } from 'kysely'
import { changeStatus } from '#features/appointments/public.ts'
import type { AppointmentStatus } from '#features/appointments/rules.ts'
import { reopenVisitAfterDeath } from '#features/attendance/public.ts'
import type { Track } from '#features/attendance/rules.ts'
import { reopenPublicRequest } from '#features/laboratory/public.ts'
import { resumeMessage } from '#features/messages/public.ts'
import { refillDraft } from '#features/order-drafts/public.ts'
import { reopenPrescriptionRequest } from '#features/pharmacy/public.ts'
import { resumeMedicine } from '#features/prescriptions/public.ts'
import { reopenReferral } from '#features/referrals/public.ts'
import { reopenPatientAccount } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { Problem } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { type Death, type EndedKind, endedKinds } from '../contract.ts'
import { DIED } from '../rules.ts'
import type { Ended } from './end-work.ts'

type Restoring = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

/** Does it, or leaves all as it was and answers false: somebody else may hold the time by now, or the work has gone on. */
const tried = async (db: Db, restore: () => Promise<boolean>): Promise<boolean> => {
  await sql`savepoint restoring`.execute(db)
  try {
    const isBack = await restore()
    await sql`release savepoint restoring`.execute(db)
    return isBack
  } catch (error) {
    const isOverlap = error instanceof Error && 'code' in error && ['23505', '23P01'].includes(String(error.code))
    if (!isOverlap && !(error instanceof Problem)) throw error
    await sql`rollback to savepoint restoring`.execute(db)
    return false
  }
}

const restoreAppointment = async ({ db, user, now, audit, publish }: Restoring, { id, was }: Ended): Promise<boolean> => {
  const { rows } = await sql<{ version: number; status_reason: string }>`
    select version, status_reason from appointments where id = ${id} and status = 'cancelled'`.execute(db)
  if (rows[0]?.version !== was?.['version'] || rows[0]?.status_reason !== DIED) return false
  const changed = await changeStatus(db, id, { status: was!['status'] as AppointmentStatus }, user.id, now)
  if (!changed) return false
  audit('status', { entity: 'appointment', id, patient: changed.after.patient, change: { status: ['cancelled', changed.after.status] } })
  publish('appointments', id)
  return true
}

const restoreWaiting = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql`
    update waiting_list set status = 'waiting', closed_at = null, closed_by = null, close_reason = '', version = version + 1
    where id = ${id} and status = 'removed' and close_reason = ${DIED} returning id`.execute(db)
  return rows.length > 0
}

const restorers: Record<EndedKind, (context: Restoring, ended: Ended) => Promise<boolean>> = {
  visit: ({ db, user, now }, { id, was }) => {
    const { track, track_since, closed_at } = was as { track: Track; track_since: string; closed_at: string }
    return reopenVisitAfterDeath(db, { id, track, track_since, closed_at }, user.id, now)
  },
  appointment: restoreAppointment,
  waiting: ({ db }, { id }) => restoreWaiting(db, id),
  // Their charges were taken back, and may have been credited: they are ordered anew by whoever still wants them.
  test: async () => false,
  prescription: async () => false,
  medicine: ({ db }, { id, was }) => resumeMedicine(db, id, Number(was?.['version'])),
  referral: ({ db, user, now }, { id, was }) => reopenReferral(db, id, String(was?.['status']), Number(was?.['version']), user.id, now),
  draft: ({ db, now }, { id, was }) => refillDraft(db, { id, ...(was as { content: unknown; orders: number; version: number }) }, now),
  'laboratory request': ({ db, user, now }, { id, was }) =>
    reopenPublicRequest(db, id, String(was?.['status']), Number(was?.['version']), user.id, now),
  'prescription request': ({ db, user, now }, { id, was }) =>
    reopenPrescriptionRequest(db, id, String(was?.['status']), Number(was?.['version']), user.id, now),
  message: ({ db, now }, { id }) => resumeMessage(db, id, now),
  account: ({ db }, { id, was }) => reopenPatientAccount(db, id, Number(was?.['version'])),
}

/** Restores what can be restored once the death is withdrawn, and says of each kind how much was, and what was not. */
export const restoreWork = async (context: Restoring, ended: readonly Ended[]): Promise<NonNullable<Death['restored']>> => {
  const restored: NonNullable<Death['restored']> = []
  for (const kind of endedKinds) {
    const ofKind = ended.filter((one) => one.kind === kind)
    if (ofKind.length === 0) continue
    const lost: string[] = []
    let back = 0
    for (const one of ofKind) {
      if (await tried(context.db, () => restorers[kind](context, one))) back += 1
      else lost.push(one.text)
    }
    restored.push({ kind, restored: back, lost })
  }
  return restored
}
