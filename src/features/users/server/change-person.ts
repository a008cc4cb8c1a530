import { sql } from 'kysely'
import { changedFields } from '#platform/audit/audit.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { findPermissions } from '#platform/auth/sessions.ts'
import type { Db } from '#platform/db/connect.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import type { Role } from '#shared/permissions.ts'
import { conflict, forbidden, requireFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Context, type Route } from '#platform/http/handle.ts'
import type { Ids } from '#platform/ids.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { disableUser, endSessions, resetPassword, updateUser } from '../contract.ts'
import { resetSecondFactor } from '../contract-security.ts'
import { makeOneTimePassword } from './choose-password.ts'
import { findGroupIds, findPermissionsOfAccount, findRights, getGroupOfRole, hasOtherAdministrator, setGroups } from './groups.ts'
import { getPerson, lockPerson } from './people.ts'
import { deleteFactorOfAnother, giveOneTimePassword, requireUnlinked } from './linked-account.ts'
import { lastAdministrator, ownAccount, requireOwnRights, requirePermissionOver } from './policy.ts'
import { groupsSign, missingOf, requireFields } from './registration.ts'
import { endUserSessions } from './sessions.ts'

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

interface Signing {
  row: Awaited<ReturnType<typeof lockOver>>
  before: readonly number[]
  after: readonly number[]
  is_active: boolean
}
/**
 * Title and registration after a change; 400 where somebody who signs would be without. Who signed before these were recorded is saved
 * without, as long as they get no new right to sign and lose nothing that is recorded.
 */
const registrationAfter = async (db: Db, { row, before, after, is_active }: Signing, sent: ParsedOf<typeof updateUser>['body']) => {
  const { title = row.title, registration_number = row.registration_number, registration_council = row.registration_council } = sent
  const registration = { title, registration_number, registration_council }
  const missing = missingOf(registration)
  if (missing.length > 0 && is_active && (await groupsSign(db, after))) {
    const isGoingOn = row.signs_unregistered && (await groupsSign(db, before)) && missing.every((field) => row[field] === null)
    if (!isGoingOn) requireFields(registration)
  }
  return registration
}

/** Refuses to leave the clinic without an administrator. */
const requireAdministratorAfter = async (db: Db, id: number, before: { is_active: boolean; groups: number[] }, after: typeof before) => {
  const adminGroup = await getGroupOfRole(db, 'sysadmin')
  const isOne = ({ is_active, groups }: typeof before) => is_active && groups.includes(adminGroup)
  if (isOne(before) && !isOne(after) && !(await hasOtherAdministrator(db, id))) throw lastAdministrator()
}

/** A one-time password, and its hash. */
const prepareOneTime = async (ids: Ids) => {
  const oneTime = makeOneTimePassword(ids)
  return { oneTime, hash: await hashPassword(oneTime) }
}

/**
 * Whether the account becomes, or stops being, a mere patient's. Whoever made it may know its password, and nothing of that may open what
 * staff may do, or the record of the patient who links it. The group of patients makes nobody staff.
 */
const isConversion = (before: { role: Role; groups: number[] }, role: Role, groups: readonly number[], patients: number) =>
  (before.role === 'patient') !== (role === 'patient') ||
  (role === 'patient' && groups.some((id) => id !== patients && !before.groups.includes(id)))

const updateUserIn = async ({
  db,
  params,
  body,
  ifMatch,
  user,
  now,
  audit,
  publish,
  prepared,
}: ParsedOf<typeof updateUser> & Context & { prepared: Awaited<ReturnType<typeof prepareOneTime>> | null }) => {
  const { id } = params
  const row = await lockOver({ db, user }, id)
  await requireUnchanged(row, body.version ?? ifMatch, () => getPerson(db, id, now))

  const { email, first_name, last_name, phone, profession, date_of_birth, role, is_active = row.is_active } = body
  const before = { ...row, groups: await findGroupIds(db, id) }
  const groups = await groupsAfter(db, before, role, body.groups)
  const isMoved = role !== row.role || !isSame(groups, before.groups)
  const converted = isConversion(before, role, groups, await getGroupOfRole(db, 'patient'))
  if (converted || email !== row.email) await requireUnlinked(db, id, { id: user.id, now })
  if (isMoved) {
    const rights = await findPermissions(db, id)
    const roleGroup = await getGroupOfRole(db, role)
    const wanted = await findRights(db, role === row.role ? groups : [...new Set([...groups, roleGroup])])
    // A group is an audience too: nobody joins one, or puts anybody into one, beyond what the role brings.
    const joined = groups.filter((group) => !before.groups.includes(group) && (id === user.id || group !== roleGroup))
    if (joined.length > 0 && !user.permissions.has('groups.change')) throw forbidden('groups.change')
    const added = wanted.filter((right) => !rights.includes(right))
    if (added.length > 0 && !user.permissions.has('groups.change')) throw forbidden('groups.change')
    requireOwnRights(user, added)
    const kept = await findRights(db, groups)
    if (id === user.id && (role !== row.role || rights.some((right) => !kept.includes(right)))) throw ownAccount()
  }
  if (id === user.id && !is_active) throw ownAccount()
  const registration = await registrationAfter(db, { row, before: before.groups, after: groups, is_active }, body)
  await requireAdministratorAfter(db, id, before, { is_active, groups })

  const fields = { email, first_name, last_name, phone, profession, date_of_birth, ...registration, role, is_active }
  await db
    .updateTable('users')
    .set({
      ...fields,
      signs_unregistered: row.signs_unregistered && missingOf(registration).length > 0,
      disabled_at: is_active ? null : (row.disabled_at ?? now),
      version: row.version + 1,
    })
    .where('id', '=', id)
    .execute()
  await setGroups(db, id, before.groups, groups)
  // Another address may be another person's: nobody goes on where the one before was signed in.
  if (email !== row.email) {
    await forgetAddress(db, id)
    await endUserSessions(db, id, 'e-mail changed', now, id === user.id ? user.session_id : undefined)
  }
  if (!is_active && row.is_active) await endUserSessions(db, id, 'disabled', now)
  if (converted) {
    // The account became a patient's while its one-time password would have been made.
    if (!prepared) throw conflict('Another user changed this account. Try again.')
    await giveOneTimePassword(db, id, prepared.hash, { id: user.id, now })
    await deleteFactorOfAnother(db, id, { id: user.id, now })
    const reason = role === 'patient' && row.role !== 'patient' ? 'staff account became a patient’s' : 'patient account became staff'
    audit('reset password', { entity: 'user', id, change: { reason } })
    await endUserSessions(db, id, 'role changed', now)
  }
  audit('update', { entity: 'user', id, change: changedFields(before, withoutUndefined({ ...fields, groups })) })
  publish('users', id)
  if (isMoved || is_active !== row.is_active) publish('rights', id)
  return { ...(await getPerson(db, id, now)), one_time_password: converted ? (prepared?.oneTime ?? null) : null }
}

/** Whether the code for an address was typed says nothing of another address. */
const forgetAddress = async (db: Db, id: number) => {
  await db
    .updateTable('users')
    .set({ email_verified_at: null, email_code_hash: null, email_code_until: null })
    .where('id', '=', id)
    .execute()
}

const updateRoute = handlePrepared(
  updateUser,
  async ({ db, params, body, ids }) => {
    const person = await db.selectFrom('users').select('role').where('id', '=', params.id).executeTakeFirst()
    return person?.role === 'patient' || body.role === 'patient' ? prepareOneTime(ids) : null
  },
  updateUserIn,
)

const withoutUndefined = (fields: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

/** The account, locked. 404 when there is none, 403 when it is another's over which the user has no permission. */
export const lockOver = async ({ db, user }: Pick<Disabling, 'db' | 'user'>, id: number) => {
  const row = requireFound(await lockPerson(db, id), 'User')
  if (id !== user.id) requirePermissionOver(user, 'person', await findPermissionsOfAccount(db, row))
  return row
}

/** 404 when there is no such account, 403 when it is another's over which the user has no permission. */
export const requireOver = async (db: Db, user: Disabling['user'], id: number) => {
  const row = requireFound(await db.selectFrom('users').select(['id', 'role']).where('id', '=', id).executeTakeFirst(), 'User')
  if (id !== user.id) requirePermissionOver(user, 'person', await findPermissionsOfAccount(db, row))
}

type Disabling = Pick<Context, 'db' | 'now' | 'audit' | 'publish'> & { user: Pick<Context['user'], 'id' | 'permissions'> }

/** Takes an account out of use and ends its sessions. 403 without permission over it, 409 for one's own and for the last administrator's. */
export const disablePerson = async ({ db, user, now, audit, publish }: Disabling, id: number) => {
  const row = await lockOver({ db, user }, id)
  if (id === user.id) throw ownAccount()
  const groups = await findGroupIds(db, id)
  await requireAdministratorAfter(db, id, { is_active: row.is_active, groups }, { is_active: false, groups })
  await db
    .updateTable('users')
    .set({ is_active: false, disabled_at: row.disabled_at ?? now, version: sql`version + 1` })
    .where('id', '=', id)
    .where('is_active', '=', true)
    .execute()
  await endUserSessions(db, id, 'disabled', now)
  audit('disable', { entity: 'user', id })
  publish('users', id)
  publish('rights', id)
}

const disableRoute = handle(disableUser, (context) => disablePerson(context, context.params.id))

const resetRoute = handlePrepared(
  resetPassword,
  ({ ids }) => prepareOneTime(ids),
  async ({ db, params: { id }, user, now, audit, publish, prepared: { oneTime, hash } }) => {
    await lockOver({ db, user }, id)
    await giveOneTimePassword(db, id, hash, { id: user.id, now })
    await endUserSessions(db, id, 'password reset', now)
    audit('reset password', { entity: 'user', id })
    publish('users', id)
    publish('rights', id)
    return { one_time_password: oneTime }
  },
)

const endSessionsRoute = handle(endSessions, async ({ db, params: { id }, user, now, audit, publish }) => {
  await lockOver({ db, user }, id)
  await endUserSessions(db, id, 'ended by an administrator', now)
  audit('end sessions', { entity: 'user', id })
  publish('rights', id)
})

const resetFactorRoute = handle(resetSecondFactor, async ({ db, params: { id }, user, now, audit, publish }) => {
  await lockOver({ db, user }, id)
  if (id === user.id)
    throw conflict('Change your own two-factor authentication in your profile: it needs your password and a code.', {}, 'own_account')
  if (!(await deleteFactorOfAnother(db, id, { id: user.id, now })))
    throw conflict('Two-factor authentication is not set up for this user.', {}, 'no_second_factor')
  await db
    .updateTable('users')
    .set({ second_factor_reset_at: now, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
  await endUserSessions(db, id, 'second factor reset', now)
  audit('reset second factor', { entity: 'user', id })
  publish('users', id)
  publish('rights', id)
})

/** What an administrator does to an account that exists. */
export const changeRoutes: Route[] = [updateRoute, disableRoute, resetRoute, endSessionsRoute, resetFactorRoute]
