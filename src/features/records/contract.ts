import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, MAX_ID, pageQuery, patchOf, version, YesNo } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import {
  documentTypes,
  MAX_DOCUMENT_BYTES,
  MedicalRecord,
  MedicalRecordRow,
  RecordKind,
  RecordPage,
  RecordStatus,
} from './contract-fields.ts'

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
