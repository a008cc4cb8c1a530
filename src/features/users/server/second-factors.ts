import { sql } from 'kysely'
import { keyedHash, makeCode, readCode } from '#platform/auth/codes.ts'
import { seal, unseal } from '#platform/auth/seal.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Ids } from '#platform/ids.ts'

const PURPOSE = 'second factor'
const RECOVERY_CODES = 10
const GROUPS_OF_FOUR = 3
const MINUTES_TO_CONFIRM = 15

/** A code that fits, still to be taken: of a time step, or one of the recovery codes. */
export type Proof = { step: number } | { recovery: Buffer }

const recoveryHash = (codeKey: Buffer, userId: number, typed: string) =>
  keyedHash(codeKey, 'recovery code', `${userId}\n${readCode(typed)}`)

/** One of the person's groups asks for a second step. */
export const isRequired = sql<boolean>`exists (select from user_groups ug join groups g on g.id = ug.group_id
  where ug.user_id = users.id and g.requires_second_factor)`

/** How the second step of a person stands. */
export const findState = (db: Db, userId: number) =>
  db
    .selectFrom('users')
    .leftJoin('second_factors as f', 'f.user_id', 'users.id')
    .select([
      sql<boolean>`f.secret is not null`.as('is_on'),
      'f.confirmed_at as since',
      isRequired.as('is_required'),
      'users.second_factor_reset_at as reset_at',
      sql<number>`(select count(*) from recovery_codes r where r.user_id = users.id and r.used_at is null)::integer`.as(
        'recovery_codes_left',
      ),
    ])
    .where('users.id', '=', userId)
    .executeTakeFirstOrThrow()

/** The secret in use; null without one, or when the program's secrets are not those it was sealed with. */
export const findSecret = async (db: Db, codeKey: Buffer, userId: number): Promise<{ secret: Buffer; last: number | null } | null> => {
  const row = await db.selectFrom('second_factors').select(['secret', 'last_step']).where('user_id', '=', userId).executeTakeFirst()
  const text = row?.secret ? unseal(codeKey, PURPOSE, row.secret) : null
  return text === null ? null : { secret: Buffer.from(text, 'base64'), last: row?.last_step ?? null }
}

export const findRecovery = async (db: Db, codeKey: Buffer, userId: number, typed: string): Promise<Buffer | null> => {
  const code_hash = recoveryHash(codeKey, userId, typed)
  const row = await db
    .selectFrom('recovery_codes')
    .select('user_id')
    .where('code_hash', '=', code_hash)
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirst()
  return row ? code_hash : null
}

/** Takes a code: of two that bring the same one, one gets true. */
export const takeProof = async (db: Db, userId: number, proof: Proof, now: Date): Promise<boolean> => {
  const { numUpdatedRows } =
    'step' in proof
      ? await db
          .updateTable('second_factors')
          .set({ last_step: proof.step })
          .where('user_id', '=', userId)
          .where('secret', 'is not', null)
          .where(sql<boolean>`coalesce(last_step, -1) < ${proof.step}`)
          .executeTakeFirst()
      : await db
          .updateTable('recovery_codes')
          .set({ used_at: now })
          .where('user_id', '=', userId)
          .where('code_hash', '=', proof.recovery)
          .where('used_at', 'is', null)
          .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Keeps a secret that is being set up, beside the one in use. */
export const keepPending = async (db: Db, codeKey: Buffer, userId: number, secret: Buffer, now: Date) => {
  const pending_secret = seal(codeKey, PURPOSE, secret.toString('base64'))
  const pending_until = new Date(now.getTime() + MINUTES_TO_CONFIRM * 60_000)
  await db
    .insertInto('second_factors')
    .values({ user_id: userId, pending_secret, pending_until })
    .onConflict((known) => known.column('user_id').doUpdateSet({ pending_secret, pending_until }))
    .execute()
}

/** The secret that is being set up; null when there is none, or none any more. */
export const findPending = async (db: Db, codeKey: Buffer, userId: number, now: Date): Promise<Buffer | null> => {
  const row = await db
    .selectFrom('second_factors')
    .select('pending_secret')
    .where('user_id', '=', userId)
    .where('pending_until', '>', now)
    .executeTakeFirst()
  const text = row?.pending_secret ? unseal(codeKey, PURPOSE, row.pending_secret) : null
  return text === null ? null : Buffer.from(text, 'base64')
}

/** The person knows that it was taken away, or has a new one. */
export const forgetReset = async (db: Db, userId: number) => {
  await db.updateTable('users').set({ second_factor_reset_at: null }).where('id', '=', userId).execute()
}

/** Puts the secret that was set up in the place of the one in use; the code of `step` was its first. */
export const usePending = async (db: Db, userId: number, step: number, now: Date) => {
  await db
    .updateTable('second_factors')
    .set({ secret: sql`pending_secret`, confirmed_at: now, last_step: step, pending_secret: null, pending_until: null })
    .where('user_id', '=', userId)
    .execute()
  await forgetReset(db, userId)
}

/** Ten new recovery codes in place of all others: for showing once, since only their hashes are kept. */
export const makeRecoveryCodes = async (db: Db, { codeKey, ids }: { codeKey: Buffer; ids: Ids }, userId: number): Promise<string[]> => {
  const codes = Array.from({ length: RECOVERY_CODES }, () => makeCode(ids, GROUPS_OF_FOUR))
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute()
  await db
    .insertInto('recovery_codes')
    .values(codes.map((code) => ({ user_id: userId, code_hash: recoveryHash(codeKey, userId, code) })))
    .execute()
  return codes
}

/** False when there was none in use. */
export const deleteSecondFactor = async (db: Db, userId: number): Promise<boolean> => {
  const row = await db.deleteFrom('second_factors').where('user_id', '=', userId).returning('confirmed_at').executeTakeFirst()
  return Boolean(row?.confirmed_at)
}
