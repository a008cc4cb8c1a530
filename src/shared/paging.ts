import { z } from 'zod'

/** A body or query that names every field it takes; anything else is a 400. */
export const fields = <T extends z.core.$ZodLooseShape>(shape: T) => z.strictObject(shape)

export const MAX_ID = 2_147_483_647
const DIGITS = /^\d{1,10}$/
/** An id in a path or a query: digits, and nothing else that a number may be written with. */
export const Id = z.preprocess(
  (sent: number) => (DIGITS.test(String(sent)) ? sent : undefined),
  z.coerce.number<number>('Send an id: a whole number, in digits.').int().min(1).max(MAX_ID),
)
/** An id in a body: a number, never a text that looks like one. */
export const Ref = z.int().min(1).max(MAX_ID)
export const ById = fields({ id: Id })
/**
 * The id of the patient whose record a reply shows. Lists leave out lines of restricted records by the fields that have this very schema
 * (`platform/http/patients-shown.ts`), so it says nothing else than that.
 */
export const PatientId = z.int()

/** Yes or no in a query: `true` or `false`, and nothing else. */
export const YesNo = z.stringbool({ truthy: ['true'], falsy: ['false'] })

/** Paging of a list that grows: at most 100 rows, newest first unless said, an opaque cursor. */
export const pageQuery = {
  limit: z.coerce.number<number>().int().min(1).max(100).optional(),
  /** Holds the last row's sort value: a name of the greatest length in any script. */
  cursor: z.string().max(4000).optional(),
  count: YesNo.optional(),
}
export const DEFAULT_LIMIT = 25

/** Fields that earlier clients send and the server decides: taken and dropped. */
export const ignored = <K extends string>(...names: K[]) =>
  Object.fromEntries(names.map((name) => [name, z.unknown().optional()])) as Record<K, z.ZodOptional<z.ZodUnknown>>

/** What was sent without the named fields: the ignored ones, and those that say how to save rather than what. */
export const without = <T extends object, K extends keyof T>(sent: T, names: readonly K[]): Omit<T, K> => {
  const rest = { ...sent }
  for (const name of names) delete rest[name]
  return rest
}

/** The version of the record that a change starts from. */
export const version = { version: z.int().min(1).optional() }

/** A field that says what it is when absent; in a PATCH absent means unchanged. */
const withoutDefault = (field: z.core.$ZodType) => (field instanceof z.ZodDefault ? field.unwrap() : field)

/** The body of a PATCH: any of the fields, at least one of them. */
export const patchOf = <T extends z.core.$ZodLooseShape>(schema: z.ZodObject<T, z.core.$strict>) => {
  const shape = Object.fromEntries(Object.entries(schema.shape).map(([name, field]) => [name, withoutDefault(field)])) as T
  return z
    .strictObject(shape)
    .partial()
    .extend(version)
    .refine((change) => Object.keys(change).some((name) => name !== 'version'), 'Nothing to change.')
}
