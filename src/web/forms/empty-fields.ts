import type { z } from 'zod'

type Schema = z.core.$ZodType
interface Shape {
  type: string
  innerType?: Schema
  element?: Schema
  shape?: Record<string, Schema>
  in?: Schema
}
const shapeOf = (schema: Schema) => schema['_zod'].def as unknown as Shape
const accepts = (schema: Schema, value: null | undefined) => {
  for (let { type, innerType } = shapeOf(schema); innerType; { type, innerType } = shapeOf(innerType)) {
    if (type === 'nullable' && value === null) return true
    if (type === 'optional' && value === undefined) return true
  }
  return false
}
const unwrapped = (schema: Schema): Schema => {
  const { innerType, in: input } = shapeOf(schema)
  const inner = innerType ?? input
  return inner ? unwrapped(inner) : schema
}

/**
 * What an empty box means on the wire: null where the contract takes null, left out where it takes nothing, and otherwise the empty
 * text, which the contract then refuses.
 */
export const withoutEmptyTexts = (schema: Schema, value: unknown): unknown => {
  if (value === '') return accepts(schema, null) ? null : accepts(schema, undefined) ? undefined : value
  const { element, shape } = shapeOf(unwrapped(schema))
  if (Array.isArray(value)) return element ? value.map((item) => withoutEmptyTexts(element, item)) : value
  if (!shape || typeof value !== 'object' || value === null) return value
  const fields = Object.entries(value).map(([name, field]) => {
    const part = shape[name]
    return [name, part ? withoutEmptyTexts(part, field) : field] as const
  })
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined))
}

/** The part of a schema that a path of a form leads to. */
const partAt = (schema: Schema, path: string): Schema | undefined =>
  path.split('.').reduce<Schema | undefined>((part, name) => {
    if (!part) return undefined
    const { element, shape } = shapeOf(unwrapped(part))
    return /^\d+$/.test(name) ? element : shape?.[name]
  }, schema)

const refuses = (schema: Schema, value: unknown) => {
  const checked = (schema as z.ZodType)['~standard'].validate(value)
  return 'issues' in checked && checked.issues !== undefined
}

/** Nothing is left empty there: a box is ticked or not, and parts have boxes of their own. */
const NEVER_EMPTY = ['boolean', 'object', 'record', 'custom', 'any', 'unknown']

/**
 * Whether the contract refuses what an empty box of this path sends: the box then bears the mark of a required field. Where the form makes
 * something else of an empty box before it is sent (no price: none), `toBody` says what.
 */
export const isRequired = <V extends Record<string, unknown>>(
  schema: Schema,
  path: string,
  values: V,
  toBody?: (values: V) => unknown,
): boolean => {
  const part = partAt(schema, path)
  if (!part) return false
  const { type } = shapeOf(unwrapped(part))
  if (NEVER_EMPTY.includes(type) || !refuses(part, withoutEmptyTexts(part, type === 'array' ? [] : ''))) return false
  if (!toBody || !(typeof values[path] === 'string' || values[path] === null)) return true
  const sent = toBody({ ...values, [path]: '' }) as Record<string, unknown>
  return !(path in sent) || refuses(part, withoutEmptyTexts(part, sent[path]))
}
