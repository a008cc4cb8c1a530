import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, PatientId, Ref, version } from '#shared/paging.ts'
import { closingCauses, holdKinds, outcomes } from './left-open-rules.ts'
import { tracks } from './rules.ts'

const Hold = z.object({ kind: z.enum(holdKinds), count: z.int() })

/** A visit that was left open on an earlier day: what it still holds, and how it would be closed. */
export const LeftOpenVisit = z
  .object({
    id: z.int(),
    track_number: z.string(),
    patient: PatientId,
    patient_name: z.string(),
    patient_number: z.string(),
    reason: z.string(),
    track: z.enum(tracks),
    track_since: Instant,
    created_at: Instant,
    started_on: z.iso.date(),
    /** When it would end: the last that is known of the patient, on the day on which they were last moved or taken. */
    ends_at: Instant,
    outcome: z.enum(outcomes),
    holds: z.array(Hold),
    can_close: z.boolean(),
    /** Whether the nightly job closes it. */
    is_automatic: z.boolean(),
    /** Changes with everything that this says: sent back, so that what is closed is what was shown. */
    mark: z.string(),
    version: z.int(),
  })
  .meta({ id: 'LeftOpenVisit' })
export type LeftOpenVisit = z.output<typeof LeftOpenVisit>

/** A visit that was closed as left in the last week, and can be reopened. */
export const ClosedAsLeft = z
  .object({
    id: z.int(),
    track_number: z.string(),
    patient: PatientId,
    patient_name: z.string(),
    patient_number: z.string(),
    closed_at: Instant,
    outcome: z.enum(outcomes),
    cause: z.enum(closingCauses),
    recorded_at: Instant,
    /** Null: the nightly job. */
    recorded_by_name: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'ClosedAsLeft' })

const Settings = z.object({
  is_on: z.boolean(),
  /** Of the clinic's clock. */
  hour: z.int(),
  last_run_on: z.iso.date().nullable(),
  version: z.int(),
})

/** How many visits are listed, and closed at once. */
export const MOST = 200

export const getEndOfDay = endpoint({
  method: 'GET',
  path: '/patients/end-of-day/',
  summary: `The visits that were left open on earlier days, the oldest first and ${MOST} at most, with why each can or cannot be closed; those closed as left in the last week; when the nightly job runs`,
  access: 'attendance.end_of_day',
  live: ['attendance', 'patients', 'settings'],
  response: z.object({
    today: z.iso.date(),
    settings: Settings,
    total: z.int(),
    visits: z.array(LeftOpenVisit),
    closed: z.array(ClosedAsLeft),
  }),
})

export const closeDay = endpoint({
  method: 'POST',
  path: '/patients/end-of-day/close/',
  summary:
    'Close visits that were left open, as left and dated to their own day. One that changed since it was shown, that may not be closed or is over is skipped and named; 400 for what is no visit',
  access: 'attendance.end_of_day',
  atDesk: true,
  body: fields({
    visits: z
      .array(fields({ id: Ref, mark: z.string().max(64) }))
      .min(1, 'Choose at least one visit.')
      .max(MOST, `Choose ${MOST} visits at most.`)
      .refine((visits) => new Set(visits.map(({ id }) => id)).size === visits.length, 'Name each visit once.'),
  }),
  status: 200,
  response: z.object({
    closed: z.array(z.int()),
    skipped: z.array(
      z.object({
        id: z.int(),
        track_number: z.string(),
        patient_name: z.string(),
        /** `changed` since it was shown; `held` by what must not be closed; `gone`: it is over, or is no longer left open. */
        reason: z.enum(['changed', 'held', 'gone']),
      }),
    ),
  }),
})

export const updateEndOfDaySettings = endpoint({
  method: 'PUT',
  path: '/patients/end-of-day/settings/',
  summary: 'Set whether visits left open are closed each night, and at which hour of the clinic',
  access: 'attendance.end_of_day',
  body: fields({ is_on: z.boolean(), hour: z.int().min(0).max(23) }).extend(version),
  response: Settings,
})
