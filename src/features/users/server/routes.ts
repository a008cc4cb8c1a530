import type { Program } from '#features/feature.ts'
import { type Route, handle, handlePrepared, type User } from '#platform/http/handle.ts'
import { createRoute, registerRoute } from './add-person.ts'
import { changeRoutes, lockOver, requireOver } from './change-person.ts'
import { secondFactorRoutes } from './second-factor-routes.ts'
import { signInCodeRoute } from './sign-in-code.ts'
import { signInRoutes } from './sign-in.ts'
import { notFound, forbidden, conflict, fieldError, notSignedIn, requireFound } from '#platform/errors/problem.ts'
import {
  endOneSession,
  listSessions,
  getUser,
  listDoctors,
  listUsers,
  createGroup,
  getGroup,
  listGroups,
  listPermissions,
  listUserPermissions,
  updateGroup,
  confirmEmailCode,
  sendEmailCode,
  changePassword,
  endMySession,
  getMe,
  listMySessions,
  logout,
  updateMe,
} from '../contract.ts'
import { endSession, findSessions, endUserSessions } from './sessions.ts'
import { limitOf, pageOf } from '#platform/db/keyset.ts'
import { countPeople, findDoctors, findPeople, findPerson, getOwnAccount, lockPerson, findAccount } from './people.ts'
import type { Services } from '#platform/services.ts'
import { sendAddressCode, takeAddressCode, type AddressCodes } from './address-codes.ts'
import { changedFields } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { getPasswordRules, getSecurity, listSecondFactors, updateSecurity, endOtherSessions } from '../contract-security.ts'
import { findRights, findGroup, findGroups, insertGroup, lockGroup, renameGroup, setPermissions } from './groups.ts'
import { hasPermissionOver, requirePermissionOver, ownAccount, requireOwnRights, requireOwnName } from './policy.ts'
import {
  countSecondFactors,
  findGroupsOfSecurity,
  findRules,
  findSecondFactors,
  lockRules,
  findRequirement,
  shortenSessions,
  updateRules,
} from './security.ts'
import { groupOfRole, signingPermissions, seededGroups } from '#shared/permissions.ts'
import { findPermissions } from '#platform/auth/sessions.ts'
import { requireUnchanged, requireVersion } from '#platform/records/version.ts'
import { listRoute } from '#platform/records/list-route.ts'
import { requireMembersRegistered } from './registration.ts'
import { sql } from 'kysely'
import { hashChosenPassword } from './choose-password.ts'
import { isOwnPassword } from './is-own-password.ts'

/** What people do to their own account. */
const accountRoutes = (services: Services, codes: AddressCodes): Route[] => [
  handle(logout, async ({ db, body, user, now, audit, publish }) => {
    await (body.everywhere ? endUserSessions(db, user.id, 'signed out', now) : endSession(db, user.id, user.session_id, 'signed out', now))
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
      if (!(await isOwnPassword(services, before, body.current_password))) throw fieldError('current_password', 'Incorrect password.')
      if (body.new_password === body.current_password) throw fieldError('new_password', 'The new password is the same as the current one.')
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
      if (numUpdatedRows === 0n) throw conflict('The password has just been changed. Try again.')
      await endUserSessions(db, user.id, 'password changed', now, user.session_id)
      audit('change password', { entity: 'user', id: user.id })
      publish('users', user.id)
      publish('rights', user.id)
    },
  ),

  handle(listMySessions, async ({ db, user, now }) => {
    const sessions = await findSessions(db, user.id, now)
    return sessions.map((session) => ({ ...session, is_current: session.id === user.session_id }))
  }),

  handle(endOtherSessions, async ({ db, user, now, audit, publish }) => {
    await endUserSessions(db, user.id, 'ended by the person', now, user.session_id)
    audit('end other sessions', { entity: 'user', id: user.id })
    publish('rights', user.id)
  }),

  handle(endMySession, async ({ db, params, user, now, audit, publish }) => {
    if (!(await endSession(db, user.id, params.id, 'ended by the person', now))) throw notFound('Session')
    audit('end session', { entity: 'user', id: user.id, change: { session: params.id } })
    publish('rights', user.id)
  }),
]

const selfRegistration = groupOfRole.patient
const administrators = groupOfRole.sysadmin

const readGroup = async (db: Db, id: number) => {
  return requireFound(await findGroup(db, id), 'Group')
}

/** What may not be changed in the groups that every clinic has: their names, all rights of one, none for everybody of the other. */
const requireSeededRules = (group: { name: string; is_seeded: boolean }, name: string, permissions: readonly string[]) => {
  if (!group.is_seeded) return
  if (name !== group.name) throw conflict('This group cannot be renamed: roles refer to it.')
  if (name === administrators && (seededGroups[administrators] ?? []).some((right) => !permissions.includes(right)))
    throw conflict('System administrators always have all permissions.')
  const ofAll: readonly string[] = seededGroups[selfRegistration] ?? []
  if (name === selfRegistration && permissions.some((right) => !ofAll.includes(right)))
    throw conflict('Anyone can register as a patient: this group cannot be given more permissions.')
}

/** Groups, permissions, and who has which. */
const groupRoutes: Route[] = [
  handle(listGroups, async ({ db, query, user }) => {
    const { name } = query
    if (user.permissions.has('users.view')) return findGroups(db, query)
    if (name !== undefined) return name.toLowerCase() === selfRegistration.toLowerCase() ? findGroups(db, query) : []
    throw user.id === 0 ? notSignedIn() : forbidden('users.view')
  }),

  handle(getGroup, ({ db, params }) => readGroup(db, params.group_id)),

  handle(createGroup, async ({ db, body: { name, permissions }, user, audit, publish }) => {
    requireOwnRights(user, permissions)
    const id = await insertGroup(db, name)
    await setPermissions(db, id, [], permissions)
    audit('create', { entity: 'group', id, change: { name, permissions } })
    publish('users')
    return readGroup(db, id)
  }),

  handle(updateGroup, async ({ db, params: { group_id }, body: { name, permissions, version }, ifMatch, user, audit, publish }) => {
    const locked = await lockGroup(db, group_id)
    const before = await readGroup(db, group_id)
    if (!locked) throw notFound('Group')
    await requireUnchanged(before, version ?? ifMatch)
    const held = before.permissions.map((permission) => permission.name)
    requirePermissionOver(user, 'group', held)
    requireSeededRules(before, name, permissions)
    requireOwnRights(
      user,
      permissions.filter((right) => !held.includes(right)),
    )
    const newlySigns = signingPermissions.some((right) => permissions.includes(right) && !held.includes(right))
    const signedBefore = signingPermissions.some((right) => held.includes(right))
    if (newlySigns && !signedBefore && before.name !== administrators) await requireMembersRegistered(db, group_id)
    await renameGroup(db, group_id, name)
    const change = await setPermissions(db, group_id, held, permissions)
    const left = await findPermissions(db, user.id)
    if ([...user.permissions].some((right) => !left.includes(right))) throw ownAccount()
    audit('update', { entity: 'group', id: group_id, change: { name: [before.name, name], ...change } })
    publish('users')
    publish('rights')
    return readGroup(db, group_id)
  }),

  handle(listPermissions, ({ db }) => db.selectFrom('permissions').select(['id', 'name']).orderBy('name').execute()),

  handle(listUserPermissions, async ({ db, params: { user_id }, user, now }) => {
    if (user_id !== user.id && !user.permissions.has('users.view')) throw forbidden('users.view')
    if (!(await findPerson(db, user_id, now))) throw notFound('User')
    return findPermissions(db, user_id)
  }),
]

const readSecurity = async (db: Db, user: Pick<User, 'permissions'>) => {
  const groups = await findGroupsOfSecurity(db)
  return {
    ...(await findRules(db)),
    groups: groups.map(({ permissions, ...group }) => ({ ...group, may_change: hasPermissionOver(user, permissions) })),
  }
}

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

/** The rules of signing in, and who keeps to them. */
const securityRoutes: Route[] = [
  handle(getPasswordRules, ({ db }) => findRules(db)),

  handle(getSecurity, ({ db, user }) => readSecurity(db, user)),

  handle(updateSecurity, async ({ db, body: { version, groups, ...rules }, ifMatch, user, audit, publish }) => {
    const locked = await lockRules(db)
    const before = await readSecurity(db, user)
    await requireUnchanged(locked, requireVersion(version ?? ifMatch), () => before)
    if (groups.some((id) => !before.groups.some((group) => group.id === id))) throw fieldError('groups', 'Group not found.')
    const required = before.groups.filter((group) => group.requires_second_factor).map(({ id }) => id)
    const switched = before.groups.map(({ id }) => id).filter((id) => required.includes(id) !== groups.includes(id))
    requirePermissionOver(user, 'group', await findRights(db, switched))
    await updateRules(db, rules)
    await shortenSessions(db)
    await findRequirement(db, groups)
    const change = changedFields({ ...locked, groups: sorted(required) }, { ...rules, groups: sorted(groups) })
    audit('change', { entity: 'security settings', id: null, change })
    publish('users')
    publish('rights')
    return readSecurity(db, user)
  }),

  listRoute(listSecondFactors, { find: findSecondFactors, by: ({ sort_name }) => sort_name, count: countSecondFactors }),
]

const CODES = { points: 5, seconds: 3600 }
const TRIES = { points: 10, seconds: 3600 }

/** How people show that the address of their account is theirs. */
const addressCodeRoutes = (services: Services, codes: AddressCodes): Route[] => [
  handlePrepared(
    sendEmailCode,
    async ({ db, user }) => {
      if (!(await codes.isOn(db))) throw conflict('This clinic does not send e-mail, so addresses cannot be verified.', {}, 'no_email')
      await services.limiter.spend('e-mail codes', String(user.id), CODES)
    },
    async (context) => {
      const { db, user, audit } = context
      const person = await lockPerson(db, user.id)
      if (!person || person.email_verified_at !== null) throw conflict('This e-mail address is already verified.', {}, 'verified')
      const { language = null } = person.preferences as { language?: string }
      await sendAddressCode(services, codes, context, { ...person, language })
      audit('send address code', { entity: 'user', id: user.id })
    },
  ),

  handlePrepared(
    confirmEmailCode,
    ({ user }) => services.limiter.spend('tries of e-mail codes', String(user.id), TRIES),
    async ({ db, body, user, now, audit, publish }) => {
      if (!(await takeAddressCode(db, services.codeKey, user, body.code, now)))
        throw fieldError('code', 'Incorrect or expired code. Request a new one.')
      audit('verify address', { entity: 'user', id: user.id })
      publish('users', user.id)
      return getOwnAccount(db, codes, user, now)
    },
  ),
]

/** Reading the people of the clinic. */
const peopleRoutes: Route[] = [
  handle(listUsers, async ({ db, query: { limit, cursor, count, ...filter }, now }) => {
    // Whole unless a page is asked for; a cursor without a limit goes on with pages of the usual size.
    const size = cursor === undefined ? limit : limitOf(limit)
    const rows = await findPeople(db, filter, { cursor, limit: size === undefined ? undefined : size + 1 }, now)
    const total = count ? await countPeople(db, filter) : undefined
    return pageOf(rows, size ?? rows.length, (row) => row.sort_name, total)
  }),

  handle(getUser, async ({ db, params, user, now }) => {
    if (params.id !== user.id && !user.permissions.has('users.view'))
      throw user.role === 'patient' ? notFound('User') : forbidden('users.view')
    return requireFound(await findPerson(db, params.id, now), 'User')
  }),

  handle(listDoctors, ({ db }) => findDoctors(db)),
]

/** Where others are signed in, for whoever may change their account. */
const sessionRoutes: Route[] = [
  handle(listSessions, async ({ db, params: { id }, user, now }) => {
    await requireOver(db, user, id)
    const sessions = await findSessions(db, id, now)
    return sessions.map((session) => ({ ...session, is_current: session.id === user.session_id }))
  }),

  handle(endOneSession, async ({ db, params: { id, session }, user, now, audit, publish }) => {
    await lockOver({ db, user }, id)
    if (!(await endSession(db, id, session, 'ended by an administrator', now))) throw notFound('Session')
    audit('end session', { entity: 'user', id, change: { session } })
    publish('rights', id)
  }),
]

export const routes = (program: Program): Route[] => [
  ...signInRoutes(program),
  signInCodeRoute(program),
  registerRoute(program, program.addressCodes),
  ...accountRoutes(program, program.addressCodes),
  ...addressCodeRoutes(program, program.addressCodes),
  createRoute,
  ...peopleRoutes,
  ...changeRoutes,
  ...sessionRoutes,
  ...groupRoutes,
  ...secondFactorRoutes(program),
  ...securityRoutes,
]
