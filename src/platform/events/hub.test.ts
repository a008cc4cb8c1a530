import { once } from 'node:events'
import { type AddressInfo, connect as dial, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { expect, test, vi } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import { cloneDatabase } from '../../testing/databases/clone.ts'
import { openEventHub, type News } from './hub.ts'

/** A wire to the database at `url` that can be cut, and stays so. */
const wireTo = async (url: string) => {
  const open = new Set<Socket>()
  const wire = { isCut: false, tries: 0, url: '', cut: () => {}, close: () => {} }
  const server = createServer((near) => {
    wire.tries += 1
    near.on('error', () => {})
    if (wire.isCut) {
      near.destroy()
      return
    }
    const far = dial(Number(new URL(url).port), '127.0.0.1').on('error', () => {})
    near.pipe(far).pipe(near)
    open.add(near).add(far)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const at = new URL(url)
  // By its port, not by its socket.
  at.search = ''
  at.port = String((server.address() as AddressInfo).port)
  wire.url = at.href
  wire.cut = () => {
    wire.isCut = true
    for (const socket of open) socket.destroy()
  }
  wire.close = () => void server.close()
  return wire
}

test('while the database is away it is knocked at once a second; when it is back all processes are told once', async () => {
  const database = await cloneDatabase()
  const wire = await wireTo(database.logins.kliniki_app)
  const heard: News[][] = []
  const hub = await openEventHub(wire.url, 'kliniki_app', () => {})
  hub.subscribe((news) => void heard.push(news))
  // Another process, whose line was never cut.
  const other = await openEventHub(database.logins.kliniki_app, 'kliniki_app', () => {})
  const elsewhere: News[][] = []
  other.subscribe((news) => void elsewhere.push(news))
  const before = wire.tries
  wire.cut()
  await sleep(1_500)
  hub.publish([{ topic: 'patients', id: 6 }])
  await sleep(2_000)
  expect(wire.tries - before).toBeGreaterThan(0)
  expect(wire.tries - before).toBeLessThanOrEqual(3)
  expect([elsewhere, other.recent(3_000)]).toEqual([[], []])
  wire.isCut = false
  // Whoever has a screen open asks again for everything.
  await vi.waitFor(() => expect([heard, elsewhere]).toEqual([[[]], [[]]]), { timeout: 60_000 })
  expect(other.recent(3_000)).toBeNull()
  hub.publish([{ topic: 'patients', id: 7 }])
  await vi.waitFor(() => expect(heard.at(-1)).toEqual([{ topic: 'patients', id: 7 }]), { timeout: 60_000 })
  const { rows } = await asOwner(database.url, (client) =>
    client.query(
      `select from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    ),
  )
  expect(rows).toHaveLength(2)
  await hub.close()
  await other.close()
  wire.close()
  await database.drop()
})

test('what is notified and is no news is passed over, and the news behind it is heard', async () => {
  const database = await cloneDatabase()
  const hub = await openEventHub(database.logins.kliniki_app, 'kliniki_app', () => {})
  const heard: News[][] = []
  hub.subscribe((news) => void heard.push(news))
  const stranger = new Client({ connectionString: database.logins.kliniki_portal })
  await stranger.connect()
  for (const payload of [
    '',
    'x',
    'null',
    '{}',
    '[null]',
    '[{"topic":"nothing"}]',
    '[{"topic":"patients","id":"1"}]',
    '[{"topic":"__proto__"}]',
  ])
    await stranger.query('select pg_notify($1, $2)', ['kliniki_news', payload])
  await stranger.end()
  hub.publish([{ topic: 'patients', id: 7, patient: 7 }])
  await vi.waitFor(() => expect(heard).toEqual([[{ topic: 'patients', id: 7, patient: 7 }]]), { timeout: 60_000 })
  await hub.close()
  await database.drop()
})
