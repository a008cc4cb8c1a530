import { keyedHash, makeCode, readCode } from '#platform/auth/codes.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Limiter } from '#platform/http/limits.ts'
import type { Ids } from '#platform/ids.ts'
import { LINK_MARK } from '../rules.ts'

const QUARTER = 900
const HOUR = 3_600
const CODE_GROUPS = 2
const CODE_SECONDS = QUARTER
const SLIP_GROUPS = 3

/** A linking looks at the code and then uses it. */
const rateLimits = { desk: { points: 40, seconds: QUARTER }, slip: { points: 10, seconds: HOUR } } as const
const asking = { points: 20, seconds: HOUR }

/**
 * 429 for an account that tries more codes than people do; every try counts, before it is looked at. Not by network: there one account would
 * keep the codes of all others from being tried.
 */
export const limitCodes = (limiter: Limiter, kind: keyof typeof rateLimits, { user }: { user: { id: number } }) =>
  limiter.spend(`link ${kind} person`, String(user.id), rateLimits[kind])
/** 429 for an account that asks for code after code. */
export const limitAsking = (limiter: Limiter, userId: number) => limiter.spend('link code asked', String(userId), asking)

/** 429 for an account that has code after code sent to a contact. */
export const limitSending = (limiter: Limiter, userId: number) =>
  limiter.spend('link code sent', String(userId), { points: 3, seconds: HOUR })

const bare = (typed: string) => {
  const text = typed.trim()
  return readCode(text.toUpperCase().startsWith(LINK_MARK) ? text.slice(LINK_MARK.length) : text)
}
/** What is kept of a code, however it was typed or scanned. The code on a slip opens nothing at the desk, nor the other way round. */
export const codeHash = (codeKey: Buffer, typed: string) => keyedHash(codeKey, 'link code', bare(typed))
export const slipHash = (codeKey: Buffer, typed: string) => keyedHash(codeKey, 'link slip', bare(typed))

export const makeSlipCode = (ids: Ids) => makeCode(ids, SLIP_GROUPS).toUpperCase()

/** Makes the code that an account shows at the desk, and ends the one before; answers it once. */
export const replaceCode = async (db: Db, codeKey: Buffer, userId: number, { ids, now }: { ids: Ids; now: Date }) => {
  const code = makeCode(ids, CODE_GROUPS).toUpperCase()
  const kept = { code_hash: codeHash(codeKey, code), made_at: now, expires_at: new Date(now.getTime() + CODE_SECONDS * 1000) }
  await db
    .insertInto('account_link_codes')
    .values({ user_id: userId, ...kept })
    .onConflict((clash) => clash.column('user_id').doUpdateSet(kept))
    .execute()
  return { code, seconds: CODE_SECONDS }
}
