import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'

/** What the safety rules say about a line. A `stop` needs a reason to go ahead; a `note` is only told. */
export const SafetyWarning = z
  .object({
    /** Stays the same as long as the warning does: an override names it. */
    key: z.string(),
    kind: z.string(),
    severity: z.enum(['stop', 'note']),
    /** The line it is about: the id of its item, as text. */
    line: z.string(),
    /** What it meets: another drug, an allergy; null where it meets nothing. */
    with: z.string().nullable(),
    title: z.string(),
    detail: z.string(),
    source: z.string(),
    rule: z.string(),
    version: z.string(),
  })
  .meta({ id: 'SafetyWarning' })
export type SafetyWarning = z.output<typeof SafetyWarning>

/** Going ahead against warnings, each with its reason. */
export const Overrides = z.array(fields({ key: z.string().min(1).max(400), reason: line(300) })).max(100)
export type Overrides = z.output<typeof Overrides>

/** How much of one substance a counted unit (a tablet, a millilitre) holds. */
const Strength = z.strictObject({
  amount: z.number().positive().max(1_000_000_000),
  unit: z.string().min(1).max(20),
  /** Per so much: 5 ml of a syrup. Absent for one counted unit. */
  per_amount: z.number().positive().max(100_000).nullish(),
  per_unit: z.string().min(1).max(20).nullish(),
})

/** What a drug of the catalogue is. */
export const DrugFacts = {
  substances: z.array(line(100)).min(1).max(10),
  /** Of each substance in its order; null where it is not known. */
  strengths: z.array(Strength).max(10).nullish(),
  form: line(60).nullish(),
  route: line(10).nullish(),
}

export const ItemDrug = z
  .object({
    /** The item. */
    id: z.int(),
    name: z.string(),
    unit: z.string().nullable(),
    /** Where it comes from: read from the name, or said by a person; null when nothing is known. */
    origin: z.enum(['name', 'person']).nullable(),
    substances: z.array(z.string()),
    strengths: z.array(Strength).nullable(),
    form: z.string().nullable(),
    route: z.string().nullable(),
    /** Substances that no safety rule knows. */
    unknown: z.array(z.string()),
    changed_at: Instant.nullable(),
    changed_by_name: z.string().nullable(),
    /** Null until a person has said something. */
    version: z.int().nullable(),
  })
  .meta({ id: 'ItemDrug' })
export type ItemDrug = z.output<typeof ItemDrug>

export const getItemDrug = endpoint({
  method: 'GET',
  path: '/drugs/items/{id}/',
  summary: 'What a drug of the catalogue holds, and whether it was read from its name or said by a person',
  access: 'services.view',
  live: ['catalogue'],
  params: ById,
  response: ItemDrug,
})

export const putItemDrug = endpoint({
  method: 'PUT',
  path: '/drugs/items/{id}/',
  summary: 'Say what a drug of the catalogue holds: the safety check and quantities go by it from now on',
  access: 'drugs.change',
  params: ById,
  body: fields({ ...DrugFacts, ...version }),
  response: ItemDrug,
})

export const listUnknownDrugs = endpoint({
  method: 'GET',
  path: '/drugs/unknown/',
  summary: 'Drugs in use that the safety check does not know, by name',
  access: 'services.view',
  paged: true,
  live: ['catalogue'],
  query: fields(pageQuery),
  response: z.array(ItemDrug),
})
