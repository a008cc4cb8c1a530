import { z } from 'zod'
import { AllergyStatus, ListedAllergy, PregnancySummary } from '#features/patients/contract-summaries.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, PatientId, Ref, version, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { keepOrders } from '#features/order-drafts/contract.ts'
import { closingCauses, outcomes, holdKinds } from './left-open-rules.ts'
import { tracks, triageScales } from './rules.ts'

/** Any letter case is taken; it is kept and answered in lower case. */
export const Track = z
  .string()
  .max(40)
  .overwrite((text) => text.trim().toLowerCase())
  .pipe(z.enum(tracks, { error: `Choose one of: ${tracks.join(', ')}.` }))

export const priorities = ['routine', 'urgent', 'emergency'] as const

/** A visit with what boards need; references are ids, names stand beside them. */
export const Visit = z
  .object({
    id: z.int(),
    track_number: z.string(),
    patient_number: z.string(),
    patient: PatientId,
    /** The names on file; 'Unknown' for a person without any. */
    patient_name: z.string(),
    is_unidentified: z.boolean(),
    /** Where and when an unidentified person was found. */
    found_at: z.string().nullable(),
    gender: z.enum(['male', 'female', 'other', 'unknown']),
    date_of_birth: z.string().nullable(),
    is_birth_date_estimated: z.boolean(),
    /** The age of a patient who died stops on this day; null for the living. */
    died_on: z.string().nullable(),
    /** The visit ended because the patient died: its outcome. */
    ended_with_death: z.boolean(),
    age: z.int().nullable(),
    reason: z.string(),
    track: z.enum(tracks),
    priority: z.enum(priorities),
    doctor: z.int().nullable(),
    assigned_doctor: z.string().nullable(),
    lab_tech: z.int().nullable(),
    pharmacist: z.int().nullable(),
    attended_by: z.int().nullable(),
    attended_by_name: z.string().nullable(),
    attended_since: Instant.nullable(),
    track_since: Instant,
    created_at: Instant,
    created_by: z.int().nullable(),
    closed_at: Instant.nullable(),
    /** How it ended, where it had been left open and was closed afterwards. */
    outcome: z.enum(outcomes).nullable(),
    /** From when on an open visit counts as left open, and neither as a patient on site nor in an average; null for inpatients and when it is over. */
    left_open_from: Instant.nullable(),
    invoice: z.int().nullable(),
    process_test_req: z.int().nullable(),
    prescription: z.int().nullable(),
    triage: z.int().nullable(),
    /** How urgent the nurse found the patient: 1 is the most urgent of five; by when somebody is to see them, where the scale says so. */
    triage_scale: z.enum(triageScales).nullable(),
    triage_level: z.int().nullable(),
    triage_level_at: Instant.nullable(),
    triage_due_at: Instant.nullable(),
    /** The category that the recorded values suggest, and whether the nurse has still to choose one: of unknown risk, not of none. */
    triage_suggested_level: z.int().nullable(),
    needs_triage_category: z.boolean(),
    /** When a patient who waits is observed again. */
    observation_due_at: Instant.nullable(),
    /** The early warning score of the latest vital signs. */
    news2: z.int().nullable(),
    /** The latest vital signs are critical, or critical ones were not seen by a doctor yet. */
    has_critical_triage: z.boolean(),
    critical_text: z.string().nullable(),
    /** The memberships that are valid today. */
    insurances: z.array(z.object({ id: z.int(), name: z.string() })),
    /** Worst first: substances with their severity. */
    allergies: z.array(ListedAllergy),
    /** Null where the record is restricted. */
    allergy_status: AllergyStatus.nullable(),
    /** Null where the record is restricted, and for a man of whom none is recorded. */
    pregnancy: PregnancySummary.nullable(),
    alerts: z.array(z.object({ text: z.string(), is_critical: z.boolean() })),
    version: z.int(),
  })
  .meta({ id: 'AttendanceProcess' })
export type Visit = z.output<typeof Visit>

export const listVisits = endpoint({
  method: 'GET',
  path: '/patients/initiate-attendance-process/',
  summary: 'List visits, newest first; every track unless one is named',
  access: 'attendance.view',
  paged: true,
  live: ['attendance', 'patients'],
  query: fields({
    ...pageQuery,
    track: Track.optional(),
    patient_id: Id.optional(),
    doctor: Id.optional(),
    assigned_doctor__id: Id.optional(),
    open: YesNo.optional(),
    /** Days of the clinic on which a visit began, both included. */
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }).refine(({ from, to }) => !from || !to || from <= to, { path: ['to'], error: 'The last day must not be before the first.' }),
  response: z.array(Visit),
})

export const getVisit = endpoint({
  method: 'GET',
  path: '/patients/initiate-attendance-process/{id}/',
  summary: 'Read a visit',
  access: 'attendance.view',
  live: ['attendance', 'patients'],
  params: ById,
  response: Visit,
})

/** The patient's visit of an earlier day, which the same call closes as left. */
export const CloseLeftOpen = Ref.optional()

export const startVisit = endpoint({
  method: 'POST',
  path: '/patients/initiate-attendance-process/',
  summary:
    'Start a visit and open its papers; 409 `visit_open` with the open visit when there is one. With `close_left_open` the visit that was left open on an earlier day is closed as left in the same step; 409 `visit_held` where it holds what must not be closed',
  access: 'attendance.start',
  allowsRestricted: true,
  body: fields({
    patient: Ref,
    reason: line(200),
    track: Track.optional(),
    priority: z.enum(priorities).optional(),
    doctor: Ref.nullish(),
    lab_tech: Ref.nullish(),
    pharmacist: Ref.nullish(),
    close_left_open: CloseLeftOpen,
    ...ignored('created_by', 'track_number', 'patient_number'),
  }),
  status: 201,
  response: Visit,
})

export const moveVisit = endpoint({
  method: 'PATCH',
  path: '/patients/initiate-attendance-process/{id}/',
  summary:
    'Move a visit to another track, assign it, take it or hand it back; 400 `triage_level` without a category. 409 `orders_pending` with what is pending when it moves while orders of the caller in it are not sent, unless `keep_orders` says that they stay pending',
  access: 'attendance.view',
  allowsRestricted: true,
  params: ById,
  body: fields({
    track: Track,
    reason: line(200),
    priority: z.enum(priorities),
    doctor: Ref.nullable(),
    lab_tech: Ref.nullable(),
    pharmacist: Ref.nullable(),
    /** `true`: the person signed in has the patient now; `false`: nobody has. 409 with the name while somebody else has. */
    attending: z.boolean(),
    /** Said on purpose together with `attending`: from whoever has the patient now. */
    take_over: z.boolean(),
    /** Why a patient leaves triage without a category: makes the visit an emergency, and stays with the move. */
    emergency_reason: line(200),
    ...keepOrders,
  })
    .partial()
    .extend(version)
    .refine(
      (change) => Object.keys(change).some((name) => !['version', 'take_over', 'emergency_reason', 'keep_orders'].includes(name)),
      'Nothing to change.',
    ),
  response: Visit,
})

export const undoMove = endpoint({
  method: 'POST',
  path: '/patients/initiate-attendance-process/{id}/undo/',
  summary: 'Take back the last move of a visit, within ten minutes, by who made it',
  access: 'attendance.view',
  allowsRestricted: true,
  params: ById,
  body: fields({ ...version }),
  status: 200,
  response: Visit,
})

export const Move = z.object({
  id: z.int(),
  from_track: z.enum(tracks).nullable(),
  to_track: z.enum(tracks),
  moved_at: Instant,
  moved_by: z.int().nullable(),
  moved_by_name: z.string().nullable(),
  undoes: z.int().nullable(),
  /** Why the patient left triage without a category. */
  emergency_reason: z.string().nullable(),
  /** What ended a visit that had been left open, when that was written down, and as what. */
  cause: z.enum(closingCauses).nullable(),
  recorded_at: Instant.nullable(),
  outcome: z.enum(outcomes).nullable(),
})
export const listMoves = endpoint({
  method: 'GET',
  path: '/patients/initiate-attendance-process/{id}/moves/',
  summary: 'The moves of a visit, oldest first',
  access: 'attendance.view',
  live: ['attendance'],
  params: ById,
  response: z.array(Move),
})

export const TrackWait = z.object({
  track: z.enum(tracks),
  /** People there now, and how long they have been there, in whole minutes. */
  waiting: z.int(),
  mean_minutes: z.int(),
  longest_minutes: z.int(),
  /** Stays on this track that ended on the day, in the clinic's time zone, and their mean. */
  finished: z.int(),
  finished_mean_minutes: z.int().nullable(),
  target_minutes: z.int().nullable(),
})
export const listWaits = endpoint({
  method: 'GET',
  path: '/patients/waiting-times/',
  summary: 'Waiting times of every open track: people there now, and the stays that ended today (or on another day)',
  access: 'attendance.view',
  live: ['attendance'],
  query: fields({ date: z.iso.date().optional() }),
  response: z.array(TrackWait),
})

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
  allowsRestricted: true,
  body: fields({
    visits: z
      .array(fields({ id: Ref, mark: z.string().max(64) }))
      .min(1, 'Choose at least one visit.')
      .max(MOST, `Choose at most ${MOST} visits.`)
      .refine((visits) => new Set(visits.map(({ id }) => id)).size === visits.length, 'Select each visit only once.'),
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
