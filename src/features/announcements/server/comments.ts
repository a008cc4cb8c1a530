import { sql } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import { after, type Position, readPage } from '#platform/db/keyset.ts'
import { conflict, forbidden, requireFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { createComment, listComments, withdrawComment, type AnnouncementComment } from '../contract.ts'
import { visibleTo } from './policy.ts'
import { findAnnouncement, type Look } from './queries.ts'

const ENTITY = 'announcement comment'

const commentRows = ({ user }: Look) => sql`select k.id, k.announcement_id as announcement,
    case when k.withdrawn_at is null then k.content end as content, k.created_at, k.created_by, ${nameOf(sql`k.created_by`)} as created_by_name,
    k.withdrawn_at, k.withdrawn_at is null and (k.created_by = ${user.id} or ${user.permissions.has('announcements.change')}) as may_withdraw
  from announcement_comments k`

/** A comment on an announcement that may be seen, or undefined. */
const findComment = async (look: Look, id: number) => {
  const { rows } = await sql<AnnouncementComment>`${commentRows(look)} join announcements a on a.id = k.announcement_id
    where k.id = ${id} and ${visibleTo(look.user, look.now)}`.execute(look.db)
  return rows[0]
}
const findComments = async (look: Look, announcement: number, { cursor, limit }: Position) => {
  const { rows } = await sql<AnnouncementComment>`${commentRows(look)}
    where k.announcement_id = ${announcement} and ${after(sql`k.id`, sql`k.id`, sql`bigint`, cursor)} order by k.id limit ${limit}`.execute(
    look.db,
  )
  return rows
}

const requireVisible = async (look: Look, announcement: number) => {
  return requireFound(await findAnnouncement(look, announcement), 'Announcement')
}

/** What those who work here say about an announcement. */
export const commentRoutes: Route[] = [
  handle(listComments, async (context) => {
    const { announcement } = context.query
    const { comment_count } = await requireVisible(context, announcement)
    return readPage(context.query, { find: (position) => findComments(context, announcement, position), count: () => comment_count })
  }),

  handle(createComment, async (context) => {
    const { db, body, user, now, audit, publish } = context
    const { announcement: announcement_id, content } = body
    const { allows_comments, is_active } = await requireVisible(context, announcement_id)
    if (!allows_comments || !is_active) throw conflict('Comments are closed.', {}, 'closed')
    const { id } = await db
      .insertInto('announcement_comments')
      .values({ announcement_id, content, created_at: now, created_by: user.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    audit('create', { entity: ENTITY, id, change: { announcement: announcement_id } })
    publish('announcements', announcement_id)
    return (await findComment(context, id))!
  }),

  handle(withdrawComment, async (context) => {
    const { db, params, user, now, audit, publish } = context
    const before = requireFound(await findComment(context, params.id), 'Comment')
    const isOwn = before.created_by === user.id
    if (!isOwn && !user.permissions.has('announcements.change')) throw forbidden('announcements.change')
    const { numUpdatedRows } = await db
      .updateTable('announcement_comments')
      .set({ withdrawn_at: now, withdrawn_by: user.id })
      .where('id', '=', before.id)
      .where('withdrawn_at', 'is', null)
      .executeTakeFirst()
    if (numUpdatedRows === 0n) throw conflict('This comment was deleted.', {}, 'withdrawn')
    audit('withdraw', { entity: ENTITY, id: before.id, change: { announcement: before.announcement, is_own: isOwn } })
    publish('announcements', before.announcement)
    return (await findComment(context, before.id))!
  }),
]
