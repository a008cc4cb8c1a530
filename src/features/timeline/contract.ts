import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery } from '#shared/paging.ts'

/** What a time line tells of, each to those who may read it where it belongs. */
export const eventKinds = [
  'visit',
  'vitals',
  'note',
  'problem',
  'prescription',
  'medicine',
  'laboratory',
  'referral',
  'letter',
  'allergy',
  'pregnancy',
  'death',
  'appointment',
  'bill',
  'document',
] as const
export type EventKind = (typeof eventKinds)[number]

/** Something that happened to a patient. */
export const TimelineEvent = z
  .object({
    /** Of this list, not of the record. */
    id: z.int(),
    kind: z.enum(eventKinds),
    /** The record's own; below zero for "no known allergies", which is no allergy; of a pregnancy four times its id, and which of its events. */
    ref: z.int(),
    visit: z.int().nullable(),
    at: Instant,
    /** In the words of the record: a diagnosis, drug names, the reason of a visit; null where the kind says it all. */
    title: z.string().nullable(),
    detail: z.string().nullable(),
    /** A word of the kind's own states, such as `pending`. */
    status: z.string().nullable(),
    /** Who wrote it. */
    by: z.string().nullable(),
  })
  .meta({ id: 'TimelineEvent' })
export type TimelineEvent = z.output<typeof TimelineEvent>

export const getTimeline = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/timeline/',
  summary: 'Everything that happened to a patient, newest first, as far as one may read it',
  access: 'patients.view',
  audit: 'read',
  paged: true,
  // News names what has changed, not whose it is: a line that asked again with all of it would be read, and audited, all day long.
  live: ['patients'],
  params: ById,
  query: fields({ ...pageQuery, kind: z.enum(eventKinds).optional() }),
  response: z.array(TimelineEvent),
})
