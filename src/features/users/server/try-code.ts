import { totpStep } from '#platform/auth/totp.ts'
import { Problem } from '#platform/errors/problem.ts'
import type { Before } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { emailHash } from './keyed-hashes.ts'
import { findRecovery, findSecret, type Proof } from './second-factors.ts'
import { insertLoginAttempt, type Outcome } from './try-password.ts'

const NAME = 'wrong codes'
const TRIES_ALLOWED = { points: 5, seconds: 900 }

interface Account {
  id: number
  email: string
}

/** Notes what became of a code. */
export const noteCode = (
  { codeKey }: Pick<Services, 'codeKey'>,
  { db, trail }: Pick<Before, 'db' | 'trail'>,
  { id, email }: Account,
  outcome: Outcome,
) => insertLoginAttempt(db, trail, emailHash(codeKey, email), id, outcome)

/**
 * The code that was typed, if it is one of the person's and not used yet; it still has to be taken (`takeProof`). Every way to try a code
 * comes through here: six within fifteen minutes are one too many (429), counted before they are looked at and outside any transaction,
 * so that those sent at once count too; `forgetTries` after a right one.
 */
export const tryCode = async (
  { limiter, codeKey }: Pick<Services, 'limiter' | 'codeKey'>,
  { db, trail, now }: Pick<Before, 'db' | 'trail' | 'now'>,
  account: Account,
  typed: string,
): Promise<Proof | null> => {
  try {
    await limiter.spend(NAME, String(account.id), TRIES_ALLOWED)
  } catch (error) {
    if (error instanceof Problem) await noteCode({ codeKey }, { db, trail }, account, 'locked')
    throw error
  }
  const factor = await findSecret(db, codeKey, account.id)
  const step = factor && totpStep(factor.secret, typed, now, factor.last)
  if (step !== null) return { step }
  const recovery = await findRecovery(db, codeKey, account.id, typed)
  if (recovery) return { recovery }
  await noteCode({ codeKey }, { db, trail }, account, 'wrong code')
  return null
}

export const forgetTries = ({ limiter }: Pick<Services, 'limiter'>, userId: number) => limiter.forget(NAME, String(userId), TRIES_ALLOWED)
