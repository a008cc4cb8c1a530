import { sql } from 'kysely'
import { groupOfRole, type Permission, type Role } from '#shared/permissions.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'

/** All groups by name, or the one that is called so in any letter case. */
export const findGroups = (db: Db, { name, group_id }: { name?: string | undefined; group_id?: number | undefined } = {}) =>
  db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where(name === undefined ? sql<boolean>`true` : sql<boolean>`lower(name) = lower(${name})`)
    .where(group_id === undefined ? sql<boolean>`true` : sql<boolean>`id = ${group_id}`)
    .orderBy(sql`lower(name)`)
    .execute()

/** A group with its permissions and the number of its members. */
export const findGroup = (db: Db, id: number) =>
  db
    .selectFrom('groups')
    .select(['id', 'name', 'is_seeded', 'version'])
    .select(sql<number>`(select count(*) from user_groups ug where ug.group_id = groups.id)`.as('members'))
    .select(
      sql<{ id: number; name: string }[]>`(select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name) order by p.name), '[]')
        from group_permissions gp join permissions p on p.name = gp.permission where gp.group_id = groups.id)`.as('permissions'),
    )
    .where('id', '=', id)
    .executeTakeFirst()

export const lockGroup = (db: Db, id: number) =>
  db.selectFrom('groups').select(['id', 'name', 'is_seeded', 'version']).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertGroup = async (db: Db, name: string): Promise<number> => {
  const { id } = await db.insertInto('groups').values({ name }).returning('id').executeTakeFirstOrThrow()
  return id
}

export const renameGroup = async (db: Db, id: number, name: string) => {
  await db
    .updateTable('groups')
    .set({ name, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()
}

/** Everything that these groups together give, sorted. An id that is no group's is a 400 on `groups`. */
export const findRights = async (db: Db, groupIds: readonly number[]): Promise<string[]> => {
  if (groupIds.length === 0) return []
  const known = await db.selectFrom('groups').select('id').where('id', 'in', groupIds).execute()
  if (known.length < new Set(groupIds).size) throw fieldError('groups', 'Group not found.')
  const rows = await db
    .selectFrom('group_permissions')
    .select('permission')
    .distinct()
    .where('group_id', 'in', groupIds)
    .orderBy('permission')
    .execute()
  return rows.map(({ permission }) => permission)
}

export const getGroupOfRole = async (db: Db, role: Role): Promise<number> => {
  const [group] = await findGroups(db, { name: groupOfRole[role] })
  if (!group) throw new Error(`The group ${groupOfRole[role]} is missing.`)
  return group.id
}

export const findGroupIds = async (db: Db, userId: number): Promise<number[]> => {
  const rows = await db.selectFrom('user_groups').select('group_id').where('user_id', '=', userId).orderBy('group_id').execute()
  return rows.map(({ group_id }) => group_id)
}

const without = <T>(all: readonly T[], some: readonly T[]) => all.filter((one) => !some.includes(one))

/** Everything that an account may do or print in the name of: what its groups and the group of its role give, whether or not it is in use. */
export const findPermissionsOfAccount = async (db: Db, { id, role }: { id: number; role: Role }): Promise<string[]> =>
  findRights(db, [...new Set([...(await findGroupIds(db, id)), await getGroupOfRole(db, role)])])

/** Puts a person into exactly these groups. */
export const setGroups = async (db: Db, userId: number, before: readonly number[], wanted: readonly number[]) => {
  const left = without(before, wanted)
  const joined = without(wanted, before)
  if (left.length > 0) await db.deleteFrom('user_groups').where('user_id', '=', userId).where('group_id', 'in', left).execute()
  if (joined.length > 0)
    await db
      .insertInto('user_groups')
      .values(joined.map((group_id) => ({ user_id: userId, group_id })))
      .execute()
}

/** Gives a group exactly these permissions; answers what was added and removed. */
export const setPermissions = async (db: Db, group_id: number, before: readonly string[], wanted: readonly Permission[]) => {
  const removed = without<string>(before, wanted)
  const added = without<string>([...new Set(wanted)], before)
  if (removed.length > 0)
    await db.deleteFrom('group_permissions').where('group_id', '=', group_id).where('permission', 'in', removed).execute()
  if (added.length > 0)
    await db
      .insertInto('group_permissions')
      .values(added.map((permission) => ({ group_id, permission })))
      .execute()
  return { added, removed }
}

/** True when somebody else than this person is an active System administrator; whoever asks waits for the one who asked before. */
export const hasOtherAdministrator = async (db: Db, exceptId: number): Promise<boolean> => {
  const adminGroup = await getGroupOfRole(db, 'sysadmin')
  await lockGroup(db, adminGroup)
  const other = await db
    .selectFrom('user_groups')
    .innerJoin('users', 'users.id', 'user_groups.user_id')
    .select('users.id')
    .where('group_id', '=', adminGroup)
    .where('users.id', '!=', exceptId)
    .where('is_active', '=', true)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}
