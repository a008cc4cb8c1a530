import { sql } from 'kysely'
import { writeTrail } from '#platform/audit/audit.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { ConfigurationError } from '#platform/config.ts'
import type { Db } from '#platform/db/connect.ts'
import { Problem } from '#platform/errors/problem.ts'
import { systemIds } from '#platform/ids.ts'
import { makeOneTimePassword, oneTimeUntil } from './choose-password.ts'
import { emailHash } from './keyed-hashes.ts'
import { deleteFactorOfAnother, giveOneTimePassword } from './linked-account.ts'
import { endUserSessions } from './sessions.ts'

interface Resetting {
  email: string
  codeKey: Buffer
  /** The second factor goes as well. */
  withSecondFactor: boolean
  /** The account of the operating system that asks. */
  operator: string
  now: Date
}

interface Reset {
  email: string
  password: string
  until: Date
  hadSecondFactor: boolean
}

interface Account {
  id: number
  email: string
  is_active: boolean
  is_administrator: boolean
}

const isAdministrator = sql<boolean>`exists (select from user_groups m join group_permissions p on p.group_id = m.group_id
  where m.user_id = users.id and p.permission = 'users.change')`

const findAccounts = (db: Db) =>
  db
    .selectFrom('users')
    .select(['id', 'email', 'is_active', isAdministrator.as('is_administrator')])
    .orderBy('id')

/** Who may be reset here: people who can sign in and could help everybody else. */
const requireAdministrator = async (db: Db, email: string): Promise<Account> => {
  const account = await findAccounts(db).where('email', '=', email.trim().toLowerCase()).executeTakeFirst()
  if (account?.is_active && account.is_administrator) return account
  const others = await findAccounts(db).where('is_active', '=', true).where(isAdministrator, '=', true).execute()
  const whom =
    others.length > 0 ? `The administrators are: ${others.map((one) => one.email).join(', ')}.` : 'This clinic has no administrator yet.'
  if (!account) throw new ConfigurationError(`No account has the e-mail address ${email}. ${whom}`)
  const why = account.is_active
    ? 'is not an administrator: an administrator resets this password under Administration, People'
    : 'is deactivated'
  throw new ConfigurationError(`${account.email} ${why}. ${whom}`)
}

/** Begins every count of wrong passwords and codes of the account anew, from wherever they came. */
const unlock = (db: Db, codeKey: Buffer, { id, email }: Account) => {
  const key = emailHash(codeKey, email).toString('base64url')
  return sql`delete from rate_limits where (key like 'wrong passwords%' and strpos(key, ${key}) > 0) or key = ${`wrong codes:${id}`}`.execute(
    db,
  )
}

/**
 * Gives an administrator a one-time password, ends their sessions and unlocks the account, in one transaction, for whoever runs the machine. The trail names
 * that person by their account of the operating system. ConfigurationError for anybody else's account.
 */
export const resetAdministrator = async (db: Db, { email, codeKey, withSecondFactor, operator, now }: Resetting): Promise<Reset> => {
  const password = makeOneTimePassword(systemIds)
  const hash = await hashPassword(password)
  try {
    return await db.transaction().execute(async (tx) => {
      const account = await requireAdministrator(tx, email)
      const by = { id: account.id, now }
      await giveOneTimePassword(tx, account.id, hash, by)
      const hadSecondFactor = withSecondFactor && (await deleteFactorOfAnother(tx, account.id, by))
      if (hadSecondFactor) await tx.updateTable('users').set({ second_factor_reset_at: now }).where('id', '=', account.id).execute()
      await endUserSessions(tx, account.id, 'password reset', now)
      await unlock(tx, codeKey, account)
      const change = { by: `the operator of the machine (${operator})` }
      const trail = { at: now, actor_id: null, request_id: 'npm run admin:reset', ip: null }
      await writeTrail(tx, trail, [
        { action: 'reset password', entity: 'user', id: account.id, change },
        ...(hadSecondFactor ? [{ action: 'reset second factor', entity: 'user', id: account.id, change }] : []),
      ])
      return { email: account.email, password, until: oneTimeUntil(now), hadSecondFactor }
    })
  } catch (error) {
    throw error instanceof Problem ? new ConfigurationError(error.message) : error
  }
}
