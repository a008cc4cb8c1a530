import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, PatientId, Ref, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { orderCharge } from '#features/charges/contract.ts'
import { sentDraft } from '#features/order-drafts/contract-fields.ts'
import { acknowledged, PanelState, Priority, SampleState, SexOverride } from './contract-fields.ts'
import { Result } from './contract-result.ts'

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
