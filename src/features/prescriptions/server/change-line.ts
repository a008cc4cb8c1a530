import type { ParsedOf } from '#shared/endpoint.ts'
import { lockOpenVisit, lockVisit } from '#features/attendance/public.ts'
import { refuseDead } from '#features/patients/public.ts'
import { thousandths } from '#shared/money.ts'
import type { SafetyWarning } from '#features/drugs/contract.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import type { PrescribedDrug, updatePrescribedDrug } from '../contract.ts'
import { cancelLines } from './cancel-lines.ts'
import { dispense } from './dispensing/dispense.ts'
import { wholePortion } from './dispensing/portions.ts'
import { numberCreditNotes } from './dispensing/settle-lines.ts'
import { requirePrescriptionOfLine, type PrescriptionRef } from './resolve-prescription.ts'
import { findLine } from './lines.ts'
import type { LineInput } from './plan-line.ts'
import { alone } from './plan-lines.ts'
import { mayPrice, requireMayDispense, requireMayPrescribe } from './policy.ts'
import { prescribe } from './prescribe.ts'
import { findActiveLines } from './active-lines.ts'

type Body = ParsedOf<typeof updatePrescribedDrug>['body']
type Changing = Context & { body: Body }
interface Changed {
  /** The line that stands now. */
  id: number
  warnings: SafetyWarning[]
}

const refuseDone = ({ cancelled_at, is_dispensed }: PrescribedDrug) => {
  if (is_dispensed) throw conflict('Already dispensed.', {}, 'dispensed')
  if (cancelled_at) throw conflict('Already cancelled.', { cancelled_at }, 'cancelled')
}
const refuseBegun = (line: PrescribedDrug) => {
  refuseDone(line)
  if (Number(line.quantity_dispensed) > 0) throw conflict('Part of this was already dispensed.', { item: line.item }, 'dispensed')
}

const dispenseLine = async (context: Changing, prescription: PrescriptionRef, line: PrescribedDrug): Promise<Changed> => {
  refuseDone(line)
  const { quantity, overrides = [] } = context.body
  const left = thousandths(line.quantity) - thousandths(line.quantity_dispensed)
  const asked = quantity === undefined ? left : thousandths(quantity)
  if (asked > left) throw fieldError('quantity', `Only ${left / 1000} left to dispense.`)
  if (asked < left && asked % 1000 !== 0) throw fieldError('quantity', 'Only whole units can be dispensed.')
  const active = await findActiveLines(context.db, prescription.id)
  const portions = active.filter(({ id }) => id === line.id).map((one) => wholePortion(one, asked))
  const { warnings, creditNotes } = await dispense(context, {
    prescription,
    portions,
    overrides,
    at: (_place, field) => (field === 'units' ? 'quantity' : field),
  })
  await numberCreditNotes(context.db, creditNotes)
  return { id: line.id, warnings }
}

const cancelLine = async (context: Changing, prescription: PrescriptionRef, line: PrescribedDrug): Promise<Changed> => {
  const { reason } = context.body
  if (reason === undefined) throw fieldError('reason', 'This field is required.')
  refuseBegun(line)
  await cancelLines(context, prescription, [line], reason)
  return { id: line.id, warnings: [] }
}

const isHowChanged = ({ directions, structure, dosage, frequency, duration }: Body) =>
  [directions, structure, dosage, frequency, duration].some((part) => part !== undefined)

/** The line as it is to be from now on: what is not sent stays; what is computed is computed anew once the directions change. */
const merged = (line: PrescribedDrug, body: Body): LineInput => {
  const { dosage, frequency, duration } = line
  const { note = line.note, quantity } = body
  const item = line.item
  if (!isHowChanged(body)) {
    const { directions, structure } = line
    return { item, directions, structure, dosage, frequency, duration, note, quantity: quantity ?? String(Number(line.quantity)) }
  }
  const { directions, structure } = body
  if (directions || structure)
    return { item, directions, structure, dosage: body.dosage, frequency: body.frequency, duration: body.duration, note, quantity }
  return {
    item,
    dosage: (body.dosage ?? dosage) || undefined,
    frequency: (body.frequency ?? frequency) || undefined,
    duration: (body.duration ?? duration) || undefined,
    note,
    quantity,
  }
}

const replaceLine = async (context: Changing, prescription: PrescriptionRef, line: PrescribedDrug): Promise<Changed> => {
  const { body } = context
  refuseBegun(line)
  // A reason that was given for these very directions stands; for others it has to be thought about again.
  const unchanged = isHowChanged(body) ? undefined : line
  const { overrides = [] } = body
  const { ids, warnings } = await prescribe(context, {
    prescription,
    lines: [merged(line, body)],
    replace: true,
    overrides,
    unchanged,
    at: alone,
  })
  return { id: ids.get(line.item)!, warnings }
}

/**
 * Hands out, cancels or replaces a line. 404, 412 when it has changed since `seen`, 409 once it is cancelled or dispensed, and for a
 * visit that is over, unless the line is only cancelled.
 */
export const changeLine = async (context: Changing, id: number): Promise<Changed> => {
  const { db, user, body, ifMatch } = context
  if (body.is_dispensed) requireMayDispense(user)
  else requireMayPrescribe(user)
  const prescription = await requirePrescriptionOfLine(db, id)
  const lock = body.cancelled || body.is_dispensed ? lockVisit : lockOpenVisit
  const [, found] = await Promise.all([lock(db, prescription.visit), findLine(db, id, mayPrice(user))])
  const line = await requireUnchanged(found!, body.version ?? ifMatch)
  if (body.is_dispensed) await refuseDead(db, prescription.patient)
  if (body.is_dispensed) return dispenseLine(context, prescription, line)
  return body.cancelled ? cancelLine(context, prescription, line) : replaceLine(context, prescription, line)
}
