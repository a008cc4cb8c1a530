import type { JsonSchema } from './components.ts'

const FORMATS: Readonly<Record<string, string>> = {
  email: 'name@clinic.example',
  date: '2026-03-02',
  'date-time': '2026-03-02T07:30:00Z',
  uuid: '00000000-0000-4000-8000-000000000001',
}
/** Values that say what a field is about; of several the first that its pattern takes is shown. */
const TEXTS = ['text', '1.00', '12', '08:30', '+254700000001', 'ABC', 'A1', '#2b8a3e', 'a', '1234567-1', '2026-03']
const MAX_TEXT = 200

const textFor = ({ pattern, minLength = 0, maxLength = MAX_TEXT, format }: JsonSchema & { minLength?: number; maxLength?: number }) => {
  if (format && FORMATS[format]) return FORMATS[format]
  const fits = (text: string) => (!pattern || new RegExp(pattern, 'u').test(text)) && text.length >= minLength && text.length <= maxLength
  return TEXTS.find(fits) ?? 'text'.padEnd(minLength, '-').slice(0, maxLength)
}

/** A value of this schema, for whoever reads the document: every field that must be sent, or the first where none must. */
export const exampleOf = (schema: JsonSchema, schemas: Readonly<Record<string, JsonSchema>>): unknown => {
  if (schema.$ref) return exampleOf(schemas[schema.$ref.split('/').at(-1) ?? ''] ?? {}, schemas)
  if (schema.const !== undefined) return schema.const
  if (schema.enum) return schema.enum.find((one) => one !== null) ?? null
  const choice = (schema.anyOf ?? schema.oneOf)?.find(({ type }) => type !== 'null')
  if (choice) return exampleOf(choice, schemas)
  if (schema.properties) {
    const names = schema.required?.length ? schema.required : Object.keys(schema.properties).slice(0, 1)
    return Object.fromEntries(names.map((name) => [name, exampleOf(schema.properties?.[name] ?? {}, schemas)]))
  }
  if (schema.prefixItems) return schema.prefixItems.map((one) => exampleOf(one, schemas))
  const { minItems = 0, minimum = 1 } = schema as { minItems?: number; minimum?: number }
  const type = Array.isArray(schema.type) ? schema.type.find((one) => one !== 'null') : schema.type
  if (type === 'array') return Array.from({ length: Math.max(1, minItems) }, () => exampleOf(schema.items ?? {}, schemas))
  if (type === 'object') return {}
  if (type === 'boolean') return true
  if (type === 'integer' || type === 'number') return Math.max(1, minimum)
  return textFor(schema)
}
