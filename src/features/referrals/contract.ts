import { z } from 'zod'
import { PregnancySummary } from '#features/patients/contract-summaries.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, PatientId, Ref, version, YesNo } from '#shared/paging.ts'
import { email, line, filledProse } from '#shared/text.ts'
import { letterParts, referralStatuses, referralTypes } from './rules.ts'

/** A form of an earlier client sends an emptied field as an empty text. */
const orEmpty = <T extends z.core.$ZodType<string | number, string | number>>(schema: T) => z.union([schema, z.literal('')]).nullish()

const MAX_TEXT = 2_000
const written = filledProse(MAX_TEXT)

/** A patient sent on: to a doctor or department of the house (internal), or to somebody else (external). */
export const Referral = z
  .object({
    id: z.int(),
    visit: z.int(),
    patient: PatientId,
    /** The names on file; 'Unknown' for a person without any. */
    patient_name: z.string(),
    patient_number: z.string(),
    /** What the record says of the day of the referral, for whoever examines: a warning before imaging. Null for a man of whom none is recorded. */
    pregnancy: PregnancySummary.nullable(),
    type: z.enum(referralTypes),
    status: z.enum(referralStatuses),
    is_urgent: z.boolean(),
    /** What is asked for, and why. */
    service: z.string().nullable(),
    note: z.string(),
    /** Parts of the record that the letter does not bring along. */
    left_out: z.array(z.enum(letterParts)),
    doctor: z.int().nullable(),
    doctor_name: z.string().nullable(),
    department: z.int().nullable(),
    department_name: z.string().nullable(),
    provider: z.string().nullable(),
    provider_email: z.string().nullable(),
    referred_at: Instant,
    referred_by: z.int(),
    referred_by_name: z.string(),
    /** What came of it. */
    reply: z.string().nullable(),
    replied_at: Instant.nullable(),
    replied_by_name: z.string().nullable(),
    status_at: Instant,
    status_by_name: z.string(),
    /** Why it was declined or cancelled. */
    status_reason: z.string().nullable(),
    version: z.int(),
    /** What the person signed in may make of it now. */
    may: z.object({ accept: z.boolean(), decline: z.boolean(), complete: z.boolean(), cancel: z.boolean() }),
  })
  .meta({ id: 'Referral' })
export type Referral = z.output<typeof Referral>

export const createReferral = endpoint({
  method: 'POST',
  path: '/patients/referrals/',
  summary:
    'Refer a patient in an open visit. 409 `visit_closed` when the visit is over, `registration_needed` without a recorded title and registration number',
  access: 'referrals.change',
  body: fields({
    /** By whom it names, when absent. */
    type: z.enum(referralTypes).nullish(),
    /** The visit, or the patient whose open visit it is; both must belong together. */
    attendance_process: Ref.nullish(),
    patient: Ref.nullish(),
    service: line(100).nullish(),
    note: written,
    /** Parts of the record that the letter does not bring along; results of tests that are told in person unless sent. */
    left_out: z.array(z.enum(letterParts)).max(letterParts.length).optional(),
    /** Internal: to a doctor, a department, or a doctor as one of a department. */
    doctor: Ref.nullish(),
    department: Ref.nullish(),
    /** External: to whom, and the address the letter goes to. */
    provider: line(200).nullish(),
    provider_email: email.nullish(),
    is_urgent: z.boolean().optional(),
    /** Names of earlier clients for the doctor, the provider, the address and the patient. */
    reffered_doctor: orEmpty(Ref),
    preferred_provider: orEmpty(line(200)),
    provider_email_contact: orEmpty(email),
    email: orEmpty(email),
    patient_id: Ref.nullish(),
    ...ignored('referred_by', 'created_by', 'date_created'),
  }).refine(({ attendance_process, patient, patient_id }) => (attendance_process ?? patient ?? patient_id) != null, {
    path: ['attendance_process'],
    error: 'Enter a visit or a patient.',
  }),
  status: 201,
  response: Referral,
})

export const listReferrals = endpoint({
  method: 'GET',
  path: '/patients/referrals/',
  summary: 'List referrals, newest first; `to_me`: those that wait for the person signed in, or for a department',
  access: 'referrals.view',
  audit: 'read',
  paged: true,
  live: ['referrals', 'patients'],
  query: fields({
    ...pageQuery,
    patient_id: Id.optional(),
    visit: Id.optional(),
    doctor: Id.optional(),
    department: Id.optional(),
    status: z.enum(referralStatuses).optional(),
    type: z.enum(referralTypes).optional(),
    to_me: YesNo.optional(),
  }),
  response: z.array(Referral),
})

export const getReferral = endpoint({
  method: 'GET',
  path: '/patients/referrals/{id}/',
  summary: 'Read a referral',
  access: 'referrals.view',
  audit: 'read',
  live: ['referrals', 'patients'],
  params: ById,
  response: Referral,
})

export const moveReferral = endpoint({
  method: 'PATCH',
  path: '/patients/referrals/{id}/',
  summary:
    'Accept, decline, answer or cancel a referral; with the version or If-Match. 409 for a move that does not follow from where it stands',
  access: 'referrals.change',
  params: ById,
  body: fields({
    status: z.enum(['accepted', 'declined', 'completed', 'cancelled']),
    /** What came of it: needed to complete. */
    reply: written.nullish(),
    /** Why: needed to decline and to cancel. */
    reason: line(300).nullish(),
    ...version,
  }),
  response: Referral,
})

/** Parts by name, with commas; empty for none. */
const leftOut = z
  .string()
  .max(200)
  .transform((text) => text.split(',').filter(Boolean))
  .pipe(z.array(z.enum(letterParts)).max(letterParts.length))

export const listLetterParts = endpoint({
  method: 'GET',
  path: '/patients/referrals/{id}/letter/parts/',
  summary: 'What the letter of a referral brings along, part by part, as far as the reader may read it, and what is left out',
  access: 'referrals.view',
  audit: 'read',
  live: ['referrals', 'patients'],
  params: ById,
  response: z.array(
    z.object({
      /** Null: stays in the letter. */
      part: z.enum(letterParts).nullable(),
      title: z.string(),
      lines: z.array(z.string()),
      is_left_out: z.boolean(),
    }),
  ),
})

export const printReferralLetter = endpoint({
  method: 'GET',
  path: '/patients/referrals/{id}/letter/',
  summary: 'Print the letter of a referral; `left_out` names the parts that it does not bring along, in place of those of the referral',
  access: 'referrals.view',
  audit: 'read',
  produces: 'application/pdf',
  params: ById,
  query: fields({ left_out: leftOut.optional() }),
  response: z.unknown(),
})
