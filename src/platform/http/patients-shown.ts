import { PatientId } from '#shared/paging.ts'
import { schemaDef, type Schema } from './schema-fields.ts'

type Find = (value: unknown) => number[]

const NOTHING: Find = () => []
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null

/** What has nothing inside that could be a patient. */
const PLAIN: ReadonlySet<string> = new Set(
  'string number int boolean bigint date enum literal template_literal null undefined void never unknown any nan'.split(' '),
)

const inObject = (shape: Readonly<Record<string, Schema>>): Find => {
  const parts = Object.entries(shape)
    .map(([name, schema]) => [name, findIn(schema)] as const)
    .filter(([, find]) => find !== NOTHING)
  if (parts.length === 0) return NOTHING
  return (value) => (isObject(value) ? parts.flatMap(([name, find]) => find(value[name])) : [])
}

const inAll = (finds: readonly Find[]): Find =>
  finds.every((find) => find === NOTHING) ? NOTHING : (value) => finds.flatMap((find) => find(value))

const inEach = (find: Find): Find =>
  find === NOTHING ? NOTHING : (value) => (isObject(value) ? Object.values(value).flatMap((one) => find(one)) : [])

const inTuple = (find: Find, at: number): Find => (find === NOTHING ? NOTHING : (value) => (Array.isArray(value) ? find(value[at]) : []))

const build = (schema: Schema): Find => {
  if (schema === PatientId) return (value) => (typeof value === 'number' ? [value] : [])
  const def = schemaDef(schema)
  switch (def.type) {
    case 'object':
      return inObject(def.shape!)
    case 'array':
      return inEach(findIn(def.element!))
    case 'record':
      return inEach(findIn(def.valueType!))
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
      return findIn(def.innerType!)
    case 'union':
      return inAll(def.options!.map(findIn))
    case 'intersection':
      return inAll([def.left!, def.right!].map(findIn))
    case 'tuple':
      return inAll(def.items!.map((item, at): Find => inTuple(findIn(item), at)))
    case 'pipe':
      // What a handler answers is the decoded side.
      return findIn(def.out!)
    default:
      if (PLAIN.has(def.type)) return NOTHING
      throw new Error(`No patient can be looked for in a schema of type ${def.type}: teach platform/http/patients-shown.ts about it.`)
  }
}

const known = new WeakMap<Schema, Find>()
const stop: Find = () => {
  throw new Error('A schema was looked into that is not known.')
}

/**
 * What finds the patients in values in the shape of a schema. One that cannot be looked into stops its call each time: it must not be taken for
 * something without patients.
 */
const findIn = (schema: Schema): Find => {
  const ready = known.get(schema)
  if (ready) return ready
  // What has itself inside, such as a part of a filter, finds this.
  let find = stop
  known.set(schema, (value) => find(value))
  find = build(schema)
  known.set(schema, find)
  return find
}

/** The patients that a value in the shape of `schema` shows: the numbers in its fields that are a `PatientId`. */
export const patientsShownBy = (schema: Schema): Find => findIn(schema)
