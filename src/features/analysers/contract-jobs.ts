import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, PatientId, Ref } from '#shared/paging.ts'
import { JobState } from './contract-fields.ts'

/** A test that an instrument is to do, and whether it knows. */
export const EquipmentJob = z
  .object({
    id: z.int(),
    equipment: z.int(),
    equipment_name: z.string(),
    test_request_panel: z.int(),
    test_panel: z.int(),
    test_panel_name: z.string(),
    sample_code: z.string().nullable(),
    patient: PatientId,
    patient_name: z.string(),
    state: JobState,
    /** Queued, and sent when the instrument asks for it, never before. */
    waits_for_query: z.boolean(),
    tries: z.int(),
    /** When it is sent next; null when it is not, or when the instrument has to ask for it. */
    next_try_at: Instant.nullable(),
    problem: z.string(),
    created_at: Instant,
    created_by_name: z.string(),
    done_at: Instant.nullable(),
  })
  .meta({ id: 'EquipmentTestRequest' })
export type EquipmentJob = z.output<typeof EquipmentJob>

export const sendToEquipment = endpoint({
  method: 'POST',
  path: '/lab/equipment-test-request/',
  summary:
    'Send a test to an instrument: answered at once, sent when the instrument can be reached, or when it asks (`waits_for_query`). The same again answers what is there. 409 `sample_not_collected`, `cancelled`, `approved`, `code_not_mapped`, `out_of_use`, `takes_no_orders`',
  access: 'laboratory.enter',
  body: fields({ test_request_panel: Ref, equipment: Ref, ...ignored('id') }),
  status: 201,
  response: EquipmentJob,
})
export const listJobs = endpoint({
  method: 'GET',
  path: '/lab/equipment-test-request/',
  summary: 'What was sent to instruments or waits to be, newest first',
  access: 'laboratory.enter',
  audit: 'read',
  paged: true,
  live: ['analysers'],
  query: fields({ ...pageQuery, equipment: Id.optional(), state: JobState.optional(), sample: Id.optional() }),
  response: z.array(EquipmentJob),
})
export const retryJob = endpoint({
  method: 'POST',
  path: '/lab/equipment-test-request/{id}/retry/',
  summary: 'Send once more what waits or was given up; 409 when it is done or taken back',
  access: 'laboratory.enter',
  params: ById,
  body: fields({}),
  status: 200,
  response: EquipmentJob,
})
export const cancelJob = endpoint({
  method: 'POST',
  path: '/lab/equipment-test-request/{id}/cancel/',
  summary: 'Take back what was not accepted yet; 409 when the instrument has it',
  access: 'laboratory.enter',
  params: ById,
  body: fields({}),
  status: 200,
  response: EquipmentJob,
})
