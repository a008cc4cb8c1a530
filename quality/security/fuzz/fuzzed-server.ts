import { randomBytes, randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { keepLogins } from '#platform/db/logins.ts'
import { accessTokens } from '#platform/auth/tokens.ts'
import { systemClock } from '#platform/clock.ts'
import { connect, type Db } from '#platform/db/connect.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { asOwner } from '#platform/db/owner.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { fileStore } from '#platform/files/store.ts'
import { loadSecrets } from '#platform/secrets.ts'
import { groupOfRole, type Role, roles, seededGroups } from '#shared/permissions.ts'
import { loadDemo, randomPassword } from '../../../db/seed/load-demo.ts'
import { jobs } from '../../../src/runtime/jobs.ts'
import { startProgram } from '../../../src/testing/servers/program.ts'
import { roomyDir } from '../../../src/testing/databases/roomy-dir.ts'
import { onSignal } from '../../../tools/on-signal.ts'

export interface FuzzedServer {
  port: number
  db: Db
  /** Texts that no reply may hold. */
  secrets: string[]
  /** What the program has written so far. */
  message: () => string
  /** Gives every group somebody new with a session and the rights that it had at first; answers their tokens by group. */
  people: () => Promise<Map<string, string>>
  close: () => Promise<void>
}

const roleOf = (group: string): Role => roles.find((role) => groupOfRole[role] === group) ?? 'receptionist'

/** What a run may have changed of who may do what, as it was: otherwise every later request would be refused. */
const restoreRights = (ownerUrl: string) =>
  asOwner(ownerUrl, async (client) => {
    await client.query('update groups set requires_second_factor = false')
    await client.query('insert into groups (name, is_seeded) select unnest($1::text[]), true on conflict do nothing', [
      Object.keys(seededGroups),
    ])
    for (const [group, rights] of Object.entries(seededGroups))
      await client.query(
        'insert into group_permissions (group_id, permission) select id, unnest($2::text[]) from groups where lower(name) = lower($1) on conflict do nothing',
        [group, rights],
      )
    // Whose turn it is to be refused for asking too often is no question of this run.
    await client.query('delete from rate_limits')
  })

const signInOne = async (
  db: Db,
  group: string,
): Promise<{ user_id: number; role: Role; first_name: string; email: string; sid: string }> => {
  const email = `${randomBytes(6).toString('hex')}@clinic.example`
  const role = roleOf(group)
  const values = {
    email,
    first_name: 'Fuzz',
    last_name: group,
    role,
    created_at: new Date(),
    title: 'Clinical officer',
    registration_number: 'FUZZ-0001',
  }
  const { id } = await db.insertInto('users').values(values).returning('id').executeTakeFirstOrThrow()
  const of = db.selectFrom('groups').select('id').where('name', '=', group)
  await db
    .insertInto('user_groups')
    .values({ user_id: id, group_id: (await of.executeTakeFirstOrThrow()).id })
    .execute()
  const sid = randomUUID()
  const [now, end] = [new Date(), new Date(Date.now() + 43_200_000)]
  await db
    .insertInto('sessions')
    .values({ id: sid, user_id: id, device_hash: randomBytes(32), created_at: now, seen_at: now, expires_at: end })
    .execute()
  if (role === 'patient') {
    const free = db.selectFrom('patients').select('id').where('user_id', 'is', null).where('merged_into', 'is', null).orderBy('id').limit(1)
    await db.updateTable('patients').set({ user_id: id }).where('id', 'in', free).execute()
  }
  return { user_id: id, role, first_name: 'Fuzz', email, sid }
}

/** The real program with its demonstration clinic in a process of its own, on a database that goes afterwards, also when the run is told to end. */
export const startFuzzedServer = async (say: (line: string) => void): Promise<FuzzedServer> => {
  const dir = mkdtempSync(join(roomyDir(), 'kliniki-fuzz-'))
  const ends: (() => unknown)[] = [() => rmSync(dir, { recursive: true, force: true })]
  const close = async () => {
    for (const end of ends.splice(0).toReversed()) await end()
    forget()
  }
  const forget = onSignal(close)
  try {
    const server = await startEmbedded({ dataDir: join(dir, 'database'), fast: true })
    ends.push(server.stop)
    const dataDir = join(dir, 'data')
    say('Filling a demonstration clinic')
    mkdirSync(dataDir)
    const secrets = loadSecrets(dataDir)
    keepLogins(dataDir, server.logins)
    await prepareDatabase(server.ownerUrl, server.logins, jobs)
    const password = randomPassword()
    await loadDemo(server.ownerUrl, { now: new Date(), password, files: fileStore(join(dataDir, 'files'), secrets.fileKey) })
    say('Starting the program')
    const program = await startProgram({ DATABASE_URL: server.ownerUrl, KLINIKI_DATA: dataDir, KLINIKI_PROXIES: '1', KLINIKI_LOG: 'error' })
    ends.push(() => {
      program.signal('SIGTERM')
      return program.ended
    })
    const tokens = accessTokens([secrets.tokenKey], systemClock)
    const connection = connect(server.logins.kliniki_app, 'kliniki_app', { max: 2 })
    ends.push(() => connection.close())
    const encoded = [secrets.tokenKey.key, secrets.fileKey, secrets.codeKey].flatMap((key) => [
      key.toString('hex'),
      key.toString('base64'),
      key.toString('base64url'),
    ])
    return {
      port: program.port,
      db: connection.db,
      secrets: [...encoded, server.ownerUrl, ...Object.values(server.logins), password],
      message: () => program.message(),
      people: async () => {
        await restoreRights(server.ownerUrl)
        const found = new Map<string, string>()
        for (const group of Object.keys(seededGroups)) found.set(group, tokens.sign(await signInOne(connection.db, group)))
        return found
      },
      close,
    }
  } catch (error) {
    await close()
    throw error
  }
}
