import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, PatientId, Ref, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { Diagnosis } from './contract.ts'
import { problemStatuses } from './rules.ts'

/** What a patient has for longer than a visit. */
export const PatientProblem = z
  .object({
    id: z.int(),
    patient: PatientId,
    /** The term of the diagnosis list, and its code; null for what was typed. */
    diagnosis_code: z.int().nullable(),
    code: z.string().nullable(),
    title: z.string(),
    status: z.enum(problemStatuses),
    note: z.string().nullable(),
    onset_on: z.string().nullable(),
    resolved_on: z.string().nullable(),
    recorded_at: Instant,
    /** Nobody for what came with an import. */
    recorded_by_name: z.string().nullable(),
    changed_at: Instant,
    changed_by_name: z.string().nullable(),
    /** The document that says so; null for what somebody typed. */
    document: z.int().nullable(),
    version: z.int(),
  })
  .meta({ id: 'PatientProblem' })
export type PatientProblem = z.output<typeof PatientProblem>

export const listProblems = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/problems/',
  summary: 'The problem list of a patient: active ones first, then newest first',
  access: 'consultations.view',
  audit: 'read',
  live: ['consultations'],
  params: ById,
  response: z.array(PatientProblem),
})

const onset = z.iso.date().nullable()
const note = line(500).nullable()

export const addProblem = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/problems/',
  summary: 'Put a problem on the list. 409 `problem_active` with its id when the patient has it on the list already, `deactivated`',
  access: 'consultations.change',
  params: ById,
  body: fields({ diagnosis_code: Ref.nullish(), title: line(200).nullish(), onset_on: onset.optional(), note: note.optional() }).refine(
    ({ diagnosis_code, title }) => diagnosis_code != null || title != null,
    { path: ['title'], error: 'Name the problem, or choose one of the list.' },
  ),
  status: 201,
  response: PatientProblem,
})

export const changeProblem = endpoint({
  method: 'PATCH',
  path: '/patients/patients/{id}/problems/{part}/',
  summary: 'Change a problem of the list, resolve it or make it active again; with the version or If-Match. 409 `deactivated`',
  access: 'consultations.change',
  params: fields({ id: Id, part: Id }),
  body: fields({ status: z.enum(problemStatuses), onset_on: onset, resolved_on: z.iso.date().nullable(), note })
    .partial()
    .extend(version)
    .refine((change) => Object.keys(change).some((name) => name !== 'version'), 'Nothing to change.'),
  response: PatientProblem,
})

/** A diagnosis of a signed note, with where it comes from. */
export const PatientDiagnosis = Diagnosis.extend({
  visit: z.int(),
  patient: PatientId,
  doctor: z.int(),
  doctor_name: z.string(),
  signed_at: Instant,
}).meta({ id: 'PatientDiagnosis' })
export type PatientDiagnosis = z.output<typeof PatientDiagnosis>

export const listDiagnosesOfPatient = endpoint({
  method: 'GET',
  path: '/patients/diagnoses/',
  summary: 'Every diagnosis of the signed notes of a patient, newest first, those ruled out too',
  access: 'consultations.view',
  audit: 'read',
  paged: true,
  live: ['consultations'],
  query: fields({ ...pageQuery, patient_id: Id }),
  response: z.array(PatientDiagnosis),
})
