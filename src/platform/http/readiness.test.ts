import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { asOwner } from '#platform/db/owner.ts'
import { urlFor } from '#platform/db/logins.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { connect } from '../db/connect.ts'
import { openLine } from '../../testing/servers/frozen-line.ts'
import { readiness } from './readiness.ts'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

const ready = async () => {
  const { status, text } = await clinic.call('GET', '/health/ready')
  return [status, (JSON.parse(text) as { code?: string }).code ?? null]
}

/** From another database of the server, where nothing is read only; what is connected has to connect again. */
const setAll = async (change: string) => {
  const database = new URL(clinic.ownerUrl).pathname.slice(1)
  const elsewhere = new URL(clinic.ownerUrl)
  elsewhere.pathname = '/postgres'
  await asOwner(elsewhere.href, async (client) => void (await client.query(`alter database ${database} ${change}`)))
  const killer = new Client({ connectionString: clinic.logins.kliniki_app })
  await killer.connect()
  await killer.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where usename = 'kliniki_app' and datname = current_database() and pid <> pg_backend_pid()`)
  await killer.end()
}

test('a database that can only be read is not ready, and no program starts on it', async () => {
  expect(await ready()).toEqual([200, null])
  await setAll('set default_transaction_read_only = on')
  await expect.poll(ready).toEqual([503, 'read_only'])
  await expect(asOwner(clinic.ownerUrl, async () => {})).rejects.toThrow(
    /^The database at \S+ can only be read: default_transaction_read_only is on for it\.$/,
  )
  await setAll('reset default_transaction_read_only')
  await expect.poll(ready).toEqual([200, null])
})

test('a login that is taken for another one is not ready', async () => {
  const wrong = connect(urlFor(clinic.ownerUrl, 'kliniki', decodeURIComponent(new URL(clinic.ownerUrl).password)), 'kliniki_app', {
    max: 1,
  })
  await expect(readiness(wrong.db)()).rejects.toThrow(/^The database takes the login kliniki_app for kliniki: nothing is served /)
  await expect(sql`select 1`.execute(wrong.db)).rejects.toMatchObject({ code: '08004' })
  await wrong.close()
})

test('a database that says nothing is not ready within three seconds, and holds one connection up', async () => {
  const line = await openLine(clinic.logins.kliniki_app)
  const connection = connect(line.via(clinic.logins.kliniki_app), 'kliniki_app', { max: 4 })
  const look = readiness(connection.db)
  await look()
  line.freeze()
  const from = performance.now()
  const looks = await Promise.allSettled([look(), look(), look(), look()])
  expect(looks.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected'])
  // A statement is given up after fifteen seconds at the soonest.
  expect(performance.now() - from).toBeLessThan(15_000)
  expect(connection.pool.totalCount).toBe(1)
  await line.close()
  await connection.close()
})
