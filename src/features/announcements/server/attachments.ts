import { keepDocument } from '#platform/documents/take.ts'
import { conflict, forbidden, notFound, requireFound } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Context, type Route } from '#platform/http/handle.ts'
import type { Services } from '#platform/services.ts'
import { attachmentFile, attachToAnnouncement, getAttachment, MAX_ATTACHMENTS } from '../contract.ts'
import { findAttachment } from './find-receipts.ts'
import { mayAttach } from './policy.ts'
import { findAnnouncement, findDetail, type Look } from './queries.ts'
import { lockAnnouncement, refuseWithdrawn } from './write.ts'

const requireMayAttach = async (look: Look, id: number) => {
  const found = requireFound(await findAnnouncement(look, id), 'Announcement')
  if (found.created_by !== look.user.id) throw forbidden('announcements.change')
  refuseWithdrawn(found)
  if (!mayAttach(look.user, found, look.now)) throw conflict('Files can be added only within one hour of publishing.', {}, 'too_late')
  if (found.attachments.length >= MAX_ATTACHMENTS) throw conflict('The announcement already has five files.', {}, 'too_many')
}

/** The reply to whoever wants a file that was found. */
export const answerFile = async (files: Services['files'], found: Awaited<ReturnType<typeof findAttachment>>) => {
  if (!found) throw notFound('File')
  const { sha256, name, type } = found
  return { body: (await files.open(sha256)).stream(), filename: name, type, etag: sha256 }
}

const insertAttachment = async ({ db, now, user }: Context, announcement: number, kept: Awaited<ReturnType<typeof keepDocument>>) => {
  const by = { created_at: now, created_by: user.id }
  const file = await db
    .insertInto('files')
    .values({ ...kept, ...by })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('announcement_attachments')
    .values({ announcement_id: announcement, file_id: file.id, ...by })
    .execute()
}

/** Files of announcements: how they come, and for whom they are. */
export const attachmentRoutes = ({ files }: Pick<Services, 'files'>): Route[] => [
  handlePrepared(
    attachToAnnouncement,
    // The file is looked at and kept before the transaction begins, and only for those who may send it.
    async (input) => {
      await requireMayAttach(input, input.params.id)
      return keepDocument(files, input.files.file!, 'file', attachmentFile.types)
    },
    async (context) => {
      const { db, params, prepared: kept, audit, publish } = context
      const locked = await lockAnnouncement(db, params.id)
      // Again, now that nobody else adds one.
      await requireMayAttach(context, params.id)
      await insertAttachment(context, params.id, kept)
      audit('attach', { entity: 'announcement', id: params.id, change: { type: kept.type, size: kept.size } })
      publish('announcements', params.id)
      if (locked?.for_patients) publish('portal')
      return (await findDetail(context, params.id))!
    },
  ),

  handle(getAttachment, async (context) => {
    const { db, params } = context
    if (!(await findAnnouncement(context, params.id))) throw notFound('Announcement')
    return answerFile(files, await findAttachment(db, params))
  }),
]
