import { z } from 'zod'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { loadDemo } from '../../db/seed/load-demo.ts'
import { callOf, promisedEndpoints } from '../testing/calls/contracts.ts'
import { sampleBody } from '../testing/calls/sample.ts'
import { openTestClinic, type Person, type TestClinic } from '../testing/clinic.ts'
import { aPatient } from '../testing/builders.ts'
import { fillRecord } from '../testing/patients/whole-record.ts'

// Programs read a record, change a field and send the whole of it back: what they do not own must not stand in their way.
type Row = Record<string, unknown> & { id?: number; version?: number }

const endpoints = promisedEndpoints()
let clinic: TestClinic
let manager: Person
let patient: number
/** Whose death is recorded. */
let dead: number
beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date('2026-03-09T09:00:00Z') })
  await loadDemo(clinic.ownerUrl, { now: clinic.clock.now, password: 'a-b-c-first', files: clinic.files })
  manager = await clinic.signedInFrom('System administrator', 'sysadmin')
  const account = await clinic.signedInFrom('Patient', 'patient')
  patient = (await aPatient(clinic.db, { user_id: account.id })).id
  await fillRecord(clinic.ownerUrl, { patient, mark: 'round', by: manager.id, account: account.id, at: clinic.clock.now })
  dead = (await aPatient(clinic.db)).id
  const deaths = `/patients/patients/${dead}/deaths/`
  const { seen } = (await manager.call('GET', `${deaths}preview/`)).json<{ seen: string }>()
  const death = { died_on: '2026-03-08', place: 'home', reported_by: 'A neighbour', seen }
  expect((await manager.call('POST', deaths, death)).status).toBe(201)
})
afterAll(() => clinic.close())

const isChange = ({ method, body }: Endpoint) => body !== undefined && (method === 'PUT' || method === 'PATCH')
const isAt = (path: string) => (one: Endpoint) => one.method === 'GET' && [one.path, ...(one.also ?? [])].some((own) => own === path)
const isRead = (path: string) => endpoints.some(isAt(path))
/** What is read of items that the catalogue lists. */
const lists: Record<string, string> = { '/drugs/items/': '/patients/prescribable-items/?q=amox' }
const collectionOf = (path: string) => path.slice(0, path.lastIndexOf('{'))

/** What a program reads there is no record that this call takes. */
const otherwise: Record<string, string> = {
  'PUT /catalogue/price-lists/{id}/prices/{item}/': 'a price beside the whole list of prices',
  'PUT /notifications/preferences/': 'the kinds that are off, of a list of all kinds',
  'PUT /patients/order-drafts/': 'the draft of one visit, of the list of a visit',
  'PUT /patients/patients/{id}/account/': 'links an account by its code',
  'PUT /imports/{id}/reading/': 'the encoding and the heading row, of an import whose first rows are read there',
  'PUT /inventory/counts/{id}/lines/': 'counted quantities, of the sheet of a count',
  'PUT /inventory/items/{id}/packs/': 'packs, of an item',
}

const changes = endpoints.filter(isChange).filter(({ path }) => isRead(path) || isRead(collectionOf(path)))
const records = changes.filter((endpoint) => !(callOf(endpoint) in otherwise))

const rowsIn = (reply: unknown): Row[] => {
  if (Array.isArray(reply)) return reply as Row[]
  const { id } = reply as Row
  return id === undefined ? ((Object.values(reply as object).find(Array.isArray) as Row[] | undefined) ?? []) : [reply as Row]
}

/** Addresses of records that this call changes, and what their list says of them. */
const found = async (path: string): Promise<{ url: string; row?: Row }[]> => {
  const names = path.match(/\{\w+\}/g) ?? []
  const own = names.length > 1 ? path.replace('{id}', String(path.includes('/deaths/') ? dead : patient)) : path
  if (names.length === 0) return [{ url: own }]
  const last = names.at(-1)!.slice(1, -1)
  const reply = await manager.call('GET', lists[collectionOf(own)] ?? collectionOf(own))
  if (reply.status !== 200) return []
  return rowsIn(reply.json<object>())
    .slice(0, 30)
    .map((row) => ({ url: own.replace(`{${last}}`, (row[last] ?? row.id) as string), row }))
}

/** A new record about the patient, made with what the contract shows as an example, where the collection takes one. */
const made = async (path: string): Promise<{ url: string; row?: Row }[]> => {
  const maker = endpoints.find((one) => one.method === 'POST' && one.path === collectionOf(path))
  if (!maker?.body) return []
  const reply = await manager.call('POST', maker.path, { ...(sampleBody(maker.body) as object), patient })
  if (reply.status !== 201) return []
  const row = reply.json<Row>()
  return [{ url: `${maker.path}${row.id}/`, row }]
}

/** The first record that may be changed at all comes back; answers why none could. */
const sendBack = async ({ method, path }: Endpoint): Promise<string> => {
  let last = 'no record to be found'
  const there = await found(path)
  for (const { url, row } of there.length > 0 ? there : await made(path)) {
    const read = isRead(path) ? await manager.call('GET', url) : undefined
    if (read && read.status !== 200) continue
    const record = read ? read.json<Row>() : row
    const sent = await manager.call(method, url, record)
    if (sent.status < 300) return 'taken'
    last = `${sent.status} ${sent.text.slice(0, 300)}`
  }
  return last
}

test.each(records.map((endpoint) => [callOf(endpoint), endpoint] as const))('%s takes what was read', async (_call, endpoint) => {
  expect(await sendBack(endpoint)).toBe('taken')
})

test('a record that came back unchanged is as it was, and only what was changed in it changes', async () => {
  const url = `/patients/patients/${patient}/`
  const before = (await manager.call('GET', url)).json<Row>()
  expect((await manager.call('PUT', url, before)).json<Row>()).toEqual(before)
  const changed = (await manager.call('PUT', url, { ...before, is_active: false, first_name: 'Neema' })).json<Row>()
  expect(changed).toMatchObject({ ...before, first_name: 'Neema', version: Number(before.version) + 1 })
})

test('the calls that take no record are those that are named here', () => {
  expect(
    changes
      .map(callOf)
      .filter((call) => call in otherwise)
      .toSorted(),
  ).toEqual(Object.keys(otherwise).toSorted())
})

/** Words that a search is asked for, so that it finds two rows at least; other lists take what their filters allow. */
const words: Record<string, string> = {
  '/patient/search/': 'q=a',
  '/patients/prescribable-items/': 'q=a',
  '/diagnoses/codes/': 'q=malaria',
  '/patients/medical-records/search/': 'q=blood',
}

interface List {
  rows: unknown[]
  link: string | undefined
}
/** A list as it is answered, alone or in a record. */
const readList = async (url: string): Promise<List | null> => {
  const reply = await manager.call('GET', url)
  expect([url, reply.status]).not.toEqual([url, 500])
  if (reply.status !== 200) return null
  const body = reply.json<unknown>()
  const rows = Array.isArray(body) ? body : Object.values(body as object).find(Array.isArray)
  return rows ? { rows, link: reply.headers['link'] as string | undefined } : null
}
const isShortened = ({ method, query, produces }: Endpoint) =>
  method === 'GET' && !produces && query instanceof z.ZodObject && 'limit' in query.shape

/** Records that are much alike, and addresses that want no messages: what the demonstration has none of. */
const addAlike = async (): Promise<number> => {
  const duplicate = { first_name: 'Wanjiru', second_name: 'Kamau', gender: 'female', phone: '+254700111222', date_of_birth: '1990-05-05' }
  let last = 0
  for (const n of [1, 2, 3]) {
    const made = await manager.call('POST', '/patients/patients/', { ...duplicate, not_a_duplicate: true })
    expect(made.status).toBe(201)
    last = made.json<{ id: number }>().id
    const address = { channel: 'email', address: `none${n}@clinic.example` }
    expect((await manager.call('POST', '/messages/opt-outs/', address)).status).toBe(201)
  }
  return last
}

test('a list that was cut short says where it goes on, and goes on there', async () => {
  const ids = [patient, await addAlike(), 1]
  const cut: string[] = []
  for (const endpoint of endpoints.filter(isShortened))
    for (const id of endpoint.path.includes('{') ? ids : ids.slice(0, 1)) {
      const asked = words[endpoint.path]
      const path = `${endpoint.path.replace(/\{\w+\}/, String(id))}?${asked ? `${asked}&` : ''}`
      const both = await readList(`${path}limit=2`)
      if (both === null || both.rows.length < 2) continue
      const first = await readList(`${path}limit=1`)
      expect([path, first?.rows.length, first?.link]).toEqual([path, 1, expect.stringContaining('rel="next"')])
      const second = await readList(/<([^>]+)>/.exec(first!.link!)![1]!)
      expect([path, second?.rows.length]).toEqual([path, 1])
      expect([path, second?.rows]).not.toEqual([path, first?.rows])
      // Each look adds a row to the trail, and a search that looks further among patients ranks them anew.
      if (!/\/(audit|access-log|patient\/search)\//.test(endpoint.path)) expect([path, second?.rows]).toEqual([path, [both.rows[1]]])
      cut.push(endpoint.path)
      break
    }
  const searches = ['/patient/search/', '/patients/prescribable-items/', '/diagnoses/codes/', '/lab/worklist/', '/lab/orderable-tests/']
  const candidates = ['/patients/likely-duplicates/', '/patients/patients/{id}/merge-candidates/', '/messages/opt-outs/']
  expect(cut).toEqual(expect.arrayContaining([...searches, ...candidates]))
  expect(cut.length).toBeGreaterThan(55)
})

test('a list that takes no cursor is whole', () => {
  const lists = endpoints.filter(({ method, response, produces }) => method === 'GET' && !produces && response instanceof z.ZodArray)
  const paged = lists.filter(({ query }) => query instanceof z.ZodObject && 'cursor' in query.shape)
  const limited = lists.filter(isShortened)
  expect(limited.filter((one) => !paged.includes(one)).map(callOf)).toEqual([])
  expect(paged.filter((one) => !one.paged).map(callOf)).toEqual([])
})
