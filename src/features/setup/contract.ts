import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { Amount } from '#shared/money.ts'
import { fields, ignored } from '#shared/paging.ts'
import { email, line } from '#shared/text.ts'
import { ItemCategory } from '#features/catalogue/contract.ts'
import { CompanyDetails, CompanyFormats } from '#features/company/contract.ts'
import { Password } from '#features/users/contract.ts'
import { Instant } from '#shared/dates.ts'
import type { Permission } from '#shared/permissions.ts'

/** What new clinics ask for; theirs to change afterwards. */
const FirstPassword = Password.min(10, 'Use at least 10 characters.')

/** What a new clinic may start with; the wizard offers them. */
export const starterDepartments = ['Outpatients', 'Laboratory', 'Pharmacy', 'Maternity', 'Dental', 'Radiology'] as const

const SetUpCode = z.string().max(40)

/** Checks the code on its own step of the wizard. Counts as a try of the code, like setting up. */
export const checkSetUpCode = endpoint({
  method: 'POST',
  path: '/company/set-up/code/',
  summary: 'Check the set-up code',
  access: 'public',
  perMinute: 10,
  beforeSetUp: true,
  // Nothing changes, and nobody has an account yet.
  audit: 'none',
  idempotent: false,
  body: fields({ code: SetUpCode }),
  status: 204,
  response: z.void(),
})

/** The first start: whoever holds the code that the server printed claims the clinic. Answers 409 for ever after. */
export const setUpClinic = endpoint({
  method: 'POST',
  path: '/company/set-up/',
  summary: 'Set up a new clinic and its first administrator',
  access: 'public',
  perMinute: 10,
  beforeSetUp: true,
  idempotent: false,
  body: fields({
    code: SetUpCode,
    company: fields({ ...CompanyDetails, ...CompanyFormats, ...ignored('version') }),
    administrator: fields({ email, first_name: line(60), last_name: line(60), password: FirstPassword }),
    /** Absent: the starter departments. */
    departments: z.array(line(60)).max(50).optional(),
    /** The catalogue to begin with. Absent: none. */
    services: z
      .array(
        fields({
          name: line(120),
          /** Absent: other. */
          category: ItemCategory.optional(),
          /** Absent: each. */
          unit: line(30).optional(),
          department: line(60).optional(),
          /** The cash price. Absent: none yet. */
          price: Amount.nullish(),
        }),
      )
      .max(200)
      .optional(),
  }),
  status: 201,
  response: z.object({ name: z.string() }),
})

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
