import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, Ref, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { orderCharge } from '#features/charges/contract.ts'

/** One test of a request, with its charge. */
export const LabTestRequestPanel = z
  .object({
    id: z.int(),
    lab_test_request: z.int(),
    /** The test: an item of the catalogue, as is `item`. */
    test_panel: z.int(),
    test_panel_name: z.string(),
    item: z.int(),
    ...orderCharge,
    cancelled_at: Instant.nullable(),
    cancelled_by_name: z.string().nullable(),
    cancel_reason: z.string().nullable(),
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
    patient: z.int(),
    patient_name: z.string(),
    patient_number: z.string(),
    note: z.string().nullable(),
    requested_by: z.int(),
    requested_by_name: z.string(),
    requested_at: Instant,
    /** The day and the time of it in the clinic. */
    created_on: z.string(),
    requested_on: z.string(),
    /** In the order in which they were named, the cancelled ones too. */
    panels: z.array(LabTestRequestPanel),
  })
  .meta({ id: 'LabTestRequest' })
export type LabTestRequest = z.output<typeof LabTestRequest>

export const createLabTestRequest = endpoint({
  method: 'POST',
  path: '/lab/lab-test-requests/',
  summary: 'Request tests in a visit; each charges itself. 409 `visit_closed` when the visit is over',
  access: 'laboratory.request',
  body: fields({
    process: Ref,
    note: line(500).nullish(),
    panels: z
      .array(
        fields({
          test_panel: Ref,
          /** Said on purpose: once more, although the visit has it already. */
          repeat: z.boolean().optional(),
        }),
      )
      .min(1, 'Name at least one test.')
      .max(100),
    ...ignored('requested_by'),
  }),
  status: 201,
  response: LabTestRequest,
})

export const listLabTestRequests = endpoint({
  method: 'GET',
  path: '/lab/lab-test-requests/',
  summary: 'List laboratory requests, newest first',
  access: 'laboratory.view',
  audit: 'read',
  paged: true,
  live: ['laboratory', 'billing'],
  query: fields({ ...pageQuery, process: Id.optional(), patient_id: Id.optional() }),
  response: z.array(LabTestRequest),
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

export const cancelLabTestRequestPanel = endpoint({
  method: 'PATCH',
  path: '/lab/lab-test-requests-panel/{id}/',
  summary: 'Cancel one test of a request: its charge comes off the draft, or is credited when it was billed',
  access: 'laboratory.request',
  params: ById,
  body: fields({ cancelled: z.literal(true), reason: line(300), ...version }),
  response: LabTestRequestPanel,
})
