/** Field name -> messages; the empty name '' is the form as a whole. */
export type FieldErrors = Record<string, string[]>

/** An expected failure. Thrown by features, turned into HTTP by wire.ts alone. */
export class Problem extends Error {
  status: number
  code: string
  fields: FieldErrors
  /** Further members of the reply, such as the record that is there now. */
  extra: Record<string, unknown>
  headers: Record<string, string>

  constructor(
    status: number,
    code: string,
    message: string,
    more: { fields?: FieldErrors; extra?: Record<string, unknown>; headers?: Record<string, string> } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.fields = more.fields ?? {}
    this.extra = more.extra ?? {}
    this.headers = more.headers ?? {}
  }
}

export const passwordChangeRequired = () => new Problem(403, 'password_change_required', 'Choose your own password first.')
export const secondFactorDue = () => new Problem(403, 'second_factor_set_up_required', 'Set up two-factor authentication first.')
/** A clinic that is in nobody's hands takes nothing from the public. */
export const notSetUp = () => new Problem(409, 'not_set_up', 'This clinic is not set up yet.')
export const notFound = (what: string) => new Problem(404, 'not_found', `${what} not found.`)
/** What a look-up answered; 404 where it answered nothing. */
export const requireFound = <T extends object>(value: T | null | undefined, what: string): T => {
  if (value === null || value === undefined) throw notFound(what)
  return value
}
export const forbidden = (permission: string) => new Problem(403, 'forbidden', `This needs the permission ${permission}.`)
/** What somebody is answered who may open this record in an emergency; nobody else learns that it is there. */
export const restricted = (patient: number) =>
  new Problem(403, 'restricted', 'This record is restricted. In an emergency you can open it with a reason.', { extra: { patient } })
export const conflict = (message: string, extra: Record<string, unknown> = {}, code = 'conflict') =>
  new Problem(409, code, message, { extra })
/** No work begins for a patient who died: `patient_died` with the day. Only those who may open the record are told (`restrictedIn`). */
export const patientDied = (patient: number, diedOn: string) =>
  conflict(
    `This patient died on ${diedOn}. No new work can be started. Bills, documents and results can be completed.`,
    { patient, died_on: diedOn },
    'patient_died',
  )
export const fieldError = (field: string, message: string) => new Problem(400, 'invalid', message, { fields: { [field]: [message] } })
export const formError = (message: string) => fieldError('', message)
export const invalidInput = (fields: FieldErrors) => new Problem(400, 'invalid', 'Invalid input.', { fields })
/** No token, or one that is not valid (any more). */
export const notSignedIn = (authorization?: string) =>
  authorization === undefined
    ? new Problem(401, 'not_authenticated', 'Sign in first.')
    : new Problem(401, 'token_not_valid', 'The token is not valid or has expired.')
export const tooMany = (seconds: number, message = 'Too many requests. Try again later.') =>
  new Problem(429, 'throttled', message, { headers: { 'retry-after': String(Math.max(1, Math.ceil(seconds))) } })
/** Too much of this kind of work at once; trying again soon will do. */
export const busy = (seconds: number) =>
  new Problem(503, 'busy', 'The server is busy. Try again in a moment.', { headers: { 'retry-after': String(seconds) } })
/** Unlike an outage this does not pass by itself: a change that waited for its end would wait in silence. */
export const diskFull = () =>
  new Problem(503, 'disk_full', 'The server’s disk is full: nothing more can be saved. Contact the server administrator.', {
    headers: { 'retry-after': '60' },
  })
/** What is kept of it is gone, damaged, or encrypted with keys that this clinic does not have; `cause` says which, for the log alone. */
export const documentUnreadable = (cause: unknown) =>
  Object.assign(
    new Problem(
      409,
      'document_unreadable',
      'This document cannot be read: its file is missing or damaged. Contact the server administrator.',
    ),
    { cause },
  )
/** Somebody who writes over a text has to say which version they have read. */
export const versionNeeded = () => fieldError('version', 'Send the version, or If-Match, of what you change.')
/**
 * The record has changed since it was read; `current` is what it is now. A record that does not name its patient is sent with the patient, by whom
 * it is held back where their record is restricted. Thrown by `platform/records/version.ts`.
 */
export const stale = (current: unknown, patient: number | null = null) =>
  new Problem(412, 'version_conflict', 'Another user has changed this record.', {
    extra: { current, ...(patient !== null && { patient }) },
  })
