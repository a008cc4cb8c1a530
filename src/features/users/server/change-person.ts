import { sql } from 'kysely'
import { changedFields } from '#platform/audit/audit.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { findPermissions } from '#platform/auth/sessions.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, forbidden, notFound, stale } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Context, type Route } from '#platform/http/handle.ts'
import { disableUser, endSessions, resetPassword, updateUser } from '../contract.ts'
import { resetSecondFactor } from '../contract-second-factor.ts'
import { makeOneTimePassword, oneTimeUntil } from './choose-password.ts'
import { findGroupIdsOf, findRightsOf, getGroupOfRole, hasOtherAdministrator, setGroupsOf } from './groups.ts'
import { getPerson, lockPerson } from './people.ts'
import { lastAdministrator, ownAccount, requireOwnRights, requireReach } from './policy.ts'
import { requireUnlinked } from './linked-account.ts'
import { deleteSecondFactor } from './second-factors.ts'
import { endSessionsOf } from './sessions.ts'

const isSame = (one: readonly number[], other: readonly number[]) => one.length === other.length && one.every((id) => other.includes(id))

/** The groups after a change: those that were sent, or the old ones with the new role's group in place of the old role's. */
const groupsAfter = async (
  db: Db,
  before: { role: Parameters<typeof getGroupOfRole>[1]; groups: number[] },
  role: typeof before.role,
  sent?: number[],
) => {
  if (sent) return [...new Set(sent)]
  if (role === before.role) return before.groups
  const oldGroup = await getGroupOfRole(db, before.role)
  const newGroup = await getGroupOfRole(db, role)
  return [...new Set([...before.groups.filter((id) => id !== oldGroup), newGroup])]
}

/** Refuses to leave the clinic without an administrator. */
const requireAdministratorAfter = async (db: Db, id: number, before: { is_active: boolean; groups: number[] }, after: typeof before) => {
  const adminGroup = await getGroupOfRole(db, 'sysadmin')
  const isOne = ({ is_active, groups }: typeof before) => is_active && groups.includes(adminGroup)
  if (isOne(before) && !isOne(after) && !(await hasOtherAdministrator(db, id))) throw lastAdministrator()
}

const updateRoute = handle(updateUser, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
  const { id } = params
  const row = await lockPerson(db, id)
  if (!row) throw notFound('User')
  const sentVersion = body.version ?? ifMatch
  if (sentVersion !== null && sentVersion !== row.version) throw stale(await getPerson(db, id, now))

  const { email, first_name, last_name, phone, profession, date_of_birth, role, is_active = row.is_active } = body
  const before = { ...row, groups: await findGroupIdsOf(db, id) }
  const groups = await groupsAfter(db, before, role, body.groups)
  const isMoved = role !== row.role || !isSame(groups, before.groups)
  const isSensitive = isMoved || is_active !== row.is_active || email !== row.email
  const rights = await findPermissions(db, id)
  if (isSensitive) requireReach(user, rights)
  const isOfPatient = row.role === 'patient' || role === 'patient'
  if (isOfPatient && (email !== row.email || role !== row.role)) await requireUnlinked(db, id, { id: user.id, now })
  if (isMoved) {
    const wanted = await findRightsOf(db, role === row.role ? groups : [...new Set([...groups, await getGroupOfRole(db, role)])])
    const added = wanted.filter((right) => !rights.includes(right))
    if (added.length > 0 && !user.permissions.has('groups.change')) throw forbidden('groups.change')
    requireOwnRights(user, added)
    const kept = await findRightsOf(db, groups)
    if (id === user.id && (role !== row.role || rights.some((right) => !kept.includes(right)))) throw ownAccount()
  }
  if (id === user.id && !is_active) throw ownAccount()
  await requireAdministratorAfter(db, id, before, { is_active, groups })

  const fields = { email, first_name, last_name, phone, profession, date_of_birth, role, is_active }
  await db
    .updateTable('users')
    .set({ ...fields, disabled_at: is_active ? null : (row.disabled_at ?? now), version: row.version + 1 })
    .where('id', '=', id)
    .execute()
  await setGroupsOf(db, id, before.groups, groups)
  if (!is_active && row.is_active) await endSessionsOf(db, id, 'disabled', now)
  audit('update', { entity: 'user', id, change: changedFields(before, withoutUndefined({ ...fields, groups })) })
  publish('users', id)
  if (isMoved || is_active !== row.is_active) publish('rights', id)
  return getPerson(db, id, now)
})

const withoutUndefined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The person, locked, when the one who asks may do as they like with the account. */
const lockWithinReach = async ({ db, user }: Pick<Disabling, 'db' | 'user'>, id: number) => {
  const row = await lockPerson(db, id)
  if (!row) throw notFound('User')
  requireReach(user, await findPermissions(db, id))
  return row
}

type Disabling = Pick<Context, 'db' | 'now' | 'audit' | 'publish'> & { user: Pick<Context['user'], 'id' | 'permissions'> }

/** Takes an account out of use and ends its sessions. 403 beyond one's reach, 409 for one's own and for the last administrator's. */
export const disablePerson = async ({ db, user, now, audit, publish }: Disabling, id: number) => {
  const row = await lockWithinReach({ db, user }, id)
  if (id === user.id) throw ownAccount()
  const groups = await findGroupIdsOf(db, id)
  await requireAdministratorAfter(db, id, { is_active: row.is_active, groups }, { is_active: false, groups })
  await db
    .updateTable('users')
    .set({ is_active: false, disabled_at: row.disabled_at ?? now, version: sql`version + 1` })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .execute()
  await endSessionsOf(db, id, 'disabled', now)
  audit('disable', { entity: 'user', id })
  publish('users', id)
  publish('rights', id)
}

const disableRoute = handle(disableUser, (context) => disablePerson(context, context.params.id))

const resetRoute = handlePrepared(
  resetPassword,
  async ({ ids }) => {
    const oneTime = makeOneTimePassword(ids)
    return { oneTime, hash: await hashPassword(oneTime) }
  },
  async ({ db, params: { id }, user, now, audit, publish, prepared: { oneTime, hash } }) => {
    const row = await lockWithinReach({ db, user }, id)
    if (row.role === 'patient') await requireUnlinked(db, id, { id: user.id, now })
    await db
      .updateTable('users')
      .set({ password_hash: hash, must_change_password: true, one_time_until: oneTimeUntil(now), version: sql`version + 1` })
      .where('id', '=', id)
      .execute()
    await endSessionsOf(db, id, 'password reset', now)
    audit('reset password', { entity: 'user', id })
    publish('users', id)
    publish('rights', id)
    return { one_time_password: oneTime }
  },
)

const endSessionsRoute = handle(endSessions, async ({ db, params: { id }, user, now, audit, publish }) => {
  await lockWithinReach({ db, user }, id)
  await endSessionsOf(db, id, 'ended by an administrator', now)
  audit('end sessions', { entity: 'user', id })
  publish('rights', id)
})

const resetFactorRoute = handle(resetSecondFactor, async ({ db, params: { id }, user, now, audit, publish }) => {
  const row = await lockWithinReach({ db, user }, id)
  if (row.role === 'patient') await requireUnlinked(db, id, { id: user.id, now })
  if (id === user.id) throw conflict('Your own second step is in your profile: it needs your password and a code.', {}, 'own_account')
  if (!(await deleteSecondFactor(db, id))) throw conflict('This person signs in without a second step.', {}, 'no_second_factor')
  await db
    .updateTable('users')
    .set({ second_factor_reset_at: now, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await endSessionsOf(db, id, 'second factor reset', now)
  audit('reset second factor', { entity: 'user', id })
  publish('users', id)
  publish('rights', id)
})

/** What an administrator does to an account that exists. */
export const changeRoutes: Route[] = [updateRoute, disableRoute, resetRoute, endSessionsRoute, resetFactorRoute]
