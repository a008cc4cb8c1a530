import { sql } from 'kysely'
import { after, type Position } from '#platform/db/keyset.ts'
import type { Db } from '#platform/db/connect.ts'
import { isRequired } from './second-factors.ts'

const columns = [
  'password_length',
  'idle_minutes',
  'session_hours',
  'emergency_minutes',
  'patient_upload_files',
  'patient_upload_mb',
  'staff_upload_files',
  'staff_upload_mb',
  'version',
] as const

export const findRules = (db: Db) => db.selectFrom('security_settings').select(columns).executeTakeFirstOrThrow()

/** The same, held until the transaction ends. */
export const lockRules = (db: Db) => db.selectFrom('security_settings').select(columns).forUpdate().executeTakeFirstOrThrow()

interface Rules {
  password_length: number
  idle_minutes: number
  session_hours: number
  emergency_minutes?: number | undefined
  patient_upload_files?: number | undefined
  patient_upload_mb?: number | undefined
  staff_upload_files?: number | undefined
  staff_upload_mb?: number | undefined
}

export const updateRules = async (db: Db, rules: Rules) => {
  await db
    .updateTable('security_settings')
    .set({ ...rules, version: sql`version + 1` })
    .execute()
}

/** How long a session may go without being renewed: the browser locks at the idle limit, the rest is for sleeping machines and slow lines. */
export const idleLimit = sql`(select make_interval(mins => idle_minutes + least(30, greatest(15, idle_minutes))) from security_settings)`
/** How long a session may last, however busy. */
export const sessionLimit = sql`(select make_interval(hours => session_hours) from security_settings)`

/** Holds open sessions to limits that became shorter. */
export const shortenSessions = async (db: Db) => {
  await sql`update sessions set expires_at = created_at + ${sessionLimit}
    where ended_at is null and expires_at > created_at + ${sessionLimit}`.execute(db)
  await sql`update refresh_tokens set expires_at = issued_at + ${idleLimit}
    where used_at is null and expires_at > issued_at + ${idleLimit}`.execute(db)
}

/** The groups with their permissions and how many active people they have, and how many of these without a second step. */
export const findGroupsOfSecurity = (db: Db) =>
  db
    .selectFrom('groups')
    .leftJoin('user_groups as ug', 'ug.group_id', 'groups.id')
    .leftJoin('users as u', (join) => join.onRef('u.id', '=', 'ug.user_id').on('u.is_active', '=', true))
    .leftJoin('second_factors as f', 'f.user_id', 'u.id')
    .select(['groups.id', 'groups.name', 'groups.requires_second_factor'])
    .select(
      sql<string[]>`array(select gp.permission from group_permissions gp where gp.group_id = groups.id order by gp.permission)`.as(
        'permissions',
      ),
    )
    .select([sql<number>`count(u.id)::integer`.as('members'), sql<number>`(count(u.id) - count(f.secret))::integer`.as('without')])
    .groupBy('groups.id')
    .orderBy(sql`lower(groups.name)`)
    .execute()

/** Asks exactly these groups for a second step; whoever signed in without it and need not any more is let in. */
export const findRequirement = async (db: Db, groups: readonly number[]) => {
  await sql`update groups set requires_second_factor = not requires_second_factor
    where requires_second_factor <> (id = any(${groups}::integer[]))`.execute(db)
  await sql`update sessions set second_factor_due = false from users
    where sessions.second_factor_due and users.id = sessions.user_id and not ${isRequired}`.execute(db)
}

export interface FactorFilter {
  q?: string | undefined
  state?: 'with' | 'without' | 'missing' | undefined
}

const stateOf = {
  with: sql<boolean>`f.secret is not null`,
  without: sql<boolean>`f.secret is null`,
  missing: sql<boolean>`f.secret is null and ${isRequired}`,
}
const conditions = ({ q, state }: FactorFilter) => {
  const all = [
    sql`users.is_active`,
    sql`(users.role <> 'patient' or f.secret is not null)`,
    ...(state === undefined ? [] : [stateOf[state]]),
    ...(q === undefined
      ? []
      : [sql`search_fold(users.first_name || ' ' || users.last_name || ' ' || users.email) like '%' || search_fold(${q}) || '%'`]),
  ]
  return sql<boolean>`${sql.join(all, sql` and `)}`
}
const people = (db: Db, filter: FactorFilter) =>
  db.selectFrom('users').leftJoin('second_factors as f', 'f.user_id', 'users.id').where(conditions(filter))

/** Who has a second step, by name. */
export const findSecondFactors = (db: Db, filter: FactorFilter, { cursor, limit }: Position) =>
  people(db, filter)
    .select(['users.id', 'users.first_name', 'users.last_name', 'users.role', 'f.confirmed_at as since'])
    .select([sql<string>`users.sort_name`.as('sort_name'), isRequired.as('is_required')])
    .select(
      sql<number>`(select count(*) from recovery_codes r where r.user_id = users.id and r.used_at is null)::integer`.as(
        'recovery_codes_left',
      ),
    )
    .where(after(sql`users.sort_name`, sql`users.id`, sql`text`, cursor))
    .orderBy('users.sort_name')
    .orderBy('users.id')
    .limit(limit)
    .execute()

export const countSecondFactors = async (db: Db, filter: FactorFilter): Promise<number> => {
  const { total } = await people(db, filter)
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return total
}
