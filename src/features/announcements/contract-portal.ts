import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery, YesNo } from '#shared/paging.ts'
import { RichText } from '#shared/rich-text.ts'
import { Attachment, ofAttachment, readBody } from './contract-fields.ts'

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
