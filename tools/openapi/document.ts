import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { Components, type JsonSchema, wire } from './components.ts'
import { exampleOf } from './example.ts'
import { examples } from './examples.ts'
import { failureComponents, failuresOf } from './failures.ts'
import { namesOf, operationIds } from './names.ts'

const words = new Map(
  readFileSync(join(import.meta.dirname, 'parameters.tsv'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => line.split('\t') as [string, string]),
)
/** What a parameter is; declared filters (`shared/record.ts`) describe themselves. */
const wordsFor = (name: string, field: z.core.$ZodType) => {
  const found = z.globalRegistry.get(field)?.description ?? words.get(name)
  if (!found) throw new Error(`tools/openapi/parameters.tsv does not describe the parameter "${name}"`)
  return found
}

const withoutDescription = ({ description: _description, ...schema }: JsonSchema): JsonSchema => schema

type Part = 'params' | 'query'
const fieldsOf = (schema: Endpoint[Part]) => (schema instanceof z.ZodObject ? Object.entries(schema.shape) : [])

/** What is not a parameter of the address: which version of the record a change starts from, and a key that makes it once. */
const headerParameters = ({ method, idempotent }: Endpoint) => {
  if (method === 'GET') return []
  return [
    ...(idempotent === false ? [] : [{ $ref: '#/components/parameters/IdempotencyKey' }]),
    ...(method === 'PUT' || method === 'PATCH' ? [{ $ref: '#/components/parameters/IfMatch' }] : []),
  ]
}

const parameters = (endpoint: Endpoint, components: Components) => [
  ...(['params', 'query'] as const).flatMap((part) =>
    fieldsOf(endpoint[part]).map(([name, field]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      description: wordsFor(name, field),
      required: part === 'params' || !z.safeParse(field, undefined).success,
      schema: components.whole(withoutDescription(wire(field)), [name]),
    })),
  ),
  ...headerParameters(endpoint),
]

const BINARY: JsonSchema = { type: 'string', format: 'binary' }

const formSchema = (endpoint: Endpoint): JsonSchema => {
  const { $defs: _, ...json } = endpoint.body ? wire(endpoint.body) : { type: 'object' }
  const files = Object.entries(endpoint.files ?? {})
  return {
    ...json,
    properties: { ...json.properties, ...Object.fromEntries(files.map(([name]) => [name, BINARY])) },
    required: [...(json.required ?? []), ...files.filter(([, rule]) => rule.required).map(([name]) => name)],
  }
}

const withExample = (schema: JsonSchema, { schemas }: Components) => ({ schema, example: exampleOf(schema, schemas) })

const bodyContent = (endpoint: Endpoint, body: z.core.$ZodType, components: Components) => {
  const made = withExample(components.whole(wire(body), namesOf(endpoint, 'body')), components)
  return { ...made, example: examples[`${endpoint.method} ${endpoint.path}`] ?? made.example }
}

const requestBody = (endpoint: Endpoint, components: Components) => {
  if (!endpoint.body && !endpoint.files) return {}
  const content = {
    ...(endpoint.body && { 'application/json': bodyContent(endpoint, endpoint.body, components) }),
    ...(endpoint.files && { 'multipart/form-data': { schema: formSchema(endpoint) } }),
  }
  return { requestBody: { required: true, content } }
}

const files = (types: readonly string[]) => Object.fromEntries(types.map((type) => [type, { schema: BINARY }]))

const replySchema = (endpoint: Endpoint, components: Components) => {
  const { $defs, ...schema } = wire(endpoint.response)
  if (schema.type !== 'array' || !schema.items) return components.whole({ ...schema, ...($defs && { $defs }) }, namesOf(endpoint, 'reply'))
  return { ...schema, items: components.whole({ ...schema.items, ...($defs && { $defs }) }, namesOf(endpoint, 'row')) }
}

const replyHeaders = ({ paged, query, method }: Endpoint) => ({
  ...(query instanceof z.ZodObject && 'cursor' in query.shape && { Link: { $ref: '#/components/headers/Link' } }),
  ...(query instanceof z.ZodObject && 'count' in query.shape && { 'X-Total-Count': { $ref: '#/components/headers/TotalCount' } }),
  ...(method !== 'DELETE' && !paged && { ETag: { $ref: '#/components/headers/ETag' } }),
})

const reply = (endpoint: Endpoint, components: Components) => {
  if (endpoint.produces) return { content: files([endpoint.produces]) }
  if (endpoint.status === 204) return {}
  return {
    headers: replyHeaders(endpoint),
    content: { 'application/json': withExample(replySchema(endpoint, components), components), ...files(endpoint.offers ?? []) },
  }
}

const describe = (endpoint: Endpoint, id: string, components: Components) => ({
  operationId: id,
  summary: endpoint.summary,
  tags: [endpoint.path.split('/')[1]],
  'x-permission': endpoint.access,
  security: endpoint.access === 'public' ? [] : [{ bearer: [] }],
  parameters: parameters(endpoint, components),
  ...requestBody(endpoint, components),
  responses: { [endpoint.status ?? 200]: { description: endpoint.summary, ...reply(endpoint, components) }, ...failuresOf(endpoint) },
})

const shared = {
  parameters: {
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'The same key with the same call answers the first reply for 24 hours: a retry does nothing twice.',
      schema: { type: 'string', minLength: 1, maxLength: 255 },
    },
    IfMatch: {
      name: 'If-Match',
      in: 'header',
      description: 'The `ETag` of the record that the change starts from; `version` in the body says the same.',
      schema: { type: 'string' },
    },
  },
  headers: {
    Link: { description: 'The address of the next page, `rel="next"`.', schema: { type: 'string' } },
    TotalCount: { description: 'How many rows there are, with `?count=true`.', schema: { type: 'integer' } },
    ETag: { description: 'The version of the record, where it has one.', schema: { type: 'string' } },
  },
}

/** Both are served; linters expect the path without its final slash. */
const withoutSlash = (path: string) => path.replace(/(?<=.)\/$/, '')

/** Details come before lists: the plain name belongs to the record. */
const order = ({ method, path }: Endpoint) => `${method === 'GET' ? 0 : 1}${path.endsWith('}/') ? 0 : 1}${path} ${method}`

/** The OpenAPI 3.1 document of these calls; every schema in it is defined once, under `components`. */
export const openApiDocument = (endpoints: readonly Endpoint[], version: string) => {
  const components = new Components()
  for (const { body, response, produces } of endpoints) {
    if (body) components.note(wire(body))
    if (!produces) components.note(wire(response))
  }
  const calls = endpoints.toSorted((one, other) => (order(one) < order(other) ? -1 : 1))
  const ids = new Set<string>()
  const described = calls.flatMap((endpoint) =>
    [endpoint.path, ...(endpoint.also ?? [])].map((path) => {
      const id = operationIds(endpoint.method, path).find((one) => !ids.has(one))
      if (!id) throw new Error(`Two calls are named ${endpoint.method} ${path}`)
      ids.add(id)
      return [withoutSlash(path), endpoint.method.toLowerCase(), describe(endpoint, id, components)] as const
    }),
  )
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [path, method, call] of described.toSorted(([one], [other]) => (one < other ? -1 : one > other ? 1 : 0)))
    (paths[path] ??= {})[method] = call
  const failures = failureComponents()
  return {
    openapi: '3.1.0',
    info: {
      title: 'Kliniki',
      version,
      description:
        'Every path also answers under `/api`, and with and without its final slash. How to sign in, page, retry and save is in docs/api.md.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/', description: 'This clinic' }],
    tags: [...new Set(endpoints.map(({ path }) => path.split('/')[1] ?? ''))]
      .toSorted()
      .map((name) => ({ name, description: `Calls below /${name}/.` })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      ...shared,
      responses: failures.responses,
      schemas: {
        ...failures.schemas,
        ...Object.fromEntries(Object.entries(components.schemas).toSorted(([one], [other]) => (one < other ? -1 : 1))),
      },
    },
  }
}

const lines = (part: object, indent: string) =>
  Object.entries(part)
    .map(([name, value]) => `${indent}${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(',\n')

/** The document as it is kept: a line for each call and each schema, so that a change shows what changed. */
export const openApiText = (document: ReturnType<typeof openApiDocument>): string => {
  const { paths, components, ...head } = document
  const calls = Object.entries(paths)
    .map(([path, methods]) => `  ${JSON.stringify(path)}: {\n${lines(methods, '   ')}\n  }`)
    .join(',\n')
  const { schemas, ...rest } = components
  return `{\n${lines(head, ' ')},\n "paths": {\n${calls}\n },\n "components": {\n${lines(rest, '  ')},\n  "schemas": {\n${lines(schemas, '   ')}\n  }\n }\n}\n`
}
