import { z } from 'zod'
import { Instant } from '#shared/dates.ts'
import { endpoint } from '#shared/endpoint.ts'
import { ById, fields, pageQuery, version } from '#shared/paging.ts'
import { line } from '#shared/text.ts'
import { routeCodes } from '#features/directions/contract.ts'
import { externalForms, warningKinds, warningTitles, type ExternalForm } from './rules.ts'

const titleKeys = Object.keys(warningTitles) as (keyof typeof warningTitles)[]

/** What the safety rules say about a line. A `stop` needs a reason to go ahead; a `note` is only told. */
export const SafetyWarning = z
  .object({
    /** Stays the same as long as the warning does: an override names it. */
    key: z.string(),
    kind: z.enum(warningKinds),
    severity: z.enum(['stop', 'note']),
    /** The line it is about: the id of its item, as text. */
    line: z.string(),
    /** What it meets: another drug, an allergy; null where it meets nothing. */
    with: z.string().nullable(),
    /** The second line of a pair. */
    other_line: z.string().nullable(),
    title: z.string(),
    /** The title before it was filled in, to be translated: one of warningTitles, and what goes into it. */
    title_key: z.enum(titleKeys),
    values: z.record(z.string(), z.string()),
    detail: z.string(),
    /** Substances that may be taken instead and were checked for this patient, except for kidney function; none may be left; null: none are known. */
    alternatives: z.array(z.string()).nullable(),
    source: z.string(),
    rule: z.string(),
    version: z.string(),
  })
  .meta({ id: 'SafetyWarning' })
export type SafetyWarning = z.output<typeof SafetyWarning>

/** Going ahead against warnings, each with its reason. */
export const Overrides = z.array(fields({ key: z.string().min(1).max(400), reason: line(300) })).max(100)
export type Overrides = z.output<typeof Overrides>

/** How much of one substance one of the item holds, or so much of it: 125 mg per 5 ml. */
const Strength = z.strictObject({
  amount: z.number().positive().max(1_000_000_000),
  unit: z.enum(['mg', 'mcg', 'g', 'unit', 'mmol']),
  per: z.strictObject({ amount: z.number().positive().max(100_000), unit: z.enum(['ml', 'g', 'puff', 'drop', 'hour']) }).optional(),
})

const Divides = z.union([z.literal(1), z.literal(2), z.literal(4)])
const Contents = z.strictObject({
  amount: z.number().min(0.001).max(100_000),
  unit: z.enum(['ml', 'g', 'puff', 'drop']),
})

/** What a drug of the catalogue is. */
export const DrugFacts = {
  substances: z.array(line(100)).min(1).max(10),
  /** Of each substance in its order; null where it is not known. */
  strengths: z.array(Strength.nullable()).max(10).optional(),
  form: line(20).nullish(),
  route: z.enum(routeCodes).nullish(),
  /** Into how many parts one may be divided: 1 is taken whole, 2 is scored, 4 is scored crosswise; null where it is not known. */
  divides: Divides.nullish(),
  /** How much one of what the item is counted in holds, such as 100 ml in a bottle; null where it is not known. */
  contents: Contents.nullish(),
}

/** A drug that is not in the catalogue, as a prescriber names it. */
export const ExternalDrug = {
  name: line(80),
  /** What it holds by generic name, where the name is a brand that the safety check does not know. */
  substances: z.array(line(60)).min(1).max(5).optional(),
  /** In words, such as 500 mg or 125 mg/5 ml. */
  strength: line(40).optional(),
  form: z.enum(Object.keys(externalForms) as [ExternalForm, ...ExternalForm[]]),
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
    strengths: z.array(Strength.nullable()),
    form: z.string().nullable(),
    route: z.enum(routeCodes).nullable(),
    divides: Divides.nullable(),
    contents: Contents.nullable(),
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
  query: fields({ limit: pageQuery.limit, cursor: pageQuery.cursor }),
  response: z.array(ItemDrug),
})
