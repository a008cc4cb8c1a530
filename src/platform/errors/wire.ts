import { Problem, conflict, diskFull, fieldError, patientDied, type FieldErrors } from './problem.ts'

/** What goes out for a failure: status, headers and body in the shapes of the contract. */
export interface WireError {
  status: number
  headers: Record<string, string>
  body: Record<string, unknown>
}

interface DatabaseError {
  code: string
  constraint?: string
  table?: string
  column?: string
  detail?: string
}

/** Constraints that guard a state rather than a field: broken, they are a 409 in plain words. */
const stateConstraints: Record<string, string> = {
  visits_one_open: 'This patient already has an open visit.',
  visit_moves_undone_once: 'This move was taken back already.',
  invoices_kept: 'An issued bill never changes.',
  invoices_overpaid: 'This is more than what is due on the bill.',
  invoices_unissued: 'Issue this bill before it is paid.',
  invoices_paid_patient: 'Money that went back since stands in the way.',
  invoices_paid_insurer: 'Money that went back since stands in the way.',
  company_currency_kept: 'Bills were written in the old currency already: it stays.',
  charges_stock_ordered: 'A drug or consumable is billed with a request to the pharmacy or a counter sale.',
  purchase_orders_approver: 'Another person approves a purchase order than who made or last changed it.',
  charges_one_per_order: 'This order was charged already.',
  receipts_reversed_once: 'This receipt was taken back already.',
  prescription_request_lines_open: 'You have asked for this medicine already. The pharmacy answers here.',
  consultations_signed: 'A signed note never changes. Add an addendum.',
  consultations_one_draft: 'You have a draft in this visit already.',
  consultation_addenda_unsigned: 'This note is a draft: write in it.',
  diagnoses_once: 'This diagnosis is in the note already.',
  prescribed_drugs_dispensed: 'This was dispensed already.',
  prescribed_drugs_given: 'This was dispensed already.',
  problems_once: 'This problem is on the list already.',
  emergency_accesses_reviewed_by_another: 'Somebody else reviews this emergency access.',
  no_known_allergies_beside_allergy: 'This patient has a recorded allergy. End it first, if it is wrong.',
  no_known_allergies_once: '"No known allergies" is recorded already.',
  pregnancies_one_current: 'This record has a current pregnancy already. Record its outcome first.',
  deaths_one_current: 'A death is recorded for this patient already.',
  patients_put_away: 'This record was put away into another one.',
  patient_merges_moved_on: 'Rows that moved in this merge belong to another patient by now.',
  patient_merges_without_account: 'One of these records has a portal account. Unlink it first, and link it anew after the merge.',
  patient_merges_undone_already: 'This merge was undone already.',
  patients_user_id_key: 'This account belongs to another patient already.',
  time_off_overlap: 'The doctor has other leave at that time.',
  appointments_doctor_taken: 'This time is taken.',
  appointments_room_taken: 'This room is taken at that time.',
  appointments_room_place_taken: 'This room is taken at that time.',
  appointments_patient_elsewhere: 'The patient has another appointment at that time.',
  waiting_list_one_open: 'The patient waits for the same already.',
  items_unit_kept: 'Stock of this item was counted in its unit already: it stays.',
  barcodes_pkey: 'This code belongs to another pack or item already.',
  dispense_items_returned: 'This came back already.',
  dispense_batches_returned: 'This came back already.',
  stock_levels_enough: 'There is not enough in stock.',
  batch_stock_enough: 'There is not enough of this batch in stock.',
  stock_entries_reversed_once: 'This was taken back already.',
  goods_receipts_reversed_once: 'This delivery was taken back already.',
  supplier_payments_reversed_once: 'This payment was taken back already.',
  stock_counts_one_open: 'This store is being counted already.',
  stock_counts_approved_by_another: 'Somebody who did not count it approves a count.',
  recalls_once: 'This lot is recalled already.',
  requisitions_two_approvers: 'Two different people approve a requisition, neither of them the one who asked.',
  supplier_bills_overpaid: 'This is more than what is open on the bill.',
  supplier_bills_unapproved: 'This bill differs from what was ordered or received: somebody has to approve that first.',
  supplier_bills_cancelled_unpaid: 'This bill was cancelled.',
  supplier_bills_of_supplier: 'This bill is of another supplier.',
  supplier_bills_cancelled: 'Money was paid on this bill: take the payment back first.',
}
/** Those that are told apart by more than their words. */
const stateCodes: Record<string, string> = {
  appointments_doctor_taken: 'slot_taken',
  appointments_room_taken: 'room_taken',
  appointments_room_place_taken: 'room_taken',
  appointments_patient_elsewhere: 'patient_busy',
  waiting_list_one_open: 'already_waiting',
  no_known_allergies_beside_allergy: 'allergies_recorded',
  no_known_allergies_once: 'recorded_already',
  pregnancies_one_current: 'pregnancy_current',
  deaths_one_current: 'died_already',
  patients_put_away: 'merged',
  prescription_request_lines_open: 'asked',
  items_unit_kept: 'counted_in_unit',
  stock_levels_enough: 'not_enough_stock',
  batch_stock_enough: 'not_enough_stock',
}

const isDatabaseError = (error: unknown): error is DatabaseError & Error =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code)

/** The line, too little memory or too many connections, a server that stops, or one that became a replica (25006). */
const outages = /^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|08...|53(?!100)...|57P0.|25006)$/

/** True for failures that a second try of the whole transaction may cure. */
export const isRetryable = (error: unknown) => isDatabaseError(error) && (error.code === '40001' || error.code === '40P01')

/** True where the role may not do that, or row level security holds a row back. */
export const isBeyondGrants = (error: unknown) => isDatabaseError(error) && error.code === '42501'

/** The patient whose restricted record somebody tried to open (`opened_record` of the database); null for every other failure. */
export const restrictedOf = (error: unknown): number | null =>
  isDatabaseError(error) && error.constraint === 'patients_restricted' ? Number(error.detail) : null

const isOutage = (error: unknown) =>
  error instanceof Error &&
  (('code' in error && outages.test(String(error.code))) ||
    /timeout exceeded when trying to connect|Connection terminated|not queryable/.test(error.message))

const outage = () =>
  new Problem(503, 'unavailable', 'The database cannot be reached right now. Try again in a moment.', { headers: { 'retry-after': '2' } })

/** What the database says of work for a patient who died. */
const fromDeath = ({ detail }: DatabaseError): Problem => {
  const { patient, died_on } = JSON.parse(detail ?? '') as { patient: number; died_on: string }
  return patientDied(patient, died_on)
}

const fromConstraint = (error: DatabaseError): Problem => {
  const name = error.constraint ?? ''
  if (name === 'patients_died') return fromDeath(error)
  const state = stateConstraints[name]
  if (state) return conflict(state, {}, stateCodes[name])
  const field = error.column ?? name.replace(`${error.table}_`, '').replace(/_(key|fkey|check\d*)$/, '')
  if (error.code === '23505') return fieldError(field, 'This value is taken already.')
  if (error.code === '23503') return conflict('Another record that this one refers to, or that refers to this one, stands in the way.')
  if (error.code === '23P01') return conflict('This overlaps with another record.')
  if (error.code === '23502') return fieldError(field, 'This field is required.')
  return fieldError(field, 'This value is not allowed here.')
}

/** Numbers, instants and texts that the database cannot take, such as those of a forged cursor. */
const unreadable = new Set(['22003', '22007', '22008', '22021', '22P02'])

const fromDatabase = (error: DatabaseError): Problem | null => {
  if (error.code.startsWith('23')) return fromConstraint(error)
  if (isRetryable(error)) return conflict('Somebody else was changing the same record. Try again.')
  if (error.code === '55P03') return conflict('This is being worked on right now. Try again.', {}, 'in_progress')
  if (error.code === '57014') return new Problem(503, 'timeout', 'This took too long and was stopped.', { headers: { 'retry-after': '5' } })
  if (error.code === '53100') return diskFull()
  if (unreadable.has(error.code)) return fieldError('', 'A number or date is out of range.')
  return null
}

/** Fastify's own refusals: too large, wrong type, bad length. */
const fromTransport = (error: unknown): Problem | null => {
  if (!(error instanceof Error) || !('statusCode' in error)) return null
  const status = Number(error.statusCode)
  if (status === 413) return new Problem(413, 'too_large', 'The request is too large.')
  if (status === 415) return new Problem(415, 'unsupported_media_type', 'Send application/json.')
  return status >= 400 && status < 500 ? fieldError('', 'The request cannot be read.') : null
}

/** The named problem behind any error; null when it is our own fault. */
export const problemOf = (error: unknown): Problem | null => {
  if (error instanceof Problem) return error
  if (isOutage(error)) return outage()
  if (isDatabaseError(error)) return fromDatabase(error)
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return diskFull()
  return fromTransport(error)
}

const fieldsOnWire = ({ '': whole, ...fields }: FieldErrors) => ({ ...fields, ...(whole && { non_field_errors: whole }) })

/** The first thing to tell a form that shows one message: its own, or that of a field. */
const formMessage = ({ fields, message }: Problem) => fields['']?.[0] ?? Object.values(fields)[0]?.[0] ?? message

/** Turns any error into its reply; the stack never leaves the server. With 'form' every reply carries `non_field_errors`. */
export const wireError = (error: unknown, requestId: string, errors?: 'form'): WireError => {
  const problem = problemOf(error)
  if (!problem) {
    const detail = 'Something went wrong on our side.'
    const body = { detail, code: 'internal', request_id: requestId, ...(errors && { non_field_errors: [detail] }) }
    return { status: 500, headers: {}, body }
  }
  const { status, headers } = problem
  const hasFields = Object.keys(problem.fields).length > 0
  const body = hasFields ? fieldsOnWire(problem.fields) : { detail: problem.message, code: problem.code, ...problem.extra }
  return { status, headers, body: errors ? { ...body, non_field_errors: [formMessage(problem)] } : body }
}
