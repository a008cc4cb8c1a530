import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, PatientId, Ref, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Priority, SampleState } from './contract-fields.ts'

/** One container of a visit, known by the number on its label. */
export const Sample = z
  .object({
    id: z.int(),
    /** The accession number. */
    patient_sample_code: z.string(),
    process: z.int(),
    visit: z.int(),
    patient: PatientId,
    patient_name: z.string(),
    patient_number: z.string(),
    gender: z.string(),
    date_of_birth: z.string().nullable(),
    is_birth_date_estimated: z.boolean(),
    /** The age of a patient who died stops on this day; null for the living. */
    died_on: z.string().nullable(),
    specimen: z.int(),
    specimen_name: z.string(),
    container_name: z.string(),
    colour: z.string(),
    volume: z.string().nullable(),
    instructions: z.string(),
    /** The first request it is taken for. */
    lab_test_request: z.int().nullable(),
    /** Tests in short, those that were not cancelled. */
    tests: z.array(z.string()),
    is_fasting: z.boolean().nullable(),
    note: z.string(),
    state: SampleState,
    is_sample_collected: z.boolean(),
    /** The patient still owes one of its tests. */
    is_unpaid: z.boolean(),
    /** Why it was collected before it was paid, where the clinic asks for payment first. */
    unpaid_reason: z.string().nullable(),
    priority: Priority,
    requested_at: Instant,
    requested_by_name: z.string().nullable(),
    collected_at: Instant.nullable(),
    collected_by_name: z.string().nullable(),
    received_at: Instant.nullable(),
    received_by_name: z.string().nullable(),
    rejected_at: Instant.nullable(),
    rejected_by_name: z.string().nullable(),
    reject_reason: z.string().nullable(),
    /** The number of the rejected one it is taken for anew, and of the one that is taken instead of this. */
    replaces_code: z.string().nullable(),
    replaced_by_code: z.string().nullable(),
    labels_printed: z.int(),
    version: z.int(),
  })
  .meta({ id: 'PatientSample' })
export type Sample = z.output<typeof Sample>

/** Why samples that are not paid are collected nevertheless; needs laboratory.before_payment. */
const UnpaidReason = line(300).optional()

export const listSamples = endpoint({
  method: 'GET',
  path: '/lab/patient-samples/',
  summary: 'Phlebotomy: samples, those that wait (urgent first, longest first) by state, else newest first',
  access: 'laboratory.view',
  audit: 'read',
  paged: true,
  live: ['laboratory', 'attendance'],
  query: fields({
    ...pageQuery,
    state: SampleState.optional(),
    /** Number on the label, name or number of the patient. */
    q: z.string().max(100).optional(),
    patient_id: Id.optional(),
    process_id: Id.optional(),
    specimen: Id.optional(),
  }),
  response: z.array(Sample),
})
export const countSamples = endpoint({
  method: 'GET',
  path: '/lab/patient-samples/counts/',
  summary: 'How many samples wait to be taken and to be received, and were rejected today',
  access: 'laboratory.view',
  live: ['laboratory'],
  query: fields({}),
  response: z.object({ to_collect: z.int(), to_receive: z.int(), rejected_today: z.int() }),
})
export const listSamplesOfProcess = endpoint({
  method: 'GET',
  path: '/lab/patient-samples-by-process-id/{process_id}/',
  summary: 'The samples of a visit, by its request group, in the order of draw',
  access: 'laboratory.view',
  audit: 'read',
  live: ['laboratory'],
  params: fields({ process_id: Id }),
  response: z.array(Sample),
})
export const getSample = endpoint({
  method: 'GET',
  path: '/lab/patient-samples/{id}/',
  summary: 'Read a sample',
  access: 'laboratory.view',
  audit: 'read',
  live: ['laboratory'],
  params: ById,
  response: Sample,
})
export const updateSample = endpoint({
  method: 'PATCH',
  path: '/lab/patient-samples/{id}/',
  summary:
    'One of: collected, not collected after all (nothing was done with it yet), received, rejected with a reason (which asks for another one unless `recollect` is false), a note. 409 with where it stands as `code`, `unpaid` where the clinic asks for payment first and no `unpaid_reason` is sent',
  access: 'laboratory.collect',
  params: ById,
  body: z.union([
    fields({ is_sample_collected: z.boolean(), collected_at: Instant.optional(), unpaid_reason: UnpaidReason, ...version }),
    fields({ received: z.literal(true), ...version }),
    fields({ rejected: z.literal(true), reason: line(300), recollect: z.boolean().default(true), ...version }),
    fields({ note: z.string().trim().max(300), ...version }),
  ]),
  response: Sample,
})
export const moveSamples = endpoint({
  method: 'POST',
  path: '/lab/patient-samples/moves/',
  summary: 'Several samples at once: collected, or received (those not collected yet are 409; `unpaid` as for one); all or nothing',
  access: 'laboratory.collect',
  body: fields({
    samples: z
      .array(fields({ id: Ref, ...version }))
      .min(1)
      .max(100),
    to: z.enum(['collected', 'received']),
    unpaid_reason: UnpaidReason,
  }),
  status: 200,
  response: z.array(Sample),
})
export const printSampleLabels = endpoint({
  method: 'GET',
  path: '/lab/patient-samples/labels/',
  summary: 'Labels with bar code as PDF, one to a page, of the samples that are named',
  access: 'laboratory.view',
  audit: 'read',
  query: fields({
    /** Ids with commas between them. */
    samples: z.string().regex(/^\d{1,10}(,\d{1,10}){0,99}$/, 'Name samples by their ids, with commas between them.'),
    copies: z.coerce.number<number>().int().min(1).max(5).optional(),
  }),
  produces: 'application/pdf',
  response: z.string(),
})
