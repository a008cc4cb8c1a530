import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, Ref, PatientId } from '#shared/paging.ts'
import { fieldNames } from '#shared/record.ts'
import { line } from '#shared/text.ts'
import { Duplicate, Patient, PatientSummary, Restriction } from './contract.ts'
import { patientFields, type PatientFieldName } from './record.ts'

export type MergeField = (typeof patientFields)[keyof typeof patientFields]['merge']
/** What the kept record may take over of the other one; names, and a date of birth with its mark, go together. */
export const mergeFields = [...new Set(Object.values(patientFields).map(({ merge }) => merge))] as [MergeField, ...MergeField[]]

/** The columns that a merge takes over with these choices. */
export const mergedColumns = (taken: readonly MergeField[]): PatientFieldName[] =>
  fieldNames(patientFields).filter((name) => taken.includes(patientFields[name].merge))

/** Why two records cannot be merged as they are. */
export const mergeStops = [
  'account',
  'two visits',
  'appointments',
  'waiting',
  'allergy',
  'pregnancy',
  'two deaths',
  'work after death',
  'insurance',
  'deactivated',
  'merged',
] as const

const Moving = z.object({
  /** The table that holds the rows. */
  kind: z.string(),
  count: z.int(),
  /** The newest of them; nothing where rows only go along with others. */
  rows: z.array(z.object({ id: z.int(), at: Instant.nullable(), text: z.string() })),
})

export const MergePreview = z
  .object({
    /** The record that is put away. */
    from: Patient,
    /** The record that stays. */
    into: Patient,
    kinds: z.array(Moving),
    /** Rows that stay with the record that is put away, because the kept one says the same. */
    same: z.array(z.object({ kind: z.enum(['allergies', 'problems', 'patient_insurances', 'deaths']), id: z.int(), text: z.string() })),
    stops: z.array(z.object({ reason: z.enum(mergeStops), text: z.string() })),
    /** The fields that both records fill differently, or the kept one not at all. */
    differs: z.array(z.enum(mergeFields)),
    /** Sex or date of birth contradict each other: the number of the kept record has to be typed. */
    is_doubtful: z.boolean(),
    /** What was seen, to be sent with the merge. */
    seen: z.string(),
  })
  .meta({ id: 'MergePreview' })
export type MergePreview = z.output<typeof MergePreview>

export const Merge = z
  .object({
    id: z.int(),
    from: z.object({ id: z.int(), unique_id: z.string(), name: z.string() }),
    into: z.object({ id: z.int(), unique_id: z.string(), name: z.string() }),
    merged_at: Instant,
    merged_by: z.string(),
    undone_at: Instant.nullable(),
    /** What moved. */
    moved: z.array(z.object({ kind: z.string(), count: z.int() })),
  })
  .meta({ id: 'Merge' })
export type Merge = z.output<typeof Merge>

const may = { access: 'patients.merge' } as const
const Two = { from: Id, into: Id }

export const listMergeCandidates = endpoint({
  ...may,
  method: 'GET',
  path: '/patients/patients/{id}/merge-candidates/',
  summary: 'Who on file may be the same person as this patient, most likely first, five on a page',
  audit: 'read',
  live: ['patients'],
  paged: true,
  params: ById,
  query: fields({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
  response: z.array(Duplicate),
})

/** Two records that may be one person, the older one first. */
export const LikelyDuplicate = z.object({ one: PatientSummary, other: PatientSummary, score: z.int(), because: z.array(z.string()) })
export type LikelyDuplicate = z.output<typeof LikelyDuplicate>

export const listLikelyDuplicates = endpoint({
  ...may,
  method: 'GET',
  path: '/patients/likely-duplicates/',
  summary: 'Pairs of records that are very much alike, most likely first, a hundred on a page',
  paged: true,
  query: fields({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
  response: z.array(LikelyDuplicate),
})

export const previewMerge = endpoint({
  ...may,
  method: 'GET',
  path: '/patients/merges/preview/',
  summary: 'What would move from one record to another, what stands in the way, and what has to be decided',
  audit: 'read',
  query: fields(Two),
  response: MergePreview,
})

export const mergePatients = endpoint({
  ...may,
  method: 'POST',
  path: '/patients/merges/',
  summary:
    'Put one record away into another: all its rows move. 409 `changed` with the `preview` as it is now when it is not what was seen, `stopped` where something stands in the way, such as a portal account on one of the two',
  body: fields({
    from: Ref,
    into: Ref,
    seen: line(64),
    /** The fields that the kept record takes over; all others stay as they are. */
    take: z.array(z.enum(mergeFields)).max(mergeFields.length).optional(),
    /** The number of the kept record, typed, where sex or date of birth contradict each other. */
    typed_number: line(40).optional(),
  }),
  status: 201,
  response: Merge,
})

export const listMerges = endpoint({
  ...may,
  method: 'GET',
  path: '/patients/patients/{id}/merges/',
  summary: 'The records that were put away into this one, and its own merge, newest first, 50 on a page',
  live: ['patients'],
  audit: 'read',
  paged: true,
  params: ById,
  query: fields({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
  response: z.array(Merge),
})

export const previewUndo = endpoint({
  ...may,
  method: 'GET',
  path: '/patients/merges/{id}/undo/',
  summary: 'What would go back when a merge is undone, and what was added to the kept record since',
  audit: 'read',
  params: ById,
  response: z.object({
    merge: Merge,
    /** Written since, and going back with what it hangs from: a note of a visit that goes back. */
    follows: z.array(z.object({ kind: z.string(), count: z.int() })),
    /** Written since in the kept record, where it stays. */
    stays: z.array(z.object({ kind: z.string(), count: z.int() })),
    /** Taken off the record since: it does not come back. */
    gone: z.int(),
  }),
})

export const undoMerge = endpoint({
  ...may,
  method: 'POST',
  path: '/patients/merges/{id}/undo/',
  summary: 'Undo a merge: every row that moved goes back. 409 when rows have moved on since',
  params: ById,
  body: fields({}),
  status: 200,
  response: Merge,
})

/** Why somebody opens a restricted record in an emergency. */
export const emergencyKinds = ['life at risk', 'unconscious', 'covering', 'safety', 'other'] as const
export type EmergencyKind = (typeof emergencyKinds)[number]
export const REASON_LENGTH = 10

const Reason = fields({ reason: line(300) })
const restricting = { method: 'POST', access: 'patients.restrict', params: ById } as const

export const restrictPatient = endpoint({
  ...restricting,
  path: '/patients/patients/{id}/restriction/',
  summary: 'Let only those open a record who care for the patient or may restrict; 409 when it is restricted already',
  body: Reason,
  status: 201,
  response: Restriction,
})

export const liftRestriction = endpoint({
  ...restricting,
  path: '/patients/patients/{id}/restriction/lift/',
  summary: 'Let everybody open a restricted record again who may open records',
  body: Reason,
  status: 204,
  response: z.void(),
})

export const EmergencyOpening = z.object({ id: z.int(), patient: PatientId, until: Instant }).meta({ id: 'EmergencyOpening' })

export const openInEmergency = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/emergency-access/',
  summary: 'Open a restricted record in an emergency, for a while; told at once to those who read the audit log, and reviewed',
  access: 'patients.break_glass',
  opensRecord: true,
  params: ById,
  body: fields({ kind: z.enum(emergencyKinds), reason: line(500).min(REASON_LENGTH, 'Say in a few words why, in ten letters at least.') }),
  status: 201,
  response: EmergencyOpening,
})

export const endEmergency = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/emergency-access/end/',
  summary: 'End one’s own emergency access before its time is up',
  access: 'patients.break_glass',
  params: ById,
  body: fields({}),
  status: 204,
  response: z.void(),
})

export const AccessEntry = z.object({
  at: Instant,
  user_name: z.string().nullable(),
  /** Why, where a restricted record was opened in an emergency. */
  emergency: z.object({ kind: z.string(), reason: z.string() }).nullable(),
  action: z.string(),
  entity: z.string(),
  /** It was the patient, in the portal. */
  is_patient: z.boolean(),
})
export const listAccessLog = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/access-log/',
  summary: 'Who read or changed the record of a patient, newest first',
  access: 'audit.view',
  audit: 'read',
  paged: true,
  params: ById,
  /** Days in the clinic, both included. */
  query: fields({ ...pageQuery, from: z.iso.date().optional(), until: z.iso.date().optional() }),
  response: z.array(AccessEntry.extend({ id: z.int() })),
})
