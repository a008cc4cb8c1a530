import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, PatientId, Ref, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { orderCharge } from '#features/charges/contract.ts'
import { sentDraft } from '#features/order-drafts/contract.ts'
import { acknowledged, PanelState, Priority, SampleState, SexOverride, Result } from './contract-fields.ts'

/** One test of a request, with where it stands, its result and what it is charged with. */
export const LabTestRequestPanel = z
  .object({
    id: z.int(),
    lab_test_request: z.int(),
    test_panel: z.int(),
    test_panel_name: z.string(),
    test_code: z.string(),
    kind: z.enum(['quantitative', 'qualitative', 'text', 'calculated']),
    is_quantitative: z.boolean(),
    is_qualitative: z.boolean(),
    section: z.string(),
    /** What was ordered and is charged: the test, or the profile it came with. */
    order: z.int(),
    profile: z.int().nullable(),
    profile_name: z.string().nullable(),
    item: z.int(),
    ...orderCharge,
    patient: PatientId,
    state: PanelState,
    priority: Priority,
    patient_sample: z.int().nullable(),
    sample_code: z.string().nullable(),
    sample_state: SampleState.nullable(),
    requested_at: Instant,
    /** By when it is to be approved; null: no target. */
    due_at: Instant.nullable(),
    /** The current result as it is reported; null: none yet, or not yet approved and the reader may not enter results. */
    result: z.string().nullable(),
    result_approved: z.boolean(),
    approved_on: Instant.nullable(),
    current: Result.nullable(),
    cancelled_at: Instant.nullable(),
    cancelled_by_name: z.string().nullable(),
    cancel_reason: z.string().nullable(),
    /** Why it was asked for although it is for the other sex; null where it is not. */
    sex_override: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'LabTestRequestPanel' })
export type LabTestRequestPanel = z.output<typeof LabTestRequestPanel>

/** Tests that were asked for together. */
export const LabTestRequest = z
  .object({
    id: z.int(),
    /** The request group of the visit. */
    process: z.int(),
    visit: z.int(),
    patient: PatientId,
    patient_name: z.string(),
    patient_number: z.string(),
    /** The profile it was asked for as, where there was one. */
    test_profile: z.int().nullable(),
    test_profile_name: z.string().nullable(),
    priority: Priority,
    note: z.string().nullable(),
    /** What was said with the request, else what the record says of its day; null: not known. */
    is_pregnant: z.boolean().nullable(),
    is_fasting: z.boolean().nullable(),
    /** The patient still owes one of its tests. */
    is_unpaid: z.boolean(),
    requested_by: z.int(),
    requested_by_name: z.string(),
    requested_at: Instant,
    /** The day and the time of it in the clinic. */
    created_on: z.string(),
    requested_on: z.string(),
    /** Every test that was not cancelled is approved, and there is one. */
    has_result: z.boolean(),
    /** In the order in which they are reported, the cancelled ones too. */
    panels: z.array(LabTestRequestPanel),
  })
  .meta({ id: 'LabTestRequest' })
export type LabTestRequest = z.output<typeof LabTestRequest>

/** Said on purpose: once more, although the visit has it already. */
const repeat = z.boolean().optional()

export const createLabTestRequest = endpoint({
  method: 'POST',
  path: '/lab/lab-test-requests/',
  summary:
    'Request tests in a visit, all or nothing, with their charges and samples. 409 `visit_closed` when the visit is over, `other_sex` with the `tests` that are for the other sex than the patient is recorded with, unless `sex_override` says why. With `draft_version` the tests are those of the caller’s draft, which is emptied by it: 412 with the draft when it is another version. With `test_profile` alone it is an empty request to which the tests of that profile are added',
  access: 'laboratory.request',
  body: fields({
    process: Ref,
    note: line(500).nullish(),
    priority: Priority.default('routine'),
    /** Left out, the record counts; 400 where it contradicts the record. */
    is_pregnant: z.boolean().nullish(),
    is_fasting: z.boolean().nullish(),
    sex_override: SexOverride,
    ...sentDraft,
    /** As earlier clients say it: the tests that follow by POST belong to this profile. */
    test_profile: Ref.nullish(),
    profiles: z
      .array(fields({ profile: Ref, repeat }))
      .max(50)
      .default([]),
    panels: z
      .array(fields({ test_panel: Ref, repeat }))
      .max(100)
      .default([]),
    ...ignored('requested_by', 'has_result'),
  }),
  status: 201,
  response: LabTestRequest,
})

const listQuery = {
  ...pageQuery,
  process: Id.optional(),
  patient_id: Id.optional(),
  /** Which have a test in this state. */
  state: PanelState.optional(),
  priority: Priority.optional(),
  q: z.string().max(100).optional(),
}
export const listLabTestRequests = endpoint({
  method: 'GET',
  path: '/lab/lab-test-requests/',
  summary: 'List laboratory requests, newest first',
  access: 'laboratory.view',
  audit: 'read',
  paged: true,
  live: ['laboratory', 'billing'],
  query: fields(listQuery),
  response: z.array(LabTestRequest),
})
export const getLabTestRequest = endpoint({
  method: 'GET',
  path: '/lab/lab-test-requests/{id}/',
  summary: 'Read a laboratory request with its tests',
  access: 'laboratory.view',
  audit: 'read',
  live: ['laboratory', 'billing'],
  params: ById,
  response: LabTestRequest,
})
export const listLabTestRequestsOfPatient = endpoint({
  method: 'GET',
  path: '/lab/lab-test-request-by-patient-id/{patient_id}/',
  summary: 'The laboratory requests of a patient, newest first',
  access: 'laboratory.view',
  audit: 'read',
  paged: true,
  live: ['laboratory', 'billing'],
  params: fields({ patient_id: Id }),
  query: fields(pageQuery),
  response: z.array(LabTestRequest),
})
export const listLabTestRequestsOfProcess = endpoint({
  method: 'GET',
  path: '/lab/lab-test-request-by-process-id/{process_id}/',
  summary: 'The laboratory requests of a visit, by its request group, newest first',
  access: 'laboratory.view',
  audit: 'read',
  paged: true,
  live: ['laboratory', 'billing'],
  params: fields({ process_id: Id }),
  query: fields(pageQuery),
  response: z.array(LabTestRequest),
})
export const cancelLabTestRequest = endpoint({
  method: 'PATCH',
  path: '/lab/lab-test-requests/{id}/',
  summary: 'Clear a request: cancels every test of it that has no approved result, with what they were charged',
  access: 'laboratory.request',
  params: ById,
  body: fields({ cancelled: z.literal(true), reason: line(300) }),
  response: LabTestRequest,
})

export const listPanelsOfRequest = endpoint({
  method: 'GET',
  path: '/lab/lab-test-request-panels-by-lab-test-request-id/{test_request_id}/',
  summary: 'The tests of a request, in the order in which they are reported',
  access: 'laboratory.view',
  audit: 'read',
  live: ['laboratory', 'billing'],
  params: fields({ test_request_id: Id }),
  response: z.array(LabTestRequestPanel),
})
export const listPanelsOfSample = endpoint({
  method: 'GET',
  path: '/lab/labtestrequestpanels/sample/{sample}/',
  summary: 'The tests that are done on a sample, by its id or the number on its label; 404 for an unknown one',
  access: 'laboratory.view',
  audit: 'read',
  live: ['laboratory', 'billing'],
  params: fields({ sample: z.string().regex(/^[\w./-]{1,60}$/, 'Send the id of a sample, or the number on its label.') }),
  response: z.array(LabTestRequestPanel),
})
export const createLabTestRequestPanel = endpoint({
  method: 'POST',
  path: '/lab/lab-test-requests-panel/',
  summary:
    'Add a test to a request, with its charge and its sample. The same test again answers the row that is there: it is never doubled. 409 `visit_closed`, `other_sex` without `sex_override`',
  access: 'laboratory.request',
  body: fields({ lab_test_request: Ref, test_panel: Ref, sex_override: SexOverride, ...ignored('requested_by', 'patient_sample', 'item') }),
  status: 201,
  response: LabTestRequestPanel,
})
export const updateLabTestRequestPanel = endpoint({
  method: 'PATCH',
  path: '/lab/lab-test-requests-panel/{id}/',
  summary:
    'One of: cancel a test with a reason (its charge comes off the draft, or is credited when billed), enter its result, approve it. Each needs its own right',
  access: 'laboratory.view',
  params: ById,
  body: z.union([
    fields({ cancelled: z.literal(true), reason: line(300), ...version }),
    fields({
      result: z.string().max(2000),
      unit: z.string().max(30).optional(),
      comment: z.string().max(500).optional(),
      confirm_reason: line(200).optional(),
      ...version,
    }),
    fields({ result_approved: z.literal(true), acknowledged, ...ignored('approved_by'), ...version }),
  ]),
  response: LabTestRequestPanel,
})

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
    samples: z.string().regex(/^\d{1,10}(,\d{1,10}){0,99}$/, 'Give sample ids separated by commas.'),
    copies: z.coerce.number<number>().int().min(1).max(5).optional(),
  }),
  produces: 'application/pdf',
  response: z.string(),
})
