import { ApiError } from '#web/http.ts'
import { t } from '#web/i18n.ts'
import type { Errors, ScreenName } from './answers.ts'
import type { FreeTime } from './free-times.ts'

/** Why a booking did not come about, and what follows from it. */
export type Refusal =
  | { kind: 'taken'; free: FreeTime[] }
  | { kind: 'wrong'; screen: ScreenName; errors: Errors }
  /** The words to agree to are others now. */
  | { kind: 'words' }
  | { kind: 'closed' }
  | { kind: 'failed'; error: unknown }

/** The server's name of a box, the box, and the screen it is on. */
const boxes: readonly (readonly [string, keyof Errors, ScreenName])[] = [
  ['first_name', 'first_name', 'name'],
  ['second_name', 'second_name', 'name'],
  ['date_of_birth', 'born', 'birth'],
  ['gender', 'gender', 'birth'],
  ['phone_number', 'phone', 'contact'],
  ['email', 'email', 'contact'],
  ['reason', 'reason', 'reason'],
]
const TAKEN = new Set(['slot_taken', 'outside_schedule', 'overbook_full', 'patient_busy'])

interface Offered {
  start: string
  doctor: number | null
}
const freeIn = ({ body }: ApiError): FreeTime[] =>
  Array.isArray(body['free']) ? (body['free'] as Offered[]).map(({ start, doctor }) => ({ start, doctor })) : []

export const isTaken = (error: ApiError) => TAKEN.has(error.code) || 'appointment_date_time' in error.fields

/** What a failed booking means to the person. */
export const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof ApiError)) return { kind: 'failed', error }
  if (isTaken(error)) return { kind: 'taken', free: freeIn(error) }
  if (error.code === 'booking_closed') return { kind: 'closed' }
  if (error.code === 'consent_changed' || 'consent_version' in error.fields) return { kind: 'words' }
  const wrong = boxes.filter(([name]) => name in error.fields)
  const screen = wrong[0]?.[2]
  if (!screen) return { kind: 'failed', error }
  const errors = Object.fromEntries(wrong.filter(([, , on]) => on === screen).map(([name, box]) => [box, t(error.fields[name]?.[0] ?? '')]))
  return { kind: 'wrong', screen, errors }
}
