import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, patchOf } from '#shared/paging.ts'
import { triageScales } from '#features/attendance/rules.ts'
import { numberIn } from './measures.ts'

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
