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

/** A constraint that guards a state rather than a field, by its name: broken, it is a 409 in these words, told apart by a code of its own where it has one. */
export type Constraints = Readonly<Record<string, { says: string; code?: string }>>

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

const fromConstraint = (error: DatabaseError, constraints: Constraints): Problem => {
  const name = error.constraint ?? ''
  if (name === 'patients_died') return fromDeath(error)
  const state = constraints[name]
  if (state) return conflict(state.says, {}, state.code)
  const field = error.column ?? name.replace(`${error.table}_`, '').replace(/_(key|fkey|check\d*)$/, '')
  if (error.code === '23505') return fieldError(field, 'This value is already in use.')
  if (error.code === '23503') return conflict('A linked record is missing or still uses this one.')
  if (error.code === '23P01') return conflict('Overlaps with another record.')
  if (error.code === '23502') return fieldError(field, 'This field is required.')
  return fieldError(field, 'This value is not allowed here.')
}

/** Numbers, instants and texts that the database cannot take, such as those of a forged cursor. */
const unreadable = new Set(['22003', '22007', '22008', '22021', '22P02'])

const fromDatabase = (error: DatabaseError, constraints: Constraints): Problem | null => {
  if (error.code.startsWith('23')) return fromConstraint(error, constraints)
  if (isRetryable(error)) return conflict('Another user was changing the same record. Try again.')
  if (error.code === '55P03') return conflict('This record is being changed right now. Try again.', {}, 'in_progress')
  if (error.code === '57014')
    return new Problem(503, 'timeout', 'The operation took too long and was stopped.', { headers: { 'retry-after': '5' } })
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

/** The named problem behind any error, with the words of these constraints; null when it is our own fault. */
export const problemOf = (error: unknown, constraints: Constraints = {}): Problem | null => {
  if (error instanceof Problem) return error
  if (isOutage(error)) return outage()
  if (isDatabaseError(error)) return fromDatabase(error, constraints)
  if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return diskFull()
  return fromTransport(error)
}

const fieldsOnWire = ({ '': whole, ...fields }: FieldErrors) => ({ ...fields, ...(whole && { non_field_errors: whole }) })

/** The first thing to tell a form that shows one message: its own, or that of a field. */
const formMessage = ({ fields, message }: Problem) => fields['']?.[0] ?? Object.values(fields)[0]?.[0] ?? message

/** Turns any error into its reply; the stack never leaves the server. With 'form' every reply carries `non_field_errors`. */
export const wireError = (
  error: unknown,
  requestId: string,
  { errors, constraints }: { errors?: 'form' | undefined; constraints?: Constraints } = {},
): WireError => {
  const problem = problemOf(error, constraints)
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
