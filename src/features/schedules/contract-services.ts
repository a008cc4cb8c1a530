import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { fields, ignored, pageQuery, Ref, version, YesNo } from '#shared/paging.ts'
import { prose } from '#shared/text.ts'

export const BookableService = z
  .object({
    /** The item of the catalogue. */
    id: z.int(),
    name: z.string(),
    category: z.string(),
    department_name: z.string().nullable(),
    /** None: as long as a slot of the session. */
    minutes: z.int().nullable(),
    is_public: z.boolean(),
    /** 0 until its booking was first set. */
    version: z.int(),
  })
  .meta({ id: 'BookableService' })
export type BookableService = z.output<typeof BookableService>

export const listBookableServices = endpoint({
  method: 'GET',
  path: '/schedules/services/',
  summary: 'List what may be booked, by name, with how long it takes; all of it when no limit is sent',
  access: 'appointments.view',
  paged: true,
  live: ['schedules', 'catalogue'],
  query: fields({
    ...pageQuery,
    q: z.string().max(100).optional(),
    is_public: YesNo.optional(),
  }),
  response: z.array(BookableService),
})

export const updateBookableServices = endpoint({
  method: 'PUT',
  path: '/schedules/services/',
  summary: 'Set how long services take and whether the public may book them: all that are named or none; the others stay as they are',
  access: 'schedules.change',
  body: fields({
    services: z
      .array(
        fields({
          id: Ref,
          minutes: z.int().min(5).max(480).nullable(),
          is_public: z.boolean(),
          version: z.int().min(0).optional(),
        }),
      )
      .min(1)
      .max(500)
      .refine((services) => new Set(services.map(({ id }) => id)).size === services.length, 'Send each service once.'),
  }),
  response: z.array(BookableService),
})

const SettingsInput = fields({
  is_public_open: z.boolean(),
  /** Between a public booking and its time, at least and at most. */
  min_notice_minutes: z.int().min(0).max(43_200),
  max_days_ahead: z.int().min(1).max(365),
  /** How long before its time the public may still cancel or move. */
  change_until_minutes: z.int().min(0).max(43_200),
  confirms_itself: z.boolean(),
  /** How long an appointment takes where neither its service nor a session says. */
  default_minutes: z.int().min(5).max(480),
  intro: prose(2000),
  consent_text: prose(4000).refine((text) => text.trim() !== '', 'This field may not be blank.'),
})
export const BookingSettings = z
  .object({ ...SettingsInput.shape, consent_text: z.string(), consent_version: z.int(), version: z.int() })
  .meta({ id: 'BookingSettings' })
export type BookingSettings = z.output<typeof BookingSettings>

export const getBookingSettings = endpoint({
  method: 'GET',
  path: '/schedules/settings/',
  summary: 'Read how booking works',
  access: 'appointments.view',
  live: ['schedules'],
  query: fields({}),
  response: BookingSettings,
})
export const updateBookingSettings = endpoint({
  method: 'PUT',
  path: '/schedules/settings/',
  summary: 'Change how booking works; fields that are not sent stay as they are; new words of consent get the next consent_version',
  access: 'schedules.change',
  body: SettingsInput.partial()
    .extend({ ...version, ...ignored('consent_version') })
    .refine((change) => Object.keys(change).some((name) => name !== 'version' && name !== 'consent_version'), 'Nothing to change.'),
  response: BookingSettings,
})
