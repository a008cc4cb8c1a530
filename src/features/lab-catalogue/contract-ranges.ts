import { z } from 'zod'
import { line } from '#shared/text.ts'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, patchOf, Ref, version, YesNo } from '#shared/paging.ts'

export const panelKinds = ['quantitative', 'qualitative', 'text', 'calculated'] as const
export const PanelKind = z.enum(panelKinds, { error: `Choose one of: ${panelKinds.join(', ')}.` })
export type PanelKind = z.output<typeof PanelKind>

/** Whom a test is for, when it is not for everybody. */
export const ForSex = z.enum(['male', 'female'], { error: 'Choose one of: male, female. Leave empty for both.' })
export type ForSex = z.output<typeof ForSex>

/** The short name by which formulas and analysers' code maps say a panel or a profile. */
export const TestCode = z
  .string()
  .trim()
  .regex(/^[A-Z][A-Z0-9_]{0,19}$/, 'Use capital letters, digits and _, beginning with a letter; 20 at most.')

/** A measured limit or factor: exact, with six decimals at most. */
export const Measured = z.string().regex(/^-?\d{1,12}(\.\d{1,6})?$/, 'Enter a number with at most six decimals, such as 3.5.')

export const Unit = z
  .string()
  .trim()
  .regex(/^[!-~]{1,30}$/, 'Enter the unit in UCUM, without spaces, such as mmol/L or 10*9/L.')

export const Loinc = z
  .string()
  .trim()
  .regex(/^\d{1,7}-\d$/, 'Enter a LOINC code such as 718-7.')

/** What a quantitative result may be besides a number. */
export const resultKinds = ['not detected', 'range', 'grade', 'titre', 'insufficient'] as const
export type ResultKind = (typeof resultKinds)[number]

export const choiceFlags = ['normal', 'abnormal', 'critical'] as const
/** One answer that a coded test may have, and what it means. */
export const Choice = z.strictObject({ value: line(80), flag: z.enum(choiceFlags) })
export type Choice = z.output<typeof Choice>

/** Another unit in which a result may be entered: canonical = value × factor + offset. */
export const OtherUnit = z.strictObject({ unit: Unit, factor: Measured, offset: Measured.default('0') })
export type OtherUnit = z.output<typeof OtherUnit>

export const Minutes = z.int('Enter whole minutes.').min(1, 'Enter at least one minute.').max(525_600, 'Enter at most a year.')

/** What a result is held against, for whom and when. Limits are inclusive: a value that equals one is inside. */
export const ReferenceRange = z
  .object({
    id: z.int(),
    panel: z.int(),
    /** Null: both, and where it is not known. */
    sex: z.enum(['male', 'female']).nullable(),
    age_from_days: z.int(),
    /** Exclusive; null: without end. */
    age_to_days: z.int().nullable(),
    /** Null: whether or not. */
    is_pregnant: z.boolean().nullable(),
    low: z.string().nullable(),
    high: z.string().nullable(),
    low_critical: z.string().nullable(),
    high_critical: z.string().nullable(),
    low_valid: z.string().nullable(),
    high_valid: z.string().nullable(),
    text: z.string(),
    valid_from: z.string(),
    /** Exclusive; null: until another one is entered. */
    valid_until: z.string().nullable(),
    /** The publication or study that the limits are taken from; empty: none is known. */
    source: z.string(),
    /** Null: not yet confirmed by the laboratory. It flags results all the same. */
    confirmed_at: Instant.nullable(),
    confirmed_by_name: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'LabReferenceRange' })
export type ReferenceRange = z.output<typeof ReferenceRange>
/** As screens read it: instants are texts. */
export type SentRange = z.input<typeof ReferenceRange>
/** What of a range is its own: for whom, which limits, when, and from where. */
export type RangeValues = Omit<ReferenceRange, 'id' | 'panel' | 'version' | 'confirmed_at' | 'confirmed_by_name'>

const age = z.int('Enter whole days.').min(0).max(73_000)
const RangeInput = fields({
  sex: z.enum(['male', 'female']).nullish(),
  age_from_days: age.default(0),
  age_to_days: age.nullish(),
  is_pregnant: z.boolean().nullish(),
  low: Measured.nullish(),
  high: Measured.nullish(),
  low_critical: Measured.nullish(),
  high_critical: Measured.nullish(),
  low_valid: Measured.nullish(),
  high_valid: Measured.nullish(),
  text: z.string().trim().max(200).default(''),
  /** Today in the clinic when absent. */
  valid_from: z.iso.date().optional(),
  valid_until: z.iso.date().nullish(),
  source: z.string().trim().max(500).optional(),
})
export const listRanges = endpoint({
  method: 'GET',
  path: '/lab/lab-test-panel/{id}/ranges/',
  summary: 'The reference ranges of a test, those of today and of other days, youngest age first',
  access: 'laboratory.view',
  live: ['catalogue'],
  params: ById,
  query: fields({}),
  response: z.array(ReferenceRange),
})
export const createRange = endpoint({
  method: 'POST',
  path: '/lab/lab-test-panel/{id}/ranges/',
  summary: 'Add a reference range; 409 `overlaps` names the one that fits the same people on the same days',
  access: 'laboratory.catalogue',
  params: ById,
  body: RangeInput,
  status: 201,
  response: ReferenceRange,
})
export const updateRange = endpoint({
  method: 'PATCH',
  path: '/lab/reference-ranges/{id}/',
  summary: 'Change a range that no result was held against yet; of any other only `valid_until` (409 `used`)',
  access: 'laboratory.catalogue',
  params: ById,
  body: patchOf(RangeInput),
  response: ReferenceRange,
})

/** The ranges of one test that the laboratory has not confirmed. */
export const UnconfirmedRanges = z
  .object({
    panel: z.int(),
    code: z.string(),
    name: z.string(),
    section: z.string(),
    unit: z.string().nullable(),
    ranges: z.array(ReferenceRange),
  })
  .meta({ id: 'LabUnconfirmedRanges' })
export type UnconfirmedRanges = z.output<typeof UnconfirmedRanges>
export const listUnconfirmedRanges = endpoint({
  method: 'GET',
  path: '/lab/reference-ranges/unconfirmed/',
  summary: 'The ranges of tests in use that the laboratory has not confirmed, by test in the order of the report',
  access: 'laboratory.view',
  live: ['catalogue'],
  query: fields({}),
  response: z.array(UnconfirmedRanges),
})
export const confirmRanges = endpoint({
  method: 'POST',
  path: '/lab/lab-test-panel/{id}/ranges/confirmation/',
  summary: 'Confirm ranges of a test for this laboratory, all or nothing; 412 where one was changed after it was read',
  access: 'laboratory.catalogue',
  params: ById,
  body: fields({
    ranges: z
      .array(fields({ id: Ref, ...version }))
      .min(1)
      .max(200),
  }),
  status: 200,
  response: z.array(ReferenceRange),
})

/** What would come of a result. */
export const Trial = z
  .object({
    /** Null where none fits, with the reason. */
    range: ReferenceRange.nullable(),
    reason: z.string().nullable(),
    /** As it would be reported; null when the result was not understood, with the problem. */
    result: z.string().nullable(),
    unit: z.string().nullable(),
    problem: z.string().nullable(),
    flag: z.string().nullable(),
  })
  .meta({ id: 'LabRangeTrial' })
export const tryRange = endpoint({
  method: 'GET',
  path: '/lab/lab-test-panel/{id}/try/',
  summary: 'Which range would be used for somebody, and how a result would be flagged',
  access: 'laboratory.view',
  live: ['catalogue'],
  params: ById,
  query: fields({
    sex: z.enum(['male', 'female']).optional(),
    age_in_days: z.coerce.number<number>().int().min(0).max(73_000).optional(),
    is_pregnant: YesNo.optional(),
    on: z.iso.date().optional(),
    result: z.string().max(200).optional(),
  }),
  response: Trial,
})
