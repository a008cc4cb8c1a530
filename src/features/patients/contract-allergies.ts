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
