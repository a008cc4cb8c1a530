import * as fc from 'fast-check'

/** What JSON Schema says of a value, as far as the contracts use it. */
export interface Schema {
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  format?: string
  pattern?: string
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
}

const DAY_MS = 86_400_000

/** Values that somebody sends who wants to see what happens: each is legal JSON. */
const hostileTexts = [
  '',
  ' ',
  '\u0000',
  '\u200b',
  '\u202Etxt.exe',
  '\ud800',
  "'; drop table patients; --",
  '1 OR 1=1',
  '1,2);select pg_sleep(5)--',
  '%',
  '_',
  '\\',
  'a & | !',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '=HYPERLINK("//evil.example")',
  '@SUM(1+1)',
  '{{7*7}}${7*7}#[7*7]',
  '%s%n%x',
  'a\r\nSet-Cookie: b=c',
  '../../etc/passwd',
  'constructor',
  '__proto__',
  'javascript:alert(1)',
  '1e400',
  '1,000',
  '１２３',
  '-0',
  'NaN',
  '0000-00-00',
  '9999-12-31',
  '2026-02-30',
  '1900-02-29',
  '+275760-09-13',
  '2026-11-23T25:00:00Z',
  '2026-11-23T10:00:00+99:99',
  '1795420800000',
  '00000000-0000-0000-0000-000000000000',
  'محمد 王小明 👩‍⚕️',
  'x'.repeat(10_000),
  `${'a'.repeat(5000)}!`,
]
const hostileNumbers = [0, -1, 1.5, 0.1 + 0.2, 2 ** 31, 2 ** 53 - 1, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 1_000_000_000]

export const hostileText = fc.oneof(fc.constantFrom(...hostileTexts), fc.string({ unit: 'binary', maxLength: 40 }))

export const hostile: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 5, arbitrary: hostileText },
  { weight: 3, arbitrary: fc.constantFrom<unknown>(...hostileNumbers) },
  { weight: 2, arbitrary: fc.constantFrom<unknown>(null, true, false, [], {}, [[]], [null], { $ne: 1 }, { length: 1e9 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
)

/** A day or an instant around today; the same for the same seed on the same day. */
const around = (days: number) =>
  fc.integer({ min: -days, max: days }).map((away) => new Date(Math.floor(Date.now() / DAY_MS + away) * DAY_MS))
const day = around(400).map((at) => at.toISOString().slice(0, 10))
const instant = fc
  .tuple(around(60), fc.integer({ min: 0, max: 95 }))
  .map(([at, quarter]) => new Date(at.getTime() + quarter * 900_000).toISOString())

/** What people type, of which a pattern takes what it takes. */
const usual = [
  '1',
  '2.5',
  '100',
  '250.00',
  '08:00',
  '16:30',
  '2026-11-23',
  '2026-11',
  '+254712345678',
  '0712345678',
  'somebody@clinic.example',
  'a',
  'KES',
  'en',
  'Africa/Nairobi',
  'Amina',
  'Once more, with a reason that is long enough.',
  '1 tds 5/7',
  'https://clinic.example',
  '#0a7d5c',
  '123456',
  'https://clinic.example/logo.png',
]

const text = ({ format, pattern, minLength = 0, maxLength = 200 }: Schema): fc.Arbitrary<string> => {
  if (format === 'date') return day
  if (format === 'date-time') return instant
  if (format === 'uuid') return fc.uuid()
  if (format === 'email') return fc.nat(500).map((n) => `person${n}@clinic.example`)
  const form = pattern === undefined ? null : new RegExp(pattern, 'u')
  const known = usual.filter((one) => one.length >= minLength && one.length <= maxLength && (form?.test(one) ?? true))
  const written = fc.string({ unit: 'grapheme', minLength, maxLength: Math.max(minLength, Math.min(maxLength, 60)) })
  if (known.length > 0) return fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: written })
  return form ? fc.stringMatching(form) : written
}

const whole = ({ minimum = Number.MIN_SAFE_INTEGER, maximum = Number.MAX_SAFE_INTEGER }: Schema) => {
  const within = (min: number, max: number) =>
    fc.integer({ min: Math.max(min, minimum), max: Math.max(Math.max(min, minimum), Math.min(max, maximum)) })
  // Ids of a clinic begin at 1: most of these are rows that are there.
  return fc.oneof(
    { weight: 8, arbitrary: within(1, 30) },
    { weight: 2, arbitrary: within(1, 3_000) },
    { weight: 1, arbitrary: within(minimum, maximum) },
  )
}

/** What is needed, and seldom more than a few of what may be left out: most of that is refused beside something else. */
const record = ({ properties = {}, required = [] }: Schema): fc.Arbitrary<unknown> => {
  const of = (names: string[]) =>
    fc.record(Object.fromEntries(names.map((name) => [name, fitting(properties[name] ?? {})])), { noNullPrototype: true })
  const [needed, free] = [required.filter((name) => name in properties), Object.keys(properties).filter((name) => !required.includes(name))]
  return fc
    .tuple(of(needed), fc.subarray(free, { maxLength: Math.min(free.length, 4) }).chain(of))
    .map(([must, may]) => ({ ...must, ...may }))
}

/** Values that fit `schema`, small and likely ones more often than odd ones. */
export const fitting = (schema: Schema): fc.Arbitrary<unknown> => {
  if (schema.const !== undefined) return fc.constant(schema.const)
  if (schema.enum) return fc.constantFrom(...schema.enum)
  const choices = schema.anyOf ?? schema.oneOf
  if (choices) return fc.oneof(...choices.map((one) => ({ weight: one.type === 'null' ? 1 : 4, arbitrary: fitting(one) })))
  if (schema.allOf) return fitting(Object.assign({}, schema, { allOf: undefined }, ...schema.allOf) as Schema)
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (type === 'object') return record(schema)
  if (type === 'array')
    return fc.array(fitting(schema.items ?? {}), { minLength: schema.minItems ?? 0, maxLength: Math.min(schema.maxItems ?? 4, 4) })
  if (type === 'string') return text(schema)
  if (type === 'integer') return whole(schema)
  if (type === 'number') return fc.double({ min: schema.minimum ?? -1e6, max: schema.maximum ?? 1e6, noNaN: true })
  if (type === 'boolean') return fc.boolean()
  if (type === 'null') return fc.constant(null)
  return fc.oneof(fc.boolean(), fc.nat(50), fc.constantFrom(...usual))
}
