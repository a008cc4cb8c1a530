import { z } from 'zod'
import { Day } from '#features/schedules/contract.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, patchOf, PatientId, Ref, version } from '#shared/paging.ts'
import { line, prose } from '#shared/text.ts'
import { Appointment } from './contract.ts'
import { waitingHours, waitingPriorities, waitingStatuses } from './rules-waiting.ts'

/** A free time that would do. */
const WaitingTime = z.object({
  start: Instant,
  doctor: z.int(),
  room: z.int().nullable(),
  minutes: z.int(),
})

export const WaitingEntry = z
  .object({
    id: z.int(),
    patient: PatientId,
    patient_number: z.string(),
    patient_name: z.string(),
    phone_number: z.string().nullable(),
    /** Null: any doctor. */
    doctor: z.int().nullable(),
    assigned_doctor: z.string().nullable(),
    /** Null: any service. */
    item: z.int().nullable(),
    item_name: z.string().nullable(),
    /** Days of the clinic, both included; without a last one until it is removed. */
    from_day: z.string(),
    until_day: z.string().nullable(),
    hours: z.enum(waitingHours),
    priority: z.enum(waitingPriorities),
    note: z.string(),
    status: z.enum(waitingStatuses),
    date_created: Instant,
    created_by_name: z.string().nullable(),
    date_closed: Instant.nullable(),
    closed_by_name: z.string().nullable(),
    close_reason: z.string(),
    /** What it became. */
    appointment: z.int().nullable(),
    appointment_date_time: Instant.nullable(),
    /** The next free times that fit, soonest first; none for what is over. */
    free: z.array(WaitingTime),
    version: z.int(),
  })
  .meta({ id: 'WaitingEntry' })
export type WaitingEntry = z.output<typeof WaitingEntry>

const inOrder = { path: ['until_day'], error: 'The last day must not be before the first.' }
const isInOrder = ({ from_day, until_day }: { from_day?: string | undefined; until_day?: string | null | undefined }) =>
  !from_day || !until_day || from_day <= until_day

const wishes = fields({
  doctor: Ref.nullish(),
  item: Ref.nullish(),
  from_day: Day,
  until_day: Day.nullish(),
  hours: z.enum(waitingHours).optional(),
  priority: z.enum(waitingPriorities).optional(),
  note: prose(500).optional(),
})

export const listWaiting = endpoint({
  method: 'GET',
  path: '/patients/appointments/waiting/',
  summary:
    'Who waits for a time: the most urgent and then the oldest first, each with the next free times; those that are over by their end',
  access: 'appointments.view',
  allowsRestricted: true,
  audit: 'read',
  paged: true,
  live: ['appointments', 'schedules', 'patients'],
  query: fields({
    ...pageQuery,
    /** Those who want this doctor, and those who want any. */
    doctor: Id.optional(),
    /** `waiting` when absent. */
    status: z.enum(waitingStatuses).optional(),
  }),
  response: z.array(WaitingEntry),
})

export const listFitting = endpoint({
  method: 'GET',
  path: '/patients/appointments/waiting/fits/',
  summary: 'Who of those that wait would fit the place that an appointment has, or had, twenty on a page, each with the times within it',
  access: 'appointments.view',
  allowsRestricted: true,
  audit: 'read',
  live: ['appointments', 'schedules', 'patients'],
  paged: true,
  query: fields({ appointment: Id, limit: pageQuery.limit, cursor: pageQuery.cursor }),
  response: z.array(WaitingEntry),
})

export const addToWaiting = endpoint({
  method: 'POST',
  path: '/patients/appointments/waiting/',
  summary: 'Put a patient on the waiting list. 409 `already_waiting` with the `other` entry for the same doctor and service',
  access: 'appointments.change',
  allowsRestricted: true,
  body: wishes.extend({ patient: Ref }).refine(isInOrder, inOrder),
  status: 201,
  response: WaitingEntry,
})

export const updateWaiting = endpoint({
  method: 'PATCH',
  path: '/patients/appointments/waiting/{id}/',
  summary: 'Change what a patient waits for. 409 `not_waiting` for an entry that is over, `already_waiting`; 412 when it changed meanwhile',
  access: 'appointments.change',
  allowsRestricted: true,
  params: ById,
  body: patchOf(wishes).refine(isInOrder, inOrder),
  response: WaitingEntry,
})

export const bookWaiting = endpoint({
  method: 'POST',
  path: '/patients/appointments/waiting/{id}/book/',
  summary: 'Book an appointment for a patient who waits, which ends the waiting. 409 `not_waiting`, and the refusals of a booking',
  access: 'appointments.change',
  allowsRestricted: true,
  params: ById,
  body: fields({
    appointment_date_time: Instant,
    minutes: z.int().min(5).max(1_440).nullish(),
    /** The one that the patient waits for when absent; null for nobody yet. The service likewise. */
    assigned_doctor: Ref.nullish(),
    item: Ref.nullish(),
    /** The session's own when absent. */
    room: Ref.nullish(),
    reason: line(300),
    status: z.enum(['pending', 'confirmed']).optional(),
    overbook: z.boolean().optional(),
    ...version,
  }),
  status: 201,
  response: z.object({ entry: WaitingEntry, appointment: Appointment }),
})

export const removeFromWaiting = endpoint({
  method: 'POST',
  path: '/patients/appointments/waiting/{id}/remove/',
  summary: 'Take a patient off the waiting list. 409 `not_waiting` for an entry that is over',
  access: 'appointments.change',
  allowsRestricted: true,
  params: ById,
  body: fields({ reason: line(300), ...version }),
  status: 200,
  response: WaitingEntry,
})
