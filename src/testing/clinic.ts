import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Permission, Role } from '#shared/permissions.ts'
import { accessTokens } from '#platform/auth/tokens.ts'
import type { Clock } from '#platform/clock.ts'
import type { Db } from '#platform/db/connect.ts'
import type { Logins } from '#platform/db/logins.ts'
import { fileStore, type FileStore } from '#platform/files/store.ts'
import type { TlsOptions } from '#platform/http/tls.ts'
import { ownersWork } from '#platform/owner-work/in-process.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { openServer, type Server } from '../runtime/server.ts'
import { nextIn } from './calls/next-in.ts'
import { cloneDatabase } from './databases/clone.ts'
import { yearsTemplate } from './databases/years.ts'

export interface Reply {
  status: number
  headers: Record<string, string | string[] | number | undefined>
  text: string
  /** Where a list goes on; undefined on its last page. */
  next: string | undefined
  /** The parsed body, as what the test says it is. */
  json<T = Record<string, never>>(): T
}
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
type Call = (method: Method, url: string, body?: unknown, headers?: Record<string, string>) => Promise<Reply>

export interface Person {
  id: number
  token: string
  call: Call
}

export interface TestClinic {
  db: Db
  ownerUrl: string
  logins: Logins
  /** Keys the hashes of one-time codes. */
  codeKey: Buffer
  /** Holds what is on disk of it. */
  dataDir: string
  /** The same store that the server keeps files in. */
  files: FileStore
  app: Server['app']
  /** From now on jobs are taken, too. */
  startJobs: Server['startJobs']
  /** What the clock says; tests may set it. */
  clock: { now: Date }
  /** A call by nobody. */
  call: Call
  /** A new member of staff with exactly these permissions. */
  signedInAs(permissions: readonly Permission[], role?: Role): Promise<Person>
  /** Somebody of a seeded group, such as 'Nurse'. */
  signedInFrom(group: string, role?: Role): Promise<Person>
  close(): Promise<void>
}

/** Staff of tests may sign. */
const REGISTERED = { title: 'Clinical officer', registration_number: 'TEST-0001' }

interface Opening {
  now?: Date
  /** Runs by this clock instead of one that stands at `now` until a test sets it. */
  clock?: Clock
  publicUrl?: string | undefined
  /** With the doctors, patients and visits of years (`databases/years.ts`), for the plans of what reads them. */
  years?: boolean
  /** The built browser part, for tests that listen and are looked at in a browser. */
  distDir?: string
  /** The certificate of a clinic that is served by https. */
  tls?: TlsOptions
}

/** A clinic of its own for one test file: a cloned database and the real server over it. */
export const openTestClinic = async ({
  now = new Date('2026-03-02T07:30:00Z'),
  publicUrl,
  distDir,
  tls,
  years = false,
  ...opening
}: Opening = {}): Promise<TestClinic> => {
  const database = await cloneDatabase(years ? await yearsTemplate() : undefined)
  const dataDir = mkdtempSync(join(tmpdir(), 'kliniki-clinic-'))
  const clock = { now }
  const time = opening.clock ?? (() => clock.now)
  const secrets = loadSecrets(dataDir)
  const server = await openServer({
    logins: database.logins,
    dataDir,
    backups: { dataDir, backupsDir: join(dataDir, 'backups'), isEmbedded: false },
    secrets,
    asOwner: ownersWork({ ownerUrl: database.url, dataDir, backupsDir: join(dataDir, 'backups'), databaseUrl: database.url }),
    publicUrl,
    distDir,
    tls,
    clock: time,
    logger: { level: 'error' },
    // Hundreds who come at once have their turn on a machine that others use as well.
    turnMs: 60_000,
  })
  const tokens = accessTokens([secrets.tokenKey], time)
  const { app, db } = server

  const callWith =
    (signed: Record<string, string>): Call =>
    async (method, path, body, headers = {}) => {
      const response = await app.inject({
        method,
        url: path,
        headers: { ...(body !== undefined && typeof body !== 'string' && { 'content-type': 'application/json' }), ...signed, ...headers },
        ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      })
      return {
        status: response.statusCode,
        headers: response.headers,
        text: response.body,
        next: nextIn(response.headers),
        json: <T>() => response.json<T>(),
      }
    }

  const signIn = async (groupId: number, role: Role): Promise<Person> => {
    const email = `${randomBytes(5).toString('hex')}@clinic.example`
    const user = await db
      .insertInto('users')
      .values({ email, first_name: 'Test', last_name: role, role, created_at: clock.now, ...(role !== 'patient' && REGISTERED) })
      .returning(['id', 'first_name'])
      .executeTakeFirstOrThrow()
    await db.insertInto('user_groups').values({ user_id: user.id, group_id: groupId }).execute()
    const sid = randomUUID()
    await db
      .insertInto('sessions')
      .values({
        id: sid,
        user_id: user.id,
        device_hash: Buffer.alloc(32),
        created_at: clock.now,
        seen_at: clock.now,
        expires_at: new Date(clock.now.getTime() + 43_200_000),
      })
      .execute()
    const token = tokens.sign({ user_id: user.id, role, first_name: user.first_name, email, sid })
    return { id: user.id, token, call: callWith({ authorization: `Bearer ${token}` }) }
  }

  return {
    db,
    ownerUrl: database.url,
    logins: database.logins,
    codeKey: secrets.codeKey,
    dataDir,
    files: fileStore(join(dataDir, 'files'), secrets.fileKey),
    app,
    startJobs: () => server.startJobs(),
    clock,
    call: callWith({}),
    signedInAs: async (permissions, role = 'receptionist') => {
      const group = await db
        .insertInto('groups')
        .values({ name: `group ${randomBytes(5).toString('hex')}` })
        .returning('id')
        .executeTakeFirstOrThrow()
      const rows = permissions.map((permission) => ({ group_id: group.id, permission }))
      if (rows.length > 0) await db.insertInto('group_permissions').values(rows).execute()
      return signIn(group.id, role)
    },
    signedInFrom: async (group, role = 'receptionist') => {
      const { id } = await db.selectFrom('groups').select('id').where('name', '=', group).executeTakeFirstOrThrow()
      return signIn(id, role)
    },
    close: async () => {
      await server.close()
      rmSync(dataDir, { recursive: true, force: true })
      await database.drop()
    },
  }
}
