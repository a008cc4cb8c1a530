import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, pageQuery, PatientId, Ref, YesNo } from '#shared/paging.ts'
import { kinds } from './rules.ts'

const NotificationKind = z.enum(kinds)
const Level = z.enum(['info', 'attention', 'critical'])
const Words = z.record(z.string(), z.union([z.string(), z.number(), z.array(z.string())]))

export const Notification = z
  .object({
    id: z.int(),
    kind: NotificationKind,
    level: Level,
    /** Of what it is about, by its kind; 0 where there is one entry for all of it. */
    entity_id: z.int(),
    /** What the sentence of its kind is filled with. */
    words: Words,
    patient: PatientId.nullable(),
    /** For those who may see patients. */
    patient_name: z.string().nullable(),
    created_at: Instant,
    is_read: z.boolean(),
    /** When somebody dealt with it, or something newer took its place. */
    resolved_at: Instant.nullable(),
  })
  .meta({ id: 'Notification' })
export type Notification = z.output<typeof Notification>

// What is shared is news to all staff, what is of one patient to that account.
const live = ['notifications', 'portal', 'rights'] as const

export const listNotifications = endpoint({
  method: 'GET',
  path: '/notifications/notifications/',
  summary:
    'My notifications, critical ones first, then the newest: what stands, and I have not switched off; `all`: also what was dealt with, by time; `unread`: what I have not read',
  access: 'signed-in',
  paged: true,
  live,
  query: fields({
    ...pageQuery,
    unread: YesNo.optional(),
    all: YesNo.optional(),
    kind: NotificationKind.optional(),
    level: Level.optional(),
  }),
  response: z.array(Notification),
})

export const countNotifications = endpoint({
  method: 'GET',
  path: '/notifications/count/',
  summary: 'How many notifications I have not read, 100 at most, and how many of them are critical',
  access: 'signed-in',
  live,
  response: z.object({ unread: z.int(), critical: z.int() }),
})

export const countWaiting = endpoint({
  method: 'GET',
  path: '/notifications/waiting/',
  summary: 'How many wait behind each entry of the menu that I may act on, 100 at most of each',
  access: 'signed-in',
  live: ['attendance', 'triage', 'laboratory', 'prescriptions', 'appointments', 'purchasing', 'rights'],
  response: z.array(z.object({ at: z.string(), count: z.int() })),
})

export const readNotifications = endpoint({
  method: 'POST',
  path: '/notifications/read/',
  summary:
    'Mark notifications as read by me: those named, or what stands up to one, with `all` what was dealt with too. What is not mine is left out',
  access: 'signed-in',
  audit: 'none',
  body: fields({ ids: z.array(Ref).min(1).max(100).optional(), up_to: Ref.optional(), all: z.boolean().optional() }).refine(
    ({ ids, up_to }) => (ids === undefined) !== (up_to === undefined),
    'Send either ids or up_to.',
  ),
  status: 200,
  response: z.object({ unread: z.int(), critical: z.int() }),
})

export const NotificationPreference = z
  .object({
    kind: NotificationKind,
    level: Level,
    is_off: z.boolean(),
    /** What is critical stays on. */
    may_be_off: z.boolean(),
  })
  .meta({ id: 'NotificationPreference' })

export const getNotificationPreferences = endpoint({
  method: 'GET',
  path: '/notifications/preferences/',
  summary: 'The kinds of notifications that my rights let me have, and which of them I have switched off',
  access: 'signed-in',
  live,
  response: z.array(NotificationPreference),
})

export const updateNotificationPreferences = endpoint({
  method: 'PUT',
  path: '/notifications/preferences/',
  summary: 'Switch kinds of notifications off: those named, and no others. 400 for one that is critical, or that I do not have',
  access: 'signed-in',
  audit: 'none',
  body: fields({ off: z.array(NotificationKind).max(kinds.length) }),
  response: z.array(NotificationPreference),
})
