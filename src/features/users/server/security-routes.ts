import { changedFields } from '#platform/audit/audit.ts'
import { limitOf, pageOf } from '#platform/db/keyset.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, stale, versionNeeded } from '#platform/errors/problem.ts'
import { handle, type Route, type User } from '#platform/http/handle.ts'
import { getPasswordRules, getSecurity, listSecondFactors, updateSecurity } from '../contract-security.ts'
import { findRightsOf } from './groups.ts'
import { hasPermissionOver, requirePermissionOver } from './policy.ts'
import {
  countSecondFactors,
  findGroupsOfSecurity,
  findRules,
  findSecondFactors,
  lockRules,
  requireOf,
  shortenSessions,
  updateRules,
} from './security.ts'

const readSecurity = async (db: Db, user: Pick<User, 'permissions'>) => {
  const groups = await findGroupsOfSecurity(db)
  return {
    ...(await findRules(db)),
    groups: groups.map(({ permissions, ...group }) => ({ ...group, may_change: hasPermissionOver(user, permissions) })),
  }
}

const sorted = (ids: readonly number[]) => ids.toSorted((a, b) => a - b)

/** The rules of signing in, and who keeps to them. */
export const securityRoutes: Route[] = [
  handle(getPasswordRules, ({ db }) => findRules(db)),

  handle(getSecurity, ({ db, user }) => readSecurity(db, user)),

  handle(updateSecurity, async ({ db, body: { version, groups, ...rules }, ifMatch, user, audit, publish }) => {
    const locked = await lockRules(db)
    const before = await readSecurity(db, user)
    const sent = version ?? ifMatch
    if (sent === null) throw versionNeeded()
    if (sent !== locked.version) throw stale(before)
    if (groups.some((id) => !before.groups.some((group) => group.id === id))) throw fieldError('groups', 'There is no such group.')
    const required = before.groups.filter((group) => group.requires_second_factor).map(({ id }) => id)
    const switched = before.groups.map(({ id }) => id).filter((id) => required.includes(id) !== groups.includes(id))
    requirePermissionOver(user, 'group', await findRightsOf(db, switched))
    await updateRules(db, rules)
    await shortenSessions(db)
    await requireOf(db, groups)
    const change = changedFields({ ...locked, groups: sorted(required) }, { ...rules, groups: sorted(groups) })
    audit('change', { entity: 'security settings', id: null, change })
    publish('users')
    publish('rights')
    return readSecurity(db, user)
  }),

  handle(listSecondFactors, async ({ db, query: { limit, cursor, count, ...filter } }) => {
    const size = limitOf(limit)
    const rows = await findSecondFactors(db, filter, { cursor, limit: size + 1 })
    const total = count ? await countSecondFactors(db, filter) : undefined
    return pageOf(rows, size, (row) => row.sort_name, total)
  }),
]
