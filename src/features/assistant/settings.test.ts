import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ResponseOf } from '#shared/endpoint.ts'
import { aPatient, aVisit } from '../../testing/builders.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { modelReply, noChoice, openModelServer, slowly, writing, type ModelServer } from '../../testing/servers/model-server.ts'
import type { ask, AssistantSettings, tryAssistantSettings } from './contract.ts'
import { findModel } from './server/settings.ts'

type Tried = Partial<ResponseOf<typeof tryAssistantSettings>>

const SETTINGS = '/chatbot/settings/'
const API_KEY = 'sk-very-secret'
let clinic: TestClinic
let model: ModelServer
let administrator: Person
beforeAll(async () => {
  clinic = await openTestClinic()
  model = await openModelServer({ apiKey: API_KEY })
  administrator = await clinic.signedInAs(['assistant.settings'])
})
afterAll(async () => {
  await model.close()
  await clinic.close()
})

const settings = async () => (await administrator.call('GET', SETTINGS)).json<AssistantSettings>()
const patch = async (body: object, headers?: Record<string, string>) => {
  const reply = await administrator.call('PATCH', SETTINGS, body, headers)
  return reply.status === 200 ? 200 : [reply.status, Object.keys(reply.json()).join()]
}
const tryIt = async (): Promise<Tried & { status: number }> => {
  const reply = await administrator.call('POST', `${SETTINGS}try/`)
  return { status: reply.status, ...reply.json<Tried>() }
}

test('nobody helps until somebody says who, and what does not suffice is refused', async () => {
  expect(await settings()).toEqual({ is_on: false, url: '', model: '', has_api_key: false, timeout_ms: 2000, version: 1 })
  expect(await findModel(clinic.db, clinic.codeKey)).toBeNull()
  expect(await tryIt()).toMatchObject({ status: 409, detail: 'Enter and save the address and the model first.' })
  const refused: [object, string][] = [
    [{ is_on: true }, 'url'],
    [{ is_on: true, url: 'https://models.example/v1' }, 'model'],
    [{ url: 'http://models.example/v1' }, 'url'],
    [{ url: 'http://10.models.example/v1' }, 'url'],
    [{ url: 'http://169.254.169.254/' }, 'url'],
    [{ url: 'https://key:secret@models.example/v1' }, 'url'],
    [{ url: 'file:///etc/passwd' }, 'url'],
    [{ url: 'https://models.example/v1?key=x' }, 'url'],
    [{ url: 'https://models.example/v1\r\nX: y' }, 'url'],
    [{ url: `https://${'x'.repeat(500)}` }, 'url'],
    [{ api_key: 'a b' }, 'api_key'],
    [{ api_key: 'a\r\nX: y' }, 'api_key'],
    [{ timeout_ms: 199 }, 'timeout_ms'],
    [{ timeout_ms: 10_001 }, 'timeout_ms'],
    [{ timeout_ms: 1.5 }, 'timeout_ms'],
    [{ is_on: null }, 'non_field_errors'],
    [{}, 'non_field_errors'],
    [{ version: 1 }, 'non_field_errors'],
  ]
  for (const [body, field] of refused) expect(await patch(body), JSON.stringify(body)).toEqual([400, field])
  expect((await settings()).version).toBe(1)
})

test('the key is kept sealed, is never shown again, and goes to no other server', async () => {
  expect(await patch({ is_on: true, url: `${model.url}/chat/completions/`, model: 'small-1', api_key: API_KEY, timeout_ms: 500 })).toBe(200)
  const reply = await administrator.call('GET', SETTINGS)
  expect(reply.json()).toEqual({ is_on: true, url: model.url, model: 'small-1', has_api_key: true, timeout_ms: 500, version: 2 })
  const { api_key } = await clinic.db.selectFrom('assistant_settings').select('api_key').executeTakeFirstOrThrow()
  expect(api_key?.toString('latin1')).not.toContain(API_KEY)
  const found = { url: model.url, model: 'small-1', apiKey: API_KEY, timeoutMs: 500, alsoAllowed: '' }
  expect(await findModel(clinic.db, clinic.codeKey)).toEqual(found)
  expect(await findModel(clinic.db, Buffer.alloc(32))).toEqual({ ...found, apiKey: '' })
  expect(await patch({ url: 'https://elsewhere.example/v1', api_key: null })).toEqual([400, 'api_key'])
  expect(await patch({ url: `${model.url}/v2` })).toBe(200)
  expect(await patch({ url: model.url, api_key: null })).toBe(200)
  expect((await settings()).has_api_key).toBe(true)
  expect(await patch({ is_on: false, url: null })).toBe(200)
  expect(await settings()).toMatchObject({ url: '', has_api_key: false })
  expect(await patch({ is_on: true, url: model.url, api_key: API_KEY })).toBe(200)
  const trail = JSON.stringify(await clinic.db.selectFrom('audit_log').selectAll().where('entity', '=', 'assistant settings').execute())
  expect(trail).toContain('"api_key":"changed"')
  expect(trail).not.toContain(API_KEY)
})

test('of two who change them at once, the later one is told', async () => {
  const { version } = await settings()
  expect([await patch({ timeout_ms: 600, version }), await patch({ timeout_ms: 700, version })]).toEqual([200, [412, expect.any(String)]])
  expect(await patch({ timeout_ms: 700 }, { 'if-match': `"${version}"` })).toEqual([412, expect.any(String)])
  expect(await patch({ timeout_ms: 700 }, { 'if-match': `"${version + 1}"` })).toBe(200)
})

test('a try tells how long it took, or why it is of no help', async () => {
  const right = {
    ...noChoice,
    answerable: true,
    measure: 'count',
    groups: ['department'],
    filters: [{ dimension: 'gender', values: ['female'] }],
  }
  // A model that is being loaded is waited for longer than a question would.
  model.replies.push(slowly(800, writing(right)))
  const first = await tryIt()
  expect(first).toEqual({ status: 200, is_right: true, took_ms: expect.any(Number) as number, fault: null, detail: '' })
  expect(first.took_ms).toBeGreaterThanOrEqual(790)
  const failed = async (reply: Parameters<typeof model.replies.push>[0]) => {
    model.replies.push(reply)
    const { is_right, fault, detail } = await tryIt()
    expect(is_right).toBe(false)
    return `${fault} ${detail}`.trim()
  }
  expect(await failed(writing(noChoice))).toBe('wrong')
  expect(await failed(writing({ ...right, groups: [] }))).toBe('wrong')
  expect(await failed(writing({ ...right, subject: 'users' }))).toBe('outside the catalogue')
  expect(await failed(writing('select * from users'))).toBe('unreadable')
  expect(await failed(modelReply(500, { error: API_KEY }))).toBe('refused 500')
  expect(await failed(modelReply(302, '', { location: 'http://169.254.169.254/' }))).toBe('elsewhere 302')
  const { change } = await clinic.db
    .selectFrom('audit_log')
    .select('change')
    .where('action', '=', 'try')
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  expect(change).toEqual({ is_right: false, fault: 'elsewhere' })
})

test('a model helps with what was not understood: by the catalogue of who asks, without a name, and no longer than it may take', async () => {
  const { id: wanjiku } = await aPatient(clinic.db, { first_name: 'Wanjiku', second_name: 'Kamau', unique_id: 'P-26-00012' })
  await aVisit(clinic.db, { patient_id: wanjiku, created_at: new Date('2026-03-02T06:00:00Z') })
  const doctor = await clinic.signedInFrom('Doctor', 'doctor')
  const say = async (person: Person, question: string) => {
    const before = model.calls.length
    const reply = await person.call('POST', '/chatbot/chat/', { question, follows: null })
    expect(reply.status, reply.text).toBe(200)
    const stated = reply.json<ResponseOf<typeof ask>>()
    return [stated.status, stated.is_chosen_by_model, stated.structured_data, model.calls.length - before]
  }
  const visits = { answerable: true, subject: 'visits', ask: 'measure', measure: 'visits', groups: [], filters: [], top: null }
  model.replies.push(writing(visits))
  expect(await say(doctor, 'How was the queue of visits today?')).toEqual(['answered', true, [{ visits: 1 }], 1])
  model.replies.push(writing(visits))
  expect(await say(doctor, 'How was the queue of visits of Wanjiku Kamau today?')).toEqual(['answered', true, [{ visits: 1 }], 1])
  expect(model.calls.at(-1)!.text).not.toMatch(/wanjiku|kamau|P-26/i)
  // What it may not see is not offered to it, and is not answered when it is chosen all the same.
  const storekeeper = await clinic.signedInFrom('Storekeeper')
  model.replies.push(writing(visits))
  expect(await say(storekeeper, 'How was the queue of visits today?')).toEqual(['refused', false, [], 1])
  expect(model.calls.at(-1)!.text).not.toMatch(/"visits"|diagnos/)
  for (const wrong of [{ ...visits, measure: 'x' }, { ...visits, groups: ['x; drop table visits'] }, 'select * from users', noChoice]) {
    model.replies.push(writing(wrong))
    expect(await say(doctor, 'How was the queue of visits today?')).toEqual(['refused', false, [], 1])
  }
  const account = await clinic.signedInFrom('Patient', 'patient')
  expect(await say(account, 'How was the queue of visits today?')).toEqual(['refused', false, [], 0])
  for (const [person, question] of [
    [doctor, 'How many visits today?'],
    [doctor, 'delete all hectic patients'],
    [doctor, 'hectic '.repeat(100)],
    [storekeeper, 'How many visits today?'],
  ] as const)
    expect((await say(person, question))[3], question).toBe(0)
  expect(await patch({ timeout_ms: 200 })).toBe(200)
  model.replies.push(slowly(5_000, writing(visits)))
  expect((await say(doctor, 'How was the queue of visits today?'))[0]).toBe('refused')
  expect(await patch({ is_on: false })).toBe(200)
  expect(await say(doctor, 'How was the queue of visits today?')).toEqual(['refused', false, [], 0])
})

test('is for who may decide it alone', async () => {
  const desk = await clinic.signedInFrom('Receptionist')
  for (const [method, path] of [
    ['GET', SETTINGS],
    ['PATCH', SETTINGS],
    ['POST', `${SETTINGS}try/`],
  ] as const)
    expect((await desk.call(method, path, method === 'PATCH' ? { timeout_ms: 300 } : undefined)).status).toBe(403)
})
