import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { fields, Id, Ref } from '#shared/paging.ts'
import { RichText } from '#shared/rich-text.ts'

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
