import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

type Schema = Record<string, unknown>

/** The part of an OpenAPI document that the page reads. */
export interface Parameter {
  name: string
  in: string
  description?: string
  required?: boolean
  schema?: Schema
}
type Content = Record<string, { schema?: Schema; example?: unknown }>
interface Reference {
  $ref: string
}
interface Reply {
  description?: string
  content?: Content
}
interface Described {
  summary?: string
  tags?: string[]
  'x-permission'?: string
  parameters?: (Parameter | Reference)[]
  requestBody?: { content?: Content }
  responses?: Record<string, Reply | Reference>
}
export interface OpenApi {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, Described>>
  components?: { parameters?: Record<string, Parameter>; responses?: Record<string, Reply>; schemas?: Record<string, Schema> }
}

export const getSchema = endpoint({
  method: 'GET',
  path: '/schema/',
  summary: 'Read the description of the API',
  access: 'signed-in',
  response: z.custom<OpenApi>(),
})

/** What goes in or comes out as one media type. */
export interface Shown {
  type: string
  schema: unknown
  example?: unknown
}

/** One call of the API as it is shown. */
export interface ApiCall {
  id: string
  method: string
  path: string
  summary: string
  tag: string
  access: string
  parameters: Parameter[]
  bodies: Shown[]
  replies: (Shown & { status: string })[]
  /** What it may answer instead, by status. */
  failures: { status: string; description: string }[]
}

const contents = (content: Content | undefined): Shown[] =>
  Object.entries(content ?? {}).map(([type, { schema, example }]) => ({ type, schema, ...(example !== undefined && { example }) }))

const nameIn = ({ $ref }: Reference) => $ref.split('/').at(-1) ?? ''
const isReference = (part: object): part is Reference => '$ref' in part
const isSuccess = (status: string) => status.startsWith('2')

const repliesOf = ({ responses = {} }: Described) =>
  Object.entries(responses)
    .filter(([status]) => isSuccess(status))
    .flatMap(([status, reply]) => {
      const all = isReference(reply) ? [] : contents(reply.content)
      return all.length > 0 ? all.map((one) => ({ status, ...one })) : [{ status, type: '', schema: undefined }]
    })

/** Every call of a document, in its order; what it shares with others is filled in. */
export const callsIn = ({ paths, components = {} }: OpenApi): ApiCall[] => {
  const parameterOf = (part: Parameter | Reference) => (isReference(part) ? components.parameters?.[nameIn(part)] : part)
  const replyOf = (part: Reply | Reference) => (isReference(part) ? components.responses?.[nameIn(part)] : part)
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      id: `${method}${path}`.replaceAll(/[^\w]+/g, '-'),
      method: method.toUpperCase(),
      path,
      summary: described.summary ?? '',
      tag: described.tags?.[0] ?? '',
      access: described['x-permission'] ?? '',
      parameters: (described.parameters ?? []).flatMap((part) => parameterOf(part) ?? []),
      bodies: contents(described.requestBody?.content),
      replies: repliesOf(described),
      failures: Object.entries(described.responses ?? {})
        .filter(([status]) => !isSuccess(status))
        .map(([status, reply]) => ({ status, description: replyOf(reply)?.description ?? '' })),
    })),
  )
}

/** Deeper than this a schema is shown by its name: some refer to themselves. */
const DEPTH = 4

/** A schema as it is read in one place: the schemas that it refers to stand where they are referred to. */
export const written = (schema: unknown, document: OpenApi, depth = DEPTH): unknown => {
  if (Array.isArray(schema)) return schema.map((one) => written(one, document, depth))
  if (typeof schema !== 'object' || schema === null) return schema
  if (isReference(schema)) {
    const found = document.components?.schemas?.[nameIn(schema)]
    return depth > 0 && found ? { title: nameIn(schema), ...(written(found, document, depth - 1) as object) } : nameIn(schema)
  }
  return Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, written(value, document, depth)]))
}

/** The calls in which every word is found: in path, summary, method or permission. */
export const matching = (calls: readonly ApiCall[], text: string): ApiCall[] => {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return calls.filter(({ method, path, summary, access }) => {
    const all = `${method} ${path} ${summary} ${access}`.toLowerCase()
    return words.every((word) => all.includes(word))
  })
}

/** The calls by tag, tags in alphabetical order. */
export const byTag = (calls: readonly ApiCall[]): (readonly [string, ApiCall[]])[] =>
  [...new Set(calls.map(({ tag }) => tag))].sort().map((tag) => [tag, calls.filter((call) => call.tag === tag)] as const)

/** The address of a call with these values; values without a place in the path become its query, empty ones are left out. */
export const addressFor = ({ path, parameters }: ApiCall, values: Readonly<Record<string, string>>): string => {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name] ?? ''))
  const query = parameters.filter((one) => one.in === 'query' && values[one.name]).map(({ name }) => [name, values[name] ?? ''])
  return `/api${filled}${query.length > 0 ? `?${new URLSearchParams(query).toString()}` : ''}`
}
