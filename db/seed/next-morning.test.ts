import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { starterKinds } from '#features/setup/contract.ts'
import { openSetUp } from '#features/setup/public.ts'
import { keepLogins } from '#platform/db/logins.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { permissions } from '#shared/permissions.ts'
import { callOf, promisedEndpoints } from '../../src/testing/calls/contracts.ts'
import { openTestClinic, type Person, type Reply, type TestClinic } from '../../src/testing/clinic.ts'
import { callerOf, startProgram } from '../../src/testing/servers/program.ts'
import { rounds } from '../../src/testing/whole.ts'
import { jobs } from '../../src/runtime/jobs.ts'
import { planner } from '../../quality/security/fuzz/plan.ts'
import { loadDemo } from './load-demo.ts'

const DAY_MS = 86_400_000
const SEED = 20_260_302

const made = async <T>(reply: Promise<Reply>, status = 201): Promise<T> => {
  const answer = await reply
  expect(answer.status, answer.text).toBe(status)
  return answer.json<T>()
}
const register = async (manager: Pick<Person, 'call'>, first_name: string) => {
  const person = { first_name, second_name: 'Visitor', gender: 'female', date_of_birth: '1990-02-03', not_a_duplicate: true }
  return (await made<{ id: number }>(manager.call('POST', '/patients/patients/', person))).id
}

// Backups work beside the server for minutes; these end the session that makes the calls.
const LEFT_OUT = /^\/(?:backups|users\/(?:logout|me)|imports|export)/

/**
 * Every call that writes, so many times, by administrators, who may most: what is refused for its content is refused as well, and what is taken
 * stays. A new one each round, for some of them end their own sessions. Answers which calls had success.
 */
const liveThrough = async (clinic: TestClinic, times: number): Promise<Set<string>> => {
  const writes = promisedEndpoints().filter(({ method, path }) => method !== 'GET' && !LEFT_OUT.test(path))
  const plan = planner(writes, SEED)
  const done = new Set<string>()
  const faults: string[] = []
  let token = ''
  for (let at = 0; at < writes.length * times; at += 1) {
    if (at % writes.length === 0) token = (await clinic.signedInAs(permissions, 'sysadmin')).token
    const { endpoint, path, headers, body } = plan(at)
    const { statusCode } = await clinic.app.inject({
      method: endpoint.method,
      url: path,
      headers: { ...headers, authorization: `Bearer ${token}` },
      ...(body !== undefined && { payload: body }),
    })
    if (statusCode < 300) done.add(callOf(endpoint))
    if (statusCode >= 500 && statusCode !== 503) faults.push(`${statusCode} ${callOf(endpoint)}`)
  }
  expect(faults).toEqual([])
  return done
}

describe('a demonstration clinic', () => {
  const monday = new Date('2026-03-02T07:30:00Z')
  const tuesday = new Date('2026-03-03T07:30:00Z')
  // What a start changes is the same of a smaller one, which is loaded in a quarter of the time.
  const size = { patients: 240, visits: 960 }

  let clinic: TestClinic
  let manager: Person
  const rowsOf = async (text: string) =>
    (await sql<{ id: number; version: number; name: string }>`${sql.raw(text)}`.execute(clinic.db)).rows
  const start = (now: Date) => loadDemo(clinic.ownerUrl, { now, password: 'a-b-c-first', files: clinic.files, size })
  beforeAll(async () => {
    clinic = await openTestClinic({ now: monday })
    await start(monday)
    manager = await clinic.signedInFrom('System administrator', 'sysadmin')
  })
  afterAll(() => clinic.close())

  test('starts after a visitor saved critical values of a visit without a doctor, and recorded the death of a patient', async () => {
    const body = { patient: await register(manager, 'First'), reason: 'Short of breath', track: 'triage' }
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

  test('starts after a visitor renamed the payment modes, charged tests as nothing and withdrew results', async () => {
    for (const { id, name } of await rowsOf('select id, name from payment_modes where insurance_company_id is null order by id'))
      await made(manager.call('PATCH', `/billing/payment-modes/${id}/`, { payment_mode: `${name} of the visitor` }), 200)
    for (const kind of ['panel', 'profile'])
      for (const { id } of await rowsOf(`select id from lab_${kind}s where item_id is not null order by id`))
        await made(manager.call('PATCH', `/lab/lab-test-${kind}/${id}/`, { item: null }), 200)
    const approved = `select n.id, n.version from lab_test_request_panels n join lab_panels p on p.id = n.panel_id
      where n.state = 'approved' and p.kind <> 'calculated' order by n.id desc limit 5`
    for (const { id, version } of await rowsOf(approved))
      await made(manager.call('POST', `/lab/lab-test-requests-panel/${id}/withdrawal/`, { reason: 'The wrong sample', version }), 200)
    await expect(start(new Date('2026-03-02T21:30:00Z'))).resolves.toEqual({ isNew: false })
  })

  test('starts on the morning after a day of every call that writes, with whatever was sent', async () => {
    const done = await liveThrough(clinic, rounds(20))
    expect(done.size).toBeGreaterThan(40)
    await prepareDatabase(clinic.ownerUrl, clinic.logins, jobs)
    await expect(start(tuesday)).resolves.toEqual({ isNew: false })
  })
})

describe('a clinic of its own', () => {
  const administrator = { email: 'wambui@mji.example', password: 'seven quiet herons at dawn' }
  const company = { name: 'Mji Clinic', currency: 'KES', time_zone: 'Africa/Nairobi', language: 'en' }

  let clinic: TestClinic
  beforeAll(async () => {
    // The program that starts afterwards goes by the time of the machine.
    clinic = await openTestClinic({ now: new Date(Date.now() - DAY_MS) })
    const code = await openSetUp(clinic.ownerUrl, clinic.codeKey, clinic.clock.now)
    const first = { ...administrator, first_name: 'Wambui', last_name: 'Njoroge' }
    await made(clinic.call('POST', '/company/set-up/', { code, company, administrator: first }))
    const { access } = await made<{ access: string }>(clinic.call('POST', '/users/login/', administrator), 200)
    const call: Person['call'] = (method, path, body) => clinic.call(method, path, body, { authorization: `Bearer ${access}` })
    await made(call('POST', '/company/set-up/starters/', { kinds: starterKinds }), 200)
    for (const [at, track] of ['reception', 'triage', 'doctor', 'lab', 'pharmacy', 'triage', 'doctor', 'doctor'].entries()) {
      const patient = await register({ call }, `Visitor ${at}`)
      await made(call('POST', '/patients/initiate-attendance-process/', { patient, reason: 'Fever', track }))
    }
  })
  afterAll(() => clinic.close())

  /** The work that a start begins with. */
  const atStart = jobs.filter((job) => job.atStart).map(({ name }) => name)
  const findWork = async (since: Date) => {
    const { rows } = await sql<{ name: string; state: string; output: unknown }>`
      select name, state::text, output from pgboss.job where name = any(${atStart}) and created_on >= ${since} order by name`.execute(
      clinic.db,
    )
    return rows
  }

  test('starts on the morning after a day of every call that writes, and does the work of a start', async () => {
    const done = await liveThrough(clinic, rounds(40))
    expect(done.size).toBeGreaterThan(40)
    keepLogins(clinic.dataDir, clinic.logins)
    const began = new Date()
    const program = await startProgram({
      DATABASE_URL: clinic.ownerUrl,
      KLINIKI_DATA: clinic.dataDir,
      // Instruments were set up with ports that other tests may be using.
      KLINIKI_ANALYSER_HOST: '127.0.0.71',
      KLINIKI_LOG: 'error',
    })
    try {
      expect((await callerOf(program.port)('GET', '/health/ready')).status).toBe(200)
      await expect
        .poll(async () => (await findWork(began)).filter(({ state }) => state === 'completed').map(({ name }) => name))
        .toEqual(atStart.toSorted())
    } finally {
      program.signal('SIGTERM')
      expect(await program.ended).toMatchObject({ code: 0, sentence: '' })
    }
  })
})
