import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import type { ResponseOf } from '#shared/endpoint.ts'
import { seededGroups } from '#shared/permissions.ts'
import { aPatient, anItem } from '../../testing/builders.ts'
import { twoAskedAbout } from '../../testing/patients/asked-patients.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { ChatReply, ask, getGreeting } from './contract.ts'

type Message = ResponseOf<typeof ask>
type Greeted = ResponseOf<typeof getGreeting>

const CHAT = '/chatbot/chat/'
const MESSAGES = '/chatbot/messages/'
const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'

let clinic: TestClinic
let doctor: Person
let account: Person
let others: number

let address = 0
/** From another place each time: so many of one place are stopped. */
const post = async (person: Person, question: unknown, more: object = {}, headers?: Record<string, string>) => {
  address += 1
  const reply = await clinic.app.inject({
    method: 'POST',
    url: CHAT,
    remoteAddress: `10.1.${address >> 8}.${address & 255}`,
    headers: { authorization: `Bearer ${person.token}`, ...headers },
    payload: { question, ...more },
  })
  return { status: reply.statusCode, text: reply.body, json: () => reply.json<Message>() }
}
const say = async (person: Person, question: string, more: object = {}): Promise<Message> => {
  const reply = await post(person, question, more)
  expect(reply.status, `${question}: ${reply.text}`).toBe(200)
  return reply.json()
}
const anew = (person: Person, question: string) => say(person, question, { follows: null })
const greeted = async (person: Person) => (await person.call('GET', CHAT)).json<Greeted>()
const examplesOf = async (person: Person) => Object.values((await greeted(person)).available_queries).flat()
const kept = async (person: Person, query = '') => (await person.call('GET', `${MESSAGES}${query}`)).json<Message[]>()
const trail = () =>
  clinic.db
    .selectFrom('audit_log')
    .select(['action', 'patient_id', 'change'])
    .where('entity', '=', 'assistant')
    .orderBy('id', 'desc')
    .execute()
const drop = (right: string) =>
  clinic.db
    .deleteFrom('group_permissions')
    .where('permission', '=', right as never)
    .execute()

const insertPeople = async () => {
  const { db } = clinic
  ;({ others } = await twoAskedAbout(db, account.id))
  await aPatient(db, { first_name: 'Zawadi', second_name: 'Njoroge', unique_id: 'P-26-00080' })
  await aPatient(db, { first_name: 'Zawadi', second_name: 'Njoroge', unique_id: 'P-26-00081' })
  await aPatient(db, { first_name: 'Tomás', second_name: "O'Brien", unique_id: 'P-26-00082' })
  await aPatient(db, { first_name: 'Tomás', second_name: "O'Brien", unique_id: 'P-26-00083' })
  await aPatient(db, { first_name: '=HYPERLINK("http://evil.example")', second_name: '@Odd' })
  await anItem(db, '10.00', { name: 'Amoxicillin 250 mg capsule', category: 'drug' })
}

let atFirst: { person: Person; examples: string[] }
beforeAll(async () => {
  clinic = await openTestClinic()
  await clinic.db.updateTable('company').set({ time_zone: 'Africa/Nairobi' }).execute()
  const person = await clinic.signedInFrom('System administrator', 'sysadmin')
  atFirst = { person, examples: await examplesOf(person) }
  doctor = await clinic.signedInFrom('Doctor', 'doctor')
  account = await clinic.signedInFrom('Patient', 'patient')
})
afterAll(() => clinic.close())

test('every example of a clinic in which nothing has a name yet is answered', async () => {
  const { person, examples } = atFirst
  expect(examples.length).toBeGreaterThan(45)
  expect(examples.join()).not.toMatch(/Wanjiku|penicillin|amoxicillin/)
  const second = await clinic.signedInFrom('System administrator', 'sysadmin')
  for (const [index, example] of examples.entries())
    expect([example, (await anew(index % 2 ? person : second, example)).status]).toEqual([example, 'answered'])
})

test('each is greeted with what they may ask, and is answered', async () => {
  clinic.clock.now = new Date(clinic.clock.now.getTime() + 61_000)
  await insertPeople()
  for (const [index, group] of Object.keys(seededGroups).entries()) {
    const person = group === 'Patient' ? account : group === 'Doctor' ? doctor : await clinic.signedInFrom(group)
    const { available_queries, message } = await greeted(person)
    expect((await person.call('GET', '/chatbot/examples/')).json(), group).toEqual({ available_queries, message })
    for (const ofKind of Object.values(available_queries)) expect(ofKind.length).toBeLessThanOrEqual(4)
    const examples = Object.values(available_queries).flat()
    expect(new Set(examples).size, group).toBe(examples.length)
    expect(message.includes('Wanjiku'), group).toBe(seededGroups[group]!.includes('patients.view'))
    for (const example of examples.filter((_, at) => (at + index) % 12 === 0))
      expect([group, example, (await anew(person, example)).status]).toEqual([group, example, 'answered'])
  }
  const nurse = await clinic.signedInFrom('Nurse')
  const named = (await examplesOf(nurse)).filter((one) => /Wanjiku|penicillin|amoxicillin/.test(one))
  expect(named.length).toBeGreaterThan(1)
  for (const example of named) expect([example, (await anew(nurse, example)).status]).toEqual([example, 'answered'])
  expect(await greeted(await clinic.signedInAs([]))).toMatchObject({ available_queries: {} })
})

const keysOf = (visualization: ChatReply['visualization']) => {
  const { type: _type, title: _title, ...keys } = visualization ?? { type: 'table', title: '' }
  return Object.values(keys)
}

test('a reply has exactly what is promised, and its keys fit together', async () => {
  const reply = await anew(doctor, 'Visits by doctor this month')
  expect(reply).toEqual({
    id: expect.any(Number),
    asked_at: '2026-03-02T07:31:01.000Z',
    question: 'Visits by doctor this month',
    status: 'answered',
    response: 'Visits by doctor (March 2026).',
    structured_data: [{ doctor: 'Not recorded', visits: 2 }],
    visualization: { type: 'bar', x: 'doctor', y: 'visits', title: 'Visits by doctor' },
    query_type: 'patient_flow',
    columns: [
      { key: 'doctor', title: 'Doctor', kind: 'text' },
      { key: 'visits', title: 'Visits', kind: 'count' },
    ],
    row_links: [null],
    filter: ['What: Visits', 'Time: March 2026'],
    links: [{ label: expect.any(String), to: expect.stringMatching(/^\/dashboard\//) }],
    suggestions: [],
    is_cut: false,
    is_chosen_by_model: false,
  })
  for (const question of [
    'How many visits today?',
    'Visits per day this month',
    'List the patients',
    'Patients by gender',
    'Visits this month compared with last month',
  ]) {
    const { status, structured_data, columns, visualization, row_links } = await anew(doctor, question)
    const keys = columns.map(({ key }) => key)
    expect(status, question).toBe('answered')
    for (const row of structured_data) expect(Object.keys(row), question).toEqual(keys)
    expect(keys, question).toEqual(expect.arrayContaining(keysOf(visualization)))
    expect(row_links.length, question).toBe(structured_data.length)
  }
  const refused = await anew(doctor, 'How many zebras are there?')
  expect(refused).toMatchObject({
    status: 'refused',
    structured_data: [],
    visualization: null,
    query_type: 'unknown',
    columns: [],
    filter: [],
    links: [],
  })
  expect(refused.response).toContain('zebras')
  for (const suggestion of refused.suggestions)
    expect([suggestion, (await anew(doctor, suggestion)).status]).toEqual([suggestion, 'answered'])
})

test('an answer is a file of every kind, in which no text is a formula', async () => {
  const { id, structured_data } = await anew(doctor, 'List the patients')
  expect(structured_data.length).toBe(7)
  const file = (type: string) => doctor.call('GET', `${MESSAGES}${id}/`, undefined, { accept: type })
  const csv = await file('text/csv')
  expect([csv.status, csv.headers['content-type']]).toEqual([200, 'text/csv'])
  expect(csv.text).toContain(`'=HYPERLINK`)
  expect(csv.text).not.toMatch(/(?:^|,|")=HYPERLINK/m)
  expect(csv.text.trim().split('\r\n').length).toBe(8)
  expect((await file(XLSX)).text.slice(0, 2)).toBe('PK')
  const pdf = await file('application/pdf')
  expect([pdf.status, pdf.text.slice(0, 5)]).toEqual([200, '%PDF-'])
  expect((await file('application/json')).json()).toMatchObject({ title: 'List the patients', rows: { length: 7 } })
  expect((await trail()).slice(0, 4).map(({ action }) => action)).toEqual(['read', 'read', 'read', 'read'])
  const refused = await anew(doctor, 'zebras?')
  expect((await doctor.call('GET', `${MESSAGES}${refused.id}/`, undefined, { accept: 'text/csv' })).status).toBe(200)
})

test('a question goes on with the one that it follows', async () => {
  const first = await anew(doctor, 'How many visits this month?')
  expect(first.structured_data).toEqual([{ visits: 2 }])
  const by = { filter: expect.arrayContaining(['Time: February 2026']), structured_data: [{ visits: 0 }] }
  expect(await say(doctor, 'and last month?')).toMatchObject(by)
  expect(await say(doctor, 'and last month?', { follows: first.id })).toMatchObject(by)
  expect(await say(doctor, 'and last month?', { follows: null })).toMatchObject({ status: 'refused' })
  const stranger = await clinic.signedInFrom('Doctor', 'doctor')
  expect((await post(stranger, 'and last month?', { follows: first.id })).status).toBe(404)
  expect((await post(stranger, 'and last month?', { follows: 2_000_000_000 })).status).toBe(404)
  expect((await post(stranger, 'and last month?')).json().status).toBe('refused')
  await anew(doctor, 'How many visits this month?')
  await asOwner(clinic.ownerUrl, (client) => client.query(`update assistant_messages set asked_at = asked_at - interval '31 minutes'`))
  expect((await say(doctor, 'and last month?')).status).toBe('refused')
})

test('one patient is asked about by name or number, two of one name are asked back, and the trail names whom', async () => {
  const reply = await anew(doctor, 'Is Wanjiku Kamau allergic to penicillin?')
  expect(reply).toMatchObject({ status: 'answered', response: expect.stringMatching(/^Yes: 1 allergy of Wanjiku Kamau \(P-26-00012\)/) })
  expect(reply.links[0]).toEqual({ label: 'Wanjiku Kamau (P-26-00012)', to: `/dashboard/patients/${others}` })
  expect((await trail())[0]).toMatchObject({ action: 'ask', patient_id: others, change: { status: 'answered' } })
  expect(await say(doctor, 'Does she have appointments?')).toMatchObject({
    status: 'answered',
    filter: expect.arrayContaining(['Patient: Wanjiku Kamau (P-26-00012)']),
  })
  expect((await anew(doctor, 'Does she have appointments?')).status).toBe('refused')
  expect((await anew(doctor, 'allergies of patient P-26-00012')).structured_data.length).toBe(1)
  const two = await anew(doctor, 'allergies of Zawadi Njoroge')
  expect(two).toMatchObject({ status: 'unclear', suggestions: ['allergies of P-26-00080', 'allergies of P-26-00081'] })
  expect((await anew(doctor, two.suggestions[0]!)).status).toBe('answered')
  const accented = await anew(doctor, "Tomás  O'Brien’s allergies")
  expect(accented).toMatchObject({ status: 'unclear', suggestions: { length: 2 } })
  for (const choice of accented.suggestions) expect([choice, (await anew(doctor, choice)).status]).toEqual([choice, 'answered'])
})

test('messages are one’s own: paged, deleted one by one and all', async () => {
  const person = await clinic.signedInFrom('Nurse')
  const asked: number[] = []
  for (const question of ['visits today', 'How many patients?', 'zebras?', 'drop table patients'])
    asked.unshift((await anew(person, question)).id)
  const page = await person.call('GET', `${MESSAGES}?limit=3&count=true`)
  expect(page.json<Message[]>().map(({ id }) => id)).toEqual(asked.slice(0, 3))
  const { next = '' } = page
  expect(next).not.toBe('')
  expect((await person.call('GET', next.replace(/^https?:\/\/[^/]+/, ''))).json<Message[]>().map(({ id }) => id)).toEqual(asked.slice(3))
  for (const method of ['GET', 'DELETE'] as const) expect((await doctor.call(method, `${MESSAGES}${asked[0]}/`)).status).toBe(404)
  expect((await person.call('DELETE', `${MESSAGES}${asked[0]}/`)).status).toBe(204)
  expect((await person.call('DELETE', `${MESSAGES}${asked[0]}/`)).status).toBe(404)
  expect((await kept(person)).map(({ id }) => id)).toEqual(asked.slice(1))
  const before = (await kept(doctor)).length
  expect((await person.call('DELETE', MESSAGES)).status).toBe(204)
  expect([await kept(person), (await kept(doctor)).length]).toEqual([[], before])
  expect((await trail())[0]).toMatchObject({ action: 'delete', change: { count: 3 } })
})

test('a question that is sent twice with one key is kept once', async () => {
  const person = await clinic.signedInFrom('Nurse')
  const replies = await Promise.all([1, 2, 3].map(() => post(person, 'visits today', {}, { 'idempotency-key': 'once' })))
  expect(new Set(replies.filter(({ status }) => status === 200).map((reply) => reply.json().id)).size).toBe(1)
  expect((await kept(person)).length).toBe(1)
})

test('what an answer needed is needed to read it again', async () => {
  const rights = [
    'patients.view',
    'appointments.view',
    'attendance.view',
    'services.view',
    'prices.view',
    'laboratory.view',
    'laboratory.enter',
  ] as const
  const person = await clinic.signedInAs(rights)
  const record = await anew(person, 'allergies of Wanjiku Kamau')
  const grouped = await anew(person, 'Visits by residence')
  const plain = await anew(person, 'How many visits today?')
  const several = await anew(person, 'allergies of Zawadi Njoroge')
  const list = await anew(person, 'Who is on the waiting list?')
  const price = await anew(person, 'What is the price of Amoxicillin?')
  const results = await anew(person, 'Abnormal results this week by test')
  const statuses = async () => {
    const all = new Map((await kept(person)).map(({ id, status }) => [id, status]))
    return [record, grouped, plain, several, list, price, results].map(({ id }) => all.get(id))
  }
  expect(await statuses()).toEqual(['answered', 'answered', 'answered', 'unclear', 'answered', 'answered', 'answered'])
  await drop('patients.view')
  expect(await statuses()).toEqual(['withheld', 'withheld', 'answered', 'withheld', 'withheld', 'answered', 'answered'])
  const shown = (await kept(person)).find(({ id }) => id === several.id)
  expect(shown).toMatchObject({ structured_data: [], suggestions: [], response: 'You may no longer see this answer.' })
  expect(JSON.stringify(shown)).not.toContain('P-26')
  expect((await person.call('GET', `${MESSAGES}${record.id}/`)).text).not.toContain('enicillin')
  expect((await say(person, 'and when?', { follows: record.id })).status).toBe('refused')
  await drop('prices.view')
  await drop('laboratory.enter')
  expect((await statuses()).slice(-2)).toEqual(['withheld', 'withheld'])
})
