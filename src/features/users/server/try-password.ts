import { sql } from 'kysely'
import { Problem } from '#platform/errors/problem.ts'
import { passwordFits } from '#platform/auth/passwords.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Before, Trail } from '#platform/http/handle.ts'
import { networkOf } from '#platform/http/network.ts'
import type { Services } from '#platform/services.ts'
import { emailHash, knownDevice } from './keyed-hashes.ts'

const SECONDS = 900
/** Wrong passwords for one account from one place. */
const FROM_ONE_PLACE = { points: 5, seconds: SECONDS }
/** Wrong passwords from one network, whomever they name. */
const FROM_ONE_NETWORK = { points: 60, seconds: SECONDS }
/** Wrong passwords for one account from all networks together: whoever guesses from many of them gets no more. */
const FOR_ONE_ACCOUNT = { points: 20, seconds: SECONDS }

export type Outcome = 'signed in' | 'wrong' | 'locked' | 'busy' | 'code asked' | 'wrong code'

/** Notes a guess at a password; good or bad, known person or not. */
export const insertLoginAttempt = async (db: Db, trail: Trail, email_hash: Buffer, user_id: number | null, outcome: Outcome) => {
  const { at, ip, request_id } = trail
  await db.insertInto('login_attempts').values({ at, email_hash, user_id, outcome, ip, request_id }).execute()
}

/** Notes that a guess was not looked at, once a minute for each address: these come as fast as somebody sends them. */
const noteUntried = async (db: Db, { at, ip, request_id }: Trail, email_hash: Buffer, user_id: number | null, outcome: Outcome) => {
  await sql`insert into login_attempts (at, email_hash, user_id, outcome, ip, request_id)
    select ${at}::timestamptz, ${email_hash}::bytea, ${user_id}::integer, ${outcome}, ${ip}, ${request_id}
    where not exists (select from login_attempts l where l.at > ${new Date(at.getTime() - 60_000)} and l.outcome <> 'signed in'
      and l.outcome = ${outcome} and l.email_hash = ${email_hash})`.execute(db)
}

interface Account {
  email: string
  user_id: number | null
  password_hash: string | null
  /** Hashes of the browsers that have signed in to it. */
  known_devices: readonly Buffer[]
}

interface Count {
  name: string
  key: string
  rule: { points: number; seconds: number }
  /** A right password begins it anew. */
  isForgiven: boolean
}

/**
 * Under which counts a guess falls, in the order in which they are looked at. A browser that has signed in to the account has one of its own, so
 * that nobody else can lock it out; everybody else has that of their network, of the account from their network, and of the account.
 */
const countsOf = (codeKey: Buffer, account: Account, { ip, device }: Before['request']): Count[] => {
  const email = emailHash(codeKey, account.email).toString('base64url')
  const hash = knownDevice(codeKey, device, account.known_devices)
  if (hash)
    return [
      { name: 'wrong passwords, known device', key: `${email} ${hash.toString('base64url')}`, rule: FROM_ONE_PLACE, isForgiven: true },
    ]
  const network = networkOf(ip)
  return [
    { name: 'wrong passwords, network', key: network, rule: FROM_ONE_NETWORK, isForgiven: false },
    { name: 'wrong passwords', key: `${email} ${network}`, rule: FROM_ONE_PLACE, isForgiven: true },
    { name: 'wrong passwords, account', key: email, rule: FOR_ONE_ACCOUNT, isForgiven: false },
  ]
}

/**
 * True when the password is that of the account. Every way to try a password comes through here. Five failures in fifteen minutes close the
 * account, known to us or not, to the place that they came from (429); sixty close it to that network, whomever they named; twenty from anywhere
 * close it to all but browsers that have signed in to it. Takes the same work for an account that does not exist. Counts outside any transaction.
 */
export const tryPassword = async (
  { limiter, codeKey }: Pick<Services, 'limiter' | 'codeKey'>,
  { db, trail, request }: Pick<Before, 'db' | 'trail' | 'request'>,
  account: Account,
  password: string,
): Promise<boolean> => {
  const counts = countsOf(codeKey, account, request)
  const check = async () => {
    for (const { name, key, rule } of counts) await limiter.check(name, key, rule)
  }
  const hash = emailHash(codeKey, account.email)
  try {
    await check()
    const fits = await passwordFits(account.password_hash, password, {
      admit: check,
      failed: async () => {
        for (const { name, key, rule } of counts) await limiter.spend(name, key, rule)
      },
    })
    if (!fits) await insertLoginAttempt(db, trail, hash, account.user_id, 'wrong')
    else for (const { name, key, rule, isForgiven } of counts) if (isForgiven) await limiter.forget(name, key, rule)
    return fits
  } catch (error) {
    if (error instanceof Problem) await noteUntried(db, trail, hash, account.user_id, error.status === 429 ? 'locked' : 'busy')
    throw error
  }
}
