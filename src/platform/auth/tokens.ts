import { createHash, createHmac } from 'node:crypto'
import { createSigner, createVerifier } from 'fast-jwt'
import { z } from 'zod'
import { roles } from '#shared/permissions.ts'
import type { Clock } from '#platform/clock.ts'
import type { TokenKey } from '#platform/secrets.ts'

export const ACCESS_SECONDS = 600
const ISSUER = 'kliniki'

// Issuer and audience are checked here: the library lets a token pass that names none.
const Claims = z.object({
  iss: z.literal(ISSUER),
  aud: z.literal(ISSUER),
  token_type: z.literal('access'),
  user_id: z.int(),
  role: z.enum(roles),
  first_name: z.string(),
  email: z.string(),
  sid: z.uuid(),
  iat: z.number(),
  nbf: z.number().optional(),
  exp: z.number(),
})
export type Claims = z.output<typeof Claims>

export interface AccessTokens {
  sign(claims: Pick<Claims, 'user_id' | 'role' | 'first_name' | 'email' | 'sid'>): string
  /** The claims of an access token of ours that is valid now; null for anything else. */
  verify(token: string): Claims | null
}

/**
 * Access tokens: HS256 and nothing else, ten minutes, verified with our own keys only, whatever the header says. The first key signs,
 * all of them verify, so that a key can be changed without signing anybody out.
 */
export const accessTokens = (keys: readonly TokenKey[], clock: Clock): AccessTokens => {
  const [current] = keys
  if (!current) throw new Error('There is no key to sign with.')
  const seconds = () => Math.floor(clock().getTime() / 1000)
  const sign = createSigner({ key: current.key, algorithm: 'HS256', kid: current.id, iss: ISSUER, aud: ISSUER })
  // Time is checked below, against the injected clock.
  const verifiers = keys.map(({ key }) =>
    createVerifier({
      key,
      algorithms: ['HS256'],
      ignoreExpiration: true,
      ignoreNotBefore: true,
      cache: 2000,
    }),
  )
  const payloadOf = (token: string): unknown => {
    for (const verify of verifiers) {
      try {
        return verify(token)
      } catch {
        // Not signed with this key, or not a token at all: the next one decides.
      }
    }
    return null
  }
  return {
    sign: (claims) => sign({ ...claims, token_type: 'access', iat: seconds(), exp: seconds() + ACCESS_SECONDS }),
    verify: (token) => {
      const parsed = Claims.safeParse(payloadOf(token))
      if (!parsed.success) return null
      const now = seconds()
      const { exp, nbf = now } = parsed.data
      return exp > now && nbf <= now ? parsed.data : null
    },
  }
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest()

/**
 * The refresh token that follows another: a function of it and of our secret. So the same token, sent again by a second tab or after a
 * lost reply, gets the same successor, and no token is ever stored.
 */
export const successorOf = (secret: Buffer, refreshToken: string) =>
  createHmac('sha256', secret).update(`refresh successor\n${refreshToken}`).digest('base64url')
