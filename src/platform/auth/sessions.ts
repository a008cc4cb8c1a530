import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/connect.ts'
import type { User } from '#platform/http/handle.ts'
import { inBatches } from './in-batches.ts'
import type { AccessTokens } from './tokens.ts'

export type Authenticate = (request: FastifyRequest) => Promise<User | null>

type SessionRow = Omit<User, 'permissions'> & { rights_version: number }

const MAX_CACHED = 10_000
const none: ReadonlySet<string> = new Set()

/**
 * Signs a request in by its bearer token, never by a cookie. Session, person and rights are looked up in the database each time, so
 * that a sign-out, a disabled person or a changed right counts from the next request on. Only the list of rights is remembered, under
 * the person's rights_version, which grows with every change of it.
 */
export const bearerAuthentication = (db: Db, tokens: AccessTokens, clock: Clock): Authenticate => {
  const rights = new Map<string, ReadonlySet<string>>()

  const findSession = inBatches(async (sessionIds: string[]) => {
    const { rows } = await sql<SessionRow>`
      select u.id, u.role, u.first_name, u.last_name, u.email, u.must_change_password, s.second_factor_due, u.rights_version, s.id as session_id, p.id as patient_id,
        p.id is not null and p.deactivated_at is null as patient_is_active
      from sessions s join users u on u.id = s.user_id left join patients p on p.user_id = u.id
      where s.id = any(${sessionIds}::uuid[]) and s.ended_at is null and s.expires_at > ${clock()} and u.is_active
        and (p.id is null or died_on(p.id) is null)`.execute(db)
    return new Map(rows.map((row) => [row.session_id, row]))
  })

  const readRights = async (userId: number, version: number) => {
    const key = `${userId}:${version}`
    const known = rights.get(key)
    if (known) return known
    const rows = await findPermissions(db, userId)
    if (rights.size >= MAX_CACHED) rights.clear()
    const found = new Set(rows)
    rights.set(key, found)
    return found
  }

  return async (request) => {
    const [scheme, token] = (request.headers.authorization ?? '').split(' ')
    if (scheme?.toLowerCase() !== 'bearer' || !token) return null
    const claims = tokens.verify(token)
    const session = claims && (await findSession(claims.sid))
    if (!session || session.id !== claims.user_id) return null
    const { rights_version, ...user } = session
    // Until a one-time password is changed, or a due second step set up, its bearer has no rights at all, on the live stream and on
    // public calls too.
    return { ...user, permissions: user.must_change_password || user.second_factor_due ? none : await readRights(user.id, rights_version) }
  }
}

/** The names of everything a person may do: the union of the person's groups, sorted. */
export const findPermissions = async (db: Db, userId: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('user_groups')
    .innerJoin('group_permissions', 'group_permissions.group_id', 'user_groups.group_id')
    .select('permission')
    .distinct()
    .where('user_id', '=', userId)
    .orderBy('permission')
    .execute()
  return rows.map((row) => row.permission)
}
