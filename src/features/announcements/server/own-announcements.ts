import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { before, type CursorValue } from '#platform/db/keyset.ts'
import type { OwnAnnouncement, OwnAnnouncementDetail } from '../contract.ts'
import { attachments } from './find-receipts.ts'
import { isForPatients } from './policy.ts'

/** The account of a patient that looks, and when. */
export interface OwnLook {
  db: Db
  user: { id: number }
  now: Date
}

const isUnread = sql<boolean>`(r.read_at is null or (a.must_confirm and r.confirmed_at is null))`
const from = ({ user, now }: OwnLook, where: RawBuilder<unknown>) => sql`from announcements a
  join announcement_channels c on c.id = a.channel_id
  left join announcement_reads r on r.announcement_id = a.id and r.user_id = ${user.id}
  where ${isForPatients(now)} and ${where}`
const columns = sql`a.id, a.title, a.content, c.name as channel_name,
  greatest(a.created_at, case when a.starts_on is not null then (a.starts_on::timestamp at time zone (select time_zone from company)) end)
    as announced_at,
  a.expires_on, a.is_pinned, a.must_confirm,
  (select count(*)::integer from announcement_attachments t where t.announcement_id = a.id) as attachment_count, ${isUnread} as is_unread,
  r.confirmed_at`

const unreadOnly = (unread: boolean | undefined) => (unread === undefined ? sql`true` : sql`${isUnread} = ${unread}`)

/**
 * What patients are told today, pinned ones first, then newest first: at most `limit`, after `cursor` where there is one. Nothing else of
 * the clinic's announcements, whoever asks.
 */
export const findOwnAnnouncements = async (
  look: OwnLook,
  { limit, cursor = null, unread }: { limit: number; cursor?: CursorValue | null; unread?: boolean | undefined },
) => {
  const after = before(sql`a.is_pinned`, sql`a.id`, sql`boolean`, cursor)
  const { rows } = await sql<OwnAnnouncement>`select ${columns} ${from(look, sql`${unreadOnly(unread)} and ${after}`)}
    order by a.is_pinned desc, a.id desc limit ${limit}`.execute(look.db)
  return rows
}

/** How many announcements for patients there are today; with `unread`, how many of them this account has not read. */
export const countOwnAnnouncements = async (look: OwnLook, unread: boolean | undefined): Promise<number> => {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${from(look, unreadOnly(unread))}`.execute(look.db)
  return rows[0]?.total ?? 0
}
export const countUnreadForPatient = (look: OwnLook) => countOwnAnnouncements(look, true)

/** One of them with its text and its files, or undefined. */
export const findOwnAnnouncement = async (look: OwnLook, id: number) => {
  const { rows } = await sql<OwnAnnouncementDetail>`
    select ${columns}, a.document, ${attachments} as attachments ${from(look, sql`a.id = ${id}`)}`.execute(look.db)
  return rows[0]
}
