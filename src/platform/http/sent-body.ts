import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { schemaDef, type Field, fieldOf, fieldsOf, ofType, type Schema } from './schema-fields.ts'

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)
const accepts = (schema: Schema, value: unknown) => z.safeParse(schema, value).success

const decimals = new WeakMap<Schema, boolean>()
/** A text that must be a number: money and measured values. */
const isDecimal = (schema: Schema) => {
  const known = decimals.get(schema)
  if (known !== undefined) return known
  const found = schemaDef(schema).type === 'string' && (accepts(schema, '1') || accepts(schema, '50')) && !accepts(schema, 'x')
  decimals.set(schema, found)
  return found
}

/** A value that stands alone, as the field takes it. */
const plain = (value: unknown, { shapes, mayBeNull }: Field, schema: Schema): unknown => {
  const texts = ofType(shapes, 'string')
  if (value === '' && mayBeNull && !accepts(schema, '')) return null
  if (typeof value === 'number' && Number.isFinite(value) && !accepts(schema, value)) return texts.some(isDecimal) ? String(value) : value
  return value
}

/** What a reply names a record by, where the field takes the id of one. */
const idOf = (value: unknown, { shapes }: Field): unknown =>
  isRecord(value) && typeof value['id'] === 'number' && ofType(shapes, 'object').length === 0 && ofType(shapes, 'record').length === 0
    ? value['id']
    : value

/** A list stands for the object whose only list it is, where the reply is that list. */
const aroundList = (value: unknown[], objects: readonly Schema[], answered: readonly Schema[]) => {
  if (value.length === 0 || ofType(answered, 'array').length === 0) return value
  const lists = objects.flatMap((one) =>
    Object.entries(schemaDef(one).shape ?? {}).filter(([, field]) => ofType(fieldOf(field).shapes, 'array').length > 0),
  )
  const [only] = lists
  return lists.length === 1 && only ? { [only[0]]: take(value, only[1], answered) } : value
}

const take = (value: unknown, schema: Schema, replies: readonly Schema[]): unknown => {
  const field = fieldOf(schema)
  const answered = replies.flatMap((reply) => fieldOf(reply).shapes)
  if (Array.isArray(value)) {
    const [list] = ofType(field.shapes, 'array')
    if (!list) return aroundList(value, ofType(field.shapes, 'object'), replies)
    const rows = ofType(answered, 'array').map((one) => schemaDef(one).element!)
    return value.map((row) => take(row, schemaDef(list).element!, rows))
  }
  if (!isRecord(value)) return plain(value, field, schema)
  const objects = ofType(field.shapes, 'object')
  if (objects.length === 0) return idOf(value, field)
  const taken = Object.create(null) as Record<string, unknown>
  for (const [name, inner] of Object.entries(value)) {
    const own = fieldsOf(objects, name)
    const answers = fieldsOf(answered, name)
    if (own.length === 0) {
      // Nothing reads it, and the reply has it: it came back with the rest of the record.
      if (answers.length === 0) taken[name] = inner
      continue
    }
    const [schema] = own
    const { mayBeLeftOut, mayBeNull } = fieldOf(schema!)
    const next = own.length === 1 ? take(inner, schema!, answers) : inner
    // Nothing came back in its place: a call that takes no "nothing" there is not asked to do anything about it.
    const isNothing = answers.length > 0 && (next === null ? !mayBeNull : next === false && !accepts(schema!, false))
    if (mayBeLeftOut && isNothing) continue
    taken[name] = next
  }
  return taken
}

/** What a record looks like to who reads it, for the calls that change one. */
export type Replies = ReadonlyMap<Endpoint, readonly Schema[]>

/** For each PUT and PATCH: its own reply, and that of the GET at the same address. */
export const repliesOf = (endpoints: readonly Endpoint[]): Replies => {
  const reads = new Map(
    endpoints.filter(({ method }) => method === 'GET').flatMap((one) => [one.path, ...(one.also ?? [])].map((path) => [path, one])),
  )
  const changes = endpoints.filter(({ method, body }) => body && (method === 'PUT' || method === 'PATCH'))
  return new Map(
    changes.map((change) => {
      const read = [change.path, ...(change.also ?? [])].flatMap((path) => reads.get(path) ?? [])[0]
      return [change, [change.response, ...(read ? [read.response] : [])]]
    }),
  )
}

/**
 * A body as programs send it, in the words of the contract. `""` is null where null is allowed and no empty text is, a JSON number may stand
 * where a decimal is a text, and a change takes back what a read returned: fields of the reply that the call does not take are left out, a
 * related record stands for its id. What is in neither stays, to be refused by name.
 */
export const asContract = (body: unknown, schema: Schema, replies: readonly Schema[]): unknown => take(body, schema, replies)
