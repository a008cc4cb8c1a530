import type { Role } from '#shared/permissions.ts'

/** The person signed in, decoded from the access token. */
export interface SessionUser {
  role: Role
  user_id: number
  token: string
  first_name: string
  email: string
  /** Seconds that the token is good for from the moment it was given. */
  lifetime: number
  /** Seconds since 1970, by the server's clock. */
  expires_at: number
}

const payloadOf = (token: string): Record<string, unknown> => {
  const part = token.split('.')[1]
  if (part === undefined) throw new Error('The token cannot be decoded.')
  const bytes = Uint8Array.from(atob(part.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
  const payload: unknown = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) throw new Error('The token cannot be decoded.')
  return payload as Record<string, unknown>
}

/** The session user inside an access token; throws when it is not a string or cannot be decoded. It proves nothing: the server does. */
export const decodeToken = (token: unknown): SessionUser => {
  if (typeof token !== 'string') throw new TypeError('The token must be a string.')
  const { role, user_id, exp, iat, first_name, email } = payloadOf(token)
  if (typeof role !== 'string' || typeof user_id !== 'number' || typeof exp !== 'number') throw new Error('The token cannot be decoded.')
  return {
    role: role as Role,
    user_id,
    token,
    first_name: typeof first_name === 'string' ? first_name : '',
    email: typeof email === 'string' ? email : '',
    lifetime: typeof iat === 'number' ? exp - iat : 600,
    expires_at: exp,
  }
}

/** Where a person lands after signing in. */
export const landingOf = (role: Role) => (role === 'patient' ? '/patient-overview' : '/dashboard/reception-interface')
