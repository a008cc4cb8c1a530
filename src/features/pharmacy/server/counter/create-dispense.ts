import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { refuseDead } from '#features/patients/public.ts'
import { dispense, numberCreditNotes, findOpened } from '#features/prescriptions/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { CounterPrescription, createDispense } from '#features/pharmacy/contract.ts'
import { findDispense } from '../dispenses.ts'
import { readCounterPrescription } from './counter-prescription.ts'
import { at, planPortions } from './plan-portions.ts'

/** The prescription and its standing lines, its visit locked until the transaction ends: read once the lock is held. 400 on `prescription`. */
const lockPrescription = async (db: Db, id: number, now: Date) => {
  const [, found] = await Promise.all([
    sql`select from visits where id = (select visit_id from prescriptions where id = ${id}) for no key update`.execute(db),
    findOpened(db, id, now),
  ])
  if (!found) throw fieldError('prescription', 'Prescription not found.')
  return found
}

const findStatus = async (db: Db, prescription: number) => {
  const { rows } = await sql<{ status: CounterPrescription['status'] }>`
    select coalesce(status, 'pending') as status from prescriptions where id = ${prescription}`.execute(db)
  return rows[0]!.status
}

/** Hands out lines of a prescription, all or nothing; see the contract for what refuses it. */
export const dispensePrescription = async (context: Context & { body: ParsedOf<typeof createDispense>['body'] }) => {
  const { db, body, user, now } = context
  const { prescription: written, version, active, day } = await lockPrescription(db, body.prescription, now)
  await refuseDead(db, written.patient)
  await requireUnchanged({ version }, body.version, () => readCounterPrescription(db, written.id, { store: body.store, user, now }))
  const portions = await planPortions(db, body.lines, { active, day })
  const { id, warnings, creditNotes } = await dispense(context, {
    prescription: written,
    portions,
    overrides: body.overrides ?? [],
    store: body.store,
    note: body.note,
    unpaidReason: body.unpaid_reason,
    at,
  })
  const [document, prescription_status] = await Promise.all([findDispense(db, id), findStatus(db, written.id)])
  await numberCreditNotes(db, creditNotes)
  return { ...document!, warnings, prescription_status }
}
