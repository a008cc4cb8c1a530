import { sql } from 'kysely'
import { z } from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Endpoint } from '#shared/endpoint.ts'
import { permissions } from '#shared/permissions.ts'
import { patientsShownBy } from '#platform/http/patients-shown.ts'
import { lineOf } from '#platform/http/restricted.ts'
import { aPatient, aVisit } from '../testing/builders.ts'
import { callOf, promisedEndpoints } from '../testing/calls/contracts.ts'
import { openTestClinic, type Person, type TestClinic } from '../testing/clinic.ts'
import { fingerprint } from '../testing/databases/fingerprint.ts'
import { pdfPages } from '../testing/documents/pdf-text.ts'
import { aHiddenRecord, MARK, MARKED_SERVICE } from '../testing/patients/hidden-record.ts'
import { sampleBody } from '../testing/calls/sample.ts'

// Every call, asked for a restricted record by somebody who may do everything but open one.
const endpoints = promisedEndpoints().filter(({ access }) => access !== 'public' && access !== 'patient')
const named = (list: readonly Endpoint[]) => list.map((endpoint) => [callOf(endpoint), endpoint] as const)

/** What lets people open restricted records: two rights, the room in which the patient waits or has work under way, and the trail itself. */
const keys = new Set<string>(['patients.restrict', 'patients.break_glass', 'audit.log', 'audit.export'])
const isKey = (right: string) =>
  keys.has(right) ||
  (right.startsWith('attendance.') &&
    !['attendance.view', 'attendance.start', 'attendance.discharge', 'attendance.end_of_day'].includes(right))

let clinic: TestClinic
let administrator: Person
let colleague: Person
let hers: number
let parts: number[]
let before: string[]

beforeAll(async () => {
  clinic = await openTestClinic()
  administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  colleague = await clinic.signedInAs(permissions.filter((right) => !isKey(right)))
  const reply = await administrator.call('POST', '/patients/patients/', {
    first_name: 'Zubeida',
    second_name: 'Kept',
    gender: 'female',
    residence: MARK,
    identifiers: [{ kind: 'passport', value: MARK }],
    next_of_kin: [{ first_name: MARK, second_name: 'Ali', relationship: 'mother', contact: { tel_no: '0712000111' } }],
    allergies: [{ substance: MARK, category: 'drug', severity: 'severe' }],
    alerts: [{ text: MARK }],
  })
  const patient = reply.json<{ id: number; [part: string]: unknown }>()
  hers = patient.id
  parts = ['identifiers', 'next_of_kin', 'allergies', 'alerts'].flatMap((part) => (patient[part] as { id: number }[]).map(({ id }) => id))
  await sql`update patients set phone = ${MARK}, email = ${MARK}, occupation = ${MARK}, date_of_birth = '1980-02-03' where id = ${hers}`.execute(
    clinic.db,
  )
  await sql`update contact_details set email_address = ${MARK} where patient_id = ${hers}`.execute(clinic.db)
  const visit = await aVisit(clinic.db, { patient_id: hers, reason: MARK })
  expect(visit.id).toBe(hers)
  parts.push(...(await aHiddenRecord(clinic.db, visit.id, hers, administrator.id)))
  const { sha256 } = await clinic.files.put(Buffer.from(MARK))
  await sql`update files set sha256 = ${sha256}`.execute(clinic.db)
  await sql`update medical_records set thumbnail_sha256 = ${sha256}`.execute(clinic.db)
  await sql`update medical_record_pages set image_sha256 = ${sha256}`.execute(clinic.db)
  await sql`insert into audit_log (at, actor_id, action, entity, patient_id, request_id, change)
    values (${clinic.clock.now}, ${administrator.id}, 'update', 'patient', ${hers}, 'r', ${JSON.stringify({ note: MARK })})`.execute(
    clinic.db,
  )
  const other = await aPatient(clinic.db, { first_name: 'Zubeida', second_name: 'Kept', gender: 'female', date_of_birth: '1980-02-03' })
  await aVisit(clinic.db, { patient_id: other.id })
  expect((await administrator.call('POST', `/patients/patients/${hers}/restriction/`, { reason: 'A colleague' })).status).toBe(201)
  before = await ofPatients()
})
afterAll(() => clinic.close())

/** What is in the tables of patients; this person changes settings too. */
const ofPatients = async () => {
  const { rows } = await sql<{ name: string }>`select name from patient_tables where name <> 'audit_log' union select 'patients'`.execute(
    clinic.db,
  )
  const names = new Set(rows.map(({ name }) => name))
  return (await fingerprint(clinic.ownerUrl)).filter((line) => names.has(line.split(' ')[0]!))
}

/** What no schema says: one of two fields. */
const chosen: Readonly<Record<string, object>> = { '/billing/invoices/{id}/discount/': { discount_percent: '10' } }
const bodyOf = ({ body, path }: Endpoint, more: object = {}) => body && { ...(sampleBody(body) as object), ...chosen[path], ...more }
const addressOf = ({ path }: Endpoint, part = parts[0]) =>
  path.replace(/\{(\w+)\}/g, (_match, name) => String(name === 'part' ? part : hers))
const ask = async (endpoint: Endpoint, path: string, body?: unknown) => {
  const reply = await colleague.call(endpoint.method, path, body)
  expect(reply.status, `${endpoint.method} ${path}: ${reply.text.slice(0, 200)}`).toBeLessThan(500)
  return reply
}

const isLooking = ({ method }: Endpoint) => method === 'GET'
const withIds = endpoints.filter(({ path }) => path.includes('{'))

/** What a call shows, of a PDF the text that is printed; the service for which she is booked is a secret where patients are. */
const shownBy = async (endpoint: Endpoint, path: string, body?: unknown) => {
  if (endpoint.produces !== 'application/pdf') return (await ask(endpoint, path, body)).text
  const { method } = endpoint
  const reply = await clinic.app.inject({ method, url: path, headers: { authorization: `Bearer ${colleague.token}` } })
  expect(reply.statusCode, `${method} ${path}`).toBeLessThan(500)
  return reply.statusCode === 200 ? pdfPages(reply.rawPayload).flat().join('\n') : reply.body
}
/** The lines of a list about her, as somebody sees them who may open the record, and those of them that their contract does not mark as hers. */
const linesAboutHer = async (endpoint: Endpoint, line: z.core.$ZodType) => {
  const reply = await administrator.call('GET', `${endpoint.path}${requiredQuery(endpoint)}`)
  expect(reply.status, `${callOf(endpoint)}: ${reply.text}`).toBe(200)
  const answered = reply.json<unknown[] | { rows: unknown[] }>()
  const find = patientsShownBy(line)
  const isMarked = (one: unknown) => find(one).includes(hers)
  const about = (Array.isArray(answered) ? answered : answered.rows).filter(
    (one) => isMarked(one) || /Zubeida|Kept/.test(JSON.stringify(one)),
  )
  return { about, unmarked: about.filter((one) => !isMarked(one)) }
}
const isSecretIn = ({ path }: Endpoint, text: string) =>
  text.includes(MARK) || (path.startsWith('/patients/') && text.includes(MARKED_SERVICE))

/** The fields of a query that must be there: days around her appointment, and her ids. */
const requiredQuery = ({ query }: Endpoint) => {
  const schema = query && (z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) as { required?: string[] })
  if (!query || !schema?.required?.length) return ''
  const sample = sampleBody(query) as Record<string, unknown>
  const valueOf = (name: string) => {
    if (/^(from|date)/.test(name)) return '2026-03-02'
    if (/^(to|until)/.test(name)) return '2026-03-04'
    return typeof sample[name] === 'number' ? hers : String(sample[name])
  }
  return `?${schema.required.map((name) => `${name}=${encodeURIComponent(valueOf(name))}`).join('&')}`
}

describe('somebody with every right but those, by the ids of a restricted record, is shown nothing of it by', () => {
  test.each(named(withIds.filter(isLooking)))('%s', async (_name, endpoint) => {
    const text = await shownBy(endpoint, `${addressOf(endpoint)}${requiredQuery(endpoint)}`)
    expect(isSecretIn(endpoint, text), text).toBe(false)
  })
})

describe('the same, changing something of an old version, by', () => {
  test.each(named(withIds.filter((one) => !isLooking(one) && !one.allowsRestricted)))('%s', async (_name, endpoint) => {
    // What has no version says the same of any.
    const hasVersion = 'version' in ((endpoint.body as { shape?: object } | undefined)?.shape ?? {})
    for (const more of hasVersion ? [{}, { version: 999 }] : [{}])
      expect((await ask(endpoint, addressOf(endpoint), bodyOf(endpoint, more))).text).not.toContain(MARK)
  })
})

/** The questions of a list that name one patient, or something of one. */
const asksOf = ({ query }: Endpoint): string[] =>
  Object.keys((query as { shape?: object } | undefined)?.shape ?? {}).filter((key) =>
    /patient|visit|process|invoice|record|consultation/.test(key),
  )

describe('the same, asking a list for one patient, by', () => {
  test.each(named(endpoints.filter((one) => isLooking(one) && !one.path.includes('{') && asksOf(one).length > 0)))(
    '%s',
    async (_name, endpoint) => {
      for (const key of asksOf(endpoint)) {
        const text = await shownBy(endpoint, `${endpoint.path}?${key}=${hers}`)
        expect(isSecretIn(endpoint, text), `${key}: ${text}`).toBe(false)
      }
    },
  )
})

// What cannot wait is told to whoever is there.
const workLists = ['GET /patients/triage/critical/']

test('lists over all patients show nothing of it but what is critical', async () => {
  const shown = []
  for (const endpoint of endpoints.filter((one) => isLooking(one) && !one.path.includes('{')))
    if (isSecretIn(endpoint, await shownBy(endpoint, `${endpoint.path}${requiredQuery(endpoint)}`))) shown.push(callOf(endpoint))
  expect(shown.toSorted()).toEqual(workLists)
})

test('the desk sees her in its lists, the calendar and the printed list of a day, where she is to come', async () => {
  const lists = [
    '/patients/appointments/',
    '/patients/appointments/waiting/',
    '/patients/publicappointments/',
    '/patients/appointments/calendar/',
  ]
  for (const endpoint of endpoints.filter(({ method, path }) => method === 'GET' && lists.includes(path)))
    expect(await shownBy(endpoint, `${endpoint.path}${requiredQuery(endpoint)}`), endpoint.path).toContain('Kept')
  const day = endpoints.find(({ path }) => path === '/patients/appointments/day/')!
  expect(await shownBy(day, `${day.path}?date=2026-03-03`)).toContain('Kept')
})

test('nobody finds her by a secret', async () => {
  const found = []
  for (const endpoint of endpoints.filter((one) => isLooking(one) && !one.path.includes('{')))
    for (const key of Object.keys((endpoint.query as { shape?: object } | undefined)?.shape ?? {}).filter((one) =>
      /^(q|search)$/.test(one),
    ))
      if ((await shownBy(endpoint, `${endpoint.path}?${key}=${MARK}&limit=100`)).includes('Kept')) found.push(callOf(endpoint))
  expect(found).toEqual([])
})

test('likely duplicates are without it: a pair would tell that two records share a telephone or a date of birth', async () => {
  const { text } = await colleague.call('GET', '/patients/likely-duplicates/')
  expect(text).not.toContain('"second_name":"Kept"')
  expect((await administrator.call('GET', '/patients/likely-duplicates/')).text).toContain('"second_name":"Kept"')
})

test('every table with rows of patients that readers see leaves restricted records out for the assistant', async () => {
  const { rows } = await sql<{ name: string }>`
    select t.name from patient_tables t where has_table_privilege('kliniki_read', t.name, 'select')
      and not exists (select from pg_policy p where p.polrelid = t.name::regclass and p.polname = 'restricted')`.execute(clinic.db)
  // Names and numbers, by which the search finds them too.
  expect(rows).toEqual([{ name: 'patient_search_keys' }])
})

test('nothing of it was changed', async () => expect(await ofPatients()).toEqual(before))

const shapeOf = ({ body }: Endpoint) => Object.keys((body as { shape?: object } | undefined)?.shape ?? {})

/** A body about her: of an old version, or of the one that is there. */
const aboutHer = (endpoint: Endpoint, version: number) => {
  const shape = shapeOf(endpoint)
  const more = { version, ids: [hers], patient: hers, confirm: true }
  return bodyOf(endpoint, Object.fromEntries(Object.entries(more).filter(([name]) => shape.includes(name))))
}

describe('the desk works on, and is shown nothing but who she is by what it changes', () => {
  const changes = endpoints.filter((one) => one.allowsRestricted && !isLooking(one))

  test('in conflicts', async () => {
    const named412 = []
    for (const endpoint of changes.filter((one) => shapeOf(one).includes('version'))) {
      const { status, text } = await ask(endpoint, addressOf(endpoint), aboutHer(endpoint, 999))
      expect([callOf(endpoint), isSecretIn(endpoint, text), text]).toEqual([callOf(endpoint), false, text])
      if (status === 412 && text.includes('Kept')) named412.push(callOf(endpoint))
    }
    expect(named412.length, named412.join()).toBeGreaterThan(4)
  })

  test.each(named(changes))('%s', async (_name, endpoint) => {
    for (const version of [1, 2, 3]) {
      const { text } = await ask(endpoint, addressOf(endpoint), aboutHer(endpoint, version))
      expect(isSecretIn(endpoint, text), text).toBe(false)
    }
  })
})

/** Lists over many patients whose contract marks nobody, and why they show nothing that is restricted. */
const withoutMarks: Readonly<Record<string, string>> = {
  'GET /audit/log/export/': 'is for those alone who may open every record',
  'GET /billing/invoice-items/': 'is of one bill, which the trail looks at',
  'GET /reports/debtors/': 'is a table of any columns: the report leaves out its rows',
  'GET /reports/receipts/': 'is a table of any columns: the report does not name the payer',
}

test('every line about her in a list over many patients has her id where its contract marks it as one', async () => {
  const [marked, unmarked]: [string[], string[]] = [[], []]
  for (const endpoint of endpoints.filter(
    (one) => isLooking(one) && one.audit === 'read' && !one.allowsRestricted && !one.path.includes('{'),
  )) {
    const line = lineOf(endpoint)
    const { about, unmarked: others } = line ? await linesAboutHer(endpoint, line) : { about: [], unmarked: [] }
    if (others.length > 0) unmarked.push(callOf(endpoint))
    else if (about.length > 0) marked.push(callOf(endpoint))
  }
  expect(unmarked.toSorted()).toEqual(Object.keys(withoutMarks))
  expect(marked.length, marked.join()).toBeGreaterThan(16)
})

test('the assistant shows many without it', async () => {
  await sql`select nextval(pg_get_serial_sequence('assistant_messages', 'id')) from generate_series(1, ${hers}::integer)`.execute(clinic.db)
  const lists = ['visits', 'appointments', 'medicines dispensed', 'invoices', 'receipts'].map((what) => `List the ${what} of this year`)
  for (const question of ['List all patients', 'List the waiting list', ...lists]) {
    const reply = await colleague.call('POST', '/chatbot/chat/', { question, follows: null })
    expect([question, reply.text]).toEqual([question, expect.stringContaining('"status":"answered"')])
    expect([question, reply.text]).toEqual([question, expect.not.stringContaining(MARK)])
  }
})

// Last, for it opens the record.
test('the same person is shown it by many of those calls as soon as it is restricted no more', async () => {
  const lift = await administrator.call('POST', `/patients/patients/${hers}/restriction/lift/`, { reason: 'A colleague no more' })
  expect(lift.status, lift.text).toBe(204)
  const shown = []
  for (const endpoint of withIds.filter((one) => isLooking(one) && !one.produces))
    if ((await ask(endpoint, addressOf(endpoint))).text.includes(MARK)) shown.push(callOf(endpoint))
  expect(shown.length, shown.join()).toBeGreaterThan(20)
})
