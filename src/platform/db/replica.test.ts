import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { roomyDir } from '../../testing/databases/roomy-dir.ts'
import { freePort } from '../free-port.ts'
import { readiness } from '../http/readiness.ts'
import { connect } from './connect.ts'
import { locateBinaries, unprivilegedAccount } from './embedded-binaries.ts'
import { startEmbedded } from './embedded.ts'
import { asOwner } from './owner.ts'

const packageDir = process.env['TEST_POSTGRES']

let dataDir: string
let ownerUrl: string
let login: string
let stop = async () => {}
beforeAll(async () => {
  dataDir = mkdtempSync(join(roomyDir(), 'kliniki-replica-'))
  const server = await startEmbedded({ dataDir, fast: true, ...(packageDir && { packageDir }) })
  await server.stop()
  // What follows its leader, which says nothing.
  const dir = join(dataDir, 'postgres')
  const account = unprivilegedAccount(dir)
  const signal = join(dir, 'standby.signal')
  writeFileSync(signal, '')
  if (account) chownSync(signal, account.uid, account.gid)
  const port = await freePort()
  const child = spawn(locateBinaries(account, packageDir).postgres, ['-D', '.', '-p', String(port)], {
    ...account,
    cwd: dir,
    stdio: 'ignore',
  })
  const at = (url: string) => {
    const there = new URL(url)
    there.search = ''
    there.port = String(port)
    return there.href
  }
  ownerUrl = at(server.ownerUrl)
  login = at(server.logins.kliniki_app)
  stop = async () => {
    const ended = once(child, 'exit')
    child.kill('SIGINT')
    await ended
  }
  const isUp = async () => {
    const client = new Client({ connectionString: ownerUrl })
    client.on('error', () => {})
    return client.connect().then(
      () => client.end().then(() => true),
      () => false,
    )
  }
  while (!(await isUp())) {
    if (child.exitCode !== null) throw new Error(readFileSync(join(dataDir, 'logs/start.log'), 'utf8'))
    await sleep(50)
  }
})
afterAll(async () => {
  await stop()
  rmSync(dataDir, { recursive: true, force: true })
})

test('no program starts on a replica: its leader has to be named', async () => {
  await expect(asOwner(ownerUrl, async () => {})).rejects.toThrow(
    /^The database at \S+ is a replica, which can only be read: DATABASE_URL has to name its leader\.$/,
  )
})

test('one that became a replica is not ready, and what it is asked to write is an outage', async () => {
  const connection = connect(login, 'kliniki_app', { max: 1 })
  await expect(readiness(connection.db)()).rejects.toMatchObject({ status: 503, code: 'read_only' })
  await expect(sql`create table mine (id integer)`.execute(connection.db)).rejects.toMatchObject({ code: '25006' })
  await connection.close()
})
