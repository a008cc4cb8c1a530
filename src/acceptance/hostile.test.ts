import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import type { Endpoint } from '#shared/endpoint.ts'
import { callOf, pathOf, promisedEndpoints } from '../testing/calls/contracts.ts'
import { openTestClinic, type Person, type TestClinic } from '../testing/clinic.ts'
import { fingerprint } from '../testing/databases/fingerprint.ts'
import { isWhole } from '../testing/whole.ts'

// What security.md lists as bad input, over every endpoint: a clear 4xx, never a 5xx, and nothing changed.
const endpoints = promisedEndpoints()
const withBody = endpoints.filter((endpoint) => endpoint.body)
const named = (list: Endpoint[]) => list.map((endpoint) => [callOf(endpoint), endpoint] as const)
let clinic: TestClinic
/** In turns: so many calls of one person in a few seconds are stopped. */
let administrators: Person[]
/** For what is for patients alone. */
let patients: Person[]
let before: string[]
let address = 0
let asked = 0

beforeAll(async () => {
  clinic = await openTestClinic()
  administrators = await Promise.all(Array.from({ length: 12 }, () => clinic.signedInFrom('System administrator', 'sysadmin')))
  patients = await Promise.all(Array.from({ length: 3 }, () => clinic.signedInFrom('Patient', 'patient')))
  const made = await administrators[0]!.call('POST', '/patients/patients/', { first_name: 'Amina', second_name: 'Yusuf', gender: 'female' })
  expect(made.status).toBe(201)
  before = await fingerprint(clinic.ownerUrl)
})
afterAll(async () => {
  try {
    expect(await fingerprint(clinic.ownerUrl)).toEqual(before)
    expect(asked).toBeGreaterThan(1000)
  } finally {
    await clinic.close()
  }
})

const send = async (
  endpoint: Endpoint,
  payload: string | Buffer | undefined,
  { headers = {}, query = '', id }: { headers?: Record<string, string>; query?: string; id?: string } = {},
) => {
  asked += 1
  address += 1
  const people = endpoint.access === 'patient' ? patients : administrators
  const reply = await clinic.app.inject({
    method: endpoint.method,
    url: `${pathOf(endpoint, id)}${query}`,
    remoteAddress: `10.${address >> 16}.${(address >> 8) & 255}.${address & 255}`,
    headers: {
      authorization: `Bearer ${people[asked % people.length]!.token}`,
      ...(payload !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload !== undefined && { payload }),
  })
  return { status: reply.statusCode, text: reply.body, fields: () => Object.keys(reply.json<Record<string, unknown>>()) }
}
type Sent = Awaited<ReturnType<typeof send>>
/** A body that says nothing, where one is taken: whatever else is wrong is told before it. */
const nothingIn = ({ body, files }: Endpoint) => (body || files) && '{"surely_no_such_field":1}'
const expectRefused = (reply: Pick<Sent, 'status' | 'text'>, what: string) => {
  expect(reply.status, `${what}: ${reply.text.slice(0, 200)}`).toBeGreaterThanOrEqual(400)
  expect(reply.status, `${what}: ${reply.text.slice(0, 200)}`).toBeLessThan(500)
  expect(reply.status, `${what}: stopped before it was read`).not.toBe(429)
}
/** Refused for `names`, and not for something else that was sent with them. */
const expectRefusedFor = (names: string[], reply: Sent, what: string) => {
  expect([what, reply.status], reply.text.slice(0, 200)).toEqual([what, 400])
  expect(
    reply.fields().some((key) => names.some((name) => key === name || key.startsWith(`${name}.`))),
    `${what}: ${reply.text.slice(0, 200)}`,
  ).toBe(true)
}

const keys = (count: number) => `{${Array.from({ length: count }, (_, i) => `"k${i}":1`).join(',')}}`
const bodies: [string, string | Buffer][] = [
  ['nothing', ''],
  ['null', 'null'],
  ['a list', '[]'],
  ['a text', '"text"'],
  ['a number', '1'],
  ['truncated', '{"a":'],
  ['a trailing comma', '{"a":1,}'],
  ['NaN', '{"a":NaN}'],
  ['invalid UTF-8', Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])],
  ['a key twice', '{"reason":"a","reason":"b"}'],
  ['__proto__', '{"__proto__":{"role":"sysadmin"}}'],
  ['constructor', '{"constructor":{"prototype":{"role":"sysadmin"}}}'],
  ['an unknown field', '{"surely_no_such_field":1}'],
  ['a null character', '{"surely_no_such_field":"a\\u0000b"}'],
  ['half a character', '{"surely_no_such_field":"\\ud800"}'],
]

/** One reader reads every body: what is large is sent to one endpoint in twelve. */
const largeBodies: [string, string | Buffer][] = [
  ['100,000 levels', `${'['.repeat(100_000)}${']'.repeat(100_000)}`],
  ['thousands of keys', keys(3_000)],
  ['2 MB of text', `{"a":"${'x'.repeat(2_000_000)}"}`],
  ['60,000 keys', keys(60_000)],
]
const takesLarge = new Set(withBody.filter((_, at) => isWhole || at % 12 === 0))

interface Described {
  properties?: Record<string, { type?: string; format?: string; anyOf?: { format?: string }[] }>
  required?: string[]
  anyOf?: Described[]
}
const descriptionOf = (schema: z.core.$ZodType): Described => z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Described
/** The fields of a schema, and of every shape that it may have. */
const fieldsOf = ({ properties, anyOf = [] }: Described): NonNullable<Described['properties']> =>
  Object.assign({}, properties, ...anyOf.map(fieldsOf)) as NonNullable<Described['properties']>

describe.each(named(withBody))('%s refuses', (_name, endpoint) => {
  test('every broken body', async () => {
    for (const [what, body] of takesLarge.has(endpoint) ? [...bodies, ...largeBodies] : bodies)
      expectRefused(await send(endpoint, body), what)
  })

  test('other media types and compressed bodies', async () => {
    for (const headers of [
      { 'content-type': 'text/plain' },
      { 'content-type': 'application/xml' },
      { 'content-type': 'application/json; charset=latin1' },
      { 'content-encoding': 'gzip' },
    ] as Record<string, string>[]) {
      const reply = await send(endpoint, '{"surely_no_such_field":1}', { headers })
      expect(reply.status, JSON.stringify(headers)).toBe(415)
    }
  })

  test('values of the wrong kind, naming the field', async () => {
    for (const [field, description] of Object.entries(fieldsOf(descriptionOf(endpoint.body!)))) {
      if (Object.keys(description).length === 0) continue
      for (const value of ['{"a":{}}', '[[]]', '"a\\u0000b"', '"\\ud800"', '1e400', '9007199254740993.5'])
        expectRefusedFor([field], await send(endpoint, `{"${field}":${value}}`), `${field} = ${value}`)
    }
  })
})

test('bodies beyond every limit are refused unread', async () => {
  const [endpoint] = withBody
  for (const [what, body] of [
    ['10 MB of text', `{"reason":"${'x'.repeat(10_000_000)}"}`],
    ['a name of a megabyte', `{"first_name":"${'x'.repeat(1_048_576)}"}`],
    ['a list of a million', `{"reason":[${'1,'.repeat(999_999)}1]}`],
    ['100,000 keys', keys(100_000)],
  ] as const)
    expect([what, (await send(endpoint!, body)).status]).toEqual([what, 413])
})

test('what was compressed is not unpacked: 20 MB that come as a few kilobytes', async () => {
  const [endpoint] = withBody
  const much = Buffer.alloc(20_000_000, ' ')
  for (const [encoding, compress] of Object.entries({ gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync })) {
    const { status } = await send(endpoint!, compress(much), { headers: { 'content-encoding': encoding } })
    expect([encoding, status]).toEqual([encoding, 415])
  }
})

const noInstants = [
  '0000-00-00',
  '2026-02-30',
  '1900-02-29',
  '2026-13-01',
  '25:00',
  '2026-11-23T25:00:00Z',
  '2026-11-23T10:00:00+99:99',
  '1795420800000',
  '+275760-09-13',
]
/** Where blanks are what somebody chose, or may mean nothing. */
const takesBlanks = /password$|^(code|ticket|refresh)$|^(header|footer|thanks)$/
/** Answered or refused by what comes after the form: by its words, as unknown, or with nobody alike. */
const readLater = new Set([
  'POST /users/login/ email',
  'POST /patients/duplicates/ first_name',
  'POST /lab/lab-test-requests-panel/{id}/amendments/ result',
  'POST /lab/lab-test-results-panel/ result',
  'POST /lab/lab-test-results-panel-qualitative/ result',
])

test('no field takes null for something, signs that nobody sees for words, or a day that is none', () => {
  let seen = 0
  const taken: string[] = []
  for (const endpoint of endpoints)
    for (const part of ['body', 'query'] as const) {
      const schema = endpoint[part]
      if (!schema) continue
      const described = descriptionOf(schema)
      for (const [field, { type, format, anyOf = [] }] of Object.entries(described.properties ?? {})) {
        const isNeeded = part === 'body' && described.required?.includes(field) === true
        const isDate = [format, ...anyOf.map((one) => one.format)].some((one) => one === 'date' || one === 'date-time')
        const isWords = isNeeded && type === 'string' && !takesBlanks.test(field) && !readLater.has(`${callOf(endpoint)} ${field}`)
        for (const value of [...(isNeeded ? [null] : []), ...(isWords ? [' ', '\u200b'] : []), ...(isDate ? noInstants : [])]) {
          seen += 1
          const read = z.safeParse(schema, { [field]: value })
          if (read.success || !read.error.issues.some(({ path }) => path[0] === field))
            taken.push(`${callOf(endpoint)} ${field} = ${JSON.stringify(value)}`)
        }
      }
    }
  expect(taken).toEqual([])
  expect(seen).toBeGreaterThan(1500)
})

test.each(named(endpoints.filter((endpoint) => endpoint.params)))('%s refuses ids that are none', async (_name, endpoint) => {
  const names = [...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
  for (const id of [
    '0',
    '-1',
    '9223372036854775808',
    '1 OR 1=1',
    '1;select pg_sleep(5)--',
    '..%2f..',
    '\u0000',
    'null',
    '1e3',
    '½',
    'x'.repeat(1_000),
  ]) {
    const reply = await send(endpoint, nothingIn(endpoint), { id })
    // Where any words may stand, it is not there or the body is looked at first.
    const isWord = id !== '\u0000' && z.safeParse(endpoint.params!, Object.fromEntries(names.map((name) => [name, id]))).success
    if (isWord) expectRefused(reply, id)
    else expectRefusedFor(names, reply, id)
  }
})

describe.each(named(endpoints))('%s refuses', (_name, endpoint) => {
  test('queries that it does not know', async () => {
    for (const [name, query] of [
      ['surely_no_such_filter', '?surely_no_such_filter=1'],
      ['limit', '?limit=1e9'],
      ['page', '?page=-1'],
      ['q[$ne]', '?q[$ne]=1'],
      ['sort', '?sort=id;drop%20table%20patients'],
      ['limit', '?limit=1&limit=2'],
      ['cursor', '?cursor=%00'],
      ['ids', '?ids=1,2);select%20pg_sleep(5)--'],
    ] as const) {
      const reply = await send(endpoint, nothingIn(endpoint), { query })
      // What other people's machines send is taken as it comes.
      if (endpoint.rawInput) expectRefused(reply, query)
      else expectRefusedFor([name], reply, query)
    }
  })
})
