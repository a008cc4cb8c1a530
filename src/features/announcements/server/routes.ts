import { clinicTimeZone } from '#features/company/index.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { conflict, fieldError, notFound, stale } from '#platform/errors/problem.ts'
import { handle, type Context } from '#platform/http/handle.ts'
import { dayIn } from '#shared/dates.ts'
import type { ParsedOf } from '#shared/endpoint.ts'
import { createAnnouncement, listAnnouncementChannels, listAnnouncements, withdrawAnnouncement } from '../contract.ts'
import {
  countAnnouncements,
  findAnnouncement,
  findAnnouncements,
  findChannels,
  insertAnnouncement,
  isChannelInUse,
  lockAnnouncement,
  markWithdrawn,
} from './queries.ts'

const ENTITY = 'announcement'

const checkPlaceAndTime = async ({ db, now }: Pick<Context, 'db' | 'now'>, body: ParsedOf<typeof createAnnouncement>['body']) => {
  if (!(await isChannelInUse(db, body.channel))) throw fieldError('channel', 'Choose a channel that is in use.')
  if (body.expires_on != null && body.expires_on < dayIn(await clinicTimeZone(db), now))
    throw fieldError('expires_on', 'Choose today or a later day.')
}

export const announcementRoutes = [
  handle(listAnnouncements, async ({ db, query, now }) => {
    const { limit: asked, cursor, count, ...filters } = query
    const limit = limitOf(asked)
    const rows = await findAnnouncements(db, now, filters, { cursor: readCursor(cursor), limit: limit + 1 })
    return pageOf(rows, limit, ({ id }) => id, count ? await countAnnouncements(db, now, filters) : undefined)
  }),

  handle(createAnnouncement, async (context) => {
    const { db, body, user, now, audit, publish } = context
    await checkPlaceAndTime(context, body)
    const { title, content, channel, expires_on = null } = body
    const id = await insertAnnouncement(db, { title, content, channel_id: channel, expires_on, created_at: now, created_by: user.id })
    audit('create', { entity: ENTITY, id, change: { title, content, channel, expires_on } })
    publish('announcements', id)
    return (await findAnnouncement(db, now, id))!
  }),

  handle(withdrawAnnouncement, async ({ db, params, body, ifMatch, user, now, audit, publish }) => {
    const before = await lockAnnouncement(db, params.id)
    if (!before) throw notFound('Announcement')
    if (before.withdrawn_at) throw conflict('This announcement was withdrawn.', {}, 'withdrawn')
    const { withdraw_reason: reason, version: seen = ifMatch } = body
    if (seen !== null && seen !== before.version) throw stale(await findAnnouncement(db, now, before.id))
    await markWithdrawn(db, before.id, { now, user: user.id, reason })
    audit('withdraw', { entity: ENTITY, id: before.id, change: { reason } })
    publish('announcements', before.id)
    return (await findAnnouncement(db, now, before.id))!
  }),

  handle(listAnnouncementChannels, ({ db, query }) => findChannels(db, query.active)),
]
