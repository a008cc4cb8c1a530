import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, Ref, version } from '#shared/paging.ts'
import { line, prose } from '#shared/text.ts'

export const Announcement = z
  .object({
    id: z.int(),
    title: z.string(),
    /** Plain text, as it was typed. */
    content: z.string(),
    channel: z.int(),
    channel_name: z.string(),
    created_at: Instant,
    created_by: z.int(),
    created_by_name: z.string(),
    /** The last day on which it stands; null: until it is withdrawn. */
    expires_on: z.iso.date().nullable(),
    withdrawn_at: Instant.nullable(),
    withdrawn_by_name: z.string().nullable(),
    withdraw_reason: z.string().nullable(),
    /** Neither expired nor withdrawn. */
    is_active: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'Announcement' })
export type Announcement = z.output<typeof Announcement>

const flag = z.stringbool({ truthy: ['true'], falsy: ['false'] }).optional()

export const listAnnouncements = endpoint({
  method: 'GET',
  path: '/announcement/announcements/',
  summary: 'List announcements, newest first; `active`: those that stand today, or those that do not any more',
  access: 'announcements.view',
  paged: true,
  live: ['announcements'],
  query: fields({ ...pageQuery, channel: Id.optional(), active: flag }),
  response: z.array(Announcement),
})

export const createAnnouncement = endpoint({
  method: 'POST',
  path: '/announcement/announcements/',
  summary: 'Announce something in a channel',
  access: 'announcements.change',
  body: fields({
    title: line(100),
    content: prose(2_000).refine((text) => /\S/.test(text), 'This field may not be blank.'),
    channel: Ref,
    expires_on: z.iso.date().nullish(),
    ...ignored('created_by', 'created_at', 'date_created'),
  }),
  status: 201,
  response: Announcement,
})

export const withdrawAnnouncement = endpoint({
  method: 'PATCH',
  path: '/announcement/announcements/{id}/',
  summary:
    'Withdraw an announcement, with the reason; it stays readable among those that do not stand any more. 409 `withdrawn` when it was withdrawn before',
  access: 'announcements.change',
  params: ById,
  body: fields({ withdraw_reason: line(300), ...version }),
  response: Announcement,
})

export const AnnouncementChannel = z.object({ id: z.int(), name: z.string(), is_active: z.boolean() }).meta({ id: 'AnnouncementChannel' })

export const listAnnouncementChannels = endpoint({
  method: 'GET',
  path: '/announcement/channels/',
  summary: 'List the channels of announcements, by name',
  access: 'announcements.view',
  live: ['announcements'],
  query: fields({ active: flag }),
  response: z.array(AnnouncementChannel),
})
