import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, PatientId, Ref, version, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Panel } from '#features/lab-catalogue/contract.ts'
import { ReferenceRange } from '#features/lab-catalogue/contract-ranges.ts'
import { LabTestRequestPanel } from './contract.ts'
import { acknowledged, PanelState, Priority, SampleState } from './contract-fields.ts'
import { Result } from './contract-result.ts'
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
