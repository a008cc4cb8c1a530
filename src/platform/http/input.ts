import type { FastifyRequest } from 'fastify'
import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { invalidInput, type FieldErrors } from '#platform/errors/problem.ts'
import { inspectText } from './json-body.ts'
import { namesAt } from './schema-fields.ts'
import { asContract, type Replies } from './sent-body.ts'
import './validator-messages.ts'

/** A body of thousands of unknown fields is not told all of them. */
const UNKNOWN_NAMED = 100

/** A failed choice of shapes is told by the shape that came nearest. */
const nearest = (issue: z.core.$ZodIssueInvalidUnion) =>
  [...issue.errors].sort((a, b) => Math.max(...b.map((i) => i.path.length), 0) - Math.max(...a.map((i) => i.path.length), 0))[0] ?? []

const unknown = (kind: 'field' | 'filter', name: string, allowed: readonly string[]) =>
  allowed.length > 0 ? `Unknown ${kind} \`${name}\`. Allowed: ${allowed.join(', ')}.` : `Unknown ${kind} \`${name}\`. None is allowed here.`

interface Checked {
  schema: z.core.$ZodType
  /** What its names are called. */
  kind: 'field' | 'filter'
}

const collect = (issues: readonly z.core.$ZodIssue[], checked: Checked, prefix: PropertyKey[], into: FieldErrors) => {
  for (const issue of issues) {
    const path = [...prefix, ...issue.path]
    if (issue.code === 'invalid_union' && issue.errors.length) collect(nearest(issue), checked, path, into)
    else if (issue.code === 'unrecognized_keys') {
      const allowed = namesAt(checked.schema, path)
      for (const key of issue.keys.slice(0, UNKNOWN_NAMED))
        (into[[...path, key].join('.')] ??= []).push(unknown(checked.kind, key, allowed))
    } else (into[path.join('.')] ??= []).push(issue.message)
  }
}

/** All messages of a failed check, keyed by field. */
const fieldErrors = (error: z.core.$ZodError, checked: Checked): FieldErrors => {
  // Without a prototype: a client may name a field 'constructor'.
  const fields = Object.create(null) as FieldErrors
  collect(error.issues, checked, [], fields)
  return fields
}

/** Checks one part of a request against its schema; every broken field is named. */
export const check = (schema: z.core.$ZodType, value: unknown): unknown => {
  const result = z.safeParse(schema, value, { reportInput: true })
  if (!result.success) throw invalidInput(fieldErrors(result.error, { schema, kind: 'field' }))
  return result.data
}

const nothing = z.strictObject({})

const spellings = (name: string) => {
  const snake = name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase()
  const bare = snake.replace(/_{1,2}id$/, '')
  return [snake, `${bare}_id`, `${bare}__id`, bare]
}

/** A query whose filters are spelled as the contract does: `item`, `item_id`, `item__id` and `itemId` are one. */
const spelled = (query: unknown, schema: z.core.$ZodType): unknown => {
  if (!(schema instanceof z.ZodObject) || typeof query !== 'object' || query === null) return query
  const shape = schema.shape as object
  const named = Object.entries(query).map(([name, value]) => {
    if (name in shape || !/id$/i.test(name)) return [name, value] as const
    const own = spellings(name).find((one) => Object.hasOwn(shape, one) && !Object.hasOwn(query, one))
    return [own ?? name, value] as const
  })
  return Object.fromEntries(named)
}

/** Checks the parts of an address: what is wrong with any of them is told at once. */
const checkAddress = ({ params, query = nothing, rawInput }: Endpoint, request: FastifyRequest) => {
  const parts = { ...(params && { params }), ...(!rawInput && { query }) }
  const input: Record<string, unknown> = {}
  const errors = Object.create(null) as FieldErrors
  for (const [part, schema] of Object.entries(parts)) {
    const sent = request[part as keyof typeof parts]
    const result = z.safeParse(schema, part === 'query' ? spelled(sent, schema) : sent, { reportInput: true })
    if (result.success) input[part] = result.data
    else
      for (const [field, messages] of Object.entries(fieldErrors(result.error, { schema, kind: 'filter' })))
        (errors[field] ??= []).push(...messages)
  }
  if (Object.keys(errors).length > 0) throw invalidInput(errors)
  return input
}

/** The parsed parts of a request. An endpoint that names no query takes none. */
export const parseInput = (endpoint: Endpoint, replies: Replies, request: FastifyRequest, body: unknown): Record<string, unknown> => {
  inspectText(request.params)
  inspectText(request.query)
  const input = checkAddress(endpoint, request)
  if (endpoint.rawInput) input['sent'] = { ...(request.query as object), ...(typeof body === 'object' && body) }
  if (endpoint.body) input['body'] = check(endpoint.body, asContract(body, endpoint.body, replies.get(endpoint) ?? []))
  return input
}
