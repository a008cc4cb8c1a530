import { z } from 'zod'
import { deathPlaces } from '#features/patients/contract-summaries.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Confirmations, ConfirmedValue } from '#shared/implausible.ts'
import { ById, fields, Id, PatientId, Ref, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

/** What of open work is ended with a death, in the order in which it is shown. */
export const endedKinds = [
  'visit',
  'appointment',
  'waiting',
  'test',
  'prescription',
  'medicine',
  'referral',
  'draft',
  'laboratory request',
  'prescription request',
  'message',
  'account',
] as const
export type EndedKind = (typeof endedKinds)[number]

/** What stays open and can be completed after a death. */
export const keptKinds = ['sample', 'result', 'note', 'bill', 'pregnancy'] as const

const Work = z.object({ kind: z.enum(endedKinds), id: z.int(), text: z.string(), at: Instant.nullable() })

/** Whatever is recorded as done after the moment of death. */
const LaterAct = z.object({ kind: z.string(), at: Instant })

export const DeathPreview = z
  .object({
    /** Counts of what will be ended; messages are counted, and not listed. */
    ends: z.array(z.object({ kind: z.enum(endedKinds), count: z.int() })),
    /** Each piece of work, the first 100 of them. */
    work: z.array(Work),
    keeps: z.array(z.object({ kind: z.enum(keptKinds), count: z.int() })),
    /** The last act on record, of whatever kind. */
    last_act: LaterAct.nullable(),
    /** What was seen, to be sent with the death. */
    seen: z.string(),
  })
  .meta({ id: 'DeathPreview' })
export type DeathPreview = z.output<typeof DeathPreview>

const Details = z.object({
  died_on: z.iso.date(),
  /** Wall-clock time, HH:MM; null: not known. */
  died_at: z.string().nullable(),
  place: z.enum(deathPlaces),
  place_note: z.string().nullable(),
  /** Null: not known. */
  cause: z.string().nullable(),
  diagnosis_code: z.int().nullable(),
  cause_code: z.string().nullable(),
  reported_by: z.string().nullable(),
  reporter_relation: z.string().nullable(),
  reported_by_user: z.int().nullable(),
  note: z.string().nullable(),
})

export const Death = Details.extend({
  id: z.int(),
  patient: PatientId,
  /** Of the member of staff who reported it. */
  reported_by_user_name: z.string().nullable(),
  noted_at: Instant,
  noted_by: z.int(),
  noted_by_name: z.string().nullable(),
  /** The visit that ended with it. */
  visit: z.int().nullable(),
  /** Until when it can be undone. */
  undo_until: Instant,
  /** How much of each kind was ended with it. */
  ended: z.array(z.object({ kind: z.enum(endedKinds), count: z.int() })),
  confirmed: z.array(ConfirmedValue),
  /** The details before each correction, oldest first. */
  history: z.array(z.object({ at: Instant, by_name: z.string().nullable(), was: Details })),
  withdrawn_at: Instant.nullable(),
  withdrawn_by_name: z.string().nullable(),
  withdraw_reason: z.string().nullable(),
  /** What was restored when it was undone, and what was not. */
  restored: z.array(z.object({ kind: z.enum(endedKinds), restored: z.int(), lost: z.array(z.string()) })).nullable(),
  version: z.int(),
}).meta({ id: 'Death' })
export type Death = z.output<typeof Death>

const Time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time as HH:MM, or leave it empty if unknown.')

const DetailFields = {
  died_on: z.iso.date(),
  /** Left out or null: the time is not known. */
  died_at: Time.nullish(),
  place: z.enum(deathPlaces),
  /** Needed for `other`. */
  place_note: line(200).nullish(),
  /** A diagnosis of the list, or in words; neither: not known. */
  diagnosis_code: Ref.nullish(),
  cause: line(300).nullish(),
  /** Who reported it: a name with the relation, or a member of staff. */
  reported_by: line(150).nullish(),
  reporter_relation: line(60).nullish(),
  reported_by_user: Ref.nullish(),
  note: line(500).nullish(),
}
/** Acts that are recorded after the death are asked about (`died_on`) and confirmed with a reason. */
const confirmations = { confirmations: Confirmations.optional() }

const may = { access: 'patients.record_death' } as const
const ofPatient = fields({ id: Id, death: Id })

export const listDeaths = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/deaths/',
  summary: 'The death of a patient, and those that were recorded in error and undone, the latest first',
  access: 'patients.view',
  audit: 'read',
  live: ['patients'],
  params: ById,
  response: z.array(Death),
})

export const previewDeath = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/deaths/preview/',
  summary: 'What recording the death of a patient would end, and what stays open',
  ...may,
  audit: 'read',
  params: ById,
  response: DeathPreview,
})

export const recordDeath = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/deaths/',
  summary:
    'Record the death of a patient and end open work. 409 `changed` with the `preview` when that is not what was `seen`, `implausible` with what is recorded after the death, `died_already`, `deactivated`, `merged`; 400 for a day in the future or before birth',
  ...may,
  params: ById,
  body: fields({ ...DetailFields, ...confirmations, seen: line(100) }),
  status: 201,
  response: Death,
})

export const correctDeath = endpoint({
  method: 'PATCH',
  path: '/patients/patients/{id}/deaths/{death}/',
  summary:
    'Correct the details of a death; what they were stays in its history. 409 `implausible`, `withdrawn`, 412 when it changed since `version`',
  ...may,
  params: ofPatient,
  body: fields({
    ...DetailFields,
    died_on: DetailFields.died_on.optional(),
    place: DetailFields.place.optional(),
    ...confirmations,
    ...version,
  }),
  response: Death,
})

export const undoDeath = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/deaths/{death}/undo/',
  summary:
    'Undo the record of a death within 24 hours, with a reason: restores what can be restored and says what was not. 409 `too_late`, `withdrawn`, 412 when it changed since `version`',
  access: 'patients.undo_death',
  params: ofPatient,
  body: fields({ reason: line(200), ...version }),
  status: 200,
  response: Death,
})
