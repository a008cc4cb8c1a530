import { sql, type Insertable } from 'kysely'
import { clinicTimeZone } from '#features/company/public.ts'
import type { Db } from '#platform/db/connect.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Context } from '#platform/http/handle.ts'
import { dayIn } from '#shared/dates.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { groupOfRole } from '#shared/permissions.ts'
import { plainTextOf } from '#shared/rich-text.ts'
import type { createAnnouncement } from '../contract.ts'
import { isChannelInUse } from './channels.ts'

type Body = ParsedOf<typeof createAnnouncement>['body']
type Audience = NonNullable<Body['audience']>
const ALL_STAFF: Audience = { staff: true, groups: [], patients: false }
const LATER = 'Choose today or a later date.'

/** The groups of those who work here, by name. */
export const findStaffGroups = (db: Db) =>
  db
    .selectFrom('groups')
    .select(['id', 'name'])
    .where('name', '<>', groupOfRole.patient)
    .orderBy(sql`lower(name)`)
    .execute()

const checkAudience = async (db: Db, { staff, groups, patients }: Audience) => {
  if (!staff && !patients && groups.length === 0) throw fieldError('audience', 'Choose the audience.')
  if (staff && groups.length > 0) throw fieldError('audience.groups', 'Already for all staff: leave the groups empty.')
  if (groups.length === 0) return
  const known = new Set((await findStaffGroups(db)).map(({ id }) => id))
  if (groups.some((id) => !known.has(id))) throw fieldError('audience.groups', 'Staff group not found.')
}

/** A last day is neither past nor before the first. */
export const checkLastDay = (expires: string | null, starts: string | null, today: string) => {
  if (expires === null) return
  if (expires < today) throw fieldError('expires_on', LATER)
  if (starts !== null && expires < starts) throw fieldError('expires_on', 'The last day must not be before the first.')
}
export const clinicToday = async ({ db, now }: Pick<Context, 'db' | 'now'>) => dayIn(await clinicTimeZone(db), now)

/** Writes an announcement for its audience; answers its id. Field errors name what cannot be. */
export const writeAnnouncement = async (context: Pick<Context, 'db' | 'now' | 'user'>, body: Body): Promise<number> => {
  const { db, now, user } = context
  const { title, channel, document, starts_on = null, expires_on = null, audience = ALL_STAFF } = body
  if (!(await isChannelInUse(db, channel))) throw fieldError('channel', 'Choose an active channel.')
  const today = await clinicToday(context)
  if (starts_on !== null && starts_on < today) throw fieldError('starts_on', LATER)
  checkLastDay(expires_on, starts_on, today)
  await checkAudience(db, audience)
  const row: Insertable<DB['announcements']> = {
    title,
    content: document ? plainTextOf(document) : body.content!,
    document: document ? JSON.stringify(document) : null,
    channel_id: channel,
    created_at: now,
    created_by: user.id,
    starts_on,
    expires_on,
    is_pinned: body.is_pinned ?? false,
    must_confirm: body.must_confirm ?? false,
    allows_comments: body.allows_comments ?? true,
    for_staff: audience.staff,
    for_patients: audience.patients,
  }
  const { id } = await db.insertInto('announcements').values(row).returning('id').executeTakeFirstOrThrow()
  const groups = [...new Set(audience.groups)].map((group_id) => ({ announcement_id: id, group_id }))
  if (groups.length > 0) await db.insertInto('announcement_groups').values(groups).execute()
  return id
}

/** The announcement as it stands in its table, nobody else changing it until the transaction ends; undefined when there is none. */
export const lockAnnouncement = (db: Db, id: number) =>
  db
    .selectFrom('announcements')
    .select(['id', 'version', 'withdrawn_at', 'is_pinned', 'starts_on', 'expires_on', 'created_by', 'created_at', 'for_patients'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
export const refuseWithdrawn = ({ withdrawn_at }: { withdrawn_at: unknown }) => {
  if (withdrawn_at) throw conflict('This announcement has been withdrawn.', {}, 'withdrawn')
}
