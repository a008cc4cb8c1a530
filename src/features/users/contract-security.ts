import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, pageQuery, Ref, version, ById } from '#shared/paging.ts'
import { roles } from '#shared/permissions.ts'

/** What a clinic may choose. */
export const bounds = {
  password_length: [8, 64],
  idle_minutes: [5, 240],
  session_hours: [1, 24],
  emergency_minutes: [15, 240],
  patient_upload_files: [1, 1_000],
  patient_upload_mb: [1, 10_000],
  staff_upload_files: [1, 100_000],
  staff_upload_mb: [1, 1_000_000],
} as const

const within = ([least, most]: readonly [number, number]) =>
  z.int().min(least, `Enter a number from ${least} to ${most}.`).max(most, `Enter a number from ${least} to ${most}.`)
const Rules = fields({
  password_length: within(bounds.password_length),
  idle_minutes: within(bounds.idle_minutes),
  session_hours: within(bounds.session_hours),
  /** How long a restricted record stays open to whoever opened it in an emergency. */
  emergency_minutes: within(bounds.emergency_minutes),
  /** How much an account may upload in a day. */
  patient_upload_files: within(bounds.patient_upload_files),
  patient_upload_mb: within(bounds.patient_upload_mb),
  staff_upload_files: within(bounds.staff_upload_files),
  staff_upload_mb: within(bounds.staff_upload_mb),
})
const { emergency_minutes, patient_upload_files, patient_upload_mb, staff_upload_files, staff_upload_mb } = Rules.partial().shape

export const getPasswordRules = endpoint({
  method: 'GET',
  path: '/users/password-rules/',
  summary: 'How long a password must be',
  access: 'public',
  perMinute: 600,
  response: z.object({ password_length: z.int() }),
})

export const getSecurity = endpoint({
  method: 'GET',
  path: '/users/security/',
  summary:
    'Read the rules of signing in and uploading: passwords, time-outs, what an account may upload in a day, and which groups need a second step',
  access: 'security.change',
  live: ['users'],
  response: Rules.extend({
    version: z.int(),
    /** `may_change`: the reader holds every permission of the group. */
    groups: z.array(
      z.object({
        id: z.int(),
        name: z.string(),
        requires_second_factor: z.boolean(),
        members: z.int(),
        without: z.int(),
        may_change: z.boolean(),
      }),
    ),
  }),
})

export const updateSecurity = endpoint({
  method: 'PUT',
  path: '/users/security/',
  summary:
    'Change the rules of signing in and uploading; time-outs that became shorter hold for open sessions too. 403 for a group with permissions that one does not have',
  access: 'security.change',
  body: Rules.extend({
    // What is not sent stays as it is.
    emergency_minutes,
    patient_upload_files,
    patient_upload_mb,
    staff_upload_files,
    staff_upload_mb,
    /** The groups whose members need a second step, from their next sign-in on. */
    groups: z.array(Ref).max(500),
    ...version,
  }),
  response: getSecurity.response,
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/users/me/sessions/end-others/',
  summary: 'End all my sessions but this one',
  access: 'signed-in',
  eyes: 'clinic',
  body: fields({}),
  status: 204,
  response: z.void(),
})

export const listSecondFactors = endpoint({
  method: 'GET',
  path: '/users/second-factors/',
  summary: 'List who signs in with a second step and who does not, by name: who works here, and patients who have one',
  access: 'security.change',
  paged: true,
  live: ['users'],
  query: fields({ ...pageQuery, q: z.string().max(100).optional(), state: z.enum(['with', 'without', 'missing']).optional() }),
  response: z.array(
    z.object({
      id: z.int(),
      first_name: z.string(),
      last_name: z.string(),
      role: z.enum(roles),
      /** One of their groups asks for it. */
      is_required: z.boolean(),
      since: Instant.nullable(),
      recovery_codes_left: z.int(),
    }),
  ),
})

const Tokens = z.object({ access: z.string(), refresh: z.string() })
/** Six digits of an authenticator, or a recovery code; blanks and hyphens do not count. */
const code = z.string().max(40)
const password = z.string().max(1000)

export const loginWithCode = endpoint({
  method: 'POST',
  path: '/users/login/code/',
  summary: 'Second step of a sign-in: the code of an authenticator, or a recovery code, with the ticket that the first step answered',
  access: 'public',
  perMinute: 60,
  countsItself: true,
  audit: 'none',
  idempotent: false,
  errors: 'form',
  body: fields({ ticket: z.string().max(200), code }),
  response: Tokens,
})

const own = { access: 'signed-in', eyes: 'clinic' } as const

export const getSecondFactor = endpoint({
  ...own,
  method: 'GET',
  path: '/users/me/second-factor/',
  summary: 'Read whether I sign in with a second step',
  beforeSecondFactor: true,
  live: ['rights'],
  response: z.object({
    is_on: z.boolean(),
    since: Instant.nullable(),
    recovery_codes_left: z.int(),
    /** One of my groups asks for it. */
    is_required: z.boolean(),
    /** When an administrator took mine away, until I have a new one. */
    reset_at: Instant.nullable(),
  }),
})

const action = { ...own, method: 'POST', idempotent: false, perMinute: 30 } as const
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const beginSecondFactor = endpoint({
  ...action,
  path: '/users/me/second-factor/',
  summary: 'Get a secret for an authenticator; it counts from when a code of it was sent. With one in use, that goes on until then',
  beforeSecondFactor: true,
  body: fields({ current_password: password, code: code.optional() }),
  response: z.object({ secret: z.string(), uri: z.string(), qr: z.array(z.string()) }),
})

export const confirmSecondFactor = endpoint({
  ...action,
  path: '/users/me/second-factor/confirm/',
  summary: 'Sign in with this authenticator from now on; answers ten recovery codes, once, and ends my other sessions',
  beforeSecondFactor: true,
  body: fields({ code }),
  response: RecoveryCodes,
})

export const renewRecoveryCodes = endpoint({
  ...action,
  path: '/users/me/second-factor/recovery-codes/',
  summary: 'Get ten new recovery codes; the old ones are void',
  body: fields({ current_password: password, code }),
  response: RecoveryCodes,
})

export const removeSecondFactor = endpoint({
  ...action,
  path: '/users/me/second-factor/remove/',
  summary: 'Sign in with the password alone from now on; 409 where a group asks for the second step',
  body: fields({ current_password: password, code }),
  status: 204,
  response: z.void(),
})

export const noteSecondFactorReset = endpoint({
  ...own,
  method: 'POST',
  path: '/users/me/second-factor/reset-seen/',
  summary: 'Say that I know that an administrator took my second step away',
  beforeSecondFactor: true,
  body: fields({}),
  status: 204,
  response: z.void(),
})

export const resetSecondFactor = endpoint({
  method: 'POST',
  path: '/users/users/{id}/reset-second-factor/',
  summary: 'Take away the second step of a person who lost it, and end their sessions',
  access: 'users.change',
  params: ById,
  body: fields({}),
  status: 204,
  response: z.void(),
})
