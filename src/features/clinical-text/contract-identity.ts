import { z } from 'zod'

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
