import { z } from 'zod'

export const allergySeverities = ['mild', 'moderate', 'severe', 'life threatening', 'unknown'] as const
export const allergyStates = ['recorded', 'none known', 'not asked'] as const

/** What is known of a patient's allergies: unknown (`not asked`) is not none. */
export const AllergyStatus = z
  .object({
    /** `recorded`: at least one active allergy. `none known`: somebody recorded that there are none. `not asked`: neither. */
    state: z.enum(allergyStates),
    /** When and by whom "no known allergies" was recorded; null in the other states. */
    recorded_at: z.iso.datetime().nullable(),
    recorded_by_name: z.string().nullable(),
    /** Grows with every change of the patient's allergies; to be sent with the next one. */
    version: z.int(),
  })
  .meta({ id: 'AllergyStatus' })
export type AllergyStatus = z.output<typeof AllergyStatus>

/** What a list shows of allergies: all of them, worst first. */
export const ListedAllergy = z.object({ substance: z.string(), severity: z.enum(allergySeverities), is_intolerance: z.boolean() })

export const deathPlaces = ['here', 'brought in dead', 'home', 'other facility', 'other'] as const

export type DeathPlace = (typeof deathPlaces)[number]

/** What headers, lists and searches show of a death; null there for the living, and where the record is restricted. */
export const DeathSummary = z
  .object({
    died_on: z.iso.date(),
    /** Wall-clock time; null: not known. */
    died_at: z.string().nullable(),
  })
  .meta({ id: 'DeathSummary' })
export type DeathSummary = z.output<typeof DeathSummary>

/** What is known of a pregnancy on a day; unknown is not no. */
export const pregnancyStates = ['pregnant', 'past due', 'postpartum', 'not pregnant', 'unknown'] as const
export type PregnancyState = (typeof pregnancyStates)[number]

/** What headers and lists show of a pregnancy; null there for men of whom none is recorded, and where the record is restricted. */
export const PregnancySummary = z
  .object({
    /**
     * `past due`: recorded and never ended, beyond 44 weeks, or undated for 308 days: still warned about, no more reason for ranges. `postpartum`: to
     * 42 days after a birth. `not pregnant`: said on this very day.
     */
    state: z.enum(pregnancyStates),
    /** Days of gestation today; null while it is not dated, and in all states but the first two. */
    gestation_days: z.int().nullable(),
    /** The due date; null where `gestation_days` is. */
    edd: z.iso.date().nullable(),
    /** The day on which "not pregnant" was last said; it holds for that day alone. */
    said_on: z.iso.date().nullable(),
  })
  .meta({ id: 'PregnancySummary' })
export type PregnancySummary = z.output<typeof PregnancySummary>
