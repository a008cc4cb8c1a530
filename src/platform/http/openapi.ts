import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'

/** `input` is the wire side of a Zod schema, for requests and (since replies are encoded) responses alike. */
const wire = (schema: z.core.$ZodType) => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

const parameters = (endpoint: Endpoint) =>
  (['params', 'query'] as const).flatMap((part) => {
    const schema = endpoint[part]
    if (!(schema instanceof z.ZodObject)) return []
    return Object.entries(schema.shape as Record<string, z.core.$ZodType>).map(([name, field]) => ({
      name,
      in: part === 'params' ? 'path' : 'query',
      required: part === 'params' || !z.safeParse(field, undefined).success,
      schema: wire(field),
    }))
  })

const formSchema = (endpoint: Endpoint) => {
  const json = endpoint.body ? wire(endpoint.body) : { type: 'object', properties: {} }
  const files = Object.keys(endpoint.files ?? {}).map((name) => [name, { type: 'string', format: 'binary' }])
  return { ...json, properties: { ...(json['properties'] as object), ...Object.fromEntries(files) } }
}

const requestBody = (endpoint: Endpoint) => {
  if (!endpoint.body && !endpoint.files) return {}
  const content = {
    ...(endpoint.body && { 'application/json': { schema: wire(endpoint.body) } }),
    ...(endpoint.files && { 'multipart/form-data': { schema: formSchema(endpoint) } }),
  }
  return { requestBody: { required: true, content } }
}

const files = (types: readonly string[]) =>
  Object.fromEntries(types.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]))

const reply = (endpoint: Endpoint) => {
  if (endpoint.produces) return { content: files([endpoint.produces]) }
  if (endpoint.status === 204) return {}
  return { content: { 'application/json': { schema: wire(endpoint.response) }, ...files(endpoint.offers ?? []) } }
}

const describe = (endpoint: Endpoint) => ({
  summary: endpoint.summary,
  tags: [endpoint.path.split('/')[1]],
  'x-permission': endpoint.access,
  ...(endpoint.access !== 'public' && { security: [{ bearer: [] }] }),
  parameters: parameters(endpoint),
  ...requestBody(endpoint),
  responses: {
    [endpoint.status ?? 200]: { description: 'Success', ...reply(endpoint) },
    default: { description: 'See docs/api.md: one shape for every failure.' },
  },
})

/** The OpenAPI 3.1 document, derived from the objects that the server runs. */
export const openApi = (endpoints: readonly Endpoint[], version: string) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints)
    for (const path of [endpoint.path, ...(endpoint.also ?? [])]) (paths[path] ??= {})[endpoint.method.toLowerCase()] = describe(endpoint)
  return {
    openapi: '3.1.0',
    info: { title: 'Kliniki', version, description: 'Every path also answers under /api, with and without its final slash.' },
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } } },
    paths,
  }
}
