import { sql, type Insertable, type RawBuilder } from 'kysely'
import { clinicDay } from '#features/company/index.ts'
import { nameOf } from '#features/users/index.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue } from '#platform/db/keyset.ts'
import type { DB } from '#platform/db/tables.gen.ts'
import type { Announcement } from '../contract.ts'

/** Whether the announcement `a` is neither expired nor withdrawn at that moment. */
export const isActive = (now: Date | RawBuilder<unknown>) =>
  sql<boolean>`(a.withdrawn_at is null and coalesce(a.expires_on >= ${clinicDay(now)}, true))`

const announcementRows = (now: Date) => sql`
  select a.id, a.title, a.content, a.channel_id as channel, c.name as channel_name, a.created_at, a.created_by,
    ${nameOf(sql`a.created_by`)} as created_by_name, a.expires_on, a.withdrawn_at, ${nameOf(sql`a.withdrawn_by`)} as withdrawn_by_name,
    a.withdraw_reason, ${isActive(now)} as is_active, a.version
  from announcements a join announcement_channels c on c.id = a.channel_id`

/** The announcement as it stands now, or undefined. */
export const findAnnouncement = async (db: Db, now: Date, id: number) => {
  const { rows } = await sql<Announcement>`${announcementRows(now)} where a.id = ${id}`.execute(db)
  return rows[0]
}

export interface Filters {
  channel?: number | undefined
  /** Whether it stands at `now`. */
  active?: boolean | undefined
}

const matching = (now: Date, { channel, active }: Filters) => sql`
  ${channel === undefined ? sql`true` : sql`a.channel_id = ${channel}`} and
  ${active === undefined ? sql`true` : sql`${isActive(now)} = ${active}`}`

/** The announcements that match, newest first, after the cursor. */
export const findAnnouncements = async (
  db: Db,
  now: Date,
  filters: Filters,
  { cursor, limit }: { cursor: CursorValue | null; limit: number },
) => {
  const { rows } = await sql<Announcement>`${announcementRows(now)}
    where ${matching(now, filters)} and ${before(sql`a.id`, sql`a.id`, sql`bigint`, cursor)} order by a.id desc limit ${limit}`.execute(db)
  return rows
}

export const countAnnouncements = async (db: Db, now: Date, filters: Filters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from announcements a where ${matching(now, filters)}`.execute(db)
  return rows[0]?.total ?? 0
}

export const lockAnnouncement = (db: Db, id: number) =>
  db.selectFrom('announcements').select(['id', 'version', 'withdrawn_at']).where('id', '=', id).forUpdate().executeTakeFirst()

export const insertAnnouncement = async (db: Db, announcement: Insertable<DB['announcements']>): Promise<number> => {
  const { id } = await db.insertInto('announcements').values(announcement).returning('id').executeTakeFirstOrThrow()
  return id
}

export const markWithdrawn = (db: Db, id: number, by: { now: Date; user: number; reason: string }) =>
  db
    .updateTable('announcements')
    .set({ withdrawn_at: by.now, withdrawn_by: by.user, withdraw_reason: by.reason, version: sql`version + 1` })
    .where('id', '=', id)
    .execute()

export const findChannels = (db: Db, active: boolean | undefined) =>
  db
    .selectFrom('announcement_channels')
    .selectAll()
    .$if(active !== undefined, (query) => query.where('is_active', '=', active ?? true))
    .orderBy(sql`lower(name)`)
    .execute()

export const isChannelInUse = async (db: Db, id: number): Promise<boolean> => {
  const found = await db
    .selectFrom('announcement_channels')
    .select('id')
    .where('id', '=', id)
    .where('is_active', '=', true)
    .executeTakeFirst()
  return found !== undefined
}
