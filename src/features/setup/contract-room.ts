import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { fields } from '#shared/paging.ts'
import type { Permission } from '#shared/permissions.ts'
import { line } from '#shared/text.ts'

/** What a clinic sees to after its first start, in the order in which it is best done. */
export const setUpSteps = [
  'formats',
  'departments',
  'stores',
  'services',
  'drugs',
  'laboratory',
  'ranges',
  'diagnoses',
  'payers',
  'prices',
  'stock',
  'papers',
  'security',
  'people',
  'backups',
] as const
export const SetUpStep = z.enum(setUpSteps)
export type SetUpStep = z.output<typeof SetUpStep>

/** What it takes to do a step where it is done for good; nobody else is shown it. */
export const rightOfStep: Readonly<Record<SetUpStep, Permission>> = {
  formats: 'company.change',
  departments: 'company.change',
  stores: 'stock.settings',
  services: 'catalogue.change',
  drugs: 'catalogue.change',
  laboratory: 'laboratory.catalogue',
  ranges: 'laboratory.catalogue',
  diagnoses: 'diagnoses.change',
  payers: 'insurance.change',
  prices: 'prices.change',
  stock: 'stock.settings',
  papers: 'company.change',
  security: 'security.change',
  people: 'users.change',
  backups: 'backups.manage',
}

/** What can be put away: a step, and the line about the set-up where people land. */
const Skippable = z.enum([...setUpSteps, 'line'])

/** The catalogues that may begin with what most clinics have. */
export const starterKinds = ['departments', 'services', 'drugs', 'laboratory', 'payers'] as const
const StarterKind = z.enum(starterKinds)

const Demonstration = z.object({
  is_loaded: z.boolean(),
  /** False when it is there, or when the clinic has patients or bills. */
  can_load: z.boolean(),
  work: z.enum(['loading', 'removing']).nullable(),
  /** Hundredths of the work. */
  done: z.int(),
  /** What went wrong last time. */
  problem: z.enum(['interrupted', 'refused', 'failed']).nullable(),
  asked_at: Instant.nullable(),
})

export const SetUpState = z
  .object({
    steps: z.array(
      z.object({
        step: SetUpStep,
        state: z.enum(['done', 'skipped', 'open']),
        /** How many there are of what the step is about, the demonstration's left out. */
        count: z.int(),
        /** Of how many; null where there is no such number. */
        of: z.int().nullable(),
      }),
    ),
    /** Somebody put the line about the set-up away. */
    is_line_hidden: z.boolean(),
    /** National schemes of the clinic's country that are not there yet; none where we know none. */
    payers: z.array(z.string()),
    demonstration: Demonstration,
  })
  .meta({ id: 'SetUpState' })
export type SetUpState = z.output<typeof SetUpState>

export const getSetUp = endpoint({
  method: 'GET',
  path: '/company/set-up/',
  summary: 'The steps of the set-up that the caller may do: which are done, skipped or open, and the demonstration data',
  access: 'company.change',
  live: ['company'],
  response: SetUpState,
})

export const markSetUpStep = endpoint({
  method: 'PUT',
  path: '/company/set-up/steps/{step}/',
  summary: 'Say that a step of the set-up is not needed, or that it is',
  access: 'company.change',
  params: fields({ step: Skippable }),
  body: fields({ is_skipped: z.boolean() }),
  response: SetUpState,
})

export const addStarters = endpoint({
  method: 'POST',
  path: '/company/set-up/starters/',
  summary: 'Add what most clinics have to the catalogues that the caller may change; what is there already stays as it is',
  access: 'company.change',
  body: fields({
    kinds: z
      .array(StarterKind)
      .min(1)
      .max(starterKinds.length)
      .refine((kinds) => new Set(kinds).size === kinds.length, 'Send each kind once.'),
    /** Of the payers, these. Absent: all. */
    payers: z.array(line(120)).max(50).optional(),
  }),
  response: z.array(z.object({ kind: StarterKind, added: z.int() })),
})

export const loadDemonstration = endpoint({
  method: 'POST',
  path: '/company/set-up/demonstration/',
  summary: 'Load demonstration data into a clinic that has no patients and no bills yet',
  access: 'company.change',
  status: 202,
  response: SetUpState,
})

export const previewDemonstration = endpoint({
  method: 'GET',
  path: '/company/set-up/demonstration/',
  summary: 'What would go with the demonstration data and what would stay, by table',
  access: 'company.change',
  response: z.array(
    z.object({
      table: z.string(),
      goes: z.int(),
      stays: z.int(),
      /** The tables whose rows of the clinic's own are the reason. */
      held_by: z.array(z.string()),
    }),
  ),
})

export const removeDemonstration = endpoint({
  method: 'POST',
  path: '/company/set-up/demonstration/remove/',
  summary: 'Take the demonstration data away; rows of the clinic’s own stay, and what they need',
  access: 'company.change',
  body: fields({
    /** The name of the clinic, typed again. */
    name: line(120),
  }),
  status: 202,
  response: SetUpState,
})
