import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, PatientId, ignored, pageQuery, Ref, version } from '#shared/paging.ts'
import { resultKinds } from '#features/lab-catalogue/contract-ranges.ts'
import { Flag } from './contract-fields.ts'
import { line } from '#shared/text.ts'

/** What every code of a report begins with: it tells them from the codes of bills. */
const PREFIX = 'LAB'

/** The report of a visit's results as PDF: approved ones; those that wait are named as pending. */
export const printLabReport = endpoint({
  method: 'GET',
  path: '/lab/download_labtestresult_pdf/{process_id}/',
  also: ['/download_labtestresult_pdf/{process_id}/'],
  summary: 'The laboratory report of a visit as PDF, with a code that can be verified; 409 `nothing_approved`',
  access: 'laboratory.view',
  audit: 'read',
  params: fields({ process_id: Id }),
  query: fields({ test_request_id: Id.optional() }),
  produces: 'application/pdf',
  response: z.string(),
})

/** A code as the square holds it or as somebody types it from paper, with whatever stands between its groups. */
const Code = z
  .string()
  .max(60)
  .overwrite((text) => {
    const letters = text.replaceAll(/[\s-]/g, '').toUpperCase()
    const own = letters.slice(PREFIX.length).replaceAll('O', '0').replaceAll(/[IL]/g, '1')
    return `${letters.slice(0, PREFIX.length)}-${own.match(/.{1,5}/g)?.join('-') ?? ''}`
  })
  .check(z.regex(/^LAB(-[0-9A-HJKMNP-TV-Z]{5}){4}$/, 'Not a valid laboratory report code.'))

export const verifyLabReport = endpoint({
  method: 'GET',
  path: '/lab/reports/verify/{code}/',
  summary: 'Whether a printed laboratory report is of this clinic and still stands; nobody’s name, no result',
  access: 'public',
  perMinute: 60,
  params: fields({ code: Code }),
  query: fields({}),
  response: z.object({
    clinic: z.string(),
    document: z.literal('laboratory report'),
    number: z.string(),
    date: z.string(),
    /** `amended`: a result on it was corrected or taken back afterwards. */
    state: z.enum(['valid', 'amended']),
  }),
})

export const findLabReport = endpoint({
  method: 'GET',
  path: '/lab/reports/{code}/',
  summary: 'The visit that a printed laboratory report is of, by the code on it',
  access: 'laboratory.view',
  audit: 'read',
  params: fields({ code: Code }),
  query: fields({}),
  response: z.object({
    id: z.int(),
    process: z.int(),
    visit: z.int(),
    patient: PatientId,
    printed_at: Instant,
    state: z.enum(['valid', 'amended']),
  }),
})

const Point = z.object({
  id: z.int(),
  observed_at: Instant,
  result: z.string(),
  value: z.string().nullable(),
  /** As in `Result`. */
  result_kind: z.enum(resultKinds).nullable(),
  rank: z.string().nullable(),
  unit: z.string().nullable(),
  flag: Flag.nullable(),
  low: z.string().nullable(),
  high: z.string().nullable(),
  visit: z.int().nullable(),
  is_amended: z.boolean(),
  origin: z.enum(['typed', 'analyser', 'calculated', 'imported']),
})
/** All results of one test of a patient, oldest first. */
export const Series = z
  .object({
    test_panel: z.int(),
    test_panel_name: z.string(),
    code: z.string(),
    kind: z.string(),
    section: z.string(),
    unit: z.string().nullable(),
    points: z.array(Point),
  })
  .meta({ id: 'LabSeries' })
export type Series = z.output<typeof Series>
export const getCumulative = endpoint({
  method: 'GET',
  path: '/lab/results/by-patient-id/{patient_id}/',
  summary: 'A patient’s approved and imported results by test, in the order of the report; 10,000 at most, the latest',
  access: 'laboratory.view',
  audit: 'read',
  live: ['laboratory'],
  params: fields({ patient_id: Id }),
  query: fields({
    panel: Id.optional(),
    from: z.iso.date().optional(),
    to: z.iso.date().optional(),
  }),
  response: z.object({ series: z.array(Series), has_more: z.boolean() }),
})

/** The latest result of each test of a patient: what is out of range, and how many are not. */
export const LatestResults = z
  .object({
    /** How far back was looked. */
    months: z.int(),
    /** Within their range; a result without one is `not_evaluated`, never normal. */
    normal: z.int(),
    not_evaluated: z.int(),
    out_of_range: z.int(),
    /** Null: no result in that time. */
    latest_at: Instant.nullable(),
    /** Critical ones first, then the newest; 20 at most. */
    abnormal: z.array(
      Point.pick({ id: true, observed_at: true, result: true, unit: true, flag: true, low: true, high: true }).extend({
        test_panel_name: z.string(),
      }),
    ),
  })
  .meta({ id: 'LatestLabResults' })

/** What the laboratory's day looks like. */
export const getLabDashboard = endpoint({
  method: 'GET',
  path: '/lab/lab-dashboard-metrics/',
  summary: 'What waits by age, turnaround against target, rejections, results by hour; of the days that are named (today when none)',
  access: 'laboratory.view',
  live: ['laboratory'],
  query: fields({ start_date: z.iso.date().optional(), end_date: z.iso.date().optional() }),
  response: z.object({
    pending: z.array(
      z.object({
        state: z.enum(['to collect', 'to receive', 'to do', 'to approve']),
        under_1h: z.int(),
        under_4h: z.int(),
        under_24h: z.int(),
        older: z.int(),
      }),
    ),
    approved: z.int(),
    overdue: z.int(),
    critical_open: z.int(),
    amended: z.int(),
    samples_collected: z.int(),
    samples_rejected: z.int(),
    rejections: z.array(z.object({ reason: z.string(), count: z.int() })),
    by_section: z.array(
      z.object({
        section: z.string(),
        approved: z.int(),
        /** Minutes from collected to approved. */
        median_minutes: z.int().nullable(),
        p90_minutes: z.int().nullable(),
        with_target: z.int(),
        within_target: z.int(),
      }),
    ),
    by_hour: z.array(z.object({ hour: z.int(), requested: z.int(), approved: z.int() })),
  }),
})

/** What earlier programs call a laboratory result: the results of a request of one category. */
export const LabTestResult = z
  .object({
    id: z.int(),
    lab_test_request: z.int(),
    category: z.enum(['quantitative', 'qualitative']),
    title: z.string(),
    note: z.string(),
    date_created: Instant,
    recorded_by: z.int(),
    recorded_by_name: z.string(),
    /** Every test of the request and category that was not cancelled has an approved result, and there is one; part of them is not enough. */
    approved: z.boolean(),
    /** No test of the request in this category that was not cancelled waits for a result, and there is one. A calculated test that came to nothing is not waited for. */
    complete: z.boolean(),
  })
  .meta({ id: 'LabTestResult' })
export const LabResultItem = z
  .object({
    /** Of the request's test. */
    id: z.int(),
    lab_test_result: z.int(),
    test_panel: z.int(),
    test_panel_name: z.string(),
    result: z.string(),
    unit: z.string().nullable(),
    flag: z.string().nullable(),
    /** From the result before, where both are numbers. */
    difference: z.string().nullable(),
    result_approved: z.boolean(),
    version: z.int(),
  })
  .meta({ id: 'LabResultItem' })
const header = fields({
  lab_test_request: Ref,
  title: line(120),
  note: z.string().trim().max(500).default(''),
  ...ignored('recorded_by', 'category', 'approved', 'complete', 'date_created'),
})
const item = fields({
  lab_test_result: Ref,
  test_panel: Ref,
  result: z.string().trim().min(1).max(2000),
  confirm_reason: line(200).optional(),
  ...version,
})
const duplicate = <const C extends 'quantitative' | 'qualitative'>(category: C) => {
  const at = category === 'quantitative' ? '' : '-qualitative'
  const lead = category === 'quantitative' ? '' : 'qualitative-'
  return {
    list: endpoint({
      method: 'GET',
      path: `/lab/lab-test-results${at}/`,
      summary: `List ${category} results, newest first`,
      access: 'laboratory.view',
      audit: 'read',
      paged: true,
      live: ['laboratory'],
      query: fields({ ...pageQuery, test_request_id: Id.optional(), result_id: Id.optional(), patient_id: Id.optional() }),
      response: z.array(LabTestResult),
      line: LabTestResult.extend({ patient: PatientId }),
    }),
    create: endpoint({
      method: 'POST',
      path: `/lab/lab-test-results${at}/`,
      summary: `Open the ${category} result of a request; the one that is there is answered when there is one`,
      access: 'laboratory.enter',
      body: header,
      status: 201,
      response: LabTestResult,
    }),
    add: endpoint({
      method: 'POST',
      path: `/lab/lab-test-results-panel${at}/`,
      summary: `Enter one ${category} result; the same test replaces what was entered, and is never doubled`,
      access: 'laboratory.enter',
      body: item,
      status: 201,
      response: LabResultItem,
    }),
    items: endpoint({
      method: 'GET',
      path: `/lab/${lead}lab-test-result-panels-by-lab-test-result-id/{result_id}/`,
      summary: `The ${category} results by result_id, in the order of the report`,
      access: 'laboratory.view',
      audit: 'read',
      live: ['laboratory'],
      params: fields({ result_id: Id }),
      response: z.array(LabResultItem),
    }),
    approve: endpoint({
      method: 'POST',
      path: `/lab/approve-${category === 'quantitative' ? '' : 'qualitative-'}results/`,
      summary: `Approve every ${category} result of a laboratory result that is entered; 409 when none waits`,
      access: 'laboratory.approve',
      body: fields({ lab_results: Ref, lab_test_request: Ref.optional(), ...ignored('approved_by') }),
      status: 201,
      response: LabTestResult,
    }),
  }
}
export const quantitative = duplicate('quantitative')
export const qualitative = duplicate('qualitative')
// By name as well: every call of a contract is found among what it exports.
export const {
  list: listQuantitativeResults,
  create: openQuantitativeResult,
  add: addQuantitativeResult,
  items: listQuantitativeItems,
  approve: approveQuantitativeResults,
} = quantitative
export const {
  list: listQualitativeResults,
  create: openQualitativeResult,
  add: addQualitativeResult,
  items: listQualitativeItems,
  approve: approveQualitativeResults,
} = qualitative
