import { z } from 'zod'

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
