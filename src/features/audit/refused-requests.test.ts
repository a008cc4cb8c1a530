import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { openRefusals } from '#platform/audit/refusals.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

const rowsOf = async (actor: number) => {
  const rows = await clinic.db
    .selectFrom('audit_log')
    .select(['entity', 'change', 'request_id'])
    .where('actor_id', '=', actor)
    .where('action', '=', 'denied')
    .orderBy('id')
    .execute()
  return rows.map(({ entity, change }) => [entity, change])
}
const later = (minutes: number) => void (clinic.clock.now = new Date(clinic.clock.now.getTime() + minutes * 60_000))

test('a flood of refused requests leaves its first row at once and one row that counts the rest', async () => {
  const clerk = await clinic.signedInAs([])
  const replies = await Promise.all(Array.from({ length: 300 }, () => clerk.call('GET', '/users/users/')))
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([403]))
  expect(await rowsOf(clerk.id)).toEqual([['users.view', { call: 'GET /users/users/' }]])
  // The server saves its counts within the grace that a minute has; the clock of the test is about to jump over that.
  const counted = sql<{ n: number | null }>`select sum(refused)::integer as n from refused_requests where who = ${`account ${clerk.id}`}`
  await expect.poll(async () => (await counted.execute(clinic.db)).rows[0]?.n).toBe(299)

  later(3)
  expect((await clerk.call('POST', '/users/users/', {})).status).toBe(403)
  const saved = openRefusals(
    clinic.db,
    () => clinic.clock.now,
    () => {},
  )
  await expect
    .poll(
      async () => {
        await saved.save()
        return (await rowsOf(clerk.id)).length
      },
      { timeout: 60_000 },
    )
    .toBe(3)
  await saved.close()
  expect(await rowsOf(clerk.id)).toEqual([
    ['users.view', { call: 'GET /users/users/' }],
    ['users.change', { call: 'POST /users/users/' }],
    ['refused requests', { count: 299, minute: '2026-03-02T07:30:00Z', calls: { 'GET /users/users/': 299 }, other_calls: 0 }],
  ])
})

test('several processes write the first row once, and one summary of all that they counted', async () => {
  const { id } = await clinic.signedInAs([])
  const processes = [1, 2, 3].map(() =>
    openRefusals(
      clinic.db,
      () => clinic.clock.now,
      () => {},
    ),
  )
  const note = (each: (typeof processes)[number], number: number) =>
    each.note({
      trail: { at: clinic.clock.now, actor_id: id, request_id: `r ${number}`, ip: '10.0.0.1' },
      network: '10.0.0.1',
      call: number % 2 === 0 ? 'GET /even/' : 'GET /odd/',
      row: { action: 'denied', entity: 'users.view', id: null, change: { call: 'GET /' } },
    })
  await Promise.all(processes.flatMap((each) => Array.from({ length: 20 }, (_, number) => note(each, number))))
  expect(await rowsOf(id)).toHaveLength(1)
  await Promise.all(processes.map((each) => each.save()))
  later(3)
  await Promise.all(processes.map((each) => each.save()))
  const counted = [
    'refused requests',
    { count: 59, minute: expect.any(String) as string, calls: { 'GET /even/': 30 - 1, 'GET /odd/': 30 }, other_calls: 0 },
  ]
  expect((await rowsOf(id)).slice(1)).toEqual([counted])
  for (const each of processes) await each.close()
  expect((await rowsOf(id)).slice(1)).toEqual([counted])
  const { rows } = await sql`select from refused_requests where who = ${`account ${id}`}`.execute(clinic.db)
  expect(rows).toHaveLength(0)
})

test('calls of many kinds are named up to a limit, and memory does not grow with them', async () => {
  const { id } = await clinic.signedInAs([])
  const one = openRefusals(
    clinic.db,
    () => clinic.clock.now,
    () => {},
  )
  for (let number = 0; number < 60; number++)
    await one.note({
      trail: { at: clinic.clock.now, actor_id: id, request_id: `r ${number}`, ip: '10.0.0.1' },
      network: '10.0.0.1',
      call: `GET /${number}/`,
      row: { action: 'denied', entity: `right ${number}`, id: null },
    })
  expect(await rowsOf(id)).toHaveLength(10)
  await one.save()
  later(3)
  await one.save()
  const [entity, change] = (await rowsOf(id)).at(-1) as [string, { count: number; calls: object; other_calls: number }]
  expect([entity, change.count, Object.keys(change.calls).length, change.other_calls]).toEqual(['refused requests', 50, 20, 30])
  await one.close()
})

test('refused requests beyond a limit are 429, and what the person may do goes on', async () => {
  const nurse = await clinic.signedInAs(['users.view'])
  let refused = 0
  for (let round = 0; round < 13; round++) {
    const replies = await Promise.all(Array.from({ length: 100 }, () => nurse.call('GET', '/audit/words/')))
    refused += replies.filter(({ status }) => status === 429).length
  }
  expect(refused).toBe(100)
  expect((await nurse.call('GET', '/users/users/?limit=1')).status).toBe(200)
  const stranger = await clinic.call('GET', '/users/users/')
  expect(stranger.status).toBe(401)
})

test('a stranger is counted by network', async () => {
  const at = (remoteAddress: string) => clinic.app.inject({ method: 'GET', url: '/users/users/', remoteAddress })
  for (let round = 0; round < 12; round++) await Promise.all(Array.from({ length: 100 }, (_, n) => at(`2001:db8:7:7::${n + 1}`)))
  expect((await at('2001:db8:7:7::ffff')).statusCode).toBe(429)
  expect((await at('2001:db8:7:8::1')).statusCode).toBe(401)
  const nurse = await clinic.signedInAs(['users.view'])
  const signedIn = { authorization: `Bearer ${nurse.token}` }
  const there = await clinic.app.inject({
    method: 'GET',
    url: '/users/users/?limit=1',
    remoteAddress: '2001:db8:7:7::1',
    headers: signedIn,
  })
  expect(there.statusCode).toBe(200)
})

test('accounts of patients of one network leave few rows together, however many there are', async () => {
  const remoteAddress = '2001:db8:9:9::1'
  const accounts = await Promise.all(Array.from({ length: 60 }, () => clinic.signedInAs([], 'patient')))
  const ids = accounts.map(({ id }) => id)
  const ask = (token: string, url: string) =>
    clinic.app.inject({ method: 'GET', url, remoteAddress, headers: { authorization: `Bearer ${token}` } })
  for (const url of ['/users/users/', '/audit/words/', '/backups/'])
    for (const { statusCode } of await Promise.all(accounts.map(({ token }) => ask(token, url)))) expect(statusCode).toBe(403)
  const denied = () =>
    clinic.db
      .selectFrom('audit_log')
      .select(['entity', 'change'])
      .where((eb) => eb.or([eb('actor_id', 'in', ids), eb('ip', '=', '2001:db8:9:9::/64')]))
      .where('action', '=', 'denied')
      .execute()
  expect(await denied()).toHaveLength(30)
  later(3)
  const one = openRefusals(
    clinic.db,
    () => clinic.clock.now,
    () => {},
  )
  const summaries = async () => {
    await one.save()
    const rows = (await denied()).filter(({ entity }) => entity === 'refused requests')
    return { rows: rows.length, refused: rows.reduce((sum, { change }) => sum + (change as { count: number }).count, 0) }
  }
  // Thirty accounts by themselves, and all others as their network.
  await expect.poll(summaries).toEqual({ rows: 31, refused: 3 * 60 - 30 })
  await one.close()
})
