import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, Ref } from '#shared/paging.ts'
import { filledProse } from '#shared/text.ts'

const MAX_COMMENT = 1000
export const AnnouncementComment = z
  .object({
    id: z.int(),
    announcement: z.int(),
    /** Plain text; null once it was taken back. */
    content: z.string().nullable(),
    created_at: Instant,
    created_by: z.int(),
    created_by_name: z.string(),
    withdrawn_at: Instant.nullable(),
    may_withdraw: z.boolean(),
  })
  .meta({ id: 'AnnouncementComment' })
export type AnnouncementComment = z.output<typeof AnnouncementComment>

export const listComments = endpoint({
  method: 'GET',
  path: '/announcement/comments/',
  summary: 'Comments on an announcement that one may see, oldest first',
  access: 'announcements.view',
  paged: true,
  live: ['announcements'],
  query: fields({ ...pageQuery, announcement: Id }),
  response: z.array(AnnouncementComment),
})

export const createComment = endpoint({
  method: 'POST',
  path: '/announcement/comments/',
  summary: 'Comment on an announcement that one may see. 409 `closed` where comments are not taken or it does not stand any more',
  access: 'announcements.view',
  body: fields({
    announcement: Ref,
    content: filledProse(MAX_COMMENT),
    ...ignored('created_by', 'created_at'),
  }),
  status: 201,
  response: AnnouncementComment,
})

export const withdrawComment = endpoint({
  method: 'DELETE',
  path: '/announcement/comments/{id}/',
  summary: 'Take a comment back: one’s own, or any for who may write announcements. That there was one stays',
  access: 'announcements.view',
  params: ById,
  response: AnnouncementComment,
})
