import { sql, type RawBuilder } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import type { Announcement, AnnouncementDetail } from '../contract.ts'
import { attachments, countReads } from './find-receipts.ts'
import { hasBegun, isActive, isExpired, isUnreadBy, mayAttach, mayChange, visibleTo, type Reader } from './policy.ts'

/** Who looks, and when. */
export interface Look {
  db: Db
  user: Reader
  now: Date
}

const stateAt = (now: Date) => sql`case when a.withdrawn_at is not null then 'withdrawn' when ${isExpired(now)} then 'expired'
  when ${hasBegun(now)} then 'active' else 'scheduled' end`

const audience = sql`json_build_object('staff', a.for_staff, 'patients', a.for_patients, 'groups', (
  select coalesce(json_agg(json_build_object('id', g.id, 'name', g.name) order by lower(g.name)), '[]')
  from announcement_groups ag join groups g on g.id = ag.group_id where ag.announcement_id = a.id))`

const from = (user: Reader) => sql`from announcements a join announcement_channels c on c.id = a.channel_id
  left join announcement_reads r on r.announcement_id = a.id and r.user_id = ${user.id}`

const columns = ({ user, now }: Look) => sql`
  a.id, a.title, a.content, a.channel_id as channel, c.name as channel_name, a.created_at, a.created_by,
  ${nameOf(sql`a.created_by`)} as created_by_name, a.starts_on, a.expires_on, a.withdrawn_at,
  ${nameOf(sql`a.withdrawn_by`)} as withdrawn_by_name, a.withdraw_reason, ${stateAt(now)} as state, ${isActive(now)} as is_active, a.is_pinned,
  a.must_confirm, a.allows_comments,
  (select count(*)::integer from announcement_comments k where k.announcement_id = a.id and k.withdrawn_at is null) as comment_count,
  (select count(*)::integer from announcement_attachments t where t.announcement_id = a.id) as attachment_count,
  ${isUnreadBy(user.id, now)} as is_unread, r.confirmed_at,
  case when ${user.permissions.has('announcements.change')} or a.created_by = ${user.id} then ${audience} end as audience, a.version`

export interface Filters {
  channel?: number | undefined
  /** Whether it stands at `now`. */
  active?: boolean | undefined
  state?: Announcement['state'] | undefined
  unread?: boolean | undefined
}

const matching = ({ user, now }: Look, { channel, active, state, unread }: Filters) => {
  const all: RawBuilder<unknown>[] = [visibleTo(user, now)]
  if (channel !== undefined) all.push(sql`a.channel_id = ${channel}`)
  if (active !== undefined) all.push(sql`${isActive(now)} = ${active}`)
  if (state !== undefined) all.push(sql`${stateAt(now)} = ${state}`)
  if (unread !== undefined) all.push(sql`${isUnreadBy(user.id, now)} = ${unread}`)
  return sql.join(all, sql` and `)
}

/** Of what stands, pinned ones come first; what stood once is in the order in which it was written. */
export const isPinnedFirst = ({ active, state, unread }: Filters) => active === true || state === 'active' || unread === true

/** The announcements that match and may be seen, in their order, after the cursor. */
export const findAnnouncements = async (look: Look, filters: Filters, page: Position) => {
  const [value, type] = isPinnedFirst(filters) ? [sql`a.is_pinned`, sql`boolean`] : [sql`a.id`, sql`bigint`]
  const { rows } = await sql<Announcement>`select ${columns(look)} ${from(look.user)}
    where ${matching(look, filters)} and ${before(value, sql`a.id`, type, page.cursor)}
    order by ${value} desc, a.id desc limit ${page.limit}`.execute(look.db)
  return rows
}

export const countAnnouncements = async (look: Look, filters: Filters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total ${from(look.user)} where ${matching(look, filters)}`.execute(
    look.db,
  )
  return rows[0]?.total ?? 0
}

/** The announcement with its text and its files, or undefined where it may not be seen. */
export const findAnnouncement = async (look: Look, id: number) => {
  const { db, user, now } = look
  const { rows } = await sql<Announcement & Pick<AnnouncementDetail, 'document' | 'attachments'>>`
    select ${columns(look)}, a.document, ${attachments} as attachments ${from(user)}
    where a.id = ${id} and ${visibleTo(user, now)}`.execute(db)
  return rows[0]
}

/** The same with who has read it, and what this person may do with it. */
export const findDetail = async (look: Look, id: number): Promise<AnnouncementDetail | undefined> => {
  const { db, user, now } = look
  const found = await findAnnouncement(look, id)
  if (!found) return undefined
  const change = mayChange(user, found)
  const attach = found.state !== 'withdrawn' && mayAttach(user, found, now)
  return { ...found, receipts: change ? await countReads(db, id) : null, may: { change, attach } }
}

/** How many wait to be read by this person. */
export const countUnreadFor = async ({ db, user, now }: Look): Promise<number> => {
  const { rows } = await sql<{ unread: number }>`select count(*) as unread from announcements a
    left join announcement_reads r on r.announcement_id = a.id and r.user_id = ${user.id} where ${isUnreadBy(user.id, now)}`.execute(db)
  return rows[0]?.unread ?? 0
}
