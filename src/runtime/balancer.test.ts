import { keepLogins } from '#platform/db/logins.ts'
import { mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anAccount, signedIn, signIn, type SignedIn } from '../testing/accounts.ts'
import { startBalancer, type Balancer } from '../testing/servers/balancer.ts'
import { aPatient } from '../testing/builders.ts'
import type { TestClinic } from '../testing/clinic.ts'
import { hear, holdsTogether } from '../testing/servers/held-together.ts'
import { callerOf, dataDirectory, openSite, startProgram, type End, type Program, type Site } from '../testing/servers/program.ts'

// Each of these starts the program, which takes a while on a busy machine.
vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

/** Two machines as docs/install.md has them: a data folder each, in which what it says is shared is. */
const shared = dataDirectory()
const machines = [dataDirectory(), dataDirectory()]
const SHARED = ['files', 'exports', 'backups', 'secrets']
let site: Site
let servers: Program[] = []
let balancer: Balancer
let url: string
let call: TestClinic['call']
let person: SignedIn
beforeAll(async () => {
  for (const name of SHARED) {
    mkdirSync(join(shared.dir, name))
    for (const { dir } of machines) symlinkSync(join(shared.dir, name), join(dir, name))
  }
  site = await openSite()
  keepLogins(shared.dir, site.logins)
  const env = { DATABASE_URL: site.databaseUrl, KLINIKI_SECRET: 'one secret for all of the machines', KLINIKI_PROXIES: '1' }
  const started = await Promise.allSettled(machines.map(({ dir }) => startProgram({ ...env, KLINIKI_DATA: dir })))
  servers = started.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
  for (const one of started) if (one.status === 'rejected') throw one.reason
  balancer = await startBalancer(servers.map(({ port }) => port))
  url = `http://127.0.0.1:${balancer.port}`
  call = callerOf(balancer.port)
  person = await signedIn({ call }, (await anAccount(site.db, 'sysadmin')).email)
})
afterAll(async () => {
  const ends: End[] = []
  try {
    await balancer?.close()
    for (const server of servers) server.signal('SIGTERM')
    for (const { ended } of servers) ends.push(await ended)
  } finally {
    await site?.close()
    for (const { remove } of [...machines, shared]) remove()
  }
  // The first was killed, if its test ran.
  expect([0, null]).toContain(ends[0]?.code)
  expect(ends[1]).toMatchObject({ code: 0, sentence: '' })
  const failures = servers.flatMap((server) => server.message().split('\n')).filter((line) => line.includes('request failed'))
  expect(failures).toEqual([])
})

test('both servers are sent requests, by turns', async () => {
  const replies = await Promise.all(Array.from({ length: 6 }, () => call('GET', '/health/ready')))
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
  expect(new Set(replies.map(({ headers }) => headers['x-served-by'])).size).toBe(2)
})

test('who asks, and that it is by https, is taken from the balancer, and from nobody behind it', async () => {
  const { id, email } = await anAccount(site.db, 'nurse')
  const forged = await call('POST', '/users/login/', { email, password: 'no' }, { 'x-forwarded-for': '203.0.113.9' })
  expect(forged.status).toBe(401)
  const heard = site.db.selectFrom('login_attempts').select('ip').where('user_id', '=', id)
  expect(await heard.executeTakeFirstOrThrow()).toEqual({ ip: '127.0.0.1' })
  expect(String((await signIn({ call }, email)).headers['set-cookie'])).toMatch(/^__Host-kliniki_device=.+; Secure$/)
})

test('a document that was sent to one is read from both', async () => {
  const { id: patient } = await aPatient(site.db)
  const form = new FormData()
  form.append('patient', String(patient))
  form.append('file', new Blob(['Seen for asthma.']), 'letter.txt')
  const sent = await fetch(`${url}/patients/medical-records/`, { method: 'POST', headers: person.headers, body: form })
  expect(sent.status).toBe(201)
  const { id } = (await sent.json()) as { id: number }
  const reads = await Promise.all(
    servers.map(({ port }) => callerOf(port)('GET', `/patients/medical-records/${id}/file/`, undefined, person.headers)),
  )
  expect(reads.map(({ status, text }) => [status, text])).toEqual([
    [200, 'Seen for asthma.'],
    [200, 'Seen for asthma.'],
  ])
})

holdsTogether(() => ({ call, url, site, person }))

test('one server is killed: the other one goes on, with everything that was answered, and tells what was missed', async () => {
  const [lost, kept] = servers as [Program, Program]
  const streams = await Promise.all([hear({ url, person }), hear({ url, person })])
  const cut = streams.find(({ servedBy }) => servedBy === String(lost.port))!
  const patients: number[] = []
  const day = { isOver: false }
  const refused: number[] = []
  const registering = (async () => {
    for (let n = 0; !day.isOver; n += 1) {
      const body = { first_name: `Kept${'abcdefghij'[n % 10]}`, second_name: `Somebody ${n}`, gender: 'female', not_a_duplicate: true }
      const reply = await call('POST', '/patients/patients/', body, person.headers).catch(() => undefined)
      if (reply?.status === 201) patients.push(reply.json<{ id: number }>().id)
      else refused.push(reply?.status ?? 0)
    }
  })()
  await expect.poll(() => patients.length).toBeGreaterThan(3)
  const cutAt = Date.now()
  lost.signal('SIGKILL')
  await lost.ended
  await cut.isOver
  const before = patients.length
  await expect.poll(() => patients.length).toBeGreaterThan(before + 3)
  day.isOver = true
  await registering
  // What was under way when it died, and nothing after that.
  expect(refused.filter((status) => status !== 0 && status !== 502)).toEqual([])
  expect(refused.length).toBeLessThanOrEqual(1)
  const rows = await site.db.selectFrom('patients').select('id').where('id', 'in', patients).execute()
  expect(rows).toHaveLength(patients.length)
  // As a screen asks: for what it missed since it was cut off. To whoever was away longer than the server has run, it says everything.
  const again = await hear({ url, person }, Math.ceil((Date.now() - cutAt) / 1000))
  expect([again.servedBy, again.heard().includes('event: news')]).toEqual([String(kept.port), true])
  for (const stream of [...streams, again]) await stream.close()
})
