import type { Endpoint } from '#shared/endpoint.ts'
import type { JsonSchema } from './components.ts'

interface Failure {
  name: string
  description: string
  schema: JsonSchema
  example: unknown
  /** Says when the call may be tried again. */
  isRetried?: true
  /** Whether a call may answer it. */
  when: (endpoint: Endpoint) => boolean
}

const detail: JsonSchema = { type: 'string', description: 'What went wrong, for people.' }
const code: JsonSchema = { type: 'string', description: 'What went wrong, for programs.' }
/** A problem may say more: a 409 names what is in the way. */
const problem: JsonSchema = { type: 'object', properties: { detail, code }, required: ['detail', 'code'], additionalProperties: true }

const isChange = ({ method }: Endpoint) => method !== 'GET'
const isSaved = ({ method }: Endpoint) => method === 'PUT' || method === 'PATCH'
const hasBody = (endpoint: Endpoint) => endpoint.body !== undefined || endpoint.files !== undefined
const isSigned = ({ access }: Endpoint) => access !== 'public'

const failures: Readonly<Record<number, Failure>> = {
  400: {
    name: 'ValidationError',
    description: 'The input is not valid: every broken field with its messages; `non_field_errors` are about the whole.',
    schema: { type: 'object', additionalProperties: { type: 'array', items: { type: 'string' } } },
    example: { date_of_birth: ['This field is required.'] },
    when: (endpoint) => isChange(endpoint) || endpoint.params !== undefined || endpoint.query !== undefined,
  },
  401: {
    name: 'Unauthenticated',
    description: 'No access token, or one that is not valid any more.',
    schema: { ...problem, properties: { detail, code: { ...code, enum: ['not_authenticated', 'token_not_valid'] } } },
    example: { detail: 'Sign in first.', code: 'not_authenticated' },
    when: isSigned,
  },
  403: {
    name: 'Forbidden',
    description: 'The account lacks the permission of this call (`x-permission`), or may not do this to this record.',
    schema: problem,
    example: { detail: 'This needs the permission patients.view.', code: 'forbidden' },
    when: isSigned,
  },
  404: {
    name: 'NotFound',
    description: 'The record does not exist, or the caller may not know that it does.',
    schema: problem,
    example: { detail: 'Patient not found.', code: 'not_found' },
    when: ({ path }) => path.includes('{'),
  },
  409: {
    name: 'Conflict',
    description: 'The state of the record does not allow this; `code` says why, further members say what is in the way.',
    schema: problem,
    example: { detail: 'This patient already has an open visit.', code: 'visit_open' },
    when: isChange,
  },
  412: {
    name: 'VersionConflict',
    description: 'The record changed since the version that was sent; nothing was changed. `current` is the record as it is now.',
    schema: { ...problem, properties: { detail, code, current: {} } },
    example: { detail: 'Another user has changed this record.', code: 'version_conflict', current: { id: 1, version: 5 } },
    when: isSaved,
  },
  413: {
    name: 'ContentTooLarge',
    description: 'The body or a file is larger than this call takes.',
    schema: problem,
    example: { detail: 'The request is too large.', code: 'too_large' },
    when: hasBody,
  },
  415: {
    name: 'UnsupportedMediaType',
    description: 'The body is of a media type that this call does not take.',
    schema: problem,
    example: { detail: 'Send application/json.', code: 'unsupported_media_type' },
    when: hasBody,
  },
  422: {
    name: 'KeyReused',
    description: 'The `Idempotency-Key` was used before with another call or body.',
    schema: problem,
    example: { detail: 'This Idempotency-Key was used for another request.', code: 'idempotency_key_reused' },
    when: (endpoint) => isChange(endpoint) && endpoint.idempotent !== false,
  },
  429: {
    name: 'TooManyRequests',
    description: 'Too many calls in a minute. `Retry-After` says when to try again.',
    schema: problem,
    example: { detail: 'Too many requests. Try again later.', code: 'throttled' },
    isRetried: true,
    when: () => true,
  },
  503: {
    name: 'ServiceUnavailable',
    description: 'The server is busy, or its database cannot be reached just now. `Retry-After` says when to try again.',
    schema: problem,
    example: { detail: 'The server is busy. Try again in a moment.', code: 'busy' },
    isRetried: true,
    when: () => true,
  },
}

const retryAfter = { 'Retry-After': { description: 'Seconds until a new try.', schema: { type: 'integer' } } }

/** One schema and one reply for each status of a failure. */
export const failureComponents = () => ({
  schemas: Object.fromEntries(Object.values(failures).map(({ name, description, schema }) => [name, { description, ...schema }])),
  responses: Object.fromEntries(
    Object.values(failures).map(({ name, description, example, isRetried }) => [
      name,
      {
        description,
        ...(isRetried && { headers: retryAfter }),
        content: { 'application/json': { schema: { $ref: `#/components/schemas/${name}` }, example } },
      },
    ]),
  ),
})

/** The failures that a call may answer, by status. */
export const failuresOf = (endpoint: Endpoint): Record<string, { $ref: string }> =>
  Object.fromEntries(
    Object.entries(failures)
      .filter(([, failure]) => failure.when(endpoint))
      .map(([status, { name }]) => [status, { $ref: `#/components/responses/${name}` }]),
  )
