import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { promisedEndpoints } from '../../src/testing/calls/contracts.ts'
import { openTestClinic, type Person, type TestClinic } from '../../src/testing/clinic.ts'
import { rounds } from '../../src/testing/whole.ts'
import { jobs } from '../../src/jobs.ts'
import { planner } from '../../tools/security/fuzz/plan.ts'
import { loadDemo } from './load-demo.ts'

const monday = new Date('2026-03-02T07:30:00Z')
const tuesday = new Date('2026-03-03T07:30:00Z')
const SEED = 20_260_302

let clinic: TestClinic
let manager: Person
const start = (now: Date) => loadDemo(clinic.ownerUrl, { now, password: 'a-b-c-first', files: clinic.files })
beforeAll(async () => {
  clinic = await openTestClinic({ now: monday })
  await start(monday)
  manager = await clinic.signedInFrom('System administrator', 'sysadmin')
})
afterAll(() => clinic.close())

const made = async <T>(reply: ReturnType<Person['call']>, status = 201): Promise<T> => {
  const answer = await reply
  expect(answer.status, answer.text).toBe(status)
  return answer.json<T>()
}
const register = async (first_name: string) => {
  const person = { first_name, second_name: 'Visitor', gender: 'female', date_of_birth: '1990-02-03', not_a_duplicate: true }
  return (await made<{ id: number }>(manager.call('POST', '/patients/patients/', person))).id
}

test('starts after a visitor saved critical values of a visit without a doctor, and recorded the death of a patient', async () => {
  const body = { patient: await register('First'), reason: 'Short of breath', track: 'triage' }
  const { triage } = await made<{ triage: number }>(manager.call('POST', '/patients/initiate-attendance-process/', body))
  await made(manager.call('PATCH', `/patients/triage/${triage}/`, { spo2: 80, respiration: 34 }), 200)
  const { rows } = await sql<{ id: number }>`
    select id from patients where source ~ '^demo:' and deactivated_at is null order by id limit 5`.execute(clinic.db)
  for (const { id } of rows) {
    const deaths = `/patients/patients/${id}/deaths/`
    const { seen } = await made<{ seen: string }>(manager.call('GET', `${deaths}preview/`), 200)
    const death = { died_on: '2026-03-02', died_at: null, place: 'home', reported_by: 'A neighbour', seen }
    await made(manager.call('POST', deaths, death))
  }
  await expect(start(new Date('2026-03-02T20:30:00Z'))).resolves.toEqual({ isNew: false })
})

/** The administrator, who may most: what is refused for its content is refused as well, and what is taken stays. */
const makeOneCall = async (at: number, plan: ReturnType<typeof planner>) => {
  const { endpoint, path, headers, body } = plan(at)
  const { statusCode } = await clinic.app.inject({
    method: endpoint.method,
    url: path,
    headers: { ...headers, authorization: `Bearer ${manager.token}` },
    ...(body !== undefined && { payload: body }),
  })
  return statusCode
}

// Backups work beside the server for minutes; these end the session that makes the calls.
const LEFT_OUT = /^\/(?:backups|users\/(?:logout|me)|imports|export)/

test('starts on the morning after a day of every call that writes, with whatever was sent', async () => {
  const writes = promisedEndpoints().filter(({ method, path }) => method !== 'GET' && !LEFT_OUT.test(path))
  const plan = planner(writes, SEED)
  const statuses = new Map<number, number>()
  for (let at = 0; at < rounds(writes.length * 20); at += 1) {
    const status = await makeOneCall(at, plan)
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
  }
  expect([...statuses.keys()].filter((status) => status >= 500 && status !== 503)).toEqual([])
  expect((statuses.get(200) ?? 0) + (statuses.get(201) ?? 0) + (statuses.get(204) ?? 0)).toBeGreaterThan(20)
  await prepareDatabase(clinic.ownerUrl, clinic.logins, jobs)
  await expect(start(tuesday)).resolves.toEqual({ isNew: false })
})
