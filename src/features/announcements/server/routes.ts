import { sql } from 'kysely'
import { changedFields } from '#platform/audit/audit.ts'
import { notFound, requireFound } from '#platform/errors/problem.ts'
import { handle, type Context, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { readPage } from '#platform/db/keyset.ts'
import {
  changeAnnouncement,
  countUnread,
  createAnnouncement,
  getAnnouncement,
  listAnnouncements,
  listAudienceGroups,
  listReceipts,
  readAnnouncement,
  type AnnouncementDetail,
} from '../contract.ts'
import { attachmentRoutes } from './attachments.ts'
import { channelRoutes } from './channels.ts'
import { commentRoutes } from './comments.ts'
import { countReceipts, findReceipts, noteRead } from './find-receipts.ts'
import { requireMayChange } from './policy.ts'
import { portalRoutes } from './portal-routes.ts'
import { countAnnouncements, countUnreadFor, findAnnouncement, findAnnouncements, findDetail, isPinnedFirst, type Look } from './queries.ts'
import { checkLastDay, clinicToday, findStaffGroups, lockAnnouncement, refuseWithdrawn, writeAnnouncement } from './write.ts'

const ENTITY = 'announcement'

const getOr404 = async (look: Look, id: number): Promise<AnnouncementDetail> => {
  return requireFound(await findDetail(look, id), 'Announcement')
}
/** Tells those who work here, and patients where it is for them: by what it is about, never what it says. */
const tell = ({ publish }: Pick<Context, 'publish'>, { id, for_patients }: { id: number; for_patients: boolean }) => {
  publish('announcements', id)
  if (for_patients) publish('portal')
}

const readingRoutes: Route[] = [
  handle(listAnnouncements, (context) => {
    const { query } = context
    return readPage(query, {
      find: (position) => findAnnouncements(context, query, position),
      by: ({ id, is_pinned }) => (isPinnedFirst(query) ? String(is_pinned) : id),
      count: () => countAnnouncements(context, query),
    })
  }),
  handle(getAnnouncement, (context) => getOr404(context, context.params.id)),
  handle(countUnread, async (context) => ({ unread: await countUnreadFor(context) })),
  handle(readAnnouncement, async (context) => {
    const { db, params, body, user, now } = context
    if (!(await findAnnouncement(context, params.id))) throw notFound('Announcement')
    await noteRead(db, params.id, { user: user.id, now, confirmed: body.confirmed ?? false })
  }),
  handle(listReceipts, async (context) => {
    const { db, params, query, user } = context
    requireMayChange(user, await getOr404(context, params.id))
    return readPage(query, {
      find: (position) => findReceipts(db, params.id, query.read, position),
      by: ({ name }) => name,
      count: () => countReceipts(db, params.id, query.read),
    })
  }),
  handle(listAudienceGroups, ({ db }) => findStaffGroups(db)),
]

const writingRoutes: Route[] = [
  handle(createAnnouncement, async (context) => {
    const { body, audit } = context
    const id = await writeAnnouncement(context, body)
    // Who reads the audit trail may not be among its readers: what it says stays in its own row, which never changes.
    const { title: _, content: _content, document: _text, created_by: _by, created_at: _at, date_created: _on, ...change } = body
    audit('create', { entity: ENTITY, id, change })
    tell(context, { id, for_patients: body.audience?.patients ?? false })
    return getOr404(context, id)
  }),

  handle(changeAnnouncement, async (context) => {
    const { db, params, body, ifMatch, user, now, audit } = context
    await getOr404(context, params.id)
    const before = (await lockAnnouncement(db, params.id))!
    requireMayChange(user, before)
    refuseWithdrawn(before)
    const { version: seen = ifMatch, withdraw_reason, ...change } = body
    await requireUnchanged(before, seen, () => findDetail(context, before.id))
    if (change.expires_on !== undefined) checkLastDay(change.expires_on, before.starts_on, await clinicToday(context))
    const withdrawn = withdraw_reason !== undefined && { withdrawn_at: now, withdrawn_by: user.id, withdraw_reason }
    await db
      .updateTable('announcements')
      .set({ ...change, ...withdrawn, version: sql`version + 1` })
      .where('id', '=', before.id)
      .execute()
    if (withdrawn) audit('withdraw', { entity: ENTITY, id: before.id })
    else audit('change', { entity: ENTITY, id: before.id, change: changedFields(before, { ...before, ...change }) })
    tell(context, before)
    return getOr404(context, before.id)
  }),
]

/** Announcements: read, written, kept standing, talked about. */
export const routes = (services: Pick<Services, 'files'>): Route[] => [
  ...readingRoutes,
  ...writingRoutes,
  ...attachmentRoutes(services),
  ...channelRoutes,
  ...commentRoutes,
  ...portalRoutes(services),
]
