import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { PipelinedClient } from '#platform/db/client.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { loadDemo } from '../../db/seed/load-demo.ts'
import { exampleOf } from '../../tools/openapi/example.ts'
import { wire } from '../../tools/openapi/components.ts'
import { aPatient } from '../testing/builders.ts'
import { callOf, promisedEndpoints } from '../testing/calls/contracts.ts'
import { openTestClinic, type Person, type TestClinic } from '../testing/clinic.ts'

// What a list says that it can be narrowed by, and is not, would be believed: each name of a query has to change what the database is asked, or
// what is answered.
let clinic: TestClinic
let manager: Person
let patient: Person
/** One who has sessions. */
let doctor: number
beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date('2026-03-09T09:00:00Z') })
  await loadDemo(clinic.ownerUrl, { now: clinic.clock.now, password: 'a-b-c-first', files: clinic.files })
  manager = await clinic.signedInFrom('System administrator', 'sysadmin')
  ;({ doctor } = await clinic.db.selectFrom('schedules').select('doctor_id as doctor').orderBy('id').executeTakeFirstOrThrow())
  const service = await clinic.db
    .selectFrom('items')
    .select('id')
    .where('category', '=', 'consultation')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  await sql`insert into bookable_services (item_id, minutes) values (${service.id}, 55) on conflict (item_id) do update set minutes = 55`.execute(
    clinic.db,
  )
  words['item'] = [String(service.id)]
  patient = await clinic.signedInFrom('Patient', 'patient')
  await aPatient(clinic.db, { user_id: patient.id })
})
afterAll(() => clinic.close())

/** How pages are asked for is the same everywhere, and has tests of its own. */
const paging = new Set(['limit', 'cursor', 'count'])

type Shape = Readonly<Record<string, z.core.$ZodType>>
const shapeOf = ({ query }: Endpoint): Shape => (query as unknown as { shape?: Shape } | undefined)?.shape ?? {}

/** Words that a query takes in any case of letters. */
const words: Record<string, readonly string[]> = {
  track: ['doctor', 'pharmacy'],
  category_one: ['internal', 'sale'],
}
const TRIED = [
  'true',
  'false',
  '1',
  '2',
  '2000000000',
  '2026-03-02',
  '2020-01-01',
  '2030-01-01',
  '2026-03-02T00:00:00Z',
  '2026-03',
  '2026',
  'zzz',
]
/** Values that this name of a query takes: its words, or some of what others take. */
const valuesOf = (name: string, schema: z.core.$ZodType): string[] => {
  const described = wire(z.object({ [name]: schema as z.ZodType }))
  const { enum: choices = [], ...one } = (described.properties?.[name] ?? {}) as { enum?: unknown[] }
  return [...choices, ...(words[name] ?? []), exampleOf(one, described.$defs ?? {}), ...TRIED]
    .map(String)
    .filter((value) => z.safeParse(schema, value).success)
}

const spy = vi.spyOn(PipelinedClient.prototype, 'query')
/** What was asked since it was looked at last, with its values: without what is written down of the request itself, whose number is another each time. */
const askedFor = () => {
  const calls = spy.mock.calls.map((all) => JSON.stringify(all))
  spy.mockClear()
  const asked = calls.filter((text) => !/refused_requests|rate_limits|into audit_log/.test(text))
  return asked.map((text) => text.replaceAll(/"[\da-f]{8}-[\da-f-]{27}"/g, '#'))
}

const ask = async ({ path, access }: Endpoint, query: Readonly<Record<string, string>>) => {
  askedFor()
  const asker = access === 'patient' ? patient : manager
  const reply = await asker.call('GET', `${path}?${new URLSearchParams(query).toString()}`)
  return { status: reply.status, text: reply.text, asked: askedFor().toSorted().join('\n') }
}

const lists = promisedEndpoints().filter(
  (endpoint) =>
    endpoint.method === 'GET' && !endpoint.path.includes('{') && Object.keys(shapeOf(endpoint)).some((name) => !paging.has(name)),
)

/** What calls are asked with, where a name counts only beside another one. */
const beside = (): Readonly<Record<string, readonly Readonly<Record<string, string>>[]>> => ({
  'GET /patients/appointments/slots/': [{ doctor: String(doctor), from: '2026-03-10', to: '2026-03-12' }],
  'GET /public/booking/slots/': [{ doctor: String(doctor), from: '2026-03-10', to: '2026-03-12' }],
  'GET /inventory/expiring/': [{}, { expired: 'true' }],
})
/** What a call does not answer without. */
const neededBy = (endpoint: Endpoint): Record<string, string>[] => {
  const needed = Object.entries(shapeOf(endpoint)).flatMap(([name, schema]) =>
    z.safeParse(schema, undefined).success ? [] : [[name, valuesOf(name, schema)[0] ?? '']],
  )
  return (beside()[callOf(endpoint)] ?? [{}]).map((more) => ({ ...Object.fromEntries(needed), ...more }))
}

test('sees the lists that can be narrowed', () => expect(lists.length).toBeGreaterThan(50))

/** The names that change neither what the database is asked nor what is answered, asked with `needed`. */
const unreadOf = async (endpoint: Endpoint, needed: Readonly<Record<string, string>>): Promise<string[]> => {
  // What is read once and kept is read by the first.
  await ask(endpoint, needed)
  const without = await ask(endpoint, needed)
  expect([callOf(endpoint), without.status < 500]).toEqual([callOf(endpoint), true])
  const isRead = async (name: string, values: readonly string[]) => {
    for (const value of values) {
      const reply = await ask(endpoint, { ...needed, [name]: value })
      expect([name, value, reply.status < 500]).toEqual([name, value, true])
      if (reply.status !== without.status || reply.text !== without.text || reply.asked !== without.asked) return true
    }
    return false
  }
  const unread: string[] = []
  for (const [name, schema] of Object.entries(shapeOf(endpoint)))
    if (!paging.has(name) && !(name in needed) && !(await isRead(name, valuesOf(name, schema)))) unread.push(name)
  return unread
}

test.each(lists.map((endpoint) => [callOf(endpoint), endpoint] as const))('%s reads every name of its query', async (_name, endpoint) => {
  const unread: string[][] = []
  for (const needed of neededBy(endpoint)) unread.push(await unreadOf(endpoint, needed))
  expect(unread[0]?.filter((name) => unread.every((names) => names.includes(name)))).toEqual([])
})
