import { sql } from 'kysely'
import { cancelOrders } from '#features/charges/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import type { PrescriptionRef } from './resolve-prescription.ts'
import type { ActiveLine } from './active-lines.ts'

type Canceller = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

/**
 * Takes back the charges of cancelled lines, and of what was handed out of them: all of that came back. Answers what became of each line's;
 * numbers credit notes, so it comes last.
 */
export const reverseCharges = async (db: Db, lines: readonly number[], reason: string, by: number, now: Date) => {
  const parts = await db.selectFrom('dispense_items').select('id').where('prescribed_drug_id', 'in', lines).execute()
  const given = { kind: 'dispense', ids: parts.map(({ id }) => id) } as const
  return cancelOrders(db, { kind: 'prescription', ids: lines, parts: given }, reason, by, now)
}

/** Cancels lines of which nothing was handed out, their visit locked already, and takes their charges back. */
export const cancelLines = async (
  { db, user, now, audit, publish }: Canceller,
  prescription: PrescriptionRef,
  lines: readonly Pick<ActiveLine, 'id' | 'item'>[],
  reason: string,
) => {
  const ids = lines.map(({ id }) => id)
  await sql`update prescribed_drugs set cancelled_at = ${now}, cancelled_by = ${user.id}, cancel_reason = ${reason}, version = version + 1
    where id = any(${ids}::integer[])`.execute(db)
  const charges = await reverseCharges(db, ids, reason, user.id, now)
  for (const { id, item } of lines)
    audit('cancel', { entity: 'prescribed drug', id, patient: prescription.patient, change: { item, reason, charge: charges.get(id) } })
  publish('prescriptions', prescription.id)
  publish('billing')
}
