import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { keepLogins } from '#platform/db/logins.ts'
import { accessTokens } from '#platform/auth/tokens.ts'
import { systemClock } from '#platform/clock.ts'
import type { Embedded } from '#platform/db/embedded.ts'
import { asOwner } from '#platform/db/owner.ts'
import { loadSecrets, type Secrets } from '#platform/secrets.ts'
import type { Role } from '#shared/permissions.ts'
import type { Bench } from '../figures/compare.ts'
import { cloneDatabase, openDataset, type Say, type Size } from '../dataset.ts'
import { openDirect } from './direct.ts'
import { memoryOf, postmasterOf, processorSeconds } from '../figures/memory.ts'
import { hotspots } from '../figures/profile.ts'
import { startProgram } from './program.ts'
import { takeSample } from '../acts/sample.ts'

export interface BenchServerOptions {
  size: Size
  dir: string | undefined
  lanes: number
  seconds: number
  profile: boolean
  say: Say
}

export interface BenchServer extends Bench {
  /** Of the program, for whoever looks at it from outside. */
  pid: number
  memory: () => number | null
  /** Signs in everybody whose address is like that, and answers how to make their access tokens. */
  signIn: (like: string, role: Role) => Promise<() => string[]>
  /** As it was before anybody asked anything. */
  idleMemory: number | null
  postgres: string
  /** Of the copy that is measured, for whoever looks at it from outside. */
  url: string
  dir: string
  secrets: Secrets
}

/** Opens a session for everybody whose address is like that, as a sign-in does, and answers how to make their access tokens. */
export const signIn = async (url: string, tokens: ReturnType<typeof accessTokens>, like: string, role: Role) => {
  const people = await asOwner(url, async (client) => {
    const { rows } = await client.query<{ id: number; email: string }>(`select id, email from users where email like $1 order by id`, [
      like,
    ])
    const sessions = rows.map((row) => ({ ...row, sid: randomUUID() }))
    await client.query(
      `insert into sessions (id, user_id, device_hash, created_at, seen_at, expires_at)
       select s.id, s.person, sha256(s.id::text::bytea), now(), now(), now() + interval '12 hours' from unnest($1::uuid[], $2::integer[]) s (id, person)`,
      [sessions.map(({ sid }) => sid), sessions.map(({ id }) => id)],
    )
    return sessions
  })
  return () => people.map(({ id, email, sid }) => tokens.sign({ user_id: id, role, first_name: 'Person', email, sid }))
}

const inBenchServer = async <T>(
  database: Embedded,
  dataDir: string,
  options: BenchServerOptions,
  work: (app: BenchServer) => Promise<T>,
): Promise<T> => {
  const { lanes, seconds, profile, say } = options
  const clone = await cloneDatabase(database.ownerUrl)
  const secretsDir = mkdtempSync(join(tmpdir(), 'kliniki-bench-house-'))
  const profileDir = join(secretsDir, 'profile')
  try {
    const flags = profile ? ['--cpu-prof', `--cpu-prof-dir=${profileDir}`] : []
    keepLogins(secretsDir, database.logins)
    const program = await startProgram(clone.url, secretsDir, flags)
    const secrets = loadSecrets(secretsDir)
    const direct = openDirect(clone.url, secretsDir, secrets, lanes)
    try {
      const postmaster = postmasterOf(dataDir)
      const memory = () => memoryOf([program.pid, postmaster])
      const used = () => ({ server: processorSeconds(program.pid), database: processorSeconds(postmaster) })
      await sleep(3000)
      const idleMemory = memory()
      const postgres = await asOwner(
        clone.url,
        async (client) => (await client.query<{ server_version: string }>('show server_version')).rows[0]?.server_version ?? '',
      )
      const made = accessTokens([secrets.tokenKey], systemClock)
      const tokens = await signIn(clone.url, made, '%@bench.example', 'sysadmin')
      const sample = await takeSample(direct.db)
      return await work({
        port: program.port,
        pid: program.pid,
        used,
        direct,
        sample,
        tokens,
        signIn: (like, role) => signIn(clone.url, made, like, role),
        lanes,
        seconds,
        memory,
        idleMemory,
        postgres,
        url: clone.url,
        dir: secretsDir,
        secrets,
      })
    } finally {
      await direct.close()
      await program.stop()
      if (profile) for (const line of ['Where the server spent its time:', ...hotspots(profileDir)]) say(line)
    }
  } finally {
    rmSync(secretsDir, { recursive: true, force: true })
    await clone.drop()
  }
}

/** Runs `work` against the real program over a copy of the loaded database; ends and removes everything it made afterwards. */
export const withBenchServer = async <T>(options: BenchServerOptions, work: (app: BenchServer) => Promise<T>): Promise<T> => {
  const { database, dataDir } = await openDataset(options.size, options.dir, options.say)
  try {
    return await inBenchServer(database, dataDir, options, work)
  } finally {
    await database.stop()
  }
}
