import type { z } from 'zod'

export type Schema = z.core.$ZodType
interface Def {
  type: string
  innerType?: Schema
  in?: Schema
  out?: Schema
  shape?: Record<string, Schema>
  element?: Schema
  options?: readonly Schema[]
  getter?: () => Schema
  items?: readonly Schema[]
  valueType?: Schema
  left?: Schema
  right?: Schema
}
/** How a schema is defined, whatever its kind. */
// oxlint-disable-next-line no-underscore-dangle
export const schemaDef = (schema: Schema) => schema._zod.def as unknown as Def

export interface Field {
  /** What it may be, without null; a choice of shapes is each of them. */
  shapes: Schema[]
  mayBeLeftOut: boolean
  mayBeNull: boolean
}

/** A field without its wrappers. */
export const fieldOf = (schema: Schema): Field => {
  const { type, innerType, in: sent, out, options, getter } = schemaDef(schema)
  if (type === 'optional' || type === 'default' || type === 'prefault' || type === 'catch')
    return { ...fieldOf(innerType!), mayBeLeftOut: true }
  if (type === 'nullable') return { ...fieldOf(innerType!), mayBeNull: true }
  if (type === 'readonly' || type === 'nonoptional') return fieldOf(innerType!)
  if (type === 'pipe') return fieldOf(schemaDef(sent!).type === 'transform' ? out! : sent!)
  if (type === 'lazy') return fieldOf(getter!())
  if (type === 'null') return { shapes: [], mayBeLeftOut: false, mayBeNull: true }
  if (type === 'union') {
    const fields = options!.map(fieldOf)
    return {
      shapes: fields.flatMap(({ shapes }) => shapes),
      mayBeLeftOut: fields.some((one) => one.mayBeLeftOut),
      mayBeNull: fields.some((one) => one.mayBeNull),
    }
  }
  return { shapes: [schema], mayBeLeftOut: false, mayBeNull: false }
}

/** Those of a kind: `object`, `array`, `string`. */
export const ofType = (schemas: readonly Schema[], type: string): Schema[] => schemas.filter((schema) => schemaDef(schema).type === type)

/** The fields of that name in any of the objects. */
export const fieldsOf = (schemas: readonly Schema[], name: string) =>
  ofType(schemas, 'object').flatMap((schema) => {
    const field = schemaDef(schema).shape?.[name]
    return field ? [field] : []
  })

const inside = (schema: Schema, step: PropertyKey): Schema[] => {
  const { shapes } = fieldOf(schema)
  if (typeof step === 'number') return ofType(shapes, 'array').map((one) => schemaDef(one).element!)
  return fieldsOf(shapes, String(step))
}

/** The names that may stand at this place of a value. */
export const namesAt = (schema: Schema, path: readonly PropertyKey[]): string[] => {
  const found = path.reduce<Schema[]>((schemas, step) => schemas.flatMap((one) => inside(one, step)), [schema])
  const objects = found.flatMap((one) => ofType(fieldOf(one).shapes, 'object'))
  return [...new Set(objects.flatMap((one) => Object.keys(schemaDef(one).shape ?? {})))].toSorted()
}
