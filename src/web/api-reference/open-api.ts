import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'

/** The part of an OpenAPI document that the page reads. */
export interface Parameter {
  name: string
  in: string
  required?: boolean
  schema?: Record<string, unknown>
}
type Content = Record<string, { schema?: unknown }>
interface Described {
  summary?: string
  tags?: string[]
  'x-permission'?: string
  parameters?: Parameter[]
  requestBody?: { content?: Content }
  responses?: Record<string, { content?: Content }>
}
export interface OpenApi {
  info: { title: string; version: string; description?: string }
  paths: Record<string, Record<string, Described>>
}

export const getSchema = endpoint({
  method: 'GET',
  path: '/schema/',
  summary: 'Read the description of the API',
  access: 'signed-in',
  response: z.custom<OpenApi>(),
})

/** One call of the API as it is shown. */
export interface ApiCall {
  id: string
  method: string
  path: string
  summary: string
  tag: string
  access: string
  parameters: Parameter[]
  /** Media type and JSON schema of what goes in and what comes out. */
  bodies: { type: string; schema: unknown }[]
  replies: { status: string; type: string; schema: unknown }[]
}

const contents = (content: Content | undefined) => Object.entries(content ?? {}).map(([type, { schema }]) => ({ type, schema }))

const repliesOf = ({ responses = {} }: Described) =>
  Object.entries(responses)
    .filter(([status]) => status !== 'default')
    .flatMap(([status, { content }]) => {
      const all = contents(content)
      return all.length > 0 ? all.map((one) => ({ status, ...one })) : [{ status, type: '', schema: undefined }]
    })

/** Every call of a document, in its order. */
export const callsIn = ({ paths }: OpenApi): ApiCall[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({
      id: `${method}${path}`.replaceAll(/[^\w]+/g, '-'),
      method: method.toUpperCase(),
      path,
      summary: described.summary ?? '',
      tag: described.tags?.[0] ?? '',
      access: described['x-permission'] ?? '',
      parameters: described.parameters ?? [],
      bodies: contents(described.requestBody?.content),
      replies: repliesOf(described),
    })),
  )

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
