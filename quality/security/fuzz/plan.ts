import * as fc from 'fast-check'
import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { seededGroups } from '#shared/permissions.ts'
import { fitting, hostile, hostileText, type Schema } from './values.ts'

/** A request as it will be sent, but for the token. */
export interface Plan {
  endpoint: Endpoint
  /** A seeded group, or `nobody`, or `forged` for a token that is none. */
  who: string
  path: string
  headers: Record<string, string>
  body?: string | Buffer
}

const schemaOf = (schema: z.core.$ZodType | undefined): Schema | null =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : null

const groups = Object.keys(seededGroups)

/** Who may make this call, if anybody of a seeded group may. */
const allowedBy = ({ access }: Endpoint) => {
  if (access === 'patient') return ['Patient']
  if (access === 'public' || access === 'signed-in') return groups
  return groups.filter((group) => (seededGroups[group] as readonly string[]).includes(access))
}

/** What begins minutes of work beside the server: asked by those who may not, for the run would measure nothing else. */
const lengthy = new Set(['POST /backups/', 'POST /backups/{id}/verify/'])

const person = (endpoint: Endpoint) => {
  const allowed = lengthy.has(`${endpoint.method} ${endpoint.path}`) ? ['Nurse', 'Patient'] : allowedBy(endpoint)
  return fc.oneof(
    { weight: 16, arbitrary: fc.constantFrom(...(allowed.length > 0 ? allowed : groups)) },
    { weight: 3, arbitrary: fc.constantFrom(...groups) },
    { weight: 1, arbitrary: fc.constantFrom('nobody', 'forged') },
  )
}

const inPath = (value: unknown) => encodeURIComponent(String(value).toWellFormed())

const pathOf = (endpoint: Endpoint): fc.Arbitrary<string> => {
  const { properties = {} } = schemaOf(endpoint.params) ?? {}
  const parts = endpoint.path.split(/(\{\w+\})/).map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1]
    if (name === undefined) return fc.constant(part)
    const named = properties[name] ?? {}
    const likely =
      named.pattern || named.type === 'string' ? fc.nat(60).map((n) => (n === 0 ? 'x' : String(n))) : fc.integer({ min: 1, max: 40 })
    return fc.oneof(
      { weight: 8, arbitrary: fitting(named).map((value) => inPath(value) || '%20') },
      { weight: 8, arbitrary: likely.map(inPath) },
      // Without anything it would be the path of another call.
      { weight: 1, arbitrary: hostileText.map((text) => inPath(text) || '%20') },
      { weight: 1, arbitrary: fc.constantFrom('..%2f..', '%00', '%2e%2e', '%zz', '9223372036854775808', '0', '-1') },
    )
  })
  return fc.tuple(...parts).map((written) => written.join(''))
}

const oddQuery = fc.oneof(
  fc.constantFrom(
    'q=1&q=2',
    'q[]=1',
    'q[$ne]=1',
    'limit=1e9',
    'page=-1',
    'sort=id;drop',
    'cursor=%00',
    'cursor=eyJpZCI6MX0',
    'a=%ff',
    '=&=',
    '__proto__=1',
  ),
  hostileText.map((text) => `cursor=${inPath(text)}`),
  hostileText.map((text) => `${inPath(text)}=1`),
)

const queryOf = (endpoint: Endpoint): fc.Arbitrary<string> => {
  const schema = schemaOf(endpoint.query)
  const fits = schema
    ? fitting(schema).map((value) =>
        Object.entries(value as object)
          .map(([name, one]) => `${name}=${inPath(one)}`)
          .join('&'),
      )
    : fc.constant('')
  const names = Object.keys(schema?.properties ?? {})
  const broken =
    names.length > 0 ? fc.tuple(fc.constantFrom(...names), hostileText).map(([name, text]) => `${name}=${inPath(text)}`) : fc.constant('')
  return fc.oneof({ weight: 16, arbitrary: fits }, { weight: 3, arbitrary: broken }, { weight: 1, arbitrary: oddQuery })
}

/** One thing of a body made wrong. */
const spoil = (body: Record<string, unknown>, at: number, how: number, value: unknown): unknown => {
  const names = Object.keys(body)
  const name = names[at % Math.max(1, names.length)]
  const inner = name === undefined ? undefined : body[name]
  if (name === undefined || how === 0) return { ...body, surely_no_such_field: value }
  if (how === 1) return Object.fromEntries(Object.entries(body).filter(([one]) => one !== name))
  if (how === 2) return { ...body, id: value, version: value, role: 'sysadmin' }
  if (how === 3 && Array.isArray(inner) && inner.length > 0 && typeof inner[0] === 'object' && inner[0] !== null)
    return { ...body, [name]: [spoil(inner[0] as Record<string, unknown>, at, 4, value), ...inner.slice(1)] }
  if (how === 3 && typeof inner === 'object' && inner !== null && !Array.isArray(inner))
    return { ...body, [name]: spoil(inner as Record<string, unknown>, at, 4, value) }
  return { ...body, [name]: value }
}

const broken = [
  '',
  'null',
  '[]',
  '"text"',
  '{"a":',
  '{"a":1,}',
  '{"a":NaN}',
  '{"a":1e400}',
  '{"a":1,"a":2}',
  '{"__proto__":{"role":"sysadmin"}}',
  '\ufeff{}',
  '[['.repeat(5_000),
  Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]),
]

const bodyOf = (schema: Schema): fc.Arbitrary<string | Buffer> => {
  const fits = fitting(schema)
  const spoilt = fc
    .tuple(fits, fc.nat(30), fc.nat(6), hostile)
    .map(([body, at, how, value]) =>
      typeof body === 'object' && body !== null && !Array.isArray(body) ? spoil(body as Record<string, unknown>, at, how, value) : value,
    )
  return fc.oneof(
    { weight: 14, arbitrary: fits.map((body) => JSON.stringify(body)) },
    { weight: 6, arbitrary: spoilt.map((body) => JSON.stringify(body) ?? 'null') },
    { weight: 1, arbitrary: fc.constantFrom(...broken) },
  )
}

const contents = [
  Buffer.alloc(0),
  Buffer.from('name,price\nParacetamol,10\n=1+1,x\n'),
  Buffer.from('<html><script>alert(1)</script>'),
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'),
  Buffer.from('%PDF-1.4\n1 0 obj<</OpenAction<</S/JavaScript/JS(app.alert(1))>>>>endobj\ntrailer<</Root 1 0 R>>'),
  Buffer.from('504b0304140000000800', 'hex'),
  Buffer.from('GIF89a/*<svg onload=alert(1)>*/'),
  Buffer.from([0xff, 0xfe, 0x00, 0x61]),
]
const BOUNDARY = 'fuzzed'

const partOf = (name: string, rest: string, content: Buffer | string) =>
  Buffer.concat([
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${name}"${rest}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])

/** A form with one file and the fields of the body, sometimes without an end. */
const formOf = (names: string[], schema: Schema | null): fc.Arbitrary<Buffer> =>
  fc
    .tuple(
      fc.constantFrom(...names, 'other'),
      fc.constantFrom(...contents),
      fitting(schema ?? { type: 'object' }),
      fc.constantFrom('a.csv', 'a.png', '../a.pdf', ''),
      fc.nat(9),
    )
    .map(([name, content, fields, file, end]) =>
      Buffer.concat([
        ...Object.entries(fields ?? {}).map(([field, value]) =>
          partOf(field, '', typeof value === 'string' ? value : (JSON.stringify(value) ?? '')),
        ),
        partOf(name, `; filename="${file}"\r\ncontent-type: application/octet-stream`, content),
        Buffer.from(end === 0 ? '' : `--${BOUNDARY}--\r\n`),
      ]),
    )

const oddHeaders: fc.Arbitrary<Record<string, string>> = fc.constantFrom<Record<string, string>[]>(
  { 'if-match': '"1"' },
  { 'if-match': '*' },
  { 'if-match': 'W/"x' },
  { 'if-none-match': '"x"' },
  { 'idempotency-key': 'the same' },
  { 'idempotency-key': 'x'.repeat(300) },
  { accept: 'text/csv' },
  { accept: 'application/pdf' },
  { accept: 'x/y;q=9, */*;q=nonsense' },
  { 'accept-language': 'sw,fr;q=0.5,%%' },
  { 'content-encoding': 'gzip' },
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=latin1' },
  { 'content-type': 'multipart/form-data' },
  { cookie: 'kliniki_device=x; kliniki_device=y; __proto__=1' },
  { range: 'bytes=0-1,5-' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-forwarded-host': 'evil.example' },
  { 'x-request-id': 'a b"c' },
  { origin: 'https://evil.example' },
)

/** Requests of one endpoint: mostly by somebody who may, mostly with something that fits, and in every way not quite. */
export const plansOf = (endpoint: Endpoint): fc.Arbitrary<Plan> => {
  const schema = schemaOf(endpoint.body)
  const isForm = endpoint.files !== undefined
  const body: fc.Arbitrary<{ content?: string | Buffer; type?: string }> = isForm
    ? formOf(Object.keys(endpoint.files ?? {}), schema).map((content) => ({ content, type: `multipart/form-data; boundary=${BOUNDARY}` }))
    : schema
      ? bodyOf(schema).map((content) => ({ content, type: 'application/json' }))
      : fc.constant({})
  const headers = fc.oneof({ weight: 9, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: oddHeaders })
  return fc
    .tuple(person(endpoint), pathOf(endpoint), queryOf(endpoint), body, headers)
    .map(([who, path, query, { content, type }, odd]) => ({
      endpoint,
      who,
      path: query ? `${path}?${query}` : path,
      headers: { ...(type && { 'content-type': type }), ...odd },
      ...(content !== undefined && { body: content }),
    }))
}

/** A prime: from one request to the next a step far away in the contract, and round all of it, so that not one room is asked at once. */
const STEP = 7919

/** Request number `at` of the run with this seed: round the endpoints, each with its own chance. */
export const planner = (endpoints: readonly Endpoint[], seed: number) => {
  const plans = endpoints.map(plansOf)
  return (at: number): Plan => {
    const [plan] = fc.sample(plans[(at * STEP) % plans.length]!, { seed: Math.imul(seed, 0x9e3779b1) + at, numRuns: 1 })
    return plan!
  }
}
