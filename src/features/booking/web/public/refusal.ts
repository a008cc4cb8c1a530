import { ApiError } from '#web/calls/http.ts'
import { t } from '#web/i18n.ts'
import type { FreeTime } from '../free-times.ts'
import { timesOffered } from '../taken-banner.tsx'
import type { Errors, ScreenName } from './answers.ts'

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
/** What a failed booking means to the person. */
export const refusalOf = (error: unknown): Refusal => {
  if (!(error instanceof ApiError)) return { kind: 'failed', error }
  const free = timesOffered(error)
  if (free) return { kind: 'taken', free }
  if (error.code === 'booking_closed') return { kind: 'closed' }
  if (error.code === 'consent_changed' || 'consent_version' in error.fields) return { kind: 'words' }
  const wrong = boxes.filter(([name]) => name in error.fields)
  const screen = wrong[0]?.[2]
  if (!screen) return { kind: 'failed', error }
  const errors = Object.fromEntries(wrong.filter(([, , on]) => on === screen).map(([name, box]) => [box, t(error.fields[name]?.[0] ?? '')]))
  return { kind: 'wrong', screen, errors }
}
