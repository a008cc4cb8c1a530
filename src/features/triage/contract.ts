import { z } from 'zod'
import { Confirmations, ConfirmedValue } from '#shared/implausible.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, Id, ignored, pageQuery, PatientId, version, patchOf } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { tracks, triageScales } from '#features/attendance/rules.ts'
import { bmiClasses, bmiReasons } from './bmi.ts'
import { dangerSignKeys } from './danger-signs.ts'
import { ageBands, flags } from './limits.ts'
import { consciousnessLevels, inEnglish, measureKeys, problemOf, type MeasureKey, numberIn } from './measures.ts'
import { newsBands, newsParts, newsReasons } from './news2.ts'
import { pewsParts } from './pews.ts'

const Flags = z.record(z.string(), z.enum(flags))

/** Measured values as they go out: decimals as text, counts as numbers, null for what was not measured. */
const measured = {
  /** °C */
  temperature: z.string().nullable(),
  /** per minute */
  pulse: z.int().nullable(),
  /** mmHg */
  systolic: z.int().nullable(),
  diastolic: z.int().nullable(),
  /** per minute */
  respiration: z.int().nullable(),
  /** per cent */
  spo2: z.int().nullable(),
  on_oxygen: z.boolean().nullable(),
  /** litres per minute */
  oxygen_flow: z.string().nullable(),
  consciousness: z.enum(consciousnessLevels).nullable(),
  /** 0 to 10 */
  pain: z.int().nullable(),
  /** mmol/L */
  glucose: z.string().nullable(),
  /** kg */
  weight: z.string().nullable(),
  /** cm */
  height: z.string().nullable(),
  /** mm */
  muac: z.int().nullable(),
  /** cm */
  head_circumference: z.string().nullable(),
  /** Those that were seen; none: looked for and not found; null: not looked for. */
  danger_signs: z.array(z.enum(dangerSignKeys)).nullable(),
  notes: z.string().nullable(),
}

/** One set of vital signs as it was recorded. `replaced_by` is the set that corrects it. */
export const VitalSigns = z
  .object({
    id: z.int(),
    /** Null: read from a paper from elsewhere, outside any visit. */
    visit: z.int().nullable(),
    /** The document that says so; null for what was measured here. */
    document: z.int().nullable(),
    patient: PatientId,
    taken_at: Instant,
    taken_by: z.int().nullable(),
    taken_by_name: z.string().nullable(),
    recorded_at: Instant,
    recorded_by_name: z.string().nullable(),
    ...measured,
    news2: z.int().nullable(),
    news2_scale: z.int(),
    /** The least that the paediatric score comes to; null from 16 years on. */
    pews: z.int().nullable(),
    flags: Flags,
    is_critical: z.boolean(),
    /** Implausible values that a person confirmed. */
    confirmed: z.array(ConfirmedValue),
    replaced_by: z.int().nullable(),
  })
  .meta({ id: 'VitalSigns' })
export type VitalSigns = z.output<typeof VitalSigns>

/** The triage of a visit with its latest set of vital signs. */
export const TriageSummary = z
  .object({
    id: z.int(),
    visit: z.int(),
    patient: PatientId,
    patient_id: PatientId,
    patient_name: z.string(),
    date_of_birth: z.string().nullable(),
    ...measured,
    /** kg/m² */
    bmi: z.string().nullable(),
    bmi_class: z.enum(bmiClasses).nullable(),
    /** Why it is not classed. */
    bmi_reason: z.enum(bmiReasons).nullable(),
    fee: z.null(),
    taken_at: Instant.nullable(),
    created_by: z.int().nullable(),
    created_by_name: z.string().nullable(),
    date_created: Instant,
    age_months: z.int().nullable(),
    /** Whose limits the flags go by. */
    age_band: z.enum(ageBands),
    flags: Flags,
    news2: z.object({
      score: z.int().nullable(),
      band: z.enum(newsBands).nullable(),
      parts: z.partialRecord(z.enum(newsParts), z.int()),
      /** Why there is no score, and what was not measured. */
      reason: z.enum(newsReasons).nullable(),
      missing: z.array(z.enum(newsParts)),
    }),
    /** The paediatric score under 16 years: the least that it comes to, and what it asks for and was not recorded. */
    pews: z
      .object({ at_least: z.int(), parts: z.partialRecord(z.enum(pewsParts), z.int()), missing: z.array(z.enum(pewsParts)) })
      .nullable(),
    /** What was said, else what the record said when it was saved; null: not known. */
    is_pregnant: z.boolean().nullable(),
    /** 1, or 2 for a target saturation of 88-92 %. */
    spo2_scale: z.int(),
    scale: z.enum(triageScales).nullable(),
    level: z.int().nullable(),
    target_minutes: z.int().nullable(),
    level_at: Instant.nullable(),
    level_by_name: z.string().nullable(),
    /** Why the category is less urgent than what was suggested. */
    level_reason: z.string().nullable(),
    due_at: Instant.nullable(),
    /** The category that vital signs, danger signs and age suggest; null: they suggest none, which is no category. */
    suggested_level: z.int().nullable(),
    suggestion: z.array(
      z.object({
        rule: z.string(),
        level: z.int(),
        text: z.string(),
        values: z.record(z.string(), z.union([z.string(), z.number()])),
        source: z.string(),
        /** A clinical lead has still to confirm it. */
        is_confirmed: z.boolean(),
      }),
    ),
    /** No category, or one that is less urgent than a suggestion that came after it: the patient does not leave triage. */
    needs_category: z.boolean(),
    /** When a patient who waits is observed again; null: without a break, or no category. */
    observation_due_at: Instant.nullable(),
    is_critical: z.boolean(),
    critical_at: Instant.nullable(),
    critical_text: z.string().nullable(),
    critical_seen_at: Instant.nullable(),
    critical_seen_by_name: z.string().nullable(),
    closed_at: Instant.nullable(),
    version: z.int(),
  })
  .meta({ id: 'TriageSummary' })
/** The same with every set of the visit, newest first, the corrected ones too. */
export const Triage = TriageSummary.extend({ observations: z.array(VitalSigns) }).meta({ id: 'Triage' })
export type Triage = z.output<typeof Triage>

const measure = (key: MeasureKey) =>
  z
    .union([z.number(), z.string().max(20)])
    .superRefine((value, context) => {
      const problem = problemOf(key, value)
      if (problem) context.addIssue({ code: 'custom', message: inEnglish(problem), input: value })
    })
    .nullable()

const vitalFields = {
  ...(Object.fromEntries(measureKeys.map((key) => [key, measure(key)])) as Record<MeasureKey, ReturnType<typeof measure>>),
  on_oxygen: z.boolean().nullable(),
  consciousness: z.enum(consciousnessLevels).nullable(),
  danger_signs: z.array(z.enum(dangerSignKeys)).max(dangerSignKeys.length).nullable(),
  notes: line(300).nullable(),
  taken_at: Instant,
  /** Yes begins a pregnancy in the record where there is none; no is kept with its day; null takes what the record says. */
  is_pregnant: z.boolean().nullable(),
  spo2_scale: z.union([z.literal(1), z.literal(2)]),
  level: z.int().min(1).max(5).nullable(),
  /** Needed with a level that is less urgent than the suggestion. */
  level_reason: line(200).nullable(),
  /** For values that are implausible and right nevertheless. */
  confirmations: Confirmations,
}
const besides = new Set(['taken_at', 'confirmations'])
const decided = ignored('id', 'bmi', 'fee', 'created_by', 'created_by_user', 'patient', 'patient_id', 'visit', 'date_created')
const sent = fields(vitalFields).partial().extend(decided).extend(version)
const saysSomething = (change: object) => Object.keys(change).some((name) => name in vitalFields && !besides.has(name))

export const getTriage = endpoint({
  method: 'GET',
  path: '/patients/triage/{id}/',
  summary: 'Read the triage of a visit: its latest vital signs, what they say, and every set',
  access: 'triage.view',
  audit: 'read',
  live: ['triage'],
  params: ById,
  response: Triage,
})

export const updateTriage = endpoint({
  method: 'PATCH',
  path: '/patients/triage/{id}/',
  summary:
    'Write the first vital signs of a visit or correct the latest; say level, pregnancy, and the scale of SpO2. 409 `implausible` with questions; 400 `level_reason` for a level below the suggestion, `is_pregnant` for a no beside a current pregnancy',
  access: 'triage.change',
  params: ById,
  body: sent.refine(saysSomething, 'Nothing to change.'),
  response: Triage,
})

export const addObservation = endpoint({
  method: 'POST',
  path: '/patients/triage/{id}/observations/',
  summary: 'Add another set of vital signs to an open visit; refuses as the correction does',
  access: 'triage.change',
  params: ById,
  body: sent.refine(saysSomething, 'Nothing to change.'),
  status: 201,
  response: Triage,
})

export const markCriticalSeen = endpoint({
  method: 'POST',
  path: '/patients/triage/{id}/critical-seen/',
  summary: 'Say that a doctor has seen the critical values of a visit',
  access: 'attendance.doctor',
  params: ById,
  body: fields(version),
  status: 200,
  response: Triage,
})

const pageOfPatient = { patient: Id.optional(), patient_id: Id.optional() }
export const listTriages = endpoint({
  method: 'GET',
  path: '/patients/triage/',
  summary: 'List triages, newest first',
  access: 'triage.view',
  audit: 'read',
  paged: true,
  live: ['triage'],
  query: fields({ ...pageQuery, ...pageOfPatient }),
  response: z.array(TriageSummary),
})

export const listVitalSigns = endpoint({
  method: 'GET',
  path: '/patients/vital-signs/',
  summary: 'The vital signs of a patient over all visits, newest first, without the sets that were corrected',
  access: 'triage.view',
  audit: 'read',
  paged: true,
  live: ['triage'],
  query: fields({ ...pageQuery, patient_id: Id, /** Only sets that have it. */ measure: z.enum(measureKeys).optional() }),
  response: z.array(VitalSigns),
})

export const listCriticalTriages = endpoint({
  method: 'GET',
  path: '/patients/triage/critical/',
  summary: 'Open visits with critical values that no doctor has seen, newest first',
  access: 'triage.view',
  live: ['triage', 'attendance'],
  query: fields({}),
  response: z.array(
    z.object({
      id: z.int(),
      visit: z.int(),
      patient: PatientId,
      patient_name: z.string(),
      track: z.enum(tracks),
      doctor: z.int().nullable(),
      critical_text: z.string(),
      critical_at: Instant,
      version: z.int(),
    }),
  ),
})

export const TriageSettings = z.object({ scale: z.enum(triageScales), version: z.int() }).meta({ id: 'TriageSettings' })

export const getTriageSettings = endpoint({
  method: 'GET',
  path: '/patients/triage-settings/',
  summary: 'The triage scale of the clinic',
  access: 'triage.view',
  live: ['settings'],
  response: TriageSettings,
})

export const updateTriageSettings = endpoint({
  method: 'PATCH',
  path: '/patients/triage-settings/',
  summary: 'Choose the triage scale; levels that were given stay as they are',
  access: 'triage.settings',
  body: patchOf(fields({ scale: z.enum(triageScales) })),
  response: TriageSettings,
})

const Bound = z.string().nullable()
/** What is ordinary for a measure from one age in whole months to the next, and at or beyond what it is critical. */
export const VitalLimit = z
  .object({
    id: z.int(),
    measure: z.string(),
    age_from_months: z.int(),
    age_to_months: z.int().nullable(),
    low: Bound,
    high: Bound,
    low_critical: Bound,
    high_critical: Bound,
    source: z.string(),
    /** To be confirmed by the clinical lead while there is nobody. */
    confirmed_at: Instant.nullable(),
    confirmed_by_name: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'VitalLimit' })
export type VitalLimit = z.output<typeof VitalLimit>

export const listVitalLimits = endpoint({
  method: 'GET',
  path: '/patients/vital-limits/',
  summary: 'The limits of vital signs by age',
  access: 'triage.view',
  live: ['settings'],
  response: z.array(VitalLimit),
})

export const getVitalLimit = endpoint({
  method: 'GET',
  path: '/patients/vital-limits/{id}/',
  summary: 'One limit',
  access: 'triage.view',
  params: ById,
  response: VitalLimit,
})

const bound = z
  .union([z.number(), z.string().max(20)])
  .refine((value) => Number.isFinite(numberIn(value)) && Math.abs(numberIn(value)) < 1000, 'Enter a number, for example 37.5.')
  .nullable()

export const updateVitalLimit = endpoint({
  method: 'PATCH',
  path: '/patients/vital-limits/{id}/',
  summary: 'Change or confirm a limit; sets that were recorded keep their flags',
  access: 'triage.settings',
  params: ById,
  body: patchOf(fields({ low: bound, high: bound, low_critical: bound, high_critical: bound, confirmed: z.boolean() })),
  response: VitalLimit,
})
