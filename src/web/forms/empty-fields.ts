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
