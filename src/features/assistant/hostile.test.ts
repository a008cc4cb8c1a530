import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { permissions } from '#shared/permissions.ts'
import { aPatient } from '../../testing/builders.ts'
import { aBill, aReceipt } from '../../testing/scenarios/bills.ts'
import { twoAskedAbout } from '../../testing/patients/asked-patients.ts'
import { endless, long, refused, strange } from '../../testing/questions/hostile-questions.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { fingerprint } from '../../testing/databases/fingerprint.ts'
import { connect, type Connection } from '#platform/db/connect.ts'
import { asOwner } from '#platform/db/owner.ts'
import type { Subject } from '#platform/questions/subject.ts'
import type { ask, getGreeting } from './contract.ts'
import { findClinic } from './server/engine.ts'
import { runQuery, TooLong } from './server/run-query.ts'

type Message = ResponseOf<typeof ask>
const CHAT = '/chatbot/chat/'
const MESSAGES = '/chatbot/messages/'
const MARK = 'Zubeidahidden'

let clinic: TestClinic
let reader: Connection
let administrator: Person
let account: Person
let hers: number
beforeAll(async () => {
  clinic = await openTestClinic()
  const { db } = clinic
  reader = connect(clinic.logins.kliniki_read, 'kliniki_read', { max: 1 })
  administrator = await clinic.signedInFrom('System administrator', 'sysadmin')
  account = await clinic.signedInFrom('Patient', 'patient')
  hers = (await twoAskedAbout(db, account.id)).hers
  await aPatient(db, { first_name: 'Select', second_name: 'From', unique_id: 'P-26-00090' })
  await db.updateTable('users').set({ password_hash: MARK }).where('id', '=', administrator.id).execute()
})
afterAll(async () => {
  await reader.close()
  await clinic.close()
})

let address = 0
/** From another place each time: so many of one place are stopped. */
const post = async (person: Person, question: unknown) => {
  address += 1
  const reply = await clinic.app.inject({
    method: 'POST',
    url: CHAT,
    remoteAddress: `10.1.${address >> 8}.${address & 255}`,
    headers: { authorization: `Bearer ${person.token}` },
    payload: { question, follows: null },
  })
  return { status: reply.statusCode, text: reply.body, json: () => reply.json<Message>() }
}
const anew = async (person: Person, question: string): Promise<Message> => {
  const reply = await post(person, question)
  expect(reply.status, `${question}: ${reply.text}`).toBe(200)
  return reply.json()
}
const examplesOf = async (person: Person) =>
  Object.values((await person.call('GET', CHAT)).json<ResponseOf<typeof getGreeting>>().available_queries).flat()
const kept = async (person: Person) => (await person.call('GET', MESSAGES)).json<Message[]>()
const trail = () =>
  clinic.db.selectFrom('audit_log').select(['action', 'patient_id']).where('entity', '=', 'assistant').orderBy('id', 'desc').execute()

const answerTo = async (question: string) => {
  const before = process.cpuUsage()
  const reply = await post(administrator, question)
  // Of the processor, and of this process alone: a tenth is usual, and what else the machine does is not counted.
  expect([question, process.cpuUsage(before).user < 3_000_000]).toEqual([question, true])
  expect([question, reply.status]).toEqual([question, 200])
  expect(reply.text).not.toContain(MARK)
  return reply.json()
}

test('what is no question about the clinic is refused politely, whatever it pretends to be', async () => {
  // Whoever asks first waits for the names of the clinic.
  await anew(administrator, 'How many visits today?')
  const before = await fingerprint(clinic.ownerUrl)
  for (const question of refused) {
    const { status, response, structured_data } = await answerTo(question)
    expect([question, status, structured_data]).toEqual([question, 'refused', []])
    expect(response.length, question).toBeGreaterThan(20)
    expect(response, question).not.toMatch(/error|undefined|select|sql/i.test(question) ? /undefined|syntax/i : /error|undefined|syntax/i)
    expect((await post(account, question)).json().status).toBe('refused')
  }
  const after = await fingerprint(clinic.ownerUrl)
  expect(after.filter((line) => !before.includes(line)).map((line) => line.split(' ')[0])).toEqual(['assistant_messages'])
})

test('strange times, numbers and letters are answered or refused, never a fault', async () => {
  for (const question of strange) {
    const reply = await answerTo(question)
    expect(['answered', 'refused', 'unclear'], question).toContain(reply.status)
    expect(JSON.stringify(reply), question).not.toMatch(/NaN|undefined|Invalid Date/)
  }
})

test('as many characters of anything as a question may have are answered', async () => {
  for (const text of endless) if (text.trim() !== '' && text !== '\u202e') await answerTo(long(text))
  expect((await answerTo(long('wx yz '))).response).toBe('That is too long to understand. Ask one thing, in a sentence.')
})

test('what is no text, empty or too long is refused naming the field', async () => {
  const bodies: unknown[] = [
    '',
    ' ',
    '\n\t',
    '\u200b\u200b',
    'x'.repeat(1001),
    'x'.repeat(10_000),
    'a\u0000b',
    5,
    null,
    true,
    ['visits'],
    { $ne: 1 },
    undefined,
  ]
  for (const question of bodies) {
    const { status, text } = await post(administrator, question)
    expect([question, status, Object.keys(JSON.parse(text) as object)]).toEqual([question, 400, ['question']])
  }
  for (const follows of [0, -1, 1.5, 'one', 1e300, {}, []]) {
    const reply = await administrator.call('POST', CHAT, { question: 'visits today', follows })
    expect([follows, reply.status, Object.keys(reply.json())]).toEqual([follows, 400, ['follows']])
  }
  expect((await administrator.call('POST', CHAT, { question: 'visits', sql: 'select 1' })).status).toBe(400)
})

test('the role of the assistant can change nothing and read no secret', async () => {
  for (const statement of [
    sql`insert into patients (unique_id, first_name, second_name, gender) values ('X', 'X', 'X', 'female')`,
    sql`update visits set reason = 'x'`,
    sql`delete from allergies`,
    sql`create table x (y integer)`,
    sql`select password_hash from users`,
    sql`select * from sessions`,
    sql`select * from assistant_messages`,
    sql`select pg_read_file('/etc/passwd')`,
    sql`copy patients to program 'true'`,
  ])
    await expect(statement.execute(reader.db)).rejects.toThrow(/permission denied|read-only transaction|must be/)
  // Whoever turns the first lock finds the second.
  await expect(
    reader.db.transaction().execute(async (db) => {
      await sql`set transaction read write`.execute(db)
      await sql`delete from allergies`.execute(db)
    }),
  ).rejects.toThrow(/permission denied/)
})

test('what takes too long is given up, and two are asked at once', async () => {
  const slow = {
    name: 'slow',
    access: [],
    from: sql`(select pg_sleep(5)) s`,
    measures: { slow: { title: 'Slow', words: [], kind: 'count', total: sql`count(*)` } },
    dimensions: {},
  } as unknown as Subject
  const query = {
    subject: 'slow',
    ask: 'measure',
    measure: 'slow',
    aggregate: null,
    groups: [],
    filters: [],
    period: null,
    against: null,
  } as const
  const more = { patient: null, visit: null, is_share: false, top: null, nth: 1, column: null } as const
  const asker = { id: 1, role: 'sysadmin', permissions: new Set<string>(permissions) } as const
  const compiling = { query: { ...query, ...more }, subject: slow, asker, ...(await findClinic(reader.db, clinic.clock.now)) }
  await expect(runQuery(reader.db, compiling, clinic.clock.now, 50)).rejects.toThrow(TooLong)
  const both = await Promise.all([anew(administrator, 'How many visits today?'), anew(account, 'What allergies do I have?')])
  expect(both.map(({ structured_data }) => structured_data.length)).toEqual([1, 1])
  expect(both[0].structured_data).toEqual([{ visits: 2 }])
})

test('a question whose connection is ended under it is told to be asked again', async () => {
  const whileLocked = <T>(work: () => Promise<T>) =>
    asOwner(clinic.ownerUrl, async (owner) => {
      await owner.query('begin')
      await owner.query('lock table visits in access exclusive mode')
      // The end of this connection gives the table free again.
      return work()
    })
  const asking = await asOwner(clinic.ownerUrl, (watcher) =>
    whileLocked(async () => {
      const asking = post(administrator, 'How many visits today?')
      await vi.waitFor(async () => {
        const ended = await watcher.query(
          `select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
        expect(ended.rowCount).toBe(1)
      }, 60_000)
      return { reply: asking }
    }),
  )
  const asked = await asking.reply
  expect(asked.status, asked.text).toBe(503)
  expect(asked.json()).toMatchObject({ code: 'unavailable' })
  expect((await post(administrator, 'How many visits today?')).status).toBe(200)
})

const OWN = 'I can only answer questions about your own record.'

test('a patient is answered about their own record, and about nobody else in the same words', async () => {
  const own = [
    'Which documents are in my record?',
    'What allergies do I have?',
    'Which appointments do I have?',
    'What are my results?',
    'What medicines do I take?',
    'What was prescribed to me?',
    'Which bills do I have?',
    'How much do I owe?',
  ]
  expect((await examplesOf(account)).toSorted()).toEqual(own.toSorted())
  const allergies = await anew(account, 'What allergies do I have?')
  expect(allergies).toMatchObject({ status: 'answered', structured_data: { length: 1 }, links: [], row_links: [null] })
  expect(JSON.stringify(allergies)).toContain('Peanuts')
  expect((await anew(account, 'Which appointments do I have?')).structured_data.length).toBe(1)
  expect((await anew(account, 'my documents')).status).toBe('answered')
  expect((await trail())[0]).toMatchObject({ patient_id: hers })
  const stated = new Map<string, string>()
  for (const question of [
    'What allergies does Wanjiku Kamau have?',
    'What allergies does Nobody Whatsoever have?',
    'my allergies and those of Wanjiku Kamau',
    'my allergies and those of Nobody Whatsoever',
    'allergies of P-26-00012',
    'allergies of P-26-99999',
    'appointments of patient 1',
    'allergies of all patients',
    'How many patients are allergic to penicillin?',
    'How many patients are there?',
    'How many visits today?',
    'How many patients paid today?',
    'Which patients have appointments tomorrow?',
    'appointments by patient',
    'List the patients',
    'phone number of Wanjiku Kamau',
    'Is Wanjiku Kamau allergic to penicillin?',
  ]) {
    const { status, response, structured_data, suggestions } = await anew(account, question)
    expect(JSON.stringify(structured_data), question).not.toMatch(/enicillin|Wanjiku/)
    for (const suggestion of suggestions) expect(suggestion).not.toMatch(/Wanjiku/)
    if (status !== 'refused')
      expect([question, status, JSON.stringify(structured_data).includes('Wanjiku')]).toEqual([question, 'answered', false])
    stated.set(question, `${status} ${response}`)
  }
  const refusals = [...stated].filter(([, reply]) => reply !== `refused ${OWN}`)
  expect(refusals).toEqual([])
})

/** How a patient's question is answered, and every cell of it. */
const cells = async (question: string) => {
  const { status, structured_data } = await anew(account, question)
  return [status, structured_data.flatMap((row) => Object.values(row).map(String))]
}

test('a patient is answered about their own bills, medicines and results, whatever words others use for theirs', async () => {
  const { db } = clinic
  const bill = await aBill(db, { patientId: hers })
  await aBill(db, { lines: [{ price: '9000' }] })
  await aReceipt(db, bill.id, [{ amount: '100' }])
  await db
    .insertInto('patient_medicines')
    .values({ patient_id: hers, name: 'Metformin 500 mg', recorded_at: new Date('2026-03-01T09:00:00Z') })
    .execute()
  expect(await cells('How much do I owe?')).toEqual(['answered', ['400.00']])
  expect(await cells('How much have I paid?')).toEqual(['answered', ['100.00']])
  expect(await cells('Which bills do I have?')).toEqual(['answered', expect.arrayContaining([bill.number, '500.00', '400.00'])])
  expect(await cells('What medicines do I take?')).toEqual(['answered', expect.arrayContaining(['Metformin 500 mg'])])
  // Asked as the clinic would: of a patient it means what they paid themselves.
  expect(await cells('How much money was received last month?')).toEqual(['answered', ['null']])
  expect(await cells('What are my results?')).toEqual(['answered', []])
})

test('a patient whose account is on no record any more reads nothing of it', async () => {
  const before = await kept(account)
  expect(before.some(({ status }) => status === 'answered')).toBe(true)
  await clinic.db.updateTable('patients').set({ user_id: null }).where('id', '=', hers).execute()
  const after = await kept(account)
  expect(after.filter(({ status }) => status === 'answered')).toEqual([])
  expect(JSON.stringify(after)).not.toContain('Peanuts')
  expect((await anew(account, 'What allergies do I have?')).response).toBe(OWN)
  expect(await examplesOf(account)).toEqual([])
  const { id } = before.find(({ status }) => status === 'answered')!
  expect((await account.call('GET', `${MESSAGES}${id}/`)).json()).toMatchObject({ rows: [] })
})
