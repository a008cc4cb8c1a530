import { z } from 'zod'
import { pregnancyStates } from '#features/patients/contract-summaries.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { Confirmations, ConfirmedValue } from '#shared/implausible.ts'
import { ById, fields, Id, PatientId, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { datingMethods, MAX_SCAN_DAYS, MIN_SCAN_DAYS } from './dating.ts'

export const pregnancySources = ['patient said', 'test', 'scan', 'examination', 'another facility'] as const
/** `not pregnant`: it was recorded in error. */
export const pregnancyOutcomes = ['live birth', 'stillbirth', 'miscarriage', 'termination', 'ectopic', 'other', 'not pregnant'] as const

const Day = z.iso.date()

/** What is known of a patient's pregnancy today. */
export const PregnancyStatus = z
  .object({
    state: z.enum(pregnancyStates),
    /** The pregnancy that the state speaks of. */
    pregnancy: z.int().nullable(),
    gestation_days: z.int().nullable(),
    edd: z.string().nullable(),
    dated_by: z.enum(datingMethods).nullable(),
    source: z.enum(pregnancySources).nullable(),
    noted_at: Instant.nullable(),
    noted_by_name: z.string().nullable(),
    /** The last day on which "not pregnant" was said, and who recorded it: a fact with its age, which holds for that day alone. */
    said_on: z.string().nullable(),
    said_by_name: z.string().nullable(),
    /** Not recorded as male, and from 12 to 55 years old or of unknown age. */
    is_asked_of: z.boolean(),
  })
  .meta({ id: 'PregnancyStatus' })
export type PregnancyStatus = z.output<typeof PregnancyStatus>

const dated = {
  /** First day of the last period. */
  lmp: z.string().nullable(),
  lmp_is_certain: z.boolean().nullable(),
  /** The earliest scan, and the gestation in days that it found. */
  scan_on: z.string().nullable(),
  scan_days: z.int().nullable(),
  /** An embryo transfer, and the age of the embryo in days. */
  transfer_on: z.string().nullable(),
  transfer_days: z.int().nullable(),
  /** The due date that holds; null: not dated. */
  edd: z.string().nullable(),
  dated_by: z.enum(datingMethods).nullable(),
}

export const PregnancyDating = z
  .object({
    id: z.int(),
    ...dated,
    /** What the rule suggested on these facts, and why a person chose otherwise. */
    suggested_edd: z.string().nullable(),
    suggested_by: z.enum(datingMethods).nullable(),
    reason: z.string().nullable(),
    recorded_at: Instant,
    recorded_by_name: z.string().nullable(),
  })
  .meta({ id: 'PregnancyDating' })

export const Pregnancy = z
  .object({
    id: z.int(),
    patient: PatientId,
    source: z.enum(pregnancySources),
    ...dated,
    suggested_edd: z.string().nullable(),
    suggested_by: z.enum(datingMethods).nullable(),
    /** Dated, but by no scan before 22w0d and no transfer. */
    is_suboptimally_dated: z.boolean(),
    /** Days of gestation today, or on the day on which it ended; null while it is not dated. */
    gestation_days: z.int().nullable(),
    noted_on: z.string(),
    noted_at: Instant,
    noted_by_name: z.string().nullable(),
    /** Null: current. */
    outcome: z.enum(pregnancyOutcomes).nullable(),
    ended_on: z.string().nullable(),
    ended_at: Instant.nullable(),
    ended_by_name: z.string().nullable(),
    note: z.string().nullable(),
    /** Implausible values that a person confirmed. */
    confirmed: z.array(ConfirmedValue),
    /** Every dating, oldest first. */
    datings: z.array(PregnancyDating),
    version: z.int(),
  })
  .meta({ id: 'Pregnancy' })
export type Pregnancy = z.output<typeof Pregnancy>

/** What a pregnancy is dated by. Without `dated_by` the suggestion of the rule is taken; against it a `reason` is needed. */
const DatingFields = {
  lmp: Day.nullish(),
  lmp_is_certain: z.boolean().nullish(),
  scan_on: Day.nullish(),
  scan_days: z.int().min(MIN_SCAN_DAYS).max(MAX_SCAN_DAYS).nullish(),
  transfer_on: Day.nullish(),
  transfer_days: z.int().min(1).max(7).nullish(),
  /** Sent with `dated_by` "stated", or alone; otherwise the due date is computed. */
  edd: Day.nullish(),
  dated_by: z.enum(datingMethods).nullish(),
  reason: line(200).nullish(),
}
const besides = {
  note: line(300).nullish(),
  /** For what is asked about (`age`, `lmp`, `edd`, `gestation`) and right nevertheless. */
  confirmations: Confirmations.optional(),
}

const may = { access: 'patients.clinical' } as const
const ofPatient = fields({ id: Id, pregnancy: Id })

export const listPregnancies = endpoint({
  method: 'GET',
  path: '/patients/patients/{id}/pregnancies/',
  summary: 'What is known of a pregnancy today, and every pregnancy of the record: the current one first, then the latest',
  access: 'patients.view',
  audit: 'read',
  live: ['patients'],
  params: ById,
  response: z.object({ status: PregnancyStatus, pregnancies: z.array(Pregnancy) }),
})

export const beginPregnancy = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/pregnancies/',
  summary:
    'Record a pregnancy. 400 `gender` for a man, `reason` for a due date against the rule; 409 `pregnancy_current` beside a current one, `implausible` with questions, `deactivated`, `merged`',
  ...may,
  params: ById,
  body: fields({ source: z.enum(pregnancySources), ...DatingFields, ...besides }),
  status: 201,
  response: Pregnancy,
})

export const updatePregnancy = endpoint({
  method: 'PATCH',
  path: '/patients/patients/{id}/pregnancies/{pregnancy}/',
  summary:
    'Date or correct a pregnancy. A later scan is kept and changes no due date, unless `is_correction` says that it replaces the one on record; `outcome` null makes it the current one again. 400 `reason`, 409 `implausible`, `pregnancy_current`, 412 when it changed since `version`',
  ...may,
  params: ofPatient,
  body: fields({
    source: z.enum(pregnancySources).optional(),
    ...DatingFields,
    is_correction: z.boolean().optional(),
    /** Of a pregnancy that has ended. */
    outcome: z.enum(pregnancyOutcomes).nullish(),
    ended_on: Day.optional(),
    ...besides,
    ...version,
  }).refine(
    (change) => Object.keys(change).some((name) => !['version', 'confirmations', 'reason', 'is_correction'].includes(name)),
    'Nothing to change.',
  ),
  response: Pregnancy,
})

export const endPregnancy = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/pregnancies/{pregnancy}/end/',
  summary:
    'Record the outcome of a pregnancy; `not pregnant`: it was recorded in error. 400 `note` for "other" without one, `ended_on`; 409 `ended`, 412 when it changed since `version`',
  ...may,
  params: ofPatient,
  body: fields({ outcome: z.enum(pregnancyOutcomes), ended_on: Day, note: besides.note, ...version }),
  status: 200,
  response: Pregnancy,
})

export const recordNotPregnant = endpoint({
  method: 'POST',
  path: '/patients/patients/{id}/not-pregnant/',
  summary: 'Record that a patient is not pregnant today. 400 `gender` for a man; 409 `pregnancy_current` beside a current pregnancy',
  ...may,
  params: ById,
  body: fields({}),
  status: 201,
  response: PregnancyStatus,
})
