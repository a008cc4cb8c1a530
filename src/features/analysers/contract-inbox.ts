import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, PatientId, Ref, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { InboxState, MessageState, Protocol } from './contract.ts'

/** One result that an instrument sent, and what became of it. */
export const MessageResult = z
  .object({
    id: z.int(),
    message: z.int(),
    equipment: z.int().nullable(),
    equipment_name: z.string().nullable(),
    received_at: Instant,
    position: z.int(),
    accession: z.string(),
    /** How the message names the patient: to compare, never to find one by. */
    patient_ref: z.string(),
    code: z.string(),
    code_text: z.string(),
    /** Which part of another result it is, such as the Ct of a probe; empty for a result of its own. */
    part: z.string(),
    value: z.string(),
    unit: z.string(),
    flags: z.string(),
    /** What the instrument said of the result or its sample. */
    comment: z.string(),
    status: z.string(),
    observed_at: Instant.nullable(),
    state: InboxState,
    /** Why it waits, or why it was set aside; in English. */
    reason: z.string(),
    /** The same to be said in other languages; null where a person wrote it. */
    reason_sentence: z.object({ text: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
    /** What its code means in the instrument's map. */
    panel: z.int().nullable(),
    panel_name: z.string().nullable(),
    /** The sample that a person chose, else the one with that number, where there is one. */
    sample: z.int().nullable(),
    sample_code: z.string().nullable(),
    /** When and by whom the sample was chosen; null: it is the one that the message names. */
    sample_chosen_at: Instant.nullable(),
    sample_chosen_by_name: z.string().nullable(),
    /** Why it is that of the sample although the message names another patient. */
    sample_reason: z.string(),
    patient: PatientId.nullable(),
    patient_name: z.string().nullable(),
    patient_number: z.string().nullable(),
    request_panel: z.int().nullable(),
    resolved_at: Instant.nullable(),
    resolved_by_name: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'LabMessageResult' })
export type MessageResult = z.output<typeof MessageResult>

export const listInbox = endpoint({
  method: 'GET',
  path: '/lab/equipment-results/',
  summary: 'Results that instruments sent, newest first; those that wait for somebody unless `state` says otherwise',
  access: 'laboratory.enter',
  audit: 'read',
  paged: true,
  live: ['analysers', 'laboratory'],
  query: fields({
    ...pageQuery,
    state: InboxState.optional(),
    equipment: Id.optional(),
    /** Part of the number on the sample or of the code. */
    q: z.string().max(100).optional(),
  }),
  response: z.array(MessageResult),
})
export const getInboxCounts = endpoint({
  method: 'GET',
  path: '/lab/equipment-results/counts/',
  summary: 'How many results wait in the inbox, how many messages could not be read, how many orders were given up',
  access: 'laboratory.enter',
  live: ['analysers'],
  query: fields({}),
  response: z.object({ waiting: z.int(), failed_messages: z.int(), failed_jobs: z.int() }),
})
export const resolveResult = endpoint({
  method: 'POST',
  path: '/lab/equipment-results/{id}/resolution/',
  summary:
    'Decide about a result that waits: try it again, give it to a test of the same sample deliberately, or set it aside with a reason. 409 `resolved`, `other_sample`, `other_patient` with `differences` that `identity_reason` answers, `control`, `implausible` with questions that `confirm_reason` answers, or what keeps the result from being entered; 412 when it changed',
  access: 'laboratory.enter',
  params: ById,
  body: fields({
    action: z.enum(['retry', 'assign', 'dismiss'], { error: 'Choose one of: retry, assign, dismiss.' }),
    /** Needed to assign: a test of the same sample. */
    request_panel: Ref.optional(),
    /** The value as it is to be entered, where that which was sent does not fit. */
    result: line(2000).optional(),
    unit: z.string().trim().max(30).optional(),
    /** Why a value that is not believed is right nevertheless. */
    confirm_reason: line(200).optional(),
    /** Why it is of the patient of the sample although the message names another one. */
    identity_reason: line(300).optional(),
    /** Needed to dismiss. */
    reason: line(300).optional(),
    ...version,
  }),
  status: 200,
  response: MessageResult,
})
/** What became of a result that was tried again. */
export const RetryOutcome = MessageResult.pick({
  id: true,
  accession: true,
  code: true,
  panel_name: true,
  value: true,
  unit: true,
  state: true,
  reason: true,
  reason_sentence: true,
}).meta({ id: 'LabRetryOutcome' })
export type RetryOutcome = z.output<typeof RetryOutcome>

/** One thing that a message says of its patient beside what is on file of the patient of a sample. */
const ComparedFact = z.object({
  field: z.enum(['number', 'name', 'date of birth', 'sex']),
  /** Empty where it says nothing. */
  message: z.string(),
  record: z.string(),
  outcome: z.enum(['same', 'similar', 'differs', 'unknown']),
})
export const compareSample = endpoint({
  method: 'GET',
  path: '/lab/equipment-results/{id}/samples/{sample}/',
  summary: 'What the message of a result says of its patient beside the patient of a sample, before the sample is chosen for it',
  access: 'laboratory.enter',
  audit: 'read',
  live: ['analysers', 'laboratory'],
  params: fields({ id: Id, sample: Id }),
  response: z
    .object({
      sample: z.int(),
      sample_code: z.string(),
      patient: PatientId,
      patient_name: z.string(),
      patient_number: z.string(),
      /** Why no result is entered for the sample, such as that it was not collected; null for one that can be chosen. */
      refusal: z.object({ text: z.string(), values: z.record(z.string(), z.union([z.string(), z.number()])) }).nullable(),
      facts: z.array(ComparedFact),
    })
    .meta({ id: 'LabSampleComparison' }),
})
export const resolveMessage = endpoint({
  method: 'POST',
  path: '/lab/equipment-messages/{id}/resolution/',
  summary:
    'Decide about results of a message together, all or none: choose their sample, try them again, or set them aside with a reason. 409 `resolved`, `several_samples`, `sample_not_usable`, `other_patient` with `differences` that `reason` answers; 412 when one changed',
  access: 'laboratory.enter',
  params: ById,
  body: fields({
    action: z.enum(['choose sample', 'retry', 'dismiss'], { error: 'Choose one of: choose sample, retry, dismiss.' }),
    /** Results of this message, each with the version that was seen. */
    results: z
      .array(fields({ id: Ref, version: z.int() }))
      .min(1)
      .max(1000),
    /** Needed to choose the sample: one that was collected. */
    sample: Ref.optional(),
    /** Needed to dismiss; and to choose a sample whose patient is another one by the message. */
    reason: line(300).optional(),
  }),
  status: 200,
  response: z
    .object({
      applied: z.int(),
      waiting: z.int(),
      /** All of the message, in its order. */
      results: z.array(MessageResult),
    })
    .meta({ id: 'LabMessageResolution' }),
})
export const retryInbox = endpoint({
  method: 'POST',
  path: '/lab/equipment-results/retry/',
  summary:
    'Try waiting results again, after the codes of an instrument were mapped for example: all of an instrument (500 at most), or those that are named. Answers what became of each',
  access: 'laboratory.enter',
  body: z.union([fields({ equipment: Ref }), fields({ results: z.array(Ref).min(1).max(500) })]),
  status: 200,
  response: z.object({
    applied: z.int(),
    waiting: z.int(),
    /** Each result that was tried, the earliest first, as it stands now. */
    outcomes: z.array(RetryOutcome),
  }),
})

/** Something that came from or went to an instrument. */
export const EquipmentMessage = z
  .object({
    id: z.int(),
    /** Null: from nobody we know. */
    equipment: z.int().nullable(),
    equipment_name: z.string().nullable(),
    direction: z.enum(['in', 'out']),
    data_format: Protocol,
    /** Address and port at the other end. */
    peer: z.string(),
    control_id: z.string().nullable(),
    message_type: z.string(),
    state: MessageState,
    /** What was answered: AA, AE, AR, ACK or NAK. */
    answer: z.string(),
    problem: z.string(),
    times_received: z.int(),
    /** Bytes. */
    size: z.int(),
    results: z.int(),
    waiting: z.int(),
    at: Instant,
    processed_at: Instant.nullable(),
  })
  .meta({ id: 'LabEquipmentMessage' })
export type EquipmentMessage = z.output<typeof EquipmentMessage>
export const listMessages = endpoint({
  method: 'GET',
  path: '/lab/equipment-messages/',
  summary: 'Everything that came from instruments or went to them, newest first',
  access: 'laboratory.enter',
  audit: 'read',
  paged: true,
  live: ['analysers'],
  query: fields({
    ...pageQuery,
    equipment: Id.optional(),
    state: MessageState.optional(),
    direction: z.enum(['in', 'out']).optional(),
  }),
  response: z.array(EquipmentMessage),
})
export const getMessage = endpoint({
  method: 'GET',
  path: '/lab/equipment-messages/{id}/',
  summary: 'One message as it came or went, with control characters shown as words, and what became of its results',
  access: 'laboratory.enter',
  audit: 'read',
  live: ['analysers'],
  params: ById,
  response: EquipmentMessage.extend({
    /** One line a segment, record or frame; control characters as <STX>; the first 200,000 characters. */
    text: z.string(),
    answer_text: z.string(),
    result_rows: z.array(MessageResult),
  }).meta({ id: 'LabEquipmentMessageWhole' }),
})
export const replayMessage = endpoint({
  method: 'POST',
  path: '/lab/equipment-messages/{id}/replay/',
  summary: 'Read a message that came once more, with the instrument’s settings of today; what was applied is not applied twice',
  access: 'laboratory.equipment',
  params: ById,
  body: fields({}),
  status: 200,
  response: EquipmentMessage,
})
