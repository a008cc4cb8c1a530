import { z } from 'zod'
import { PatientId } from '#shared/paging.ts'
import { certainties, drugUsages, EntityDetails, EntityType, subjects, temporalities } from '#features/clinical-text/contract.ts'
import { Instant } from '#shared/dates.ts'

export const recordKinds = [
  'discharge summary',
  'referral letter',
  'clinic note',
  'laboratory report',
  'imaging report',
  'prescription',
  'certificate',
  'consent',
  'photo',
  'other',
] as const
export const RecordKind = z.enum(recordKinds, { error: `Choose one of: ${recordKinds.join(', ')}.` })
export type RecordKind = (typeof recordKinds)[number]

export const recordStatuses = ['uploaded', 'processing', 'ready', 'failed'] as const
export const RecordStatus = z.enum(recordStatuses, { error: `Choose one of: ${recordStatuses.join(', ')}.` })
export type RecordStatus = (typeof recordStatuses)[number]

/** Media types that are taken, by content. */
export const documentTypes = ['application/pdf', 'image/png', 'image/jpeg', 'image/tiff', 'image/webp', 'text/plain'] as const
export const MAX_DOCUMENT_BYTES = 26_214_400

export const entityStates = ['suggested', 'confirmed', 'rejected'] as const
export const EntityState = z.enum(entityStates, { error: `Choose one of: ${entityStates.join(', ')}.` })
export type EntityState = (typeof entityStates)[number]

/** What structured data a confirmed entity can become. */
export const destinations = ['problem', 'allergy', 'medicine', 'alert', 'laboratory', 'vitals'] as const
export type Destination = (typeof destinations)[number]

export const RecordEntity = z
  .object({
    id: z.int(),
    record: z.int(),
    type: EntityType,
    /** As it stands in the document. */
    text: z.string(),
    page: z.int(),
    /** UTF-16 offsets in the text of its page; `end` exclusive. */
    start: z.int(),
    end: z.int(),
    value: z.string().nullable(),
    unit: z.string().nullable(),
    code: z.string().nullable(),
    certainty: z.enum(certainties),
    negated: z.boolean(),
    subject: z.enum(subjects),
    temporality: z.enum(temporalities),
    /** Of a drug: stopped, avoided, not tolerated or tolerated; of an allergy only `not tolerated`, an intolerance. Null: nothing of this. */
    usage: z.enum(drugUsages).nullable(),
    /** How often such a finding is right, 0 to 1; null for what a person marked. */
    confidence: z.number().nullable(),
    details: EntityDetails,
    state: EntityState,
    /** A person has changed what was suggested, or marked it themselves. */
    is_corrected: z.boolean(),
    decided_by_name: z.string().nullable(),
    decided_at: Instant.nullable(),
    /** What it may become; null: nothing (denied, of somebody else, a date …). */
    destination: z.enum(destinations).nullable(),
    /** What it has become, and under which id. */
    became: z.enum(destinations).nullable(),
    became_id: z.int().nullable(),
    version: z.int(),
  })
  .meta({ id: 'RecordEntity' })
export type RecordEntity = z.output<typeof RecordEntity>

/** What a document and a record are compared by. */
export const comparedFields = ['name', 'date of birth', 'age', 'sex', 'patient number', 'identifier', 'telephone'] as const
export type ComparedField = (typeof comparedFields)[number]
export const identityStates = ['match', 'mismatch', 'unknown'] as const
export type IdentityState = (typeof identityStates)[number]

/** Whether a document is of the patient whose record it is in, as far as it says so itself. */
export const DocumentIdentity = z
  .object({
    /** `unknown`: nothing was found that tells; it is no match. */
    state: z.enum(identityStates),
    fields: z.array(
      z.object({
        field: z.enum(comparedFields),
        /** `similar`: nothing against it, and not enough to be sure. */
        outcome: z.enum(['same', 'similar', 'differs']),
        /** As the document has it. */
        document: z.string(),
        /** As it is on file; null without the right to see the patient. */
        record: z.string().nullable(),
        page: z.int(),
      }),
    ),
    /** Nothing is filed while it names another patient and nobody has decided to keep it here. */
    is_blocked: z.boolean(),
    kept_here: z.object({ reason: z.string(), at: Instant, by_name: z.string() }).nullable(),
    /** Since when it is in this record, when it was moved from another patient’s. */
    moved_at: Instant.nullable(),
  })
  .meta({ id: 'DocumentIdentity' })
export type DocumentIdentity = z.output<typeof DocumentIdentity>

const head = {
  id: z.int(),
  patient: PatientId,
  patient_name: z.string(),
  patient_number: z.string(),
  title: z.string(),
  kind: RecordKind,
  document_date: z.string().nullable(),
  note: z.string(),
  file: z.object({ name: z.string(), type: z.string(), size: z.int(), sha256: z.string() }).nullable(),
  has_thumbnail: z.boolean(),
  status: RecordStatus,
  /** Why processing failed, for people. */
  error: z.string().nullable(),
  /** How many pages there are, as soon as it is known, and how many have been read. */
  page_count: z.int().nullable(),
  pages_read: z.int(),
  is_from_patient: z.boolean(),
  /** Sent by the patient, and nobody of the clinic has looked at it yet: false. */
  is_verified: z.boolean(),
  withdrawn_at: Instant.nullable(),
  withdraw_reason: z.string().nullable(),
  /** Since when its content is deleted for good. */
  purged_at: Instant.nullable(),
  purge_reason: z.string().nullable(),
  /** Null for patients, who have their own documents. */
  identity: DocumentIdentity.nullable(),
  created_at: Instant,
  created_by_name: z.string(),
  version: z.int(),
}
/** A record as lists show it: with what was found, rejected findings left out, without its text. */
export const MedicalRecordRow = z.object({ ...head, entities: z.array(RecordEntity) }).meta({ id: 'MedicalRecordRow' })
export type MedicalRecordRow = z.output<typeof MedicalRecordRow>

export const MedicalRecord = z
  .object({
    ...head,
    /** The text of all pages that were read, a form feed between two. */
    text: z.string(),
    /** In the order of the document; rejected ones too. */
    entities: z.array(RecordEntity),
  })
  .meta({ id: 'MedicalRecord' })
export type MedicalRecord = z.output<typeof MedicalRecord>

export const RecordPage = z
  .object({
    number: z.int(),
    text: z.string(),
    /** [start, end, x, y, w, h] of each word: offsets in the text; shares of the page from its top left corner. */
    words: z.array(z.tuple([z.int(), z.int(), z.number(), z.number(), z.number(), z.number()])),
    method: z.enum(['text layer', 'ocr', 'plain']),
    /** 0 to 1: how sure the reading of a scan is of itself. */
    quality: z.number().nullable(),
    /** Of its picture, in pixels; 0 where there is none. */
    width: z.int(),
    height: z.int(),
    has_image: z.boolean(),
  })
  .meta({ id: 'RecordPage' })
export type RecordPage = z.output<typeof RecordPage>
