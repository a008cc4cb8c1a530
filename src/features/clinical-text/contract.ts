import { z } from 'zod'
import { entityTypes } from './entity-types.ts'

export { entityTypes }

/** What a mention in a document is about. */
export const EntityType = z.enum(entityTypes, { error: `Choose one of: ${entityTypes.join(', ')}.` })
export type EntityType = (typeof entityTypes)[number]

export const certainties = ['certain', 'possible'] as const
export type Certainty = (typeof certainties)[number]

/** Whom it is about. */
export const subjects = ['patient', 'family', 'other'] as const
export type Subject = (typeof subjects)[number]

/** When it is: now, in the past, or only if something happens. */
export const temporalities = ['recent', 'historical', 'hypothetical'] as const
export type Temporality = (typeof temporalities)[number]

/** What is said of a drug other than that it is taken; for an allergy only `not tolerated`: an intolerance, no allergy. */
export const drugUsages = ['stopped', 'avoided', 'not tolerated', 'tolerated'] as const
export type DrugUsage = (typeof drugUsages)[number]

/** What belongs to a mention beyond its text; each kind has its own. */
export const EntityDetails = z.object({
  /** Drugs: as it is written, and as the parser of prescriptions reads it. */
  dose: z.string().optional(),
  route: z.string().optional(),
  frequency: z.string().optional(),
  duration: z.string().optional(),
  /** The words from which dose, frequency and duration were read. */
  directions: z.string().optional(),
  /** International names, lower case. */
  substances: z.array(z.string()).optional(),
  /** Allergies: what happens. */
  reaction: z.string().optional(),
  severity: z.enum(['mild', 'moderate', 'severe']).optional(),
  /** Laboratory values: what the paper says of them. */
  comparator: z.enum(['<', '<=', '>', '>=']).optional(),
  flag: z.enum(['low', 'high', 'critical low', 'critical high', 'normal', 'abnormal']).optional(),
  low: z.string().optional(),
  high: z.string().optional(),
  /** Vital signs: which, as the triage calls it; blood pressure has two values. */
  measure: z.string().optional(),
  second_value: z.string().optional(),
  /** Dates: what they are of. */
  role: z.string().optional(),
})
export type EntityDetails = z.output<typeof EntityDetails>

const identityFields = ['name', 'birth', 'age', 'sex', 'number', 'identifier', 'phone'] as const
export type IdentityField = (typeof identityFields)[number]

/**
 * How a statement is known to be about the patient: `patient` by a label that names the patient, `plain` by a label that any form has
 * ("Name:"), `narrative` by a sentence ("a 34-year-old woman").
 */
const strengths = ['patient', 'plain', 'narrative'] as const
export type Strength = (typeof strengths)[number]

/** What a page says of whose document it is. */
export const IdentityStatement = z.object({
  field: z.enum(identityFields),
  strength: z.enum(strengths),
  /** As it is written. */
  text: z.string(),
  /** Every way in which it can be read: a birth date in both orders and centuries, as YYYY-MM-DD, YYYY-MM or YYYY. */
  values: z.array(z.string()),
  /** Identifiers: which one, where the label says. */
  kind: z.string().optional(),
})
export type IdentityStatement = z.output<typeof IdentityStatement>
