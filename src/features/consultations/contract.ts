import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, PatientId, Ref, version, YesNo } from '#shared/paging.ts'
import { line, filledProse, prose } from '#shared/text.ts'
import { keepOrders } from '#features/order-drafts/contract.ts'
import { certainties, dispositions, MAX_TEXT, problemStatuses } from './rules.ts'

/** What a note diagnoses. Code and title are copied from the term at that moment. */
export const Diagnosis = z
  .object({
    id: z.int(),
    consultation: z.int(),
    /** The term of the diagnosis list, and its code; null for what was typed. */
    diagnosis_code: z.int().nullable(),
    code: z.string().nullable(),
    title: z.string(),
    /** The ICD-11 code that the list has alongside. */
    icd11_code: z.string().nullable(),
    certainty: z.enum(certainties),
    /** True of exactly one diagnosis of a note that has any. */
    is_primary: z.boolean(),
    recorded_at: Instant,
    recorded_by_name: z.string(),
  })
  .meta({ id: 'Diagnosis' })
export type Diagnosis = z.output<typeof Diagnosis>

export const Addendum = z
  .object({ id: z.int(), consultation: z.int(), text: z.string(), added_at: Instant, added_by: z.int(), added_by_name: z.string() })
  .meta({ id: 'Addendum' })

/** A doctor's note on a visit: a draft until it is signed, unchangeable after. */
export const Consultation = z
  .object({
    id: z.int(),
    visit: z.int(),
    patient: PatientId,
    doctor: z.int(),
    doctor_name: z.string(),
    complaint: z.string(),
    history: z.string(),
    examination: z.string(),
    note: z.string(),
    plan: z.string(),
    /** For the patient, printed in the visit summary: what to do next, and when to come back at once. */
    advice: z.string(),
    return_advice: z.string(),
    disposition: z.enum(dispositions).nullable(),
    follow_up_on: z.string().nullable(),
    /** The primary one first, then in the order in which they were added. */
    diagnoses: z.array(Diagnosis),
    /** Oldest first. */
    addenda: z.array(Addendum),
    created_at: Instant,
    changed_at: Instant,
    changed_by_name: z.string(),
    /** None while it is a draft. */
    signed_at: Instant.nullable(),
    signed_by: z.int().nullable(),
    signed_by_name: z.string().nullable(),
    version: z.int(),
    /** What the person signed in may do with it now; `add`: an addendum. */
    may: z.object({ edit: z.boolean(), sign: z.boolean(), add: z.boolean() }),
  })
  .meta({ id: 'Consultation' })
export type Consultation = z.output<typeof Consultation>

/** Needs a term or a title. */
export const DiagnosisInput = fields({
  /** A term of the diagnosis list; its title stands when none is sent. */
  diagnosis_code: Ref.nullish(),
  title: line(200).nullish(),
  /** Provisional unless said. */
  certainty: z.enum(certainties).optional(),
  /** Said of one: the diagnosis that was primary is so no longer. The first of a note is primary anyway. */
  is_primary: z.boolean().optional(),
}).refine(({ diagnosis_code, title }) => diagnosis_code != null || title != null, {
  path: ['title'],
  error: 'Enter a diagnosis, or choose one from the list.',
})

const text = prose(MAX_TEXT)

export const createConsultation = endpoint({
  method: 'POST',
  path: '/patients/consultations/',
  summary:
    'Begin a note on an open visit, or write it at once and sign it. 409 `visit_closed` when the visit is over, `draft_open` with the id of the draft that the same doctor has open in this visit, `orders_pending` when it is signed while orders of the caller in this visit are not sent, `registration_needed` when it is signed without a recorded title and registration number',
  access: 'consultations.change',
  body: fields({
    /** The visit, or the patient whose open visit it is; both must belong together. */
    attendance_process: Ref.nullish(),
    patient: Ref.nullish(),
    complaint: text.nullish(),
    history: text.nullish(),
    examination: text.nullish(),
    note: text.nullish(),
    plan: text.nullish(),
    /** For the patient, in words for the patient. */
    advice: text.nullish(),
    return_advice: text.nullish(),
    disposition: z.enum(dispositions).nullish(),
    follow_up_on: z.iso.date().nullish(),
    diagnoses: z.array(DiagnosisInput).max(30).optional(),
    sign: z.boolean().optional(),
    ...keepOrders,
    /** Names of earlier clients for the note, the examination, and one diagnosis as typed. */
    doctors_note: text.nullish(),
    signs_and_symptoms: text.nullish(),
    diagnosis: line(500).nullish(),
    ...ignored('doctor', 'fee', 'created_by', 'date_created'),
  }).refine(({ attendance_process, patient }) => attendance_process != null || patient != null, {
    path: ['attendance_process'],
    error: 'Enter a visit or a patient.',
  }),
  status: 201,
  response: Consultation,
})

export const listConsultations = endpoint({
  method: 'GET',
  path: '/patients/consultations/',
  summary: 'List notes, drafts too, newest first',
  access: 'consultations.view',
  audit: 'read',
  paged: true,
  live: ['consultations'],
  query: fields({
    ...pageQuery,
    patient_id: Id.optional(),
    visit: Id.optional(),
    doctor: Id.optional(),
    signed: YesNo.optional(),
  }),
  response: z.array(Consultation),
})

export const getConsultation = endpoint({
  method: 'GET',
  path: '/patients/consultations/{id}/',
  summary: 'Read a note',
  access: 'consultations.view',
  audit: 'read',
  live: ['consultations'],
  params: ById,
  response: Consultation,
})

export const saveConsultation = endpoint({
  method: 'PATCH',
  path: '/patients/consultations/{id}/',
  summary:
    'Save what was typed into a draft, also after the visit closed; with the version or If-Match. 412 with the note as it is now when somebody else saved it, 409 `signed` when it is signed',
  access: 'consultations.change',
  params: ById,
  body: fields({
    complaint: text,
    history: text,
    examination: text,
    note: text,
    plan: text,
    advice: text,
    return_advice: text,
    disposition: z.enum(dispositions).nullable(),
    follow_up_on: z.iso.date().nullable(),
  })
    .partial()
    .extend(version)
    .refine((change) => Object.keys(change).some((name) => name !== 'version'), 'Nothing to change.'),
  response: z.object({ id: z.int(), version: z.int(), changed_at: Instant }),
})

export const signConsultation = endpoint({
  method: 'POST',
  path: '/patients/consultations/{id}/sign/',
  summary:
    'Sign a draft; it never changes again. 400 when nothing is written in it, 412 when it is not the version that was read, 409 `orders_pending` with what is pending while orders of the caller in this visit are not sent, unless `keep_orders` says that they stay pending, 409 `registration_needed` without a recorded title and registration number',
  access: 'consultations.change',
  params: ById,
  body: fields({ ...keepOrders, ...version }),
  status: 200,
  response: Consultation,
})

export const addAddendum = endpoint({
  method: 'POST',
  path: '/patients/consultations/{id}/addenda/',
  summary: 'Add an addendum to a signed note, at any time; it never changes',
  access: 'consultations.change',
  params: ById,
  body: fields({ text: filledProse(MAX_TEXT) }),
  status: 201,
  response: Consultation,
})

/** Diagnoses of a draft answer the whole note, with its new version. A version that is sent and stale is a 412, as with the texts. */
const ofDraft = { access: 'consultations.change', status: 200, response: Consultation } as const
const DiagnosisOf = fields({ id: Id, part: Id })

export const addDiagnosis = endpoint({
  ...ofDraft,
  method: 'POST',
  path: '/patients/consultations/{id}/diagnoses/',
  summary: 'Add a diagnosis to a draft',
  params: ById,
  body: DiagnosisInput.safeExtend(version),
  status: 201,
})

export const changeDiagnosis = endpoint({
  ...ofDraft,
  method: 'PATCH',
  path: '/patients/consultations/{id}/diagnoses/{part}/',
  summary: 'Change how certain a diagnosis of a draft is, or make it the primary one',
  params: DiagnosisOf,
  body: fields({ certainty: z.enum(certainties), is_primary: z.literal(true) })
    .partial()
    .extend(version)
    .refine((change) => Object.keys(change).some((name) => name !== 'version'), 'Nothing to change.'),
})

export const removeDiagnosis = endpoint({
  ...ofDraft,
  method: 'POST',
  path: '/patients/consultations/{id}/diagnoses/{part}/remove/',
  summary: 'Take a diagnosis off a draft; the next one becomes primary when it was',
  params: DiagnosisOf,
  body: fields(version),
})

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
    { path: ['title'], error: 'Enter a problem, or choose one from the list.' },
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
