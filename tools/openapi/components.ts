import { z } from 'zod'
import { partNames } from './names.ts'

export interface JsonSchema {
  $ref?: string
  $defs?: Record<string, JsonSchema>
  type?: string | string[]
  format?: string
  pattern?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  additionalProperties?: JsonSchema | boolean
  items?: JsonSchema
  prefixItems?: JsonSchema[]
  anyOf?: JsonSchema[]
  oneOf?: JsonSchema[]
  allOf?: JsonSchema[]
  enum?: unknown[]
  const?: unknown
  [more: string]: unknown
}

const DEFS = '#/$defs/'
const PLACE = '#/components/schemas/'
/** An object with fewer fields is as easily read where it stands. */
const LEAST_FIELDS = 3

const key = (schema: JsonSchema) => JSON.stringify(schema)
export const refTo = (name: string): JsonSchema => ({ $ref: `${PLACE}${name}` })

/** Changes every schema inside of a schema, whatever holds it. */
const mapInside = (schema: JsonSchema, change: (inner: JsonSchema, field: string) => JsonSchema): JsonSchema => {
  const result: JsonSchema = { ...schema }
  const named = (part: Record<string, JsonSchema>) =>
    Object.fromEntries(Object.entries(part).map(([field, inner]) => [field, change(inner, field)]))
  if (schema.properties) result.properties = named(schema.properties)
  if (schema.$defs) result.$defs = named(schema.$defs)
  if (schema.items) result.items = change(schema.items, 'item')
  if (typeof schema.additionalProperties === 'object') result.additionalProperties = change(schema.additionalProperties, 'value')
  for (const choice of ['anyOf', 'oneOf', 'allOf', 'prefixItems'] as const) {
    const inner = schema[choice]
    if (inner) result[choice] = inner.map((one) => change(one, 'choice'))
  }
  return result
}

/** A record of known keys is an object with these fields. */
const withFields = (schema: JsonSchema): JsonSchema => {
  const { propertyNames, additionalProperties, ...rest } = schema
  const names = (propertyNames as JsonSchema | undefined)?.enum
  if (!names || !schema.required || typeof additionalProperties !== 'object') return schema
  return { ...rest, properties: Object.fromEntries(names.map((name) => [String(name), additionalProperties])), additionalProperties: false }
}

const FORMATTED = new Set(['date-time', 'date', 'email', 'uuid'])
/** A format says what its pattern says, and is understood by every tool. */
const tidy = (schema: JsonSchema): JsonSchema => {
  const { pattern, ...rest } = mapInside(withFields(schema), tidy)
  return pattern === undefined || FORMATTED.has(schema.format ?? '') ? rest : { ...rest, pattern }
}

/**
 * The wire side of a Zod schema: `input`, for requests and (since replies are encoded) for replies alike. What an earlier client may send and
 * nobody reads is of any kind.
 */
export const wire = (schema: z.core.$ZodType): JsonSchema => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return tidy(rest as JsonSchema)
}

/**
 * The schemas of a document. What a contract names (`meta({ id })`), what a call takes or answers as a whole, and every object that stands in
 * several places gets a name of its own; each is defined once and referred to.
 */
export class Components {
  readonly schemas: Record<string, JsonSchema> = {}
  readonly #names = new Map<string, string>()
  readonly #seen = new Map<string, number>()
  readonly #reserved = new Set<string>()

  /** Has to be told of all schemas first: what stands in several places is known only then. */
  note(schema: JsonSchema): void {
    for (const name of Object.keys(schema.$defs ?? {})) if (!name.startsWith('__')) this.#reserved.add(name)
    const look = (inner: JsonSchema): JsonSchema => {
      if (inner.properties) this.#seen.set(key(inner), (this.#seen.get(key(inner)) ?? 0) + 1)
      return mapInside(inner, look)
    }
    look(schema)
  }

  /** The reference to a whole schema, which is defined under the first of these names that is free. */
  whole(schema: JsonSchema, names: readonly string[]): JsonSchema {
    const { $defs, ...root } = schema
    const isNamed = root.properties !== undefined || key(root).includes('"#"')
    if (!isNamed) return this.#inside(root, names[0] ?? '', this.#define($defs, names[0] ?? ''), undefined)
    const known = this.#names.get(key(schema))
    if (known) return refTo(known)
    const name = this.#free(names)
    this.#names.set(key(schema), name)
    // Keeps its place while what is in it may refer to it.
    this.schemas[name] = {}
    this.schemas[name] = this.#inside(root, name, this.#define($defs, name), name)
    return refTo(name)
  }

  #free(names: readonly string[]): string {
    const taken = (name: string) => name in this.schemas || this.#reserved.has(name)
    const free = names.find((name) => !taken(name))
    if (free) return free
    const last = names.at(-1) ?? 'Schema'
    for (let n = 2; ; n += 1) if (!taken(`${last}${n}`)) return `${last}${n}`
  }

  /** Definitions that a schema brings along; what they are called in the document. */
  #define(definitions: Record<string, JsonSchema> | undefined, owner: string): Map<string, string> {
    const called = new Map<string, string>()
    if (!definitions) return called
    for (const [name, definition] of Object.entries(definitions)) {
      const isOwn = !name.startsWith('__')
      const known = isOwn ? (name in this.schemas ? name : undefined) : this.#names.get(key(definition))
      const mine = known ?? (isOwn ? name : this.#free([`${owner}Node`]))
      called.set(name, mine)
      if (!isOwn) this.#names.set(key(definition), mine)
    }
    for (const [name, definition] of Object.entries(definitions)) {
      const mine = called.get(name)!
      if (mine in this.schemas) continue
      this.schemas[mine] = {}
      const { id: _, ...rest } = definition
      this.schemas[mine] = this.#inside(rest, mine, called, mine)
    }
    return called
  }

  #inside(schema: JsonSchema, owner: string, called: Map<string, string>, root: string | undefined): JsonSchema {
    return mapInside(this.#referring(schema, called, root), (inner, field) => this.#part(inner, owner, field, called, root))
  }

  #part(schema: JsonSchema, owner: string, field: string, called: Map<string, string>, root: string | undefined): JsonSchema {
    const isShared = Object.keys(schema.properties ?? {}).length >= LEAST_FIELDS && (this.#seen.get(key(schema)) ?? 0) > 1
    if (!isShared) return this.#inside(schema, owner, called, root)
    const known = this.#names.get(key(schema))
    if (known) return refTo(known)
    const name = this.#free(partNames(owner, field))
    this.#names.set(key(schema), name)
    this.schemas[name] = {}
    this.schemas[name] = this.#inside(schema, name, called, root)
    return refTo(name)
  }

  #referring(schema: JsonSchema, called: Map<string, string>, root: string | undefined): JsonSchema {
    const { $ref } = schema
    if ($ref?.startsWith(DEFS)) return { ...schema, ...refTo(called.get($ref.slice(DEFS.length)) ?? $ref.slice(DEFS.length)) }
    if ($ref === '#' && root) return { ...schema, ...refTo(root) }
    return schema
  }
}
