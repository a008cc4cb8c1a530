import { changedFields } from '#platform/audit/audit.ts'
import { limitOf, pageOf } from '#platform/db/keyset.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError, stale, versionNeeded } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { getPasswordRules, getSecurity, listSecondFactors, updateSecurity } from '../contract-security.ts'
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

const readSecurity = async (db: Db) => ({ ...(await findRules(db)), groups: await findGroupsOfSecurity(db) })

/** The rules of signing in, and who keeps to them. */
export const securityRoutes: Route[] = [
  handle(getPasswordRules, ({ db }) => findRules(db)),

  handle(getSecurity, ({ db }) => readSecurity(db)),

  handle(updateSecurity, async ({ db, body: { version, groups, ...rules }, ifMatch, audit, publish }) => {
    const locked = await lockRules(db)
    const before = await readSecurity(db)
    const sent = version ?? ifMatch
    if (sent === null) throw versionNeeded()
    if (sent !== locked.version) throw stale(before)
    if (groups.some((id) => !before.groups.some((group) => group.id === id))) throw fieldError('groups', 'There is no such group.')
    await updateRules(db, rules)
    await shortenSessions(db)
    await requireOf(db, groups)
    const required = before.groups
      .filter((group) => group.requires_second_factor)
      .map(({ id }) => id)
      .toSorted((a, b) => a - b)
    const change = changedFields({ ...locked, groups: required }, { ...rules, groups: groups.toSorted((a, b) => a - b) })
    audit('change', { entity: 'security settings', id: null, change })
    publish('users')
    publish('rights')
    return readSecurity(db)
  }),

  handle(listSecondFactors, async ({ db, query: { limit, cursor, count, ...filter } }) => {
    const size = limitOf(limit)
    const rows = await findSecondFactors(db, filter, { cursor, limit: size + 1 })
    const total = count ? await countSecondFactors(db, filter) : undefined
    return pageOf(rows, size, (row) => row.sort_name, total)
  }),
]
