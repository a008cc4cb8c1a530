import { z } from 'zod'

interface Schema {
  type?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  pattern?: string
  minimum?: number
  minLength?: number
}

const texts: Record<string, string> = { email: 'somebody@clinic.example', date: '1990-02-03', uuid: '00000000-0000-4000-8000-000000000001' }

const sampleOf = (schema: Schema): unknown => {
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum[0]
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null')
  if (choice) return sampleOf(choice)
  if (schema.type === 'object') {
    const names = schema.required?.length ? schema.required : Object.keys(schema.properties ?? {}).slice(0, 1)
    return Object.fromEntries(names.map((name) => [name, sampleOf(schema.properties?.[name] ?? {})]))
  }
  if (schema.type === 'array') return []
  if (schema.type === 'boolean') return true
  if (schema.type === 'integer' || schema.type === 'number') return Math.max(1, schema.minimum ?? 1)
  return texts[schema.format ?? ''] ?? (schema.pattern ? '+254712345678' : 'x'.repeat(Math.max(12, schema.minLength ?? 0)))
}

/**
 * A body with every required field filled in plausibly, or with its first where none is (a change of nothing is refused): good enough to
 * get past the door if the door were open.
 */
export const sampleBody = (schema: z.core.$ZodType): unknown =>
  sampleOf(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema)
