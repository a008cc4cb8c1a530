import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { asOwner } from '#platform/db/owner.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { applicationRoles, type DbRole } from '#platform/db/logins.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { jobs } from '../../runtime/jobs.ts'
import { roomyDir } from './roomy-dir.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
    /** The process of the server of all databases, and how many workers share it. */
    databaseServer?: { pid: number; workers: number }
    /** Of the logins, on this run's server. */
    passwords: Record<DbRole, string>
  }
}

/** Set by `npm run test:pg15`: the folder of an older server's package. */
const packageDir = process.env['TEST_POSTGRES']

/** One database server for a run of tests, with one migrated database that every test file clones. */
export default async function setup({ provide, vitest }: TestProject) {
  const dataDir = mkdtempSync(join(roomyDir(), 'kliniki-test-'))
  const server = await startEmbedded({ dataDir, fast: true, ...(packageDir && { packageDir }) })
  await prepareDatabase(server.ownerUrl, server.logins, jobs)
  // A database can be cloned only while nobody is connected to it.
  await asOwner(server.ownerUrl, async (client) => {
    await client.query('select 1')
  })
  provide('templateUrl', server.ownerUrl)
  const [pid] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  provide('databaseServer', { pid: Number(pid), workers: vitest.config.maxWorkers })
  const passwordOf = (role: DbRole) => [role, decodeURIComponent(new URL(server.logins[role]).password)] as const
  provide('passwords', Object.fromEntries(applicationRoles.map(passwordOf)) as Record<DbRole, string>)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
