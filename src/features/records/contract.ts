import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, MAX_ID, pageQuery, patchOf, version, YesNo, PatientId, Ref } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import {
  documentTypes,
  MAX_DOCUMENT_BYTES,
  MedicalRecord,
  MedicalRecordRow,
  RecordKind,
  RecordPage,
  RecordStatus,
  EntityState,
  RecordEntity,
  comparedFields,
} from './contract-fields.ts'
import { certainties, drugUsages, EntityDetails, EntityType, subjects, temporalities } from '#features/clinical-text/contract.ts'
import { Instant } from '#shared/dates.ts'

export * from './contract-fields.ts'

const patient = z.coerce.number<number | string>().int().min(1).max(MAX_ID)
const about = {
  /** Its file's name, or its kind, when absent. */
  title: line(200).optional(),
  kind: RecordKind.optional(),
  /** The day the paper bears. */
  document_date: z.iso.date().optional(),
  note: z.string().trim().max(2000).optional(),
}
const file = { file: { maxBytes: MAX_DOCUMENT_BYTES, types: documentTypes } } as const

export const listRecords = endpoint({
  method: 'GET',
  path: '/patients/medical-records/',
  summary:
    'Documents, newest first, with what was found in them: of a patient; of all for who may search all (`unverified` ones that patients sent); one’s own additions for who may only add; their own for a patient',
  access: 'signed-in',
  audit: 'read',
  paged: true,
  live: ['records', 'portal'],
  query: fields({
    ...pageQuery,
    patient_id: Id.optional(),
    record_id: Id.optional(),
    kind: RecordKind.optional(),
    status: RecordStatus.optional(),
    unverified: YesNo.optional(),
    withdrawn: YesNo.optional(),
  }),
  response: z.array(MedicalRecordRow),
})
export const addRecord = endpoint({
  method: 'POST',
  path: '/patients/medical-records/',
  summary:
    'Add a document (PDF, PNG, JPEG, TIFF, WebP or text, up to 25 MB; its kind is seen by its content) and queue its reading; with `text` instead of a file the text is read; with a `title` alone the record alone is made, without all three 400. A patient adds to their own record, marked unverified. 409 `already_there` with the id when this patient has this very file. For a patient 409 `not_linked`, `deactivated`',
  access: 'signed-in',
  body: fields({ ...about, patient: patient.optional(), text: z.string().trim().min(1).max(60_000).optional() }),
  files: file,
  status: 201,
  response: MedicalRecord,
})
export const getRecord = endpoint({
  method: 'GET',
  path: '/patients/medical-records/{id}/',
  summary: 'A document with its text and everything that was found; 404 for what one may not see',
  access: 'signed-in',
  audit: 'read',
  live: ['records', 'portal'],
  params: ById,
  response: MedicalRecord,
})
export const changeRecord = endpoint({
  method: 'PATCH',
  path: '/patients/medical-records/{id}/',
  summary:
    'Change title, kind, date or note, or say that one has looked at what a patient sent (`verified`; 409 `wrong_patient` while it names another patient); with the version',
  access: 'records.review',
  params: ById,
  body: patchOf(
    fields({
      title: line(200),
      kind: RecordKind,
      document_date: z.iso.date().nullable(),
      note: z.string().trim().max(2000),
      verified: z.literal(true),
    }),
  ),
  response: MedicalRecord,
})
export const withdrawRecord = endpoint({
  method: 'POST',
  path: '/patients/medical-records/{id}/withdraw/',
  summary:
    'Take a document out of the record (of another patient, a second copy …) with a reason; it stays readable where it is asked for. Who may not decide withdraws what they added themselves. 409 `in_use` when structured data came of it',
  access: 'records.add',
  params: ById,
  body: fields({ reason: line(200), ...version }),
  response: MedicalRecord,
})

export const purgeRecord = endpoint({
  method: 'POST',
  path: '/patients/medical-records/{id}/purge/',
  summary:
    'Delete the content of a withdrawn document for good, with a reason: bytes, pictures of pages, text and findings. Its row, name and hash stay. 409 `not_withdrawn`, `purged`',
  access: 'records.purge',
  params: ById,
  body: fields({ reason: line(200), ...version }),
  response: MedicalRecord,
})

export const extractRecord = endpoint({
  method: 'POST',
  path: '/patients/medical_records/extract/',
  summary:
    'Find the entities of a document: of one that is there, by `record_id` (again: suggestions are replaced, what a person decided stays; 409 `processing`), or of one sent as form data, which is added as by the call above. Answers the record at once; its reading goes on, and is told live. For a patient 409 `not_linked`, `deactivated`',
  access: 'signed-in',
  body: fields({
    ...about,
    record_id: patient.optional(),
    patient: patient.optional(),
    text: z.string().trim().min(1).max(60_000).optional(),
  }),
  files: file,
  status: 202,
  response: MedicalRecord,
})
export const cancelReading = endpoint({
  method: 'POST',
  path: '/patients/medical-records/{id}/cancel/',
  summary: 'Stop the reading of a document; what was read until now goes. 409 `not_processing`',
  access: 'records.add',
  params: ById,
  body: fields({}),
  response: MedicalRecord,
})

const ofPage = fields({ id: Id, page: Id })
export const getRecordPage = endpoint({
  method: 'GET',
  path: '/patients/medical-records/{id}/pages/{page}/',
  summary: 'The text of a page and where its words stand',
  access: 'signed-in',
  audit: 'read',
  live: ['records', 'portal'],
  params: ofPage,
  response: RecordPage,
})
export const getRecordImage = endpoint({
  method: 'GET',
  path: '/patients/medical-records/{id}/pages/{page}/image/',
  summary: 'The picture of a page, drawn by the server: nothing of the file runs in a browser',
  access: 'signed-in',
  audit: 'read',
  params: ofPage,
  produces: 'image/webp',
  response: z.string(),
})
export const getRecordThumbnail = endpoint({
  method: 'GET',
  path: '/patients/medical-records/{id}/thumbnail/',
  summary: 'A small picture of the first page',
  access: 'signed-in',
  audit: 'read',
  params: ById,
  produces: 'image/webp',
  response: z.string(),
})
export const getRecordFile = endpoint({
  method: 'GET',
  path: '/patients/medical-records/{id}/file/',
  summary:
    'The file itself, to be saved; its checksum is verified before the first byte is sent. 410 `purged` when its content was deleted',
  access: 'signed-in',
  audit: 'read',
  params: ById,
  produces: 'application/octet-stream',
  response: z.string(),
})

export const searchEntities = endpoint({
  method: 'GET',
  path: '/patients/medical-records/{id}/search-entities/',
  summary: 'What was found in a document, in its order; by type, by state, by words in its text or value',
  access: 'signed-in',
  audit: 'read',
  live: ['records'],
  params: ById,
  query: fields({ type: EntityType.optional(), state: EntityState.optional(), q: z.string().trim().max(100).optional() }),
  response: z.array(RecordEntity),
})

const findingFields = {
  type: EntityType,
  value: line(200).nullable(),
  unit: line(40).nullable(),
  code: line(30).nullable(),
  certainty: z.enum(certainties),
  negated: z.boolean(),
  subject: z.enum(subjects),
  temporality: z.enum(temporalities),
  usage: z.enum(drugUsages, { error: `Choose one of: ${drugUsages.join(', ')}.` }).nullable(),
  details: fields(EntityDetails.shape),
}
export const changeEntity = endpoint({
  method: 'PATCH',
  path: '/patients/medical-records/entities/{id}/',
  summary:
    'Confirm, reject or correct a finding (a correction confirms it; what was suggested is kept beside), or take a decision back (`suggested`); with the version. 409 `became` once it has become structured data; `deactivated`',
  access: 'records.review',
  params: ById,
  body: patchOf(fields({ ...findingFields, state: EntityState })),
  response: RecordEntity,
})
export const addEntity = endpoint({
  method: 'POST',
  path: '/patients/medical-records/{id}/entities/',
  summary: 'Mark what was not found: words of a page and what they are; confirmed, because a person says so; 409 `deactivated`',
  access: 'records.review',
  params: ById,
  body: fields({
    page: Ref,
    start: z.int().min(0),
    end: z.int().min(1),
    type: findingFields.type,
    value: findingFields.value.optional(),
    unit: findingFields.unit.optional(),
    code: findingFields.code.optional(),
    certainty: findingFields.certainty.optional(),
    negated: findingFields.negated.optional(),
    subject: findingFields.subject.optional(),
    temporality: findingFields.temporality.optional(),
    usage: findingFields.usage.optional(),
    details: findingFields.details.optional(),
  }),
  status: 201,
  response: RecordEntity,
})
const ids = z.array(Ref).max(2000)
export const decideEntities = endpoint({
  method: 'POST',
  path: '/patients/medical-records/{id}/decide/',
  summary:
    'Confirm and reject many findings of a document at once, all or none; those that are decided already stay as they are. 400 naming a finding to confirm that needs a decision of its own: denied, doubtful, past, stopped, only if something happens, or about another person. `reopen` takes such decisions back, but for findings that were corrected, marked by hand or have become data; 409 `deactivated`',
  access: 'records.review',
  params: ById,
  body: fields({ confirm: ids.optional(), reject: ids.optional(), reopen: ids.optional() }),
  response: MedicalRecord,
})
export const fileEntities = endpoint({
  method: 'POST',
  path: '/patients/medical-records/{id}/file-entities/',
  summary:
    'Make structured data of findings, with the document as source, all or none: diagnoses become problems, drugs medicines from elsewhere (stopped ones as stopped; those that are avoided or tolerated alerts), allergies and intolerances allergies, laboratory values history, vital signs a set. A suggestion is confirmed by it; among several, those that need a decision of their own must be confirmed before. Needs the right to write each of them; 400 names the finding that cannot become one; 409 `wrong_patient` with what `differs` while the document names another patient, `implausible` with questions for vital signs that `confirm_reason` confirms, `deactivated`',
  access: 'records.review',
  params: ById,
  body: fields({
    entities: z.array(Ref).min(1).max(200),
    /** When values were measured; the date of the document when absent. */
    observed_at: Instant.optional(),
    /** Why vital signs that are implausible for the patient's age are right nevertheless. */
    confirm_reason: line(200).optional(),
  }),
  response: MedicalRecord,
})

export const unfileEntity = endpoint({
  method: 'POST',
  path: '/patients/medical-records/entities/{id}/unfile/',
  summary:
    'Take back, with a reason, a result or a set of vital signs that was made of a finding: it leaves the history of the patient and stays on file as withdrawn; all findings of the set are open again. 409 `not_filed`; `change_there` for problems, allergies and medicines, which end in their own lists; `deactivated`',
  access: 'records.review',
  params: ById,
  body: fields({ reason: line(200), ...version }),
  response: MedicalRecord,
})

/** Words of a page around what was searched for. */
export const RecordHit = z
  .object({
    record: z.int(),
    patient: PatientId,
    patient_name: z.string(),
    patient_number: z.string(),
    title: z.string(),
    kind: RecordKind,
    document_date: z.string().nullable(),
    created_at: Instant,
    /** The first page that holds all words, and how many do. */
    page: z.int(),
    pages: z.int(),
    snippet: z.string(),
    /** Where the words that were searched for stand in `snippet`: [start, end). */
    marks: z.array(z.tuple([z.int(), z.int()])),
  })
  .meta({ id: 'RecordHit' })
export type RecordHit = z.output<typeof RecordHit>
export const searchRecords = endpoint({
  method: 'GET',
  path: '/patients/medical-records/search/',
  summary:
    'Search the text of documents as one types (all words, the last may be unfinished; "quoted words" together): of one patient, or of all with the right to search all; newest documents first, each with the first page that holds the words, and the place marked. A patient searches their own',
  access: 'signed-in',
  audit: 'read',
  paged: true,
  live: ['records'],
  query: fields({ ...pageQuery, q: z.string().trim().min(1).max(200), patient_id: Id.optional(), kind: RecordKind.optional() }),
  response: z.array(RecordHit),
})

/** A patient whom a document may be of. */
export const LikelyPatient = z
  .object({
    patient: PatientId,
    name: z.string(),
    number: z.string(),
    date_of_birth: z.string().nullable(),
    is_birth_date_estimated: z.boolean(),
    /** What the document and the record have in common. */
    because: z.array(z.enum(comparedFields)),
  })
  .meta({ id: 'LikelyPatient' })
export type LikelyPatient = z.output<typeof LikelyPatient>

export const findLikelyPatients = endpoint({
  method: 'GET',
  path: '/patients/medical-records/{id}/likely-patients/',
  summary:
    'Patients whom a document may be of, by the number that it names, else by name and birth date, five on a page; without the patient whose record it is in, deactivated patients, and restricted records that the reader may not open. Needs `patients.view` too',
  access: 'records.review',
  audit: 'read',
  live: ['records', 'patients'],
  paged: true,
  params: ById,
  query: fields({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
  response: z.array(LikelyPatient),
})

export const moveRecord = endpoint({
  method: 'POST',
  path: '/patients/medical-records/{id}/move/',
  summary:
    'Move a document with its pages and findings to the record of another patient; with the version. What a patient sent is looked at by it. 400 naming `patient`; 409 `in_use` when structured data came of it, `already_there` when that record has this very file, `withdrawn`, `processing`, `deactivated`, `merged`',
  access: 'records.review',
  params: ById,
  body: fields({ patient: Ref, ...version }),
  response: MedicalRecord,
})

export const keepRecordHere = endpoint({
  method: 'POST',
  path: '/patients/medical-records/{id}/keep-here/',
  summary:
    'Keep a document that names another patient in the record it is in, with a reason that stays on the document; what it says can be filed then. It holds for the differences that are known now. 409 `no_mismatch`, `withdrawn`, `deactivated`',
  access: 'records.review',
  params: ById,
  body: fields({ reason: line(200), ...version }),
  response: MedicalRecord,
})
