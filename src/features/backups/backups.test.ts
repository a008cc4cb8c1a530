import { copyFileSync, readdirSync, readFileSync, rmSync, statfsSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { ResponseOf } from '#shared/endpoint.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ownersWork } from '#platform/owner-work/in-process.ts'
import { keepLogins } from '#platform/db/logins.ts'
import { sealTrail } from '#platform/audit/seal.ts'
import { verifyTrail } from '#platform/audit/verify.ts'
import type { BackupKey } from '#platform/backup/keys.ts'
import type { BackupPlace } from '#platform/backup/place.ts'
import { restoreBackup } from '#platform/backup/restore.ts'
import { writeArchive } from '#platform/backup/write-archive.ts'
import { asOwner } from '#platform/db/owner.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { fileStore } from '#platform/files/store.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { backupSums as sums } from '../../runtime/backup-sums.ts'
import { openServer } from '../../runtime/server.ts'
import { anAccount, PASSWORD } from '../../testing/accounts.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import { emptyDatabase } from '../../testing/databases/clone.ts'
import type { getBackups } from './contract.ts'
import { lookAtBackups, backupWorks } from './server/work.ts'
import { bringUpToDate } from '#features/notifications/public.ts'
import { isDue } from './rules.ts'
import { backupAlerts } from './alerts.ts'

let clinic: TestClinic
let keeper: Person
let place: BackupPlace
let document: { sha256: string }
let account: { email: string }

beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date() })
  keeper = await clinic.signedInAs(['backups.manage'])
  place = { dataDir: clinic.dataDir, backupsDir: join(clinic.dataDir, 'backups'), databaseUrl: clinic.ownerUrl }
  keepLogins(clinic.dataDir, clinic.logins)
  document = await clinic.files.put(Buffer.from('a document of a patient'))
  account = await anAccount(clinic.db, 'doctor')
})
afterAll(() => clinic.close())

const context = () => ({
  db: clinic.db,
  backups: { ...place, isEmbedded: false },
  asOwner: ownersWork({ ...place, ownerUrl: clinic.ownerUrl }),
  now: clinic.clock.now,
  publish: () => {},
  signal: new AbortController().signal,
})
const [, taking, checking] = backupWorks
const work = (job: typeof taking, id: number) => job!.run({ ...context(), data: { id } } as never)
const state = async () => (await keeper.call('GET', '/backups/')).json<ResponseOf<typeof getBackups>>()

/** Whoever verifies gives way to everything else on the machine. */

describe('a backup that was asked for', () => {
  test('is made and verified in processes of their own, and shown', async () => {
    const asked = await keeper.call('POST', '/backups/', {})
    expect([asked.status, asked.json()]).toMatchObject([202, { state: 'waiting', origin: 'asked' }])
    expect((await keeper.call('POST', '/backups/', {})).status).toBe(409)
    const { id } = asked.json<{ id: number }>()
    await sealTrail(clinic.db, { now: new Date(), patienceMs: 0 })
    await work(taking, id)
    expect((await state()).backups).toMatchObject([{ id, state: 'done', check_state: 'waiting' }])
    await work(checking, id)
    const { backups, last_verified } = await state()
    expect(backups).toMatchObject([{ id, check_state: 'passed', check_failure: null, checked_rows: expect.any(Number) }])
    expect(last_verified).not.toBeNull()
    expect(readdirSync(place.backupsDir)).toEqual([backups[0]?.name])
    const tables = { patients: { rows: 3_000_000_000, only_grows: true }, visits: { rows: 1, only_grows: true } }
    await clinic.db
      .updateTable('backups')
      .set({ counts: JSON.stringify({ tables, sums: {} }) })
      .where('id', '=', id)
      .execute()
    expect((await state()).backups).toMatchObject([{ checked_rows: 3_000_000_001 }])
  })

  test('becomes a clinic in an empty database, where people sign in with their passwords and documents open', async () => {
    const name = (await state()).backups[0]?.name ?? ''
    const [database, dataDir] = [await emptyDatabase(), join(clinic.dataDir, 'restored')]
    try {
      await restoreBackup({ file: join(place.backupsDir, name), dataDir, keysFrom: clinic.dataDir, databaseUrl: database.url, sums })
      keepLogins(dataDir, database.logins)
      await prepareDatabase(database.url, database.logins)
      const backups = { dataDir, backupsDir: place.backupsDir, isEmbedded: false }
      const server = await openServer({
        logins: database.logins,
        dataDir,
        backups,
        asOwner: context().asOwner,
        secrets: loadSecrets(dataDir),
        logger: { level: 'error' },
      })
      const payload = { email: account.email, password: PASSWORD }
      const reply = await server.app.inject({ method: 'POST', url: '/users/login/', payload })
      const trail = await verifyTrail(server.db)
      await server.close()
      expect(trail).toMatchObject({ finding: null })
      expect(trail.rows).toBeGreaterThan(0)
      expect([reply.statusCode, reply.json()]).toMatchObject([200, { access: expect.any(String) as string }])
      const files = fileStore(join(dataDir, 'files'), loadSecrets(dataDir).fileKey)
      expect((await files.get(document.sha256)).toString()).toBe('a document of a patient')
    } finally {
      await database.drop()
    }
  })

  test('that was altered since is not to be trusted, and says where', async () => {
    const { id, name } = (await state()).backups[0]!
    const file = join(place.backupsDir, name ?? '')
    const bytes = readFileSync(file)
    const at = bytes.length - 60
    bytes[at] = bytes[at]! ^ 1
    writeFileSync(file, bytes)
    expect((await keeper.call('POST', `/backups/${id}/verify/`, {})).status).toBe(202)
    await expect(work(checking, id)).rejects.toThrow('was altered')
    expect((await state()).backups).toMatchObject([
      {
        check_state: 'failed',
        check_failure: {
          text: '{archive} was altered: piece {piece}, the list of contents at its end.',
          values: { archive: name, piece: expect.any(Number) as number },
        },
      },
    ])
  })

  test('fails before it fills the disk, as documents do not get smaller', async () => {
    const { bavail, bsize } = statfsSync(clinic.dataDir)
    const huge = join(clinic.dataDir, 'files', 'huge')
    writeFileSync(huge, '')
    // A hole, which takes no room itself.
    truncateSync(huge, Math.min(2 * bavail * bsize, 8e12))
    const { id } = (await keeper.call('POST', '/backups/', {})).json<{ id: number }>()
    await expect(work(taking, id)).rejects.toThrow('Not enough space for a backup')
    rmSync(huge)
  })

  test('fails with a sentence when the database does not run, and leaves no file', async () => {
    const { id } = (await (await clinic.signedInAs(['backups.manage'])).call('POST', '/backups/', {})).json<{ id: number }>()
    place.databaseUrl = undefined
    await expect(work(taking, id)).rejects.toThrow('No running database')
    place.databaseUrl = clinic.ownerUrl
    expect((await state()).backups[0]).toMatchObject({
      id,
      state: 'failed',
      failure: { text: 'No running database in {folder}.', values: { folder: clinic.dataDir } },
    })
    expect(readdirSync(place.backupsDir)).toHaveLength(1)
  })
})

const at = (hour: number, since: number) => isDue({ hour, wanted: 23, since })

describe('by itself', () => {
  test('one is due at night, or later when the machine was off, and not soon after another', () => {
    expect([at(23, 24), at(1, 26), at(22, 23), at(3, 28), at(12, 31), at(23, 3)]).toEqual([true, true, false, false, true, false])
  })

  test('what lies in the folder is found, what was taken away is noted, and what was interrupted has failed', async () => {
    const name = 'kliniki-20260102-030405.kbackup'
    const [own] = readdirSync(place.backupsDir)
    copyFileSync(join(place.backupsDir, own!), join(place.backupsDir, name))
    // Another clinic may keep its backups in the same folder.
    const foreign = 'kliniki-20260102-030406.kbackup'
    const key: BackupKey = { id: '0'.repeat(32), kind: 'secret', salt: '', key: Buffer.alloc(32, 7) }
    const archive = await writeArchive(join(place.backupsDir, foreign), key, { made_at: clinic.clock.now.toISOString(), program: '1' })
    await archive.finish({ program: '1', started_at: '', finished_at: '', database: null, folders: [] })
    // One that is just made has its archive before its row says so.
    const { id: made } = await clinic.db
      .insertInto('backups')
      .values({ origin: 'asked', state: 'running', created_at: clinic.clock.now, started_at: clinic.clock.now })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`insert into pgboss.job (name, state, data) values ('make-backup', 'active', ${JSON.stringify({ id: made })}::jsonb)`.execute(
      clinic.db,
    )
    await lookAtBackups(context())
    expect((await state()).backups.some((one) => one.name === name)).toBe(false)
    await sql`delete from pgboss.job where name = 'make-backup'`.execute(clinic.db)
    await lookAtBackups(context())
    const { backups } = await state()
    expect(backups.find((one) => one.name === name)).toMatchObject({ state: 'done', origin: 'found' })
    expect(backups.some((one) => one.name === foreign)).toBe(false)
    expect(backups.find((one) => one.id === made)).toMatchObject({
      state: 'failed',
      failure: { text: 'Interrupted: the program was stopped.', values: {} },
    })
    rmSync(join(place.backupsDir, name))
    await lookAtBackups(context())
    expect((await state()).backups.some((one) => one.name === name)).toBe(false)
  })

  test('can be set to another hour, or off, by the version that was seen', async () => {
    const { version } = await state()
    const off = await keeper.call('PUT', '/backups/settings/', { is_nightly: false, hour: 4, version })
    expect(off.json()).toMatchObject({ is_nightly: false, hour: 4, next_at: null })
    expect((await keeper.call('PUT', '/backups/settings/', { is_nightly: true, hour: 4, version })).status).toBe(412)
    expect((await keeper.call('PUT', '/backups/settings/', { is_nightly: true, hour: 24 })).json()).toMatchObject({
      hour: [expect.anything()],
    })
  })
})

test('the passphrase asks for the own password, and is kept nowhere', async () => {
  await clinic.db
    .updateTable('users')
    .set({ password_hash: await hashPassword('of the keeper alone') })
    .where('id', '=', keeper.id)
    .execute()
  const set = (password: string, is_written_down = true) =>
    keeper.call('PUT', '/backups/passphrase/', { passphrase: 'under one mango tree', password, is_written_down })
  expect((await set('of somebody else')).json()).toMatchObject({ password: ['Incorrect password.'] })
  expect((await set('of the keeper alone', false)).status).toBe(400)
  expect((await state()).has_passphrase).toBe(false)
  const withoutTrail = `alter table audit_log add constraint none_of_it check (entity <> 'backup settings') not valid`
  await asOwner(clinic.ownerUrl, (client) => client.query(withoutTrail))
  expect((await set('of the keeper alone')).status).toBe(400)
  expect((await state()).has_passphrase).toBe(false)
  await asOwner(clinic.ownerUrl, (client) => client.query('alter table audit_log drop constraint none_of_it'))
  expect((await set('of the keeper alone')).json()).toEqual({ has_passphrase: true })
  expect((await state()).has_passphrase).toBe(true)
  const kept = readFileSync(join(clinic.dataDir, 'secrets', 'backup-keys'), 'utf8')
  expect(kept).not.toContain('mango')
  const rows = await clinic.db
    .selectFrom('audit_log')
    .select(['action', 'actor_id', 'change'])
    .where('entity', '=', 'backup settings')
    .execute()
  expect(rows.filter(({ action }) => action === 'set passphrase')).toMatchObject([{ actor_id: keeper.id }])
  expect(JSON.stringify(rows)).not.toContain('mango')
})

test('two days without a verified one are told of, until there is one', async () => {
  const raised = async (hours: number) => {
    await bringUpToDate(clinic.db, backupAlerts[0]!, new Date(clinic.clock.now.getTime() + hours * 3_600_000))
    const open = await clinic.db
      .selectFrom('notifications')
      .select('kind')
      .where('kind', '=', 'backup_missing')
      .where('resolved_at', 'is', null)
      .execute()
    return open.length
  }
  await clinic.db.updateTable('backups').set({ check_state: 'passed', checked_at: clinic.clock.now }).where('state', '=', 'done').execute()
  expect(await raised(1)).toBe(0)
  expect(await raised(49)).toBe(1)
  expect(await raised(1)).toBe(0)
})
