import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { fields, Id, Ref, ById, ignored, pageQuery, patchOf, YesNo } from '#shared/paging.ts'
import { RichText } from '#shared/rich-text.ts'
import { endpoint } from '#shared/endpoint.ts'
import { line, filledProse } from '#shared/text.ts'

/** When it stands: not yet, now, not any more, or taken back. */
export const announcementStates = ['scheduled', 'active', 'expired', 'withdrawn'] as const
export const AnnouncementState = z.enum(announcementStates)

export const MAX_ATTACHMENTS = 5
export const attachmentFile = { maxBytes: 10_485_760, types: ['application/pdf', 'image/png', 'image/jpeg'] } as const
export const Attachment = z
  .object({ id: z.int(), name: z.string(), type: z.string(), size: z.int() })
  .meta({ id: 'AnnouncementAttachment' })
export type Attachment = z.output<typeof Attachment>

/** Whom it is for: everybody who works here or some groups of them, and patients with an account. */
export const AudienceInput = fields({
  staff: z.boolean(),
  groups: z.array(Ref).max(50),
  patients: z.boolean(),
})
export const Audience = z
  .object({ staff: z.boolean(), groups: z.array(z.object({ id: z.int(), name: z.string() })), patients: z.boolean() })
  .meta({ id: 'AnnouncementAudience' })

export const Announcement = z
  .object({
    id: z.int(),
    title: z.string(),
    /** Plain text: as it was typed, or the words of `document`. */
    content: z.string(),
    channel: z.int(),
    channel_name: z.string(),
    created_at: Instant,
    created_by: z.int(),
    created_by_name: z.string(),
    /** The first day on which it stands; null: from when it was written. */
    starts_on: z.iso.date().nullable(),
    /** The last day on which it stands; null: until it is withdrawn. */
    expires_on: z.iso.date().nullable(),
    withdrawn_at: Instant.nullable(),
    withdrawn_by_name: z.string().nullable(),
    withdraw_reason: z.string().nullable(),
    state: AnnouncementState,
    /** Begun, and neither expired nor withdrawn. */
    is_active: z.boolean(),
    is_pinned: z.boolean(),
    /** Readers are asked to say that they have read it. */
    must_confirm: z.boolean(),
    allows_comments: z.boolean(),
    comment_count: z.int(),
    attachment_count: z.int(),
    /** It stands, is for this person, and they have not opened it, or not confirmed what is to be confirmed. */
    is_unread: z.boolean(),
    /** When this person said that they have read it. */
    confirmed_at: Instant.nullable(),
    /** Whom it is for; null for those who only read it. */
    audience: Audience.nullable(),
    version: z.int(),
  })
  .meta({ id: 'Announcement' })
export type Announcement = z.output<typeof Announcement>

export const AnnouncementDetail = Announcement.extend({
  /** The text with its form; null: it was written as plain text. */
  document: RichText.nullable(),
  attachments: z.array(Attachment),
  /** Who has read it, of those who work here and whom it is for, and how many patients; null for those who only read it. */
  receipts: z.object({ audience: z.int(), read: z.int(), confirmed: z.int(), patients: z.int() }).nullable(),
  may: z.object({ change: z.boolean(), attach: z.boolean() }),
}).meta({ id: 'AnnouncementDetail' })
export type AnnouncementDetail = z.output<typeof AnnouncementDetail>

export const ofAttachment = fields({ id: Id, attachment_id: Id })
/** `confirmed`: one says so where that is asked. */
export const readBody = fields({ confirmed: z.literal(true).optional() })

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

export const AnnouncementChannel = z
  .object({ id: z.int(), name: z.string(), is_active: z.boolean(), version: z.int() })
  .meta({ id: 'AnnouncementChannel' })
export type AnnouncementChannel = z.output<typeof AnnouncementChannel>

export const listAnnouncementChannels = endpoint({
  method: 'GET',
  path: '/announcement/channels/',
  summary: 'List the channels of announcements, by name',
  access: 'announcements.view',
  live: ['announcements'],
  query: fields({ active: YesNo.optional() }),
  response: z.array(AnnouncementChannel),
})

export const createChannel = endpoint({
  method: 'POST',
  path: '/announcement/channels/',
  summary: 'Add a channel of announcements',
  access: 'announcements.channels',
  body: fields({ name: line(60), ...ignored('photo') }),
  status: 201,
  response: AnnouncementChannel,
})

export const changeChannel = endpoint({
  method: 'PATCH',
  path: '/announcement/channels/{id}/',
  summary: 'Rename a channel, or take it out of use: what was announced in it stays, nothing more comes',
  access: 'announcements.channels',
  params: ById,
  body: patchOf(fields({ name: line(60), is_active: z.boolean() })),
  response: AnnouncementChannel,
})

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

/** What a patient is told: what was announced, never who has read it or what was said about it. */
export const OwnAnnouncement = z
  .object({
    id: z.int(),
    title: z.string(),
    content: z.string(),
    channel_name: z.string(),
    /** When it was announced, or the day from which it stands. */
    announced_at: Instant,
    expires_on: z.iso.date().nullable(),
    is_pinned: z.boolean(),
    must_confirm: z.boolean(),
    attachment_count: z.int(),
    is_unread: z.boolean(),
    confirmed_at: Instant.nullable(),
  })
  .meta({ id: 'OwnAnnouncement' })
export type OwnAnnouncement = z.output<typeof OwnAnnouncement>

export const OwnAnnouncementDetail = OwnAnnouncement.extend({
  document: RichText.nullable(),
  attachments: z.array(Attachment),
}).meta({ id: 'OwnAnnouncementDetail' })
export type OwnAnnouncementDetail = z.output<typeof OwnAnnouncementDetail>

export const listOwnAnnouncements = endpoint({
  method: 'GET',
  path: '/portal/announcements/',
  summary: 'Announcements for patients that stand today, pinned ones first, then newest first',
  access: 'patient',
  paged: true,
  live: ['portal'],
  query: fields({ ...pageQuery, unread: YesNo.optional() }),
  response: z.array(OwnAnnouncement),
})

export const getOwnAnnouncement = endpoint({
  method: 'GET',
  path: '/portal/announcements/{id}/',
  summary: 'An announcement for patients, with its text and its files; 404 when it does not stand (any more)',
  access: 'patient',
  live: ['portal'],
  params: ById,
  response: OwnAnnouncementDetail,
})

export const readOwnAnnouncement = endpoint({
  method: 'POST',
  path: '/portal/announcements/{id}/read/',
  summary: 'Note that one has opened an announcement, or (`confirmed`) say that one has read it; the first time counts',
  access: 'patient',
  // The notes are a log themselves.
  audit: 'none',
  params: ById,
  body: readBody,
  status: 204,
  response: z.void(),
})

export const getOwnAttachment = endpoint({
  method: 'GET',
  path: '/portal/announcements/{id}/attachments/{attachment_id}/',
  summary: 'A file of an announcement for patients',
  access: 'patient',
  params: ofAttachment,
  produces: 'application/octet-stream',
  response: z.void(),
})
