import { handle, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { requireFound } from '#platform/errors/problem.ts'
import { listRoute } from '#platform/records/list-route.ts'
import { getOwnAnnouncement, getOwnAttachment, listOwnAnnouncements, readOwnAnnouncement } from '../contract.ts'
import { answerFile } from './attachments.ts'
import { countOwnAnnouncements, findOwnAnnouncement, findOwnAnnouncements, type OwnLook } from './own-announcements.ts'
import { findAttachment, noteRead } from './find-receipts.ts'

const getOr404 = async (look: OwnLook, id: number) => {
  return requireFound(await findOwnAnnouncement(look, id), 'Announcement')
}

/** What patients are told: open to every patient's account, linked with a record or not. */
export const portalRoutes = ({ files }: Pick<Services, 'files'>): Route[] => [
  listRoute(listOwnAnnouncements, {
    find: (_db, { unread }, position, context) => findOwnAnnouncements(context, { ...position, unread }),
    by: ({ is_pinned }) => String(is_pinned),
    count: (_db, { unread }, context) => countOwnAnnouncements(context, unread),
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
