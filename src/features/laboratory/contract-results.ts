import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, PatientId, Ref, version, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Panel } from '#features/lab-catalogue/contract.ts'
import { ReferenceRange } from '#features/lab-catalogue/contract-ranges.ts'
import { LabTestRequestPanel } from './contract.ts'
import { acknowledged, PanelState, Priority, SampleState, Flag, Result } from './contract-fields.ts'
import { lookReasons } from './rules.ts'

/** One row of a work list: a sample (or a request, of tests without one) with the tests that are to be done on it. */
export const WorkRow = z
  .object({
    /** `s12` of a sample, `r7` of a request. */
    key: z.string(),
    sample: z.int().nullable(),
    sample_code: z.string().nullable(),
    sample_state: SampleState.nullable(),
    specimen_name: z.string().nullable(),
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
    priority: Priority,
    requested_at: Instant,
    due_at: Instant.nullable(),
    collected_at: Instant.nullable(),
    note: z.string().nullable(),
    /** In the order of the report. Only what a grid needs: a cell each. */
    cells: z.array(
      z.object({
        id: z.int(),
        test_panel: z.int(),
        state: PanelState,
        result: z.string().nullable(),
        /** Of this result: what was not detected, a grade and a titre have none. */
        unit: z.string().nullable(),
        flag: z.string().nullable(),
        is_delta_exceeded: z.boolean(),
        comment: z.string(),
        /** Of the current result; null: none yet. */
        entered_by: z.int().nullable(),
        origin: z.string().nullable(),
        /** As in `Result`; false and empty where there is no result yet. */
        has_range: z.boolean(),
        is_range_confirmed: z.boolean().nullable(),
        instrument_comment: z.string(),
        instrument_flags: z.string(),
        version: z.int(),
      }),
    ),
  })
  .meta({ id: 'LabWorkRow' })
export type WorkRow = z.output<typeof WorkRow>

export const getWorklist = endpoint({
  method: 'GET',
  path: '/lab/worklist/',
  summary: 'What is to be done or approved, urgent first, then longest waiting: samples with their tests, 500 on a page',
  access: 'laboratory.view',
  audit: 'read',
  live: ['laboratory'],
  query: fields({
    /** `work`: without result; `approve`: entered. */
    show: z.enum(['work', 'approve']).optional(),
    profile: Id.optional(),
    panel: Id.optional(),
    section: z.string().max(60).optional(),
    specimen: Id.optional(),
    /** Only those whose sample has come. */
    received: YesNo.optional(),
    q: z.string().max(100).optional(),
    limit: z.coerce.number<number>().int().min(1).max(500).optional(),
    cursor: pageQuery.cursor,
  }),
  response: z.object({
    rows: z.array(WorkRow),
    /** The tests of the rows, in the order of the report. */
    panels: z.array(
      Panel.pick({
        id: true,
        code: true,
        name: true,
        kind: true,
        unit: true,
        decimals: true,
        units: true,
        choices: true,
        section: true,
        formula: true,
      }),
    ),
    /** There are more rows than these; `Link` names the next page. */
    has_more: z.boolean(),
  }),
})
export const getLabCounts = endpoint({
  method: 'GET',
  path: '/lab/counts/',
  summary: 'How much waits in each room of the laboratory',
  access: 'laboratory.view',
  live: ['laboratory', 'analysers'],
  query: fields({}),
  response: z.object({
    to_collect: z.int(),
    to_receive: z.int(),
    to_do: z.int(),
    to_approve: z.int(),
    critical: z.int(),
    overdue: z.int(),
    public_requests: z.int(),
  }),
})

/** What whoever enters results of one patient sees: the tests of a visit with what they are held against and what was before. */
export const EntryRow = LabTestRequestPanel.extend({
  panel: Panel,
  /** That which fits now; null: none does, with the reason. */
  reference_range: ReferenceRange.nullable(),
  range_reason: z.string().nullable(),
  /** The critical limits that count, where no range fits too. */
  low_critical: z.string().nullable(),
  high_critical: z.string().nullable(),
  /** The latest approved or imported one before. */
  previous: Result.nullable(),
}).meta({ id: 'LabEntryRow' })
export type EntryRow = z.output<typeof EntryRow>
export const getEntry = endpoint({
  method: 'GET',
  path: '/lab/results/by-process-id/{process_id}/',
  summary: 'Every test of a visit with range, result and previous result, for entering and approving',
  access: 'laboratory.view',
  audit: 'read',
  live: ['laboratory'],
  params: fields({ process_id: Id }),
  response: z.array(EntryRow),
})

const entry = fields({
  request_panel: Ref,
  /** Empty: takes an entered result back. */
  result: z.string().max(2000),
  /** In which it was measured, when not in the test's own. */
  unit: z.string().max(30).optional(),
  comment: z.string().trim().max(500).optional(),
  /** Why a result that looks like one in another unit is right nevertheless. */
  confirm_reason: line(200).optional(),
  ...version,
})
export const enterResults = endpoint({
  method: 'POST',
  path: '/lab/results/',
  summary:
    'Enter results, all or nothing; what is calculated from them follows. 400 names each that does not fit, 409 `implausible` with questions that `confirm_reason` answers, `sample_not_collected`, `approved`, `cancelled`, 412 one that was changed meanwhile',
  access: 'laboratory.enter',
  body: fields({ results: z.array(entry).min(1).max(500) }),
  status: 200,
  response: z.array(LabTestRequestPanel),
})
export const approveResults = endpoint({
  method: 'POST',
  path: '/lab/results/approve/',
  summary:
    'Approve results, all or nothing. 409 `approved` twice, `not_entered`, `inputs_open` where it is calculated from what is not approved, `own_result` where who entered may not approve, `one_by_one` where some need a look of their own (`outcomes` says why of each): approve each by itself with `acknowledged`; 412 one that was changed meanwhile',
  access: 'laboratory.approve',
  body: fields({
    panels: z
      .array(fields({ id: Ref, acknowledged, ...version }))
      .min(1)
      .max(500),
  }),
  status: 200,
  response: z.array(LabTestRequestPanel),
})

/** Of a refusal `one_by_one`: a result that somebody has to look at, and why. */
export const LookOutcome = z.object({
  request_panel: z.int(),
  test: z.string(),
  result: z.string(),
  unit: z.string().nullable(),
  reasons: z.array(z.enum(lookReasons)),
  instrument_comment: z.string(),
  instrument_flags: z.string(),
})
export type LookOutcome = z.output<typeof LookOutcome>
export const amendResult = endpoint({
  method: 'POST',
  path: '/lab/lab-test-requests-panel/{id}/amendments/',
  summary:
    'Correct an approved result: a new revision, approved by who makes it; the one before stays readable, what is calculated from it follows. 409 `not_approved`',
  access: 'laboratory.amend',
  params: ById,
  body: fields({
    result: z.string().min(1).max(2000),
    unit: z.string().max(30).optional(),
    comment: z.string().trim().max(500).optional(),
    confirm_reason: line(200).optional(),
    reason: line(300),
    ...version,
  }),
  status: 201,
  response: LabTestRequestPanel,
})
export const withdrawResult = endpoint({
  method: 'POST',
  path: '/lab/lab-test-requests-panel/{id}/withdrawal/',
  summary:
    'Take an approved result back with a reason, and what is calculated from it: the test is open again; what was reported stays readable. 409 `not_approved`',
  access: 'laboratory.amend',
  params: ById,
  body: fields({ reason: line(300), ...version }),
  status: 200,
  response: LabTestRequestPanel,
})
export const listRevisions = endpoint({
  method: 'GET',
  path: '/lab/lab-test-requests-panel/{id}/revisions/',
  summary: 'Everything that was ever reported of a test, newest first',
  access: 'laboratory.view',
  audit: 'read',
  live: ['laboratory'],
  params: ById,
  response: z.array(Result),
})

/** A critical value that somebody has to be told of, and who told whom. */
export const CriticalCall = z
  .object({
    id: z.int(),
    patient: PatientId,
    patient_name: z.string(),
    patient_number: z.string(),
    patient_phone: z.string().nullable(),
    visit: z.int(),
    doctor_name: z.string().nullable(),
    requested_by_name: z.string(),
    request_panel: z.int(),
    test_panel_name: z.string(),
    result: z.string(),
    unit: z.string().nullable(),
    flag: Flag,
    /** Entered and not yet approved: it is told all the same. */
    is_approved: z.boolean(),
    opened_at: Instant,
    /** Nobody was told within the time that was set. */
    is_overdue: z.boolean(),
    closed_at: Instant.nullable(),
    close_reason: z.string().nullable(),
    seen_at: Instant.nullable(),
    seen_by_name: z.string().nullable(),
    tries: z.array(
      z.object({
        id: z.int(),
        called_at: Instant,
        called_by_name: z.string(),
        called_to: z.string(),
        is_reached: z.boolean(),
        is_read_back: z.boolean(),
        note: z.string(),
      }),
    ),
  })
  .meta({ id: 'LabCriticalCall' })
export type CriticalCall = z.output<typeof CriticalCall>

export const listCriticalCalls = endpoint({
  method: 'GET',
  path: '/lab/critical-calls/',
  summary: 'Critical values: those nobody was told of yet, longest waiting first; with `closed` the others, newest first',
  access: 'laboratory.view',
  audit: 'read',
  paged: true,
  live: ['laboratory'],
  query: fields({
    ...pageQuery,
    closed: YesNo.optional(),
    visit: Id.optional(),
    patient_id: Id.optional(),
  }),
  response: z.array(CriticalCall),
})
export const recordCriticalTry = endpoint({
  method: 'POST',
  path: '/lab/critical-calls/{id}/tries/',
  summary: 'Write down a call: whom, reached or not, read back or not. Reached and read back closes it; 409 `closed`',
  access: 'laboratory.enter',
  params: ById,
  body: fields({
    called_to: line(120),
    is_reached: z.boolean(),
    is_read_back: z.boolean(),
    note: z.string().trim().max(300).default(''),
  }),
  status: 201,
  response: CriticalCall,
})
export const markCriticalSeen = endpoint({
  method: 'POST',
  path: '/lab/critical-calls/{id}/seen/',
  summary: 'The doctor has seen the value: it closes the call. Once; again it answers the same',
  access: 'laboratory.request',
  params: ById,
  body: fields({}),
  status: 200,
  response: CriticalCall,
})

/** What the patient sees of a request's results online, and by whose word. */
export const LabRelease = z
  .object({
    /** How many results of it the patient sees now. */
    released: z.int(),
    /** How many they are to ask for at the clinic: held back, told in person, or critical and not told yet. */
    at_clinic: z.int(),
    /** How many are approved and not shown yet: the hours after approval have not passed, or nothing is shown online. */
    hidden: z.int(),
    /** The last word holds them back. */
    is_held: z.boolean(),
    /** Newest first. */
    decisions: z.array(
      z.object({ id: z.int(), is_held: z.boolean(), reason: z.string(), decided_at: Instant, decided_by_name: z.string() }),
    ),
  })
  .meta({ id: 'LabRelease' })
export type LabRelease = z.output<typeof LabRelease>

export const getLabRelease = endpoint({
  method: 'GET',
  path: '/lab/lab-test-requests/{id}/release/',
  summary: 'What the patient sees of a request’s results online, and who held them back or released them',
  access: 'laboratory.view',
  audit: 'read',
  live: ['laboratory', 'catalogue'],
  params: ById,
  response: LabRelease,
})
export const decideLabRelease = endpoint({
  method: 'POST',
  path: '/lab/lab-test-requests/{id}/release/',
  summary:
    'Hold the results of a request back from the patient’s page, or release what is approved of it (also what is told in person; never a critical value that nobody was told of). 409 `held` or `released` when that is the last word already, `nothing_approved`',
  access: 'laboratory.approve',
  params: ById,
  body: fields({ is_held: z.boolean(), reason: line(300) }),
  status: 201,
  response: LabRelease,
})
