import { Problem } from '#platform/errors/problem.ts'
import { passwordFits } from '#platform/auth/passwords.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Before, Trail } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { emailHash } from './keyed-hashes.ts'

const NAME = 'wrong passwords'
export const FAILURES_ALLOWED = { points: 5, seconds: 900 }

export type Outcome = 'signed in' | 'wrong' | 'locked' | 'busy' | 'code asked' | 'wrong code'

/** Notes a guess at a password; good or bad, known person or not. */
export const insertLoginAttempt = async (db: Db, trail: Trail, email_hash: Buffer, user_id: number | null, outcome: Outcome) => {
  const { at, ip, request_id } = trail
  await db.insertInto('login_attempts').values({ at, email_hash, user_id, outcome, ip, request_id }).execute()
}

/**
 * True when the password is that of the account. Every way to try a password comes through here: five failures in fifteen minutes
 * close the account to guesses (429), known to us or not, whatever the address; a success opens it again. Takes the same work for an
 * account that does not exist. Counts outside any transaction.
 */
export const tryPassword = async (
  { limiter, codeKey }: Pick<Services, 'limiter' | 'codeKey'>,
  { db, trail }: Pick<Before, 'db' | 'trail'>,
  account: { email: string; user_id: number | null; password_hash: string | null },
  password: string,
): Promise<boolean> => {
  const hash = emailHash(codeKey, account.email)
  const key = hash.toString('base64url')
  const check = () => limiter.check(NAME, key, FAILURES_ALLOWED)
  const note = (outcome: Outcome) => insertLoginAttempt(db, trail, hash, account.user_id, outcome)
  try {
    await check()
    const fits = await passwordFits(account.password_hash, password, {
      admit: check,
      failed: () => limiter.spend(NAME, key, FAILURES_ALLOWED),
    })
    await (fits ? limiter.forget(NAME, key, FAILURES_ALLOWED) : note('wrong'))
    return fits
  } catch (error) {
    if (error instanceof Problem) await note(error.status === 429 ? 'locked' : 'busy')
    throw error
  }
}
