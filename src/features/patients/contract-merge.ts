import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, pageQuery, Ref } from '#shared/paging.ts'
import { fieldNames } from '#shared/record.ts'
import { line } from '#shared/text.ts'
import { Duplicate, Patient, PatientSummary } from './contract.ts'
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
