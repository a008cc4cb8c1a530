import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields } from '#shared/paging.ts'

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

const deed = { ...own, method: 'POST', idempotent: false, perMinute: 30 } as const
const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })

export const beginSecondFactor = endpoint({
  ...deed,
  path: '/users/me/second-factor/',
  summary: 'Get a secret for an authenticator; it counts from when a code of it was sent. With one in use, that goes on until then',
  beforeSecondFactor: true,
  body: fields({ current_password: password, code: code.optional() }),
  response: z.object({ secret: z.string(), uri: z.string(), qr: z.array(z.string()) }),
})

export const confirmSecondFactor = endpoint({
  ...deed,
  path: '/users/me/second-factor/confirm/',
  summary: 'Sign in with this authenticator from now on; answers ten recovery codes, once, and ends my other sessions',
  beforeSecondFactor: true,
  body: fields({ code }),
  response: RecoveryCodes,
})

export const renewRecoveryCodes = endpoint({
  ...deed,
  path: '/users/me/second-factor/recovery-codes/',
  summary: 'Get ten new recovery codes; the old ones are void',
  body: fields({ current_password: password, code }),
  response: RecoveryCodes,
})

export const removeSecondFactor = endpoint({
  ...deed,
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
