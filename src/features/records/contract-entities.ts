import { z } from 'zod'
import { certainties, drugUsages, EntityDetails, EntityType, subjects, temporalities } from '#features/clinical-text/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, patchOf, PatientId, Ref, version } from '#shared/paging.ts'
import { Instant } from '#shared/dates.ts'
import { line } from '#shared/text.ts'
import { EntityState, MedicalRecord, RecordEntity, RecordKind } from './contract-fields.ts'

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

const said = {
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
  body: patchOf(fields({ ...said, state: EntityState })),
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
    type: said.type,
    value: said.value.optional(),
    unit: said.unit.optional(),
    code: said.code.optional(),
    certainty: said.certainty.optional(),
    negated: said.negated.optional(),
    subject: said.subject.optional(),
    temporality: said.temporality.optional(),
    usage: said.usage.optional(),
    details: said.details.optional(),
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
