import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields, Id, ignored, pageQuery, PatientId, Ref, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

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
const twin = <const C extends 'quantitative' | 'qualitative'>(category: C) => {
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
export const quantitative = twin('quantitative')
export const qualitative = twin('qualitative')
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
