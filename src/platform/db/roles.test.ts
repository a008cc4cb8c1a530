import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ConfigurationError } from '../config.ts'
import { findSecret } from '../secrets.ts'
import { type Embedded, startEmbedded } from './embedded.ts'
import { asOwner } from './owner.ts'
import { applicationRoles, ensureRoles } from './roles.ts'

let dataDir: string
let server: Embedded
let administratorUrl: string

const run = (url: string, sql: string) => asOwner(url, async (client) => (await client.query<Record<string, unknown>>(sql)).rows)

const urlOf = (person: string, database = 'kliniki') => `postgres://${person}:word@127.0.0.1:${server.port}/${database}`

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'kliniki-roles-'))
  server = await startEmbedded({ dataDir, fast: true })
  administratorUrl = `postgres://postgres:${findSecret(dataDir, 'database-superuser')}@127.0.0.1:${server.port}/postgres`
})

afterAll(async () => {
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

describe('the roles of the application', () => {
  it('are made once by any number of programs at once, in any database of the server', async () => {
    await run(server.ownerUrl, 'create database other')
    const other = server.ownerUrl.replace('/kliniki?', '/other?')
    await Promise.all([server.ownerUrl, other, server.ownerUrl, other].map(ensureRoles))
    await ensureRoles(server.ownerUrl)
    expect(await run(server.ownerUrl, `select rolname, rolcanlogin from pg_roles where rolname like 'kliniki\\_%' order by 1`)).toEqual(
      applicationRoles.map((rolname) => ({ rolname, rolcanlogin: false })),
    )
  })

  it('leave the clinic its statistics: kliniki_app passes policies by, the others are held to theirs', async () => {
    await ensureRoles(server.ownerUrl)
    const passing = () => run(server.ownerUrl, `select rolname from pg_roles where rolname like 'kliniki\\_%' and rolbypassrls`)
    expect(await passing()).toEqual([{ rolname: 'kliniki_app' }])
    await run(administratorUrl, 'alter role kliniki_app nobypassrls')
    await ensureRoles(server.ownerUrl)
    expect(await passing()).toEqual([{ rolname: 'kliniki_app' }])
  })

  it('are what a connection acts as that asks for one', async () => {
    await ensureRoles(server.ownerUrl)
    for (const role of applicationRoles) {
      const client = new Client({ connectionString: server.ownerUrl, options: `-c role=${role}` })
      await client.connect()
      const { rows } = await client.query('select current_user::text as person')
      await client.end()
      expect(rows).toEqual([{ person: role }])
    }
  })

  it('are asked of an administrator, in SQL that works, when the person of DATABASE_URL may not make them', async () => {
    await ensureRoles(server.ownerUrl)
    await run(administratorUrl, `create role "Guest person" login password 'word'`)
    await run(administratorUrl, 'create database guest')
    const guest = urlOf(encodeURIComponent('Guest person'), 'guest')
    const error: unknown = await ensureRoles(guest).catch((caught: unknown) => caught)
    expect(error).toBeInstanceOf(ConfigurationError)
    const [, sql] = (error as Error).message.split(/once:\n/)
    expect(sql).toBe(
      [
        'grant kliniki_app, kliniki_portal, kliniki_read to "Guest person";',
        'grant create on database "guest" to "Guest person";',
        'grant create on schema public to "Guest person";',
      ].join('\n'),
    )
    await run(administratorUrl.replace(/postgres$/, 'guest'), sql ?? '')
    await expect(ensureRoles(guest)).resolves.toBeUndefined()
  })

  it('are asked for too when the person may create roles but does not own these', async () => {
    await run(administratorUrl, `create role maker login createrole password 'word'`)
    await run(administratorUrl, 'create database maker owner maker')
    await expect(ensureRoles(urlOf('maker', 'maker'))).rejects.toThrow(/grant kliniki_app, kliniki_portal, kliniki_read to "maker";$/)
  })

  it('include making them where none exists', async () => {
    const roles = applicationRoles.join(', ')
    await run(administratorUrl, `drop role ${roles}; create role newcomer login password 'word'`)
    await run(administratorUrl, 'create database newcomer owner newcomer')
    const error: unknown = await ensureRoles(urlOf('newcomer', 'newcomer')).catch((caught: unknown) => caught)
    const [, sql = ''] = (error as Error).message.split(/once:\n/)
    expect(sql).toContain('create role kliniki_app nologin;')
    expect(sql).toContain('alter role kliniki_app bypassrls;')
    await run(administratorUrl, sql)
    await expect(ensureRoles(urlOf('newcomer', 'newcomer'))).resolves.toBeUndefined()
  })
})
