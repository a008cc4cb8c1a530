import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, patchOf, Ref, YesNo } from '#shared/paging.ts'
import { RichText } from '#shared/rich-text.ts'
import { line, filledProse } from '#shared/text.ts'
import {
  Announcement,
  AnnouncementDetail,
  AnnouncementState,
  attachmentFile,
  AudienceInput,
  ofAttachment,
  readBody,
} from './contract-fields.ts'

export * from './contract-fields.ts'

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/announcement/announcements/',
  summary:
    'List announcements that one may see, newest first; with `active=true` or `state=active` those that stand today, pinned ones first. One for selected groups is seen by their members and its author alone; who may write also sees all others, and those to come',
  access: 'announcements.view',
  paged: true,
  live: ['announcements'],
  query: fields({
    ...pageQuery,
    channel: Id.optional(),
    active: YesNo.optional(),
    state: AnnouncementState.optional(),
    unread: YesNo.optional(),
  }),
  response: z.array(Announcement),
})

export const getAnnouncement = endpoint({
  method: 'GET',
  path: '/announcement/announcements/{id}/',
  summary:
    'An announcement with its text, its files and, for its author and those who may see and write, how many have read it; 404 where one may not see it',
  access: 'announcements.view',
  live: ['announcements'],
  params: ById,
  response: AnnouncementDetail,
})

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/announcement/announcements/',
  summary:
    'Announce something in a channel: to everybody who works here, unless `audience` names groups or patients. The text is plain (`content`) or has form (`document`), of which `content` is made',
  access: 'announcements.change',
  body: fields({
    title: line(100),
    content: filledProse(10_000).optional(),
    document: RichText.optional(),
    channel: Ref,
    audience: AudienceInput.optional(),
    starts_on: z.iso.date().nullish(),
    expires_on: z.iso.date().nullish(),
    is_pinned: z.boolean().optional(),
    must_confirm: z.boolean().optional(),
    allows_comments: z.boolean().optional(),
    ...ignored('created_by', 'created_at', 'date_created'),
  }).refine(({ content, document }) => content !== undefined || document !== undefined, {
    path: ['content'],
    message: 'This field is required.',
  }),
  status: 201,
  response: AnnouncementDetail,
})

export const changeAnnouncement = endpoint({
  method: 'PATCH',
  path: '/announcement/announcements/{id}/',
  summary:
    'Pin an announcement or not, change its last day, or withdraw it with the reason (it stays readable among those that do not stand any more): by its author, and by who may see it and write announcements. What it says stays. 409 `withdrawn` when it was withdrawn before',
  access: 'announcements.view',
  params: ById,
  body: patchOf(fields({ is_pinned: z.boolean(), expires_on: z.iso.date().nullable(), withdraw_reason: line(300) })),
  response: AnnouncementDetail,
})

export const attachToAnnouncement = endpoint({
  method: 'POST',
  path: '/announcement/announcements/{id}/attachments/',
  summary:
    'Add a file (PDF, PNG or JPEG, by content, up to 10 MB; five at most) to an announcement of one’s own, within an hour of writing it. 409 `too_late`, `too_many`, `withdrawn`',
  access: 'announcements.change',
  params: ById,
  files: { file: { ...attachmentFile, required: true } },
  status: 201,
  response: AnnouncementDetail,
})

export const getAttachment = endpoint({
  method: 'GET',
  path: '/announcement/announcements/{id}/attachments/{attachment_id}/',
  summary: 'A file of an announcement; 404 where one may not see the announcement',
  access: 'announcements.view',
  params: ofAttachment,
  produces: 'application/octet-stream',
  response: z.void(),
})

export const readAnnouncement = endpoint({
  method: 'POST',
  path: '/announcement/announcements/{id}/read/',
  summary: 'Note that one has opened an announcement, or (`confirmed`) say that one has read it; the first time counts',
  access: 'announcements.view',
  // The notes are a log themselves.
  audit: 'none',
  params: ById,
  body: readBody,
  status: 204,
  response: z.void(),
})

export const Receipt = z
  .object({
    id: z.int(),
    name: z.string(),
    read_at: Instant.nullable(),
    confirmed_at: Instant.nullable(),
  })
  .meta({ id: 'AnnouncementReceipt' })
export type Receipt = z.output<typeof Receipt>

export const listReceipts = endpoint({
  method: 'GET',
  path: '/announcement/announcements/{id}/receipts/',
  summary:
    'Who, of those who work here and whom it is for, has read an announcement, and who has not, by name; for its author and those who may see and write. Patients are counted, never named',
  access: 'announcements.view',
  paged: true,
  live: ['announcements'],
  params: ById,
  query: fields({ ...pageQuery, read: YesNo.optional() }),
  response: z.array(Receipt),
})

export const countUnread = endpoint({
  method: 'GET',
  path: '/announcement/unread/',
  summary: 'How many announcements stand that are for this person and that they have not read, or not confirmed where that is asked',
  access: 'announcements.view',
  live: ['announcements'],
  response: z.object({ unread: z.int() }),
})

export const listAudienceGroups = endpoint({
  method: 'GET',
  path: '/announcement/groups/',
  summary: 'The groups of those who work here, by name, to choose whom an announcement is for',
  access: 'announcements.change',
  live: ['users'],
  response: z.array(z.object({ id: z.int(), name: z.string() })),
})
