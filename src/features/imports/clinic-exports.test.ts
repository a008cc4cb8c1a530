import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ownersWork } from '#platform/owner-work/in-process.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { openTestClinic, type Person, type TestClinic } from '../../testing/clinic.ts'
import type { ClinicExport } from './contract.ts'
import { clinicExportWorks } from './server/clinic/work.ts'

const password = 'long enough for anybody here'
let clinic: TestClinic
let keeper: Person
let other: Person

beforeAll(async () => {
  clinic = await openTestClinic({ now: new Date() })
  ;[keeper, other] = [await clinic.signedInAs(['clinic.export']), await clinic.signedInAs(['clinic.export'])]
  await clinic.db
    .updateTable('users')
    .set({ password_hash: await hashPassword(password) })
    .where('id', '=', keeper.id)
    .execute()
  await clinic.files.put(Buffer.from('a document of a patient'))
})
afterAll(() => clinic.close())

const context = (now = clinic.clock.now) => ({
  db: clinic.db,
  backups: { dataDir: clinic.dataDir, backupsDir: join(clinic.dataDir, 'backups'), isEmbedded: false },
  asOwner: ownersWork({
    dataDir: clinic.dataDir,
    backupsDir: join(clinic.dataDir, 'backups'),
    ownerUrl: clinic.ownerUrl,
    databaseUrl: clinic.ownerUrl,
  }),
  now,
  publish: () => {},
  signal: new AbortController().signal,
})
const [making, tidying] = clinicExportWorks
const list = async (who = keeper) => (await who.call('GET', '/exports/')).json<ClinicExport[]>()
const actions = () =>
  clinic.db.selectFrom('audit_log').select(['action', 'actor_id']).where('entity', '=', 'clinic').orderBy('id').execute()

test('the whole clinic is exported for whoever gives their password, who alone may take the file', async () => {
  const guessed = await keeper.call('POST', '/exports/', { password: 'not mine' })
  expect([guessed.status, guessed.json()]).toEqual([400, { password: ['Incorrect password.'] }])
  const asked = await keeper.call('POST', '/exports/', { password })
  expect([asked.status, asked.json()]).toMatchObject([202, { state: 'waiting', is_own: true }])
  const { id } = asked.json<ClinicExport>()
  expect((await keeper.call('POST', '/exports/', { password })).status).toBe(409)
  expect((await keeper.call('GET', `/exports/${id}/file/`)).status).toBe(409)

  await making!.run({ ...context(), data: { id } } as never)
  expect(await list(other)).toMatchObject([{ id, state: 'done', is_own: false, documents: 0, missing_documents: 0 }])
  const [made] = await list()
  expect(made?.rows).toBeGreaterThan(2_000)
  const file = join(clinic.dataDir, 'exports', `clinic-${id}.zip`)
  expect(statSync(file).mode & 0o777).toBe(0o600)

  expect((await other.call('GET', `/exports/${id}/file/`)).status).toBe(404)
  const taken = await keeper.call('GET', `/exports/${id}/file/`)
  expect([taken.status, taken.headers['content-type'], taken.text.slice(0, 2)]).toEqual([200, 'application/zip', 'PK'])
  expect(await actions()).toMatchObject([
    { action: 'export', actor_id: keeper.id },
    { action: 'take', actor_id: keeper.id },
  ])

  writeFileSync(join(clinic.dataDir, 'exports', 'clinic-999.zip.unfinished'), 'left by a process that was stopped')
  const own = join(clinic.dataDir, 'exports', 'kliniki-export-20260302-073000.zip')
  writeFileSync(own, 'from the command')
  await tidying!.run({ ...context(), data: {} } as never)
  expect([existsSync(file), existsSync(join(clinic.dataDir, 'exports', 'clinic-999.zip.unfinished'))]).toEqual([true, false])
  await tidying!.run({ ...context(new Date(Date.now() + 25 * 3_600_000)), data: {} } as never)
  expect([existsSync(file), existsSync(own)]).toEqual([false, true])
  expect(await list()).toMatchObject([{ id, state: 'removed' }])
  expect((await keeper.call('GET', `/exports/${id}/file/`)).status).toBe(409)
})

test('an export that is not whole says so, and one can be deleted before its time', async () => {
  const unprivileged = await clinic.signedInAs(['imports.run'])
  expect((await unprivileged.call('GET', '/exports/')).status).toBe(403)
  const row = { created_at: clinic.clock.now, created_by: keeper.id, bytes: 3, expires_at: new Date(Date.now() + 3_600_000) }
  const rows = await clinic.db
    .insertInto('clinic_exports')
    .values([
      { ...row, state: 'done' },
      { ...row, state: 'running' },
    ])
    .returning('id')
    .execute()
  const [done, lost] = rows.map(({ id }) => id)
  const file = join(clinic.dataDir, 'exports', `clinic-${done}.zip`)
  writeFileSync(file, 'PK!')
  expect((await other.call('DELETE', `/exports/${done}/`)).json()).toMatchObject({ state: 'removed' })
  expect(existsSync(file)).toBe(false)
  const job = JSON.stringify({ id: lost })
  await sql`insert into pgboss.job (name, state, data, started_on, heartbeat_on, heartbeat_seconds)
    values ('export-clinic', 'active', ${job}::jsonb, now() - interval '1 hour', now(), 90)`.execute(clinic.db)
  await tidying!.run({ ...context(), data: {} } as never)
  expect((await list())[0]).toMatchObject({ id: lost, state: 'running' })
  expect((await keeper.call('POST', '/exports/', { password })).status).toBe(409)
  // Its process was killed: its job stands there as active, and nobody works.
  await sql`update pgboss.job set heartbeat_on = now() - interval '2 minutes' where data = ${job}::jsonb`.execute(clinic.db)
  const again = await keeper.call('POST', '/exports/', { password })
  expect([again.status, (await list())[1]]).toMatchObject([
    202,
    { id: lost, state: 'failed', failure: { text: 'Interrupted: the program was stopped.', values: {} } },
  ])
  await tidying!.run({ ...context(), data: {} } as never)
  expect((await list())[0]).toMatchObject({ id: again.json<ClinicExport>().id, state: 'waiting' })
  const { rows: jobs } = await sql`select heartbeat_seconds from pgboss.job where name = 'export-clinic' and state = 'created'
    and (data ->> 'id')::integer = ${again.json<ClinicExport>().id}`.execute(clinic.db)
  expect(jobs).toEqual([{ heartbeat_seconds: 90 }])
})
