import { sql } from 'kysely'
import { lockVisit } from '#features/attendance/public.ts'
import {
  findLine,
  mayPrice,
  NOT_DISPENSED,
  numberCreditNotes,
  requirePrescriptionOfLine,
  settleLines,
  type PrescriptionRef,
} from '#features/prescriptions/public.ts'
import { conflict } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'

/** The line as it stands, its visit locked; 404, 412 when it has changed since `seen`, 409 once it is cancelled or all handed out. */
const lockLine = async ({ db, user, ifMatch }: Context, id: number, seen: number | undefined) => {
  const prescription = await requirePrescriptionOfLine(db, id)
  const [, found] = await Promise.all([lockVisit(db, prescription.visit), findLine(db, id, mayPrice(user))])
  const line = await requireUnchanged(found!, seen ?? ifMatch)
  if (line.cancelled_at) throw conflict('Already cancelled.', { cancelled_at: line.cancelled_at }, 'cancelled')
  if (line.is_dispensed) throw conflict('Already dispensed.', {}, 'dispensed')
  if (line.is_external) throw conflict('An external drug is not dispensed here.', {}, 'external')
  return { prescription, line }
}

/** The bill follows, and everybody hears of it; answers the line as it is now. */
const settle = async ({ db, user, now, publish }: Context, prescription: PrescriptionRef, id: number) => {
  const { creditNotes, hasChanged } = await settleLines(db, {
    visit: prescription.visit,
    lines: [id],
    reason: NOT_DISPENSED,
    by: user.id,
    now,
  })
  const line = await findLine(db, id, mayPrice(user))
  await numberCreditNotes(db, creditNotes)
  publish('prescriptions', prescription.id)
  if (hasChanged) publish('billing')
  return line!
}

/** Hands out nothing more of a line: what was billed beyond what was handed out goes back. 409 `refused` when that was done already. */
export const refuse = async (context: Context, id: number, { reason, version }: { reason: string; version?: number | undefined }) => {
  const { db, user, now, audit } = context
  const { prescription, line } = await lockLine(context, id, version)
  if (line.refused_at) throw conflict('This is already refused.', { refused_at: line.refused_at }, 'refused')
  await sql`update prescribed_drugs set refused_at = ${now}, refused_by = ${user.id}, refuse_reason = ${reason}, version = version + 1
    where id = ${id}`.execute(db)
  audit('refuse', { entity: 'prescribed drug', id, patient: prescription.patient, change: { item: line.item, reason } })
  return settle(context, prescription, id)
}

/** Takes a refusal back: what is left of the line waits again, and is charged again. 409 when it was not refused. */
export const reopen = async (context: Context, id: number, { version }: { version?: number | undefined }) => {
  const { db, user, audit } = context
  const { prescription, line } = await lockLine(context, id, version)
  if (!line.refused_at) throw conflict('This was not refused.', {}, 'not_refused')
  // Undoing one's own refusal restores what was; what another had ended opens no restricted record (`cares_for`).
  await sql`update prescribed_drugs set refused_at = null, refused_by = null, refuse_reason = null, version = version + 1,
      reopened_by = case when refused_by = ${user.id} then reopened_by else ${user.id}::integer end
    where id = ${id}`.execute(db)
  audit('reopen', {
    entity: 'prescribed drug',
    id,
    patient: prescription.patient,
    change: { item: line.item, refuse_reason: line.refuse_reason },
  })
  return settle(context, prescription, id)
}
