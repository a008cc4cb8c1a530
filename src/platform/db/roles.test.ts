import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { Client } from 'pg'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { ConfigurationError } from '../config.ts'
import { roomyDir } from '../../testing/databases/roomy-dir.ts'
import { findSecret } from '../secrets.ts'
import { connect } from './connect.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { applicationRoles, loginsOf, urlFor } from './logins.ts'
import { asOwner } from './owner.ts'
import { ensureLogins, ensureRoles } from './roles.ts'

let dataDir: string
let server: Embedded
let administratorUrl: string
const roles = applicationRoles.join(', ')

const run = (url: string, text: string) => asOwner(url, async (client) => (await client.query<Record<string, unknown>>(text)).rows)

/** In one connection of this login, and nothing of it stays. */
const as = async <T>(login: string, work: (client: Client) => Promise<T>): Promise<T> => {
  const client = new Client({ connectionString: login })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'done',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )

const personUrl = (person: string, database: string) => urlFor(server.ownerUrl.replace('/kliniki?', `/${database}?`), person, 'word')

/** What an administrator has to run, by a refusal. */
const askedFor = async (work: Promise<unknown>): Promise<string> => {
  const error: unknown = await work.catch((caught: unknown) => caught)
  expect(error).toBeInstanceOf(ConfigurationError)
  expect((error as Error).message).toMatch(/An administrator of the database has to run this there once:\n/)
  return (error as Error).message.split(/once:\n/)[1] ?? ''
}

/** As on a server on which Kliniki has never been. */
const forgetRoles = () => run(administratorUrl, `drop role if exists ${roles}`)

beforeAll(async () => {
  dataDir = mkdtempSync(join(roomyDir(), 'kliniki-roles-'))
  server = await startEmbedded({ dataDir, fast: true })
  administratorUrl = `postgres://postgres:${findSecret(dataDir, 'database-superuser')}@127.0.0.1:${server.port}/postgres`
})

afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the logins of the application', () => {
  beforeEach(forgetRoles)

  it('are made once by any number of programs at once, in any database of the server', async () => {
    await run(server.ownerUrl, 'create database other')
    const other = server.ownerUrl.replace('/kliniki?', '/other?')
    await Promise.all([server.ownerUrl, other, server.ownerUrl, other].map(ensureRoles))
    await Promise.all([ensureLogins(server.ownerUrl, server.logins), ensureLogins(other, loginsOf(dataDir, other))])
    const made = await run(
      server.ownerUrl,
      `select rolname, rolcanlogin, rolsuper or rolcreaterole or rolcreatedb or rolreplication as may_more from pg_roles
       where rolname like 'kliniki\\_%' order by 1`,
    )
    expect(made).toEqual(applicationRoles.map((rolname) => ({ rolname, rolcanlogin: true, may_more: false })))
  })

  it('leave the clinic its statistics: kliniki_app passes policies by, the others are held to theirs', async () => {
    await ensureRoles(server.ownerUrl)
    const passing = () => run(server.ownerUrl, `select rolname from pg_roles where rolname like 'kliniki\\_%' and rolbypassrls`)
    expect(await passing()).toEqual([{ rolname: 'kliniki_app' }])
    await run(administratorUrl, 'alter role kliniki_app nobypassrls')
    await ensureRoles(server.ownerUrl)
    expect(await passing()).toEqual([{ rolname: 'kliniki_app' }])
  })

  it('are who connects, and can become nobody else', async () => {
    await ensureLogins(server.ownerUrl, server.logins)
    for (const role of applicationRoles)
      await as(server.logins[role], async (client) => {
        for (const other of ['kliniki', 'postgres', ...applicationRoles.filter((name) => name !== role)])
          for (const way of ['role', 'session authorization'])
            expect(await codeOf(client.query(`set ${way} ${other}`)), `${role}: set ${way} ${other}`).toBe('42501')
        for (const way of ['set role none', 'reset role', 'set session authorization default', 'reset session authorization', 'reset all'])
          await client.query(way)
        const { rows } = await client.query('select session_user::text as session, current_user::text as acting')
        expect(rows).toEqual([{ session: role, acting: role }])
      })
  })

  it('let nobody in without the password, or with that of another', async () => {
    await ensureLogins(server.ownerUrl, server.logins)
    for (const name of ['kliniki', 'postgres', ...applicationRoles])
      for (const password of ['', 'kliniki', decodeURIComponent(new URL(server.logins.kliniki_read).password)].slice(
        0,
        name === 'kliniki_read' ? 2 : 3,
      ))
        for (const url of [server.ownerUrl, server.ownerUrl.replace(/\?.*/, '')]) {
          const tried = await codeOf(as(urlFor(url, name, password), async () => {}))
          expect(tried, `${name} with "${password}"`).not.toBe('done')
          expect(tried).toMatch(/^28P01$|password must be a/)
        }
  })

  it('are made of the roles of an older version, which could not sign in', async () => {
    await run(server.ownerUrl, applicationRoles.map((role) => `create role ${role} nologin`).join(';'))
    await ensureLogins(server.ownerUrl, server.logins)
    expect(await as(server.logins.kliniki_portal, async (client) => (await client.query('select 1 as one')).rows)).toEqual([{ one: 1 }])
  })

  it('may be members of nothing: what they could act as is taken from them, or asked of an administrator', async () => {
    await ensureLogins(server.ownerUrl, server.logins)
    await run(server.ownerUrl, 'grant kliniki_app to kliniki_portal')
    await ensureLogins(server.ownerUrl, server.logins)
    expect(await codeOf(as(server.logins.kliniki_portal, (client) => client.query('set role kliniki_app')))).toBe('42501')
    await run(administratorUrl, 'create role overseer; grant overseer to kliniki_app')
    const asked = await askedFor(ensureLogins(server.ownerUrl, server.logins))
    expect(asked).toBe('revoke overseer from kliniki_app;')
    await run(administratorUrl, `${asked} drop role overseer`)
    await ensureLogins(server.ownerUrl, server.logins)
  })

  it('make nothing in the database: what lets them is taken from everybody, or asked of an administrator', async () => {
    await ensureLogins(server.ownerUrl, server.logins)
    const rights = () =>
      run(
        server.ownerUrl,
        `select name from unnest('{public,kliniki_app,kliniki_portal,kliniki_read}'::text[]) name
          where has_database_privilege(name, current_database(), 'temporary') or has_database_privilege(name, current_database(), 'create')
            or has_schema_privilege(name, 'public', 'create')`,
      )
    expect(await rights()).toEqual([])
    // As a database was made before PostgreSQL 15, or by an older version.
    await run(server.ownerUrl, 'grant create, temporary on database kliniki to public, kliniki_read')
    await run(server.ownerUrl, 'grant create on schema public to public, kliniki_app')
    expect(await rights()).toHaveLength(4)
    await ensureLogins(server.ownerUrl, server.logins)
    expect(await rights()).toEqual([])
    expect(await run(server.ownerUrl, `select has_database_privilege(current_database(), 'temporary') as has`)).toEqual([{ has: true }])
    await run(administratorUrl, `create role sharer login password 'word'; grant ${roles} to sharer`)
    await run(administratorUrl, 'create database shared')
    await run(
      administratorUrl.replace(/postgres$/, 'shared'),
      'grant create on database shared to sharer; grant create on schema public to sharer',
    )
    const sharer = urlFor(server.ownerUrl.replace('/kliniki?', '/shared?'), 'sharer', 'word')
    const asked = await askedFor(ensureLogins(sharer, server.logins))
    expect(asked).toBe(`grant temporary on database "shared" to "sharer";\nrevoke temporary on database "shared" from public, ${roles};`)
    await run(administratorUrl.replace(/postgres$/, 'shared'), asked)
    await ensureLogins(sharer, server.logins)
  })

  it('keep the password that another program works with', async () => {
    await ensureLogins(server.ownerUrl, server.logins)
    const elsewhere = mkdtempSync(join(tmpdir(), 'kliniki-roles-other-'))
    try {
      const theirs = loginsOf(elsewhere, server.ownerUrl)
      await as(server.logins.kliniki_read, async () => {
        await expect(ensureLogins(server.ownerUrl, { ...server.logins, kliniki_read: theirs.kliniki_read })).rejects.toThrow(
          /^Another Kliniki works on this database server and its login kliniki_read has another password than secrets\/database-read /,
        )
      })
      // Once nobody works with it any more, as after a restore, it is taken.
      await expect.poll(() => run(server.ownerUrl, `select from pg_stat_activity where usename like 'kliniki\\_%'`)).toHaveLength(0)
      await ensureLogins(server.ownerUrl, theirs)
    } finally {
      rmSync(elsewhere, { recursive: true, force: true })
    }
  })

  it('are asked of an administrator, in SQL that works and holds no password, when the person of DATABASE_URL may not make them', async () => {
    await run(administratorUrl, `create role "Guest person" login password 'word'`)
    await run(administratorUrl, 'create database guest')
    const guest = personUrl('Guest person', 'guest')
    const logins = loginsOf(dataDir, guest)
    const asked = await askedFor(ensureLogins(guest, logins))
    expect(asked.split('\n').map((line) => line.replace(/'SCRAM-SHA-256\$[^']+'/, "'…'"))).toEqual([
      ...applicationRoles.map((role) => `create role ${role} login password '…';`),
      'alter role kliniki_app bypassrls;',
      'grant kliniki_app, kliniki_portal, kliniki_read to "Guest person";',
      'grant create on database "guest" to "Guest person";',
      'grant create on schema public to "Guest person";',
      'grant temporary on database "guest" to "Guest person";',
      'revoke temporary on database "guest" from public, kliniki_app, kliniki_portal, kliniki_read;',
    ])
    for (const login of Object.values(logins)) expect(asked).not.toContain(new URL(login).password)
    await run(administratorUrl.replace(/postgres$/, 'guest'), asked)
    await expect(ensureLogins(guest, logins)).resolves.toBeUndefined()
    // Somebody who may make roles, but did not make these, is told what to run as well.
    await run(administratorUrl, `create role maker login createrole password 'word'`)
    await run(administratorUrl, 'create database maker owner maker')
    const maker = personUrl('maker', 'maker')
    const granted = await askedFor(ensureLogins(maker, loginsOf(dataDir, maker)))
    expect(granted).toBe(
      `grant kliniki_app, kliniki_portal, kliniki_read to "maker";\nrevoke temporary on database "maker" from public, ${roles};`,
    )
    await run(administratorUrl, granted)
    // And so is somebody who has lost the passwords.
    const lost = { ...loginsOf(dataDir, maker), kliniki_app: urlFor(maker, 'kliniki_app', randomBytes(32).toString('base64url')) }
    expect(await askedFor(ensureLogins(maker, lost))).toMatch(/^alter role kliniki_app login password 'SCRAM-SHA-256\$[^']+';$/)
  })

  it('serve nothing when they are taken for somebody else', async () => {
    await ensureLogins(server.ownerUrl, server.logins)
    await run(administratorUrl, 'create role stranger; grant stranger to kliniki_portal; alter role kliniki_portal set role = stranger')
    const sentence = /^The database takes the login kliniki_portal for kliniki_portal acting as stranger: nothing is served until /
    const connection = connect(server.logins.kliniki_portal, 'kliniki_portal', { max: 1 })
    await expect(sql`select 1`.execute(connection.db)).rejects.toThrow(sentence)
    await connection.close()
    await run(administratorUrl, 'revoke stranger from kliniki_portal; alter role kliniki_portal reset role; drop role stranger')
  })
})
