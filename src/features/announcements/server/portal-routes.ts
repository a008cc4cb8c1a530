import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { requireFound } from '#platform/errors/problem.ts'
import { getOwnAnnouncement, getOwnAttachment, listOwnAnnouncements, readOwnAnnouncement } from '../contract.ts'
import { answerFile } from './attachments.ts'
import { countOwnAnnouncements, findOwnAnnouncement, findOwnAnnouncements, type OwnLook } from './own-announcements.ts'
import { findAttachment, noteRead } from './parts.ts'

const getOr404 = async (look: OwnLook, id: number) => {
  return requireFound(await findOwnAnnouncement(look, id), 'Announcement')
}

/** What patients are told: open to every patient's account, linked with a record or not. */
export const portalRoutes = ({ files }: Pick<Services, 'files'>): Route[] => [
  handle(listOwnAnnouncements, async (context) => {
    const { limit: asked, cursor, count, unread } = context.query
    const limit = limitOf(asked)
    const rows = await findOwnAnnouncements(context, { limit: limit + 1, cursor: readCursor(cursor), unread })
    return pageOf(rows, limit, ({ is_pinned }) => String(is_pinned), count ? await countOwnAnnouncements(context, unread) : undefined)
  }),

  handle(getOwnAnnouncement, (context) => getOr404(context, context.params.id)),

  handle(readOwnAnnouncement, async (context) => {
    const { db, params, body, user, now, publish } = context
    await getOr404(context, params.id)
    await noteRead(db, params.id, { user: user.id, now, confirmed: body.confirmed ?? false })
    publish('portal', user.id)
  }),

  handle(getOwnAttachment, async (context) => {
    const { db, params } = context
    await getOr404(context, params.id)
    return answerFile(files, await findAttachment(db, params))
  }),
]
