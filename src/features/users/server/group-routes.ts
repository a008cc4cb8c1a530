import { groupOfRole, signingPermissions, seededGroups } from '#shared/permissions.ts'
import { findPermissions } from '#platform/auth/sessions.ts'
import type { Db } from '#platform/db/connect.ts'
import { conflict, forbidden, notFound, notSignedIn, stale } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { createGroup, getGroup, listGroups, listPermissions, listUserPermissions, updateGroup } from '../contract.ts'
import { findGroup, findGroups, insertGroup, lockGroup, renameGroup, setPermissionsOf } from './groups.ts'
import { findPerson } from './people.ts'
import { ownAccount, requireOwnRights, requirePermissionOver } from './policy.ts'
import { requireMembersRegistered } from './registration.ts'

const selfRegistration = groupOfRole.patient
const administrators = groupOfRole.sysadmin

const readGroup = async (db: Db, id: number) => {
  const group = await findGroup(db, id)
  if (!group) throw notFound('Group')
  return group
}

/** What may not be changed in the groups that every clinic has: their names, all rights of one, none for everybody of the other. */
const requireSeededRules = (group: { name: string; is_seeded: boolean }, name: string, permissions: readonly string[]) => {
  if (!group.is_seeded) return
  if (name !== group.name) throw conflict('This group keeps its name: roles refer to it.')
  if (name === administrators && (seededGroups[administrators] ?? []).some((right) => !permissions.includes(right)))
    throw conflict('System administrators keep every right.')
  const ofEverybody: readonly string[] = seededGroups[selfRegistration] ?? []
  if (name === selfRegistration && permissions.some((right) => !ofEverybody.includes(right)))
    throw conflict('Anybody can register as a patient: this group takes no further rights.')
}

/** Groups, permissions, and who has which. */
export const groupRoutes: Route[] = [
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
    await setPermissionsOf(db, id, [], permissions)
    audit('create', { entity: 'group', id, change: { name, permissions } })
    publish('users')
    return readGroup(db, id)
  }),

  handle(updateGroup, async ({ db, params: { group_id }, body: { name, permissions, version }, ifMatch, user, audit, publish }) => {
    const locked = await lockGroup(db, group_id)
    const before = await readGroup(db, group_id)
    const sentVersion = version ?? ifMatch
    if (!locked) throw notFound('Group')
    if (sentVersion !== null && sentVersion !== before.version) throw stale(before)
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
    const change = await setPermissionsOf(db, group_id, held, permissions)
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
