import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, PatientId, ignored, pageQuery, Ref, version, ById, MAX_ID } from '#shared/paging.ts'
import { resultKinds } from '#features/lab-catalogue/contract-ranges.ts'
import { Flag, SexOverride } from './contract-fields.ts'
import { line, email, phone } from '#shared/text.ts'

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
  .check(z.regex(/^LAB(-[0-9A-HJKMNP-TV-Z]{5}){4}$/, 'This is not a code of a laboratory report.'))

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

export const publicLabStatuses = ['pending', 'confirmed', 'collected', 'done', 'cancelled'] as const
export const PublicLabStatus = z.enum(publicLabStatuses, { error: `Choose one of: ${publicLabStatuses.join(', ')}.` })

/** A laboratory service that somebody asked for, with the paper of whoever sends them. */
export const PublicLabRequest = z
  .object({
    id: z.int(),
    /** Null: sent without signing in, and not matched yet. */
    patient: PatientId.nullable(),
    patient_name: z.string().nullable(),
    patient_number: z.string().nullable(),
    /** As it was sent by somebody who was not signed in. */
    name: z.string().nullable(),
    phone: z.string().nullable(),
    email: z.string().nullable(),
    birth_date: z.string().nullable(),
    status: PublicLabStatus,
    test_profile: z.int(),
    test_profile_name: z.string(),
    appointment_date: Instant,
    /** Where the file is read, with the caller's token; null: none was sent. */
    lab_request: z.string().nullable(),
    file: z.object({ name: z.string(), type: z.string(), size: z.int() }).nullable(),
    note: z.string(),
    /** What the laboratory says to it; the patient reads it. */
    answer: z.string(),
    sample_collected: z.boolean(),
    sample_id: z.int().nullable(),
    /** The request that was made of it in a visit. */
    request: z.int().nullable(),
    /** The patient's open visit; null for none, and for the patient. */
    visit: z.int().nullable(),
    process: z.int().nullable(),
    date_created: Instant,
    date_changed: Instant,
    changed_by_name: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'PublicLabRequest' })
export type PublicLabRequest = z.output<typeof PublicLabRequest>

const wished = {
  // A form has nothing but text.
  test_profile: z.coerce.number<number | string>().int().min(1).max(MAX_ID),
  /** When they would come. */
  appointment_date: Instant,
  note: line(500).optional(),
}
const file = { lab_request: { maxBytes: 10_485_760, types: ['application/pdf', 'image/png', 'image/jpeg'] } } as const
export const createPublicLabRequest = endpoint({
  method: 'POST',
  path: '/lab/public-lab-test-request/',
  also: ['/patientlabtestrequest', '/patient-profile/patientlabtestrequest'],
  summary:
    'Ask for a laboratory service, with the paper as PDF, PNG or JPEG: without signing in by name and telephone or e-mail, a patient for their own record, staff for any patient. Who is not signed in learns nothing but that it came. For a patient 409 `not_linked`, `deactivated`',
  access: 'public',
  perMinute: 10,
  body: fields({
    ...wished,
    /** By staff; a patient's own is taken from the token. */
    patient: z.coerce.number<number | string>().int().min(1).max(MAX_ID).optional(),
    name: line(120).optional(),
    phone: phone.optional(),
    email: email.optional(),
    birth_date: z.iso.date().optional(),
    ...ignored('status', 'sample_collected', 'sample_id', 'date_created', 'date_changed'),
  }),
  files: file,
  status: 201,
  response: PublicLabRequest.partial().and(z.object({ status: PublicLabStatus })),
})
export const listPublicLabRequests = endpoint({
  method: 'GET',
  path: '/lab/public-lab-test-request/',
  summary: 'Laboratory services that were asked for, newest first: all for staff who see requests, their own for a patient',
  access: 'signed-in',
  audit: 'read',
  paged: true,
  live: ['laboratory', 'portal'],
  query: fields({ ...pageQuery, status: PublicLabStatus.optional(), patient_id: Id.optional() }),
  response: z.array(PublicLabRequest),
})
export const getPublicLabRequest = endpoint({
  method: 'GET',
  path: '/lab/public-lab-test-request/{id}/',
  summary: 'A laboratory service that was asked for; 404 for another patient’s',
  access: 'signed-in',
  audit: 'read',
  live: ['laboratory', 'portal'],
  params: ById,
  response: PublicLabRequest,
})
export const updatePublicLabRequest = endpoint({
  method: 'PUT',
  path: '/lab/public-lab-test-request/{id}/',
  summary:
    'Answer it: match it to a patient, confirm, cancel with an answer, say that the sample was taken, or that it is done; 409 `not_possible` for a step that does not follow, `finished`, `requested`',
  access: 'laboratory.request',
  params: ById,
  body: fields({
    status: PublicLabStatus.optional(),
    patient: Ref.nullish(),
    appointment_date: Instant.optional(),
    test_profile: Ref.optional(),
    answer: z.string().trim().max(500).optional(),
    sample_collected: z.boolean().optional(),
    sample_id: Ref.nullish(),
    ...version,
    ...ignored('date_created', 'date_changed', 'lab_request'),
  }),
  response: PublicLabRequest,
})
export const requestPublicLab = endpoint({
  method: 'POST',
  path: '/lab/public-lab-test-request/{id}/request/',
  summary:
    'Make a laboratory request of it in the patient’s open visit, with charges and samples; once. 409 `no_visit`, `requested`, `not_matched`, `finished`, `other_sex` without `sex_override`',
  access: 'laboratory.request',
  params: ById,
  body: fields({ sex_override: SexOverride, ...version }),
  status: 201,
  response: PublicLabRequest,
})
export const getPublicLabFile = endpoint({
  method: 'GET',
  path: '/lab/public-lab-test-request/{id}/file/',
  summary: 'The paper that was sent with it; 404 for another patient’s',
  access: 'signed-in',
  audit: 'read',
  params: ById,
  produces: 'application/octet-stream',
  response: z.string(),
})
