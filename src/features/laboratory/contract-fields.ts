import { z } from 'zod'
import { line } from '#shared/text.ts'
import { PatientId } from '#shared/paging.ts'
import { Instant } from '#shared/dates.ts'
import { resultKinds } from '#features/lab-catalogue/contract-ranges.ts'

export const priorities = ['routine', 'urgent', 'stat'] as const
export const Priority = z.enum(priorities, { error: `Choose one of: ${priorities.join(', ')}.` })
export type Priority = z.output<typeof Priority>

/** Where a test stands: asked for, entered and not yet approved, approved, cancelled. */
export const panelStates = ['requested', 'entered', 'approved', 'cancelled'] as const
export const PanelState = z.enum(panelStates, { error: `Choose one of: ${panelStates.join(', ')}.` })
export type PanelState = z.output<typeof PanelState>

/** Why a test that is for one sex is asked for in somebody of the other; said for nothing else it is not kept. */
export const SexOverride = line(300).nullish()

/** Whoever approves looked at what stands beside the result, which is approved by itself. */
export const acknowledged = z.boolean().optional()

export const sampleStates = ['to collect', 'collected', 'received', 'rejected', 'cancelled'] as const
export const SampleState = z.enum(sampleStates, { error: `Choose one of: ${sampleStates.join(', ')}.` })
export type SampleState = z.output<typeof SampleState>

export const flags = ['normal', 'low', 'high', 'critical low', 'critical high', 'abnormal', 'critical'] as const
export const Flag = z.enum(flags)
export type Flag = z.output<typeof Flag>
export const isCritical = (flag: Flag | null): boolean => flag === 'critical low' || flag === 'critical high' || flag === 'critical'

/** One result: what is reported, what it was held against, who entered and approved it. */
export const Result = z
  .object({
    id: z.int(),
    request_panel: z.int().nullable(),
    patient: PatientId,
    test_panel: z.int(),
    revision: z.int(),
    is_current: z.boolean(),
    /** When the sample was taken. */
    observed_at: Instant,
    /** As it is reported: with the decimals of the test, and `<` or `>` where there was one. */
    result: z.string(),
    /** The number alone, as it was sent; null of coded tests, of words and of what is no number. */
    value: z.string().nullable(),
    comparator: z.enum(['<', '<=', '>', '>=']).nullable(),
    /** What a quantitative result is when it is no number. */
    result_kind: z.enum(resultKinds).nullable(),
    /** Its place among results of its kind: 0 of what was not detected, the upper end of a range, the dilution of a titre. */
    rank: z.string().nullable(),
    unit: z.string().nullable(),
    /** As it was typed or sent. */
    entered: z.string(),
    flag: Flag.nullable(),
    low: z.string().nullable(),
    high: z.string().nullable(),
    low_critical: z.string().nullable(),
    high_critical: z.string().nullable(),
    range_text: z.string(),
    /** False: a number, and nothing says what is normal for this patient. */
    has_range: z.boolean(),
    /** Whether the laboratory confirmed the range; null: there was none. */
    is_range_confirmed: z.boolean().nullable(),
    /** What the instrument said of the result or its sample, and its flags; for staff. */
    instrument_comment: z.string(),
    instrument_flags: z.string(),
    /** The one before, of whichever visit: approved, or imported. */
    previous: z.object({ result: z.string(), observed_at: Instant }).nullable(),
    is_delta_exceeded: z.boolean(),
    comment: z.string(),
    origin: z.enum(['typed', 'analyser', 'calculated', 'imported']),
    entered_at: Instant,
    entered_by: z.int().nullable(),
    entered_by_name: z.string().nullable(),
    approved_at: Instant.nullable(),
    approved_by_name: z.string().nullable(),
    /** Why it took the place of the one before. */
    amend_reason: z.string().nullable(),
    /** One before it was approved: what was reported is corrected. */
    is_amendment: z.boolean(),
    withdrawn_at: Instant.nullable(),
    withdrawn_by_name: z.string().nullable(),
    withdraw_reason: z.string().nullable(),
    version: z.int(),
  })
  .meta({ id: 'LabResult' })
export type Result = z.output<typeof Result>
