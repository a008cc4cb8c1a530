import { z } from 'zod'

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
