import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { cloneDatabase } from '../../testing/databases/clone.ts'
import { dataDirectory, runToEnd, startProgram, callerOf } from '../../testing/servers/program.ts'
import { hasPgbouncer, startPgbouncer } from '../../testing/servers/pgbouncer.ts'
import { connect } from './connect.ts'
import { type DbRole, keepLogins, type Logins } from './logins.ts'
import { ensureLogins } from './roles.ts'

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 })

const isThere = hasPgbouncer()
if (!isThere) process.stderr.write('SKIPPED: pgbouncer is not on this machine and cannot be installed here\n')

/** The roles as they are reached through a pooler that drops every option of a start. */
describe.runIf(isThere)('behind pgbouncer', () => {
  let database: Awaited<ReturnType<typeof cloneDatabase>>
  const data = dataDirectory()
  beforeAll(async () => {
    database = await cloneDatabase()
    keepLogins(data.dir, database.logins)
    const app = connect(database.logins.kliniki_app, 'kliniki_app', { max: 1 })
    await sql`insert into patients (first_name, second_name, unique_id, gender) values ('A', 'B', 'P-1', 'female')`.execute(app.db)
    await app.close()
  })
  afterAll(async () => {
    await database.drop()
    data.remove()
  })

  const addresses = () => [database.url, ...Object.values(database.logins)]

  describe('that pools by session', () => {
    let pooler: Awaited<ReturnType<typeof startPgbouncer>>
    let logins: Logins
    beforeAll(async () => {
      pooler = await startPgbouncer('session', addresses())
      const { kliniki_app, kliniki_portal, kliniki_read } = database.logins
      logins = { kliniki_app: pooler.via(kliniki_app), kliniki_portal: pooler.via(kliniki_portal), kliniki_read: pooler.via(kliniki_read) }
    })
    afterAll(() => pooler.stop())

    test('each login is itself, with its limits, and a patient whom nobody named sees nobody', async () => {
      await ensureLogins(pooler.via(database.url), logins)
      const seen: Record<string, unknown> = {}
      for (const role of ['kliniki_app', 'kliniki_portal', 'kliniki_read'] satisfies DbRole[]) {
        const connection = connect(logins[role], role, { max: 1 })
        const { rows } = await sql`select session_user::text as session, current_user::text as acting, current_setting('TimeZone') as zone,
          current_setting('statement_timeout') as statement, current_setting('default_transaction_read_only') as reads,
          (select count(*)::integer from patients) as patients`.execute(connection.db)
        for (const way of ['set role none', 'reset role', 'reset all']) await sql.raw(way).execute(connection.db)
        const escaped = await sql<{ patients: number }>`select count(*)::integer as patients from patients`.execute(connection.db)
        seen[role] = { ...(rows[0] as object), escaped: escaped.rows[0]?.patients }
        await connection.close()
      }
      const limits = { zone: 'UTC', statement: '15s' }
      expect(seen).toEqual({
        kliniki_app: { session: 'kliniki_app', acting: 'kliniki_app', ...limits, reads: 'off', patients: 1, escaped: 1 },
        kliniki_portal: { session: 'kliniki_portal', acting: 'kliniki_portal', ...limits, reads: 'off', patients: 0, escaped: 0 },
        kliniki_read: { session: 'kliniki_read', acting: 'kliniki_read', ...limits, reads: 'on', patients: 1, escaped: 1 },
      })
    })

    test('the program starts and serves', async () => {
      const program = await startProgram({ DATABASE_URL: pooler.via(database.url), KLINIKI_DATA: data.dir })
      expect((await callerOf(program.port)('GET', '/health/ready')).status).toBe(200)
      program.signal('SIGTERM')
      expect(await program.ended).toMatchObject({ code: 0, sentence: '' })
    })
  })

  test('that pools by transaction, the program does not start, and says why in one sentence', async () => {
    const pooler = await startPgbouncer('transaction', addresses())
    try {
      const { code, sentence } = await runToEnd({ DATABASE_URL: pooler.via(database.url), KLINIKI_DATA: data.dir })
      expect(code).toBe(1)
      expect(sentence).toMatch(
        /^What stands before the database at \S+ gives one connection to several in turn: it has to pool by session [^\n]+\.$/,
      )
    } finally {
      await pooler.stop()
    }
  })
})
