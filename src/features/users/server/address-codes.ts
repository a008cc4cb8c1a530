import { sql } from 'kysely'
import { keyedHash, makeCode, readCode } from '#platform/auth/codes.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Context } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'

/** How codes reach people: by the feature that writes to them. */
export interface AddressCodes {
  /** Whether this clinic sends e-mail at all. */
  isOn: (db: Db) => Promise<boolean>
  /** Queues the code in the transaction of `db`; it is of no use after `until`. */
  send: (
    context: Pick<Context, 'db' | 'now' | 'ids' | 'publish'>,
    to: { account: number; email: string; first_name: string; language: string | null; code: string; until: Date },
  ) => Promise<void>
}

const GROUPS_OF_FOUR = 2
const MINUTES = 60

const hashOf = (codeKey: Buffer, { id, email }: { id: number; email: string }, code: string) =>
  keyedHash(codeKey, 'e-mail code', `${id}\n${email}\n${readCode(code)}`)

/** Makes a code for the address of an account in place of the one before, and sends it there. The row of the account is held by the caller. */
export const sendAddressCode = async (
  { codeKey }: Pick<Services, 'codeKey'>,
  codes: AddressCodes,
  context: Pick<Context, 'db' | 'now' | 'ids' | 'publish'>,
  person: { id: number; email: string; first_name: string; language: string | null },
) => {
  const { db, now, ids } = context
  const code = makeCode(ids, GROUPS_OF_FOUR)
  const until = new Date(now.getTime() + MINUTES * 60_000)
  await db
    .updateTable('users')
    .set({ email_code_hash: hashOf(codeKey, person, code), email_code_until: until })
    .where('id', '=', person.id)
    .execute()
  const { id: account, email, first_name, language } = person
  await codes.send(context, { account, email, first_name, language, code, until })
}

/** Takes the code that was sent to the address that the account has now; false when it is another one, or too old. */
export const takeAddressCode = async (db: Db, codeKey: Buffer, person: { id: number; email: string }, typed: string, now: Date) => {
  const { numUpdatedRows } = await db
    .updateTable('users')
    .set({ email_verified_at: now, email_code_hash: null, email_code_until: null, version: sql`version + 1` })
    .where('id', '=', person.id)
    .where('email', '=', person.email)
    .where('email_code_hash', '=', hashOf(codeKey, person, typed))
    .where('email_code_until', '>', now)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}
