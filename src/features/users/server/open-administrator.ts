import type { Client } from 'pg'
import { hashPassword } from '#platform/auth/passwords.ts'
import { systemIds } from '#platform/ids.ts'
import { makeOneTimePassword, oneTimeUntil } from './choose-password.ts'

/**
 * Gives somebody who may change people a one-time password, where nobody has any: the one with that e-mail address, or the first administrator.
 * Undefined when there is nobody. In the transaction of `client`.
 */
export const openAdministrator = async (
  client: Client,
  email: string | undefined,
  now: Date,
): Promise<{ email: string; password: string } | undefined> => {
  const { rows } = await client.query<{ id: number; email: string }>(
    `select u.id, u.email from users u where u.is_active and ($1::text is null or u.email = lower($1))
       and exists (select from user_groups m join group_permissions p on p.group_id = m.group_id where m.user_id = u.id and p.permission = 'users.change')
     order by u.role <> 'sysadmin', u.id limit 1`,
    [email ?? null],
  )
  const [person] = rows
  if (!person) return undefined
  const password = makeOneTimePassword(systemIds)
  await client.query(
    `update users set password_hash = $2, must_change_password = true, one_time_until = $3, known_devices = '{}', version = version + 1 where id = $1`,
    [person.id, await hashPassword(password), oneTimeUntil(now)],
  )
  return { email: person.email, password }
}
