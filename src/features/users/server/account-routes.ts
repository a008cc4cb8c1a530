import { sql } from 'kysely'
import { changedFields } from '#platform/audit/audit.ts'
import { conflict, fieldError, notFound, requireFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { changePassword, endMySession, getMe, listMySessions, logout, updateMe } from '../contract.ts'
import { endOtherSessions } from '../contract-security.ts'
import type { AddressCodes } from './address-codes.ts'
import { hashChosenPassword } from './choose-password.ts'
import { isOwnPassword } from './is-own-password.ts'
import { findAccount, getOwnAccount, lockPerson } from './people.ts'
import { requireOwnName } from './policy.ts'
import { endSession, endSessionsOf, findSessionsOf } from './sessions.ts'

/** What people do to their own account. */
export const accountRoutes = (services: Services, codes: AddressCodes): Route[] => [
  handle(logout, async ({ db, body, user, now, audit, publish }) => {
    await (body.everywhere ? endSessionsOf(db, user.id, 'signed out', now) : endSession(db, user.id, user.session_id, 'signed out', now))
    audit(body.everywhere ? 'sign out everywhere' : 'sign out', { entity: 'user', id: user.id })
    publish('rights', user.id)
  }),

  handle(getMe, ({ db, user, now }) => getOwnAccount(db, codes, user, now)),

  handle(updateMe, async ({ db, body: { preferences, ...names }, user, now, audit, publish }) => {
    const before = requireFound(await lockPerson(db, user.id), 'User')
    const kept = before.preferences as Record<string, unknown>
    const chosen = Object.entries(preferences ?? {}).filter(([name, value]) => JSON.stringify(kept[name]) !== JSON.stringify(value))
    const details = changedFields(before, names)
    requireOwnName(
      { role: before.role, permissions: user.permissions },
      Object.keys(details).filter((field) => field !== 'phone'),
    )
    const changed = { ...details, ...(chosen.length > 0 && { preferences: chosen.map(([name]) => name).join(', ') }) }
    audit('update own account', { entity: 'user', id: user.id, change: changed })
    if (Object.keys(changed).length > 0) {
      await db
        .updateTable('users')
        .set({ ...names, version: before.version + 1 })
        .$if(preferences !== undefined, (query) => query.set({ preferences: sql`preferences || ${JSON.stringify(preferences)}::jsonb` }))
        .where('id', '=', user.id)
        .execute()
      publish('users', user.id)
    }
    return getOwnAccount(db, codes, user, now)
  }),

  handlePrepared(
    changePassword,
    async ({ body, ...before }) => {
      const { db, user } = before
      const account = await findAccount(db, user.email)
      if (!(await isOwnPassword(services, before, body.current_password)))
        throw fieldError('current_password', 'This is not your password.')
      if (body.new_password === body.current_password) throw fieldError('new_password', 'This is your password already.')
      return {
        before: account?.password_hash ?? null,
        after: await hashChosenPassword(db, 'new_password', body.new_password, [user.email, user.first_name, user.last_name]),
      }
    },
    async ({ db, user, now, audit, publish, prepared: { before, after } }) => {
      // Whoever knew the old password is a stranger now; this browser stays known.
      const onlyThis = sql<Buffer[]>`array(select device_hash from sessions where id = ${user.session_id})`
      const { numUpdatedRows } = await db
        .updateTable('users')
        .set({
          password_hash: after,
          must_change_password: false,
          one_time_until: null,
          version: sql`version + 1`,
          known_devices: onlyThis,
        })
        .where('id', '=', user.id)
        .where('password_hash', '=', before)
        .executeTakeFirst()
      if (numUpdatedRows === 0n) throw conflict('The password was changed meanwhile.')
      await endSessionsOf(db, user.id, 'password changed', now, user.session_id)
      audit('change password', { entity: 'user', id: user.id })
      publish('users', user.id)
      publish('rights', user.id)
    },
  ),

  handle(listMySessions, async ({ db, user, now }) => {
    const sessions = await findSessionsOf(db, user.id, now)
    return sessions.map((session) => ({ ...session, is_current: session.id === user.session_id }))
  }),

  handle(endOtherSessions, async ({ db, user, now, audit, publish }) => {
    await endSessionsOf(db, user.id, 'ended by the person', now, user.session_id)
    audit('end other sessions', { entity: 'user', id: user.id })
    publish('rights', user.id)
  }),

  handle(endMySession, async ({ db, params, user, now, audit, publish }) => {
    if (!(await endSession(db, user.id, params.id, 'ended by the person', now))) throw notFound('Session')
    audit('end session', { entity: 'user', id: user.id, change: { session: params.id } })
    publish('rights', user.id)
  }),
]
