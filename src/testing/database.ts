import { mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { asOwner } from '#platform/db/owner.ts'
import { startEmbedded } from '#platform/db/embedded.ts'
import { prepareDatabase } from '#platform/db/prepare.ts'
import { jobs } from '../jobs.ts'

declare module 'vitest' {
  interface ProvidedContext {
    templateUrl: string
  }
}

const ROOM_NEEDED = 1_000_000_000

/** Memory where there is enough of it: cloning a database there takes milliseconds. */
const roomyDir = () => {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm')
    if (bavail * bsize > ROOM_NEEDED) return '/dev/shm'
  } catch {
    // Not a system that has it.
  }
  return tmpdir()
}

/** Set by `npm run test:pg15`: the folder of an older server's package. */
const packageDir = process.env['TEST_POSTGRES']

/** One database server for a run of tests, with one migrated database that every test file clones. */
export default async function setup({ provide }: TestProject) {
  const dataDir = mkdtempSync(join(roomyDir(), 'kliniki-test-'))
  const server = await startEmbedded({ dataDir, fast: true, ...(packageDir && { packageDir }) })
  await prepareDatabase(server.ownerUrl, jobs)
  // A database can be cloned only while nobody is connected to it.
  await asOwner(server.ownerUrl, async (client) => {
    await client.query('select 1')
  })
  provide('templateUrl', server.ownerUrl)
  return async () => {
    await server.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}
