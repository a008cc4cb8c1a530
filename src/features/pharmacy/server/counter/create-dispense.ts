import { sql } from 'kysely'
import type { ParsedOf } from '#shared/endpoint.ts'
import { refuseDead } from '#features/patients/public.ts'
import { dispense, numberCreditNotes } from '#features/prescriptions/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { stale } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { CounterPrescription, createDispense } from '#features/pharmacy/contract.ts'
import { findDispense } from '../dispenses.ts'
import { readCounterPrescription } from './counter-prescription.ts'
import { lockPrescription } from './lock-prescription.ts'
import { at, planPortions } from './plan-portions.ts'

const findStatus = async (db: Db, prescription: number) => {
  const { rows } = await sql<{ status: CounterPrescription['status'] }>`
    select coalesce(status, 'pending') as status from prescriptions where id = ${prescription}`.execute(db)
  return rows[0]!.status
}

/** Hands out lines of a prescription, all or nothing; see the contract for what refuses it. */
export const handOut = async (context: Context & { body: ParsedOf<typeof createDispense>['body'] }) => {
  const { db, body, user, now } = context
  const { paper, version, standing, day } = await lockPrescription(db, body.prescription, now)
  await refuseDead(db, paper.patient)
  if (version !== body.version) throw stale(await readCounterPrescription(db, paper.id, { store: body.store, user, now }))
  const portions = await planPortions(db, body.lines, { standing, day })
  const { id, warnings, creditNotes } = await dispense(context, {
    paper,
    portions,
    overrides: body.overrides ?? [],
    store: body.store,
    note: body.note,
    unpaidReason: body.unpaid_reason,
    at,
  })
  const [document, prescription_status] = await Promise.all([findDispense(db, id), findStatus(db, paper.id)])
  await numberCreditNotes(db, creditNotes)
  return { ...document!, warnings, prescription_status }
}
