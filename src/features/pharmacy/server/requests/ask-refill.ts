import { conflict, invalidInput, notFound, type FieldErrors } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import type { PrescriptionRequest } from '#features/pharmacy/contract-requests.ts'
import { refillRefusals } from '#features/pharmacy/rules.ts'
import { findRefillable } from './refill-facts.ts'
import { findRequest } from './requests.ts'

interface Asked {
  /** Prescribed lines by id. */
  lines: readonly number[]
  note?: string | undefined
}

/**
 * Sends the pharmacy a patient's request for medicines that were prescribed before; it waits among what was sent in as a file.
 * @throws Problem 404 where a line is not the patient's, 409 `asked` where one is asked for already, 400 that says of each other line why
 * it may not be asked for again.
 */
export const askRefill = async (
  { db, user, now, audit, publish }: Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>,
  patient: number,
  { lines, note }: Asked,
): Promise<PrescriptionRequest> => {
  const found = new Map((await findRefillable(db, patient, lines, now)).map((line) => [line.id, line]))
  if (lines.some((id) => !found.has(id))) throw notFound('Prescribed drug')
  const errors: FieldErrors = {}
  const items = new Set<number>()
  for (const [index, id] of lines.entries()) {
    const { refusal, item } = found.get(id)!
    if (refusal === 'asked') throw conflict(refillRefusals.asked, { line: id }, 'asked')
    if (refusal !== null) errors[`lines.${index}`] = [refillRefusals[refusal]]
    else if (items.has(item)) errors[`lines.${index}`] = ['This line appears twice.']
    items.add(item)
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  const { id } = await db
    .insertInto('public_prescription_requests')
    .values({ patient_id: patient, note, date_created: now, created_by: user.id, date_changed: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('prescription_request_lines')
    .values(lines.map((line) => ({ public_prescription_request_id: id, prescribed_drug_id: line })))
    .execute()
  audit('send', { entity: 'prescription request', id, patient, change: { lines, note } })
  publish('prescriptions')
  return (await findRequest(db, id))!
}
