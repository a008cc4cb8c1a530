import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConfigurationError } from '../config.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { migrate } from './migrate.ts'
import { asOwner } from './owner.ts'

let home: string
let server: Embedded
let url: string
let dir: string
let count = 0

const file = (name: string, sql: string) => writeFileSync(join(dir, name), sql)

const rows = (sql: string) => asOwner(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows)

const refusal = async (where = url) => {
  const error: unknown = await migrate(where, dir).catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ConfigurationError)
  return (error as Error).message
}

beforeAll(async () => {
  home = mkdtempSync(join(tmpdir(), 'kliniki-migrate-'))
  server = await startEmbedded({ dataDir: join(home, 'data'), fast: true })
})

afterAll(async () => {
  await server.stop()
  rmSync(home, { recursive: true, force: true })
})

beforeEach(async () => {
  count += 1
  dir = mkdtempSync(join(home, 'migrations-'))
  await asOwner(server.ownerUrl, (client) => client.query(`create database migrate_${count}`))
  url = server.ownerUrl.replace('/kliniki?', `/migrate_${count}?`)
  file('0001_beds.sql', 'create table beds (id int primary key); insert into beds values (1);')
  file('0002_wards.sql', 'create table wards (id int primary key);')
})

describe('migrations', () => {
  it('are applied in order, each once', async () => {
    expect(await migrate(url, dir)).toEqual({ applied: ['0001_beds.sql', '0002_wards.sql'] })
    expect(await migrate(url, dir)).toEqual({ applied: [] })
    file('0003_more_beds.sql', 'insert into beds values (2);')
    expect(await migrate(url, dir)).toEqual({ applied: ['0003_more_beds.sql'] })
    expect(await rows('select id from beds order by id')).toEqual([{ id: 1 }, { id: 2 }])
  })

  it('are applied once by programs that start at the same moment', async () => {
    const all = await Promise.all([migrate(url, dir), migrate(url, dir), migrate(url, dir)])
    expect(all.flatMap(({ applied }) => applied)).toHaveLength(2)
    expect(await rows('select count(*)::int as count from beds')).toEqual([{ count: 1 }])
  })

  it('leave nothing behind when one fails, and go on from there once it is put right', async () => {
    file('0003_broken.sql', 'create table half (id int); insert into nowhere values (1);')
    await expect(migrate(url, dir)).rejects.toThrow(/0003_broken.sql failed: relation "nowhere" does not exist/)
    expect(await rows(`select to_regclass('half') as half`)).toEqual([{ half: null }])
    file('0003_broken.sql', 'create table whole (id int);')
    expect(await migrate(url, dir)).toEqual({ applied: ['0003_broken.sql'] })
  })

  it('leave the schema before when the program is killed in the middle of one, and the database is as usable as it was', async () => {
    await migrate(url, dir)
    file('0003_slow.sql', 'create table half (id int); insert into beds values (3); select pg_sleep(60);')
    const code = `
      import { migrate } from ${JSON.stringify(new URL('migrate.ts', import.meta.url).href)}
      await migrate(${JSON.stringify(url)}, ${JSON.stringify(dir)})`
    const child = spawn(process.execPath, ['--input-type=module', '-e', code], { stdio: 'ignore' })
    const sleeping = `select pid from pg_stat_activity where query like '%pg_sleep(60);' and pid <> pg_backend_pid() and wait_event = 'PgSleep'`
    await vi.waitUntil(async () => (await rows(sleeping)).length > 0, { timeout: 60_000, interval: 50 })
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect(await rows(`select to_regclass('half') as half, (select max(version) from schema_migrations) as version`)).toEqual([
      { half: null, version: 2 },
    ])
    expect(await rows('select id from beds')).toEqual([{ id: 1 }])
    // The server learns of it when it answers; the next start does not wait for that here.
    await rows(`select pg_terminate_backend(pid) from (${sleeping}) left_behind`)
    file('0003_slow.sql', 'create table whole (id int);')
    expect(await migrate(url, dir)).toEqual({ applied: ['0003_slow.sql'] })
  })

  it('may not be changed once applied, except in their line ends', async () => {
    await migrate(url, dir)
    file('0002_wards.sql', 'create table wards (id bigint primary key);')
    expect(await refusal()).toContain('0002_wards.sql was changed')
  })

  it('are the same with the line ends of another system', async () => {
    file('0003_lines.sql', 'select 1;\nselect 2;\n')
    await migrate(url, dir)
    file('0003_lines.sql', 'select 1;\r\nselect 2;\r\n')
    expect(await migrate(url, dir)).toEqual({ applied: [] })
  })

  it('are refused on a database that is newer than the program', async () => {
    file('0003_later.sql', 'select 1;')
    await migrate(url, dir)
    rmSync(join(dir, '0003_later.sql'))
    expect(await refusal()).toContain('The database is newer than this program')
  })

  it('are refused when one comes too late, twice or under another kind of name', async () => {
    rmSync(join(dir, '0001_beds.sql'))
    await migrate(url, dir)
    file('0001_beds.sql', 'select 1;')
    expect(await refusal()).toContain('0001_beds.sql comes before 0002_wards.sql')
    file('0002_twin.sql', 'select 1;')
    expect(await refusal()).toContain('Two migrations')
    rmSync(join(dir, '0002_twin.sql'))
    file('3-what.sql', 'select 1;')
    expect(await refusal()).toContain('3-what.sql is not named like')
  })
})

describe('a database that cannot be used', () => {
  it('is named without its password, with the reason', async () => {
    const wrongPassword = server.ownerUrl.replace(/:[^:@/]+@/, ':not-the-word@')
    expect(await refusal(wrongPassword)).toMatch(
      /^The database at 127\.0\.0\.1:\d+\/kliniki cannot be used: it refuses the name or the password\.$/,
    )
    expect(await refusal(server.ownerUrl.replace('/kliniki?', '/nowhere?'))).toContain('it has no database of that name')
    expect(await refusal('postgres://kliniki:word@127.0.0.1:1/kliniki')).toContain('nothing answers there')
    expect(await refusal('postgres://kliniki:word@database.invalid:5432/kliniki')).toContain('there is no machine of that name')
  })
})
