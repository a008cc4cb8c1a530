import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { asOwner } from '#platform/db/owner.ts'
import { clockWarning } from '#platform/db/clock-difference.ts'
import { tlsOptions } from '#platform/http/tls.ts'
import { readConfig } from '#platform/config.ts'
import { checkAlerts } from '#features/notifications/public.ts'
import { openTestClinic, type TestClinic } from '../../testing/clinic.ts'
import { openServer } from '../../runtime/server.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { ownersWork } from '#platform/owner-work/in-process.ts'
import { jobs } from '../../runtime/jobs.ts'
import { systemAlerts } from './alerts.ts'

vi.setConfig({ testTimeout: 60_000 })

const TOKEN = 'a token for the figures'

let clinic: TestClinic
beforeAll(async () => {
  clinic = await openTestClinic()
})
afterAll(() => clinic.close())

interface Sample {
  name: string
  labels: Record<string, string>
  value: number
}

/** Prometheus' text format, read strictly: a line that is no comment and no sample is an error, and so is a sample of a name without help and type. */
const parse = (text: string) => {
  const [types, helps] = [new Map<string, string>(), new Map<string, string>()]
  const samples: Sample[] = []
  for (const line of text.split('\n').filter((one) => one !== '')) {
    const [, kind, named = '', rest = ''] = /^# (HELP|TYPE) ([a-zA-Z_:][\w:]*) (.+)$/.exec(line) ?? []
    if (kind) (kind === 'HELP' ? helps : types).set(named, rest)
    else {
      const found = /^([a-zA-Z_:][\w:]*)(?:\{(.*)\})? (-?[\d.]+(?:e[+-]?\d+)?|[+-]Inf|Nan)$/i.exec(line)
      if (!found) throw new Error(`Not a sample: ${line}`)
      const labels = Object.fromEntries([...(found[2] ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, key, value]) => [key, value]))
      samples.push({ name: found[1]!, labels, value: Number(found[3]) })
    }
  }
  for (const { name } of samples) {
    const family = name.replace(/_(bucket|sum|count)$/, '')
    if (!types.has(name) && !types.has(family)) throw new Error(`${name} has no type`)
    if (!helps.has(name) && !helps.has(family)) throw new Error(`${name} has no help`)
  }
  return samples
}

/** A server over the same database that serves https with a certificate of its own, and figures. */
const withHttps = async <T>(work: (text: () => Promise<string>) => Promise<T>): Promise<T> => {
  const { dataDir } = clinic
  const place = { dataDir, backupsDir: dataDir, isEmbedded: false }
  const server = await openServer({
    logins: clinic.logins,
    dataDir,
    backups: place,
    secrets: loadSecrets(dataDir),
    asOwner: ownersWork({ ownerUrl: clinic.ownerUrl, dataDir, backupsDir: dataDir, databaseUrl: clinic.ownerUrl }),
    clock: () => clinic.clock.now,
    metricsToken: TOKEN,
    tls: await tlsOptions(readConfig({ HOST: '0.0.0.0', KLINIKI_DATA: dataDir }), clinic.clock.now),
  })
  try {
    return await work(async () => {
      const reply = await server.app.inject({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
      expect(reply.statusCode, reply.body).toBe(200)
      return reply.body
    })
  } finally {
    await server.close()
  }
}

test('the figures hold what an operator watches, in the format of Prometheus', async () => {
  const began = new Date(clinic.clock.now.getTime() - 3 * 86_400_000)
  await asOwner(clinic.ownerUrl, (client) => client.query('update schema_migrations set applied_at = $1', [began]))
  await withHttps(async (text) => {
    const samples = parse(await text())
    const valueOf = (name: string, labels: Record<string, string> = {}) =>
      samples.find((one) => one.name === name && JSON.stringify(one.labels) === JSON.stringify(labels))?.value
    expect(valueOf('kliniki_backup_age_seconds', { kind: 'made' })).toBe(3 * 86_400)
    expect(valueOf('kliniki_backup_age_seconds', { kind: 'verified' })).toBe(3 * 86_400)
    expect(valueOf('kliniki_jobs_failed')).toBe(0)
    expect(valueOf('kliniki_jobs_overdue')).toBeGreaterThanOrEqual(0)
    expect(valueOf('kliniki_jobs_waiting')).toBeGreaterThanOrEqual(0)
    for (const place of ['data', 'backups']) {
      expect(valueOf('kliniki_disk_free_bytes', { place })).toBeGreaterThan(0)
      expect(valueOf('kliniki_disk_size_bytes', { place })).toBeGreaterThan(valueOf('kliniki_disk_free_bytes', { place })!)
    }
    expect(valueOf('kliniki_database_size_bytes')).toBeGreaterThan(1_000_000)
    expect(valueOf('kliniki_database_connections')).toBeGreaterThan(0)
    expect(valueOf('kliniki_database_connections_max')).toBeGreaterThan(valueOf('kliniki_database_connections')!)
    expect(valueOf('kliniki_event_streams')).toBe(0)
    const days = (valueOf('kliniki_certificate_expiry_timestamp_seconds')! - clinic.clock.now.getTime() / 1000) / 86_400
    expect(Math.round(days)).toBe(397)
    expect(Math.abs(valueOf('kliniki_database_clock_ahead_seconds')!)).toBeLessThan(60)
    await clinic.db
      .insertInto('backups')
      .values({
        name: 'kliniki-20260302-053000.kbackup',
        origin: 'nightly',
        state: 'done',
        created_at: clinic.clock.now,
        started_at: new Date(clinic.clock.now.getTime() - 7_200_000),
      })
      .execute()
    expect(parse(await text()).find(({ name, labels }) => name === 'kliniki_backup_age_seconds' && labels['kind'] === 'made')?.value).toBe(
      7_200,
    )
  })
})

const alerts = async (certificate?: string) => {
  await checkAlerts(clinic.db, await systemAlerts(clinic.db, { jobs, upSince: new Date(), certificate }), clinic.clock.now)
  const rows = await clinic.db
    .selectFrom('notifications')
    .select(['kind', 'words'])
    .where('kind', 'in', ['certificate_expiring', 'clocks_apart'])
    .where('resolved_at', 'is', null)
    .execute()
  return rows
}

const made = async (daysAgo: number) => {
  const now = new Date(clinic.clock.now.getTime() - daysAgo * 86_400_000)
  const dir = `${clinic.dataDir}/certificate-${daysAgo}`
  return (await tlsOptions(readConfig({ HOST: '0.0.0.0', KLINIKI_DATA: dir }), now))!.cert
}

test('a certificate that expires within two weeks is told of, until there is another', async () => {
  const [old, young] = [await made(387), await made(0)]
  expect(await alerts(young)).toEqual([])
  expect(await alerts(old)).toEqual([{ kind: 'certificate_expiring', words: { days: 10 } }])
  // A process that serves no https leaves it to those that do.
  expect(await alerts()).toHaveLength(1)
  expect(await alerts(young)).toEqual([])
})

test('clocks of server and database that are apart are told of, at the start and afterwards', async () => {
  expect(await asOwner(clinic.ownerUrl, clockWarning)).toBeUndefined()
  expect(await alerts()).toEqual([])
  await asOwner(clinic.ownerUrl, async (client) => {
    await client.query(`create schema skewed; grant usage on schema skewed to public`)
    await client.query(
      `create function skewed.clock_timestamp() returns timestamptz language sql as 'select pg_catalog.clock_timestamp() + interval ''2 minutes'''`,
    )
  })
  const name = new URL(clinic.ownerUrl).pathname.slice(1)
  await asOwner(clinic.ownerUrl, (client) => client.query(`alter database "${name}" set search_path = skewed, pg_catalog, public`))
  expect(await asOwner(clinic.ownerUrl, clockWarning)).toMatch(
    /^Warning: the clock of the database is 1(19|20|21) seconds ahead of that of this machine; let both follow a time server\.$/,
  )
  const { db } = clinic
  const apart = await db.transaction().execute(async (tx) => {
    await sql`set local search_path = skewed, pg_catalog, public`.execute(tx)
    return systemAlerts(tx, { jobs, upSince: new Date() })
  })
  await checkAlerts(db, apart, clinic.clock.now)
  const [reported] = await db.selectFrom('notifications').select(['kind', 'words']).where('kind', '=', 'clocks_apart').execute()
  expect(reported).toMatchObject({ kind: 'clocks_apart', words: { seconds: expect.closeTo(120, -1) } })
})
