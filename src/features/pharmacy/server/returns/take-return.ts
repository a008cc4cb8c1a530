import type { ParsedOf } from '#shared/endpoint.ts'
import { refund } from '#features/billing/public.ts'
import { numberDocuments } from '#features/charges/public.ts'
import type { createPatientReturn, PatientReturn } from '#features/pharmacy/contract-counter.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, forbidden } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { findReturnableItems, lockReturnable } from './find-returnable.ts'
import { findReturn } from './find-returns.ts'
import { planReturn } from './plan-return.ts'
import { writeReturn } from './write-return.ts'

type Body = ParsedOf<typeof createPatientReturn>['body']
type Taker = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

/** Pays back on the credit note of this return, and answers the receipt, which has no number yet; null where nothing is to be paid back. */
const payBack = async ({ db, user, now }: Taker, payments: Body['refund'], notes: readonly number[]): Promise<number | null> => {
  if (payments === undefined || payments.length === 0) return null
  if (!user.permissions.has('billing.refund')) throw forbidden('billing.refund')
  const [note, ...others] = notes
  if (note === undefined) throw fieldError('refund', 'Nothing was credited that could be refunded.')
  if (others.length > 0) throw fieldError('refund', 'This was on several bills: refund it at the cashier, on each credit note.')
  return refund(db, note, { payments }, user.id, now, { list: 'refund', counter: 'pharmacy' })
}

/** Numbers what was written, last of all, and answers the numbers of the credit notes. */
const numberAll = async (db: Db, notes: readonly number[], receipt: number | null) => {
  const numbers = new Map<number, string>()
  for (const [place, creditNote] of notes.entries()) {
    const { credit_note } = await numberDocuments(db, { creditNote, ...(place === 0 && receipt !== null && { receipt }) })
    numbers.set(creditNote, credit_note ?? '')
  }
  return numbers
}

const tell = ({ audit, publish }: Taker, back: PatientReturn) => {
  const { number, reason, is_to_be_filled_again, dispense, patient, items, credit_notes: notes, refund_receipt } = back
  audit('return', {
    entity: 'dispense',
    id: dispense,
    patient,
    change: {
      number,
      reason,
      is_to_be_filled_again,
      items: items.map(({ dispense_item, batch, units }) => ({ dispense_item, batch, units })),
      credit_notes: notes.map((note) => note.number),
    },
  })
  if (refund_receipt !== null) audit('refund', { entity: 'receipt', id: refund_receipt, patient, change: { reason } })
  publish('prescriptions')
  publish('stock')
}

/**
 * Takes back what was handed out: into quarantine, off the bill, and with `is_to_be_filled_again` the lines wait again. 400 for more than is
 * left of it, and for a refund of more than was credited and paid; 403 for a refund without billing.refund.
 */
export const takeReturn = async (taker: Taker, id: number, body: Body): Promise<PatientReturn> => {
  const { db, user, now, publish } = taker
  const { reason, items: asked, is_to_be_filled_again: isToBeFilledAgain = false, refund: payments } = body
  const dispense = await lockReturnable(db, id)
  const back = planReturn(dispense, await findReturnableItems(db, id), { asked, isToBeFilledAgain })
  const written = await writeReturn(db, { dispense, back, reason, isToBeFilledAgain, by: user.id, now })
  const receipt = await payBack(taker, payments, written.creditNotes)
  const unnumbered = (await findReturn(db, written.id))!
  const numbers = await numberAll(db, written.creditNotes, receipt)
  const notes = unnumbered.credit_notes
    .filter((note) => numbers.has(note.id))
    .map((note) => ({ ...note, number: numbers.get(note.id) ?? note.number }))
  const answer = { ...unnumbered, credit_notes: notes, refund_receipt: receipt }
  tell(taker, answer)
  if (written.hasChanged) publish('billing')
  return answer
}
