import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { unprivilegedAccount } from '../db/embedded-binaries.ts'
import { isAlive } from '../db/embedded-processes.ts'
import { startEmbedded } from '../db/embedded.ts'
import { BackupError } from './backup-error.ts'
import { asSuperuser } from './database-files.ts'
import { missingFrom, readFacts, type Sums } from './facts.ts'
import type { Facts, Manifest } from './manifest.ts'
import { openArchive } from './read-archive.ts'
import { unpackInto } from './unpack.ts'

/** A folder for this process beside the data; those of processes that have ended are removed. */
export const besideData = (dataDir: string, purpose: 'restore' | 'backup-check'): string => {
  mkdirSync(dataDir, { recursive: true })
  for (const name of readdirSync(dataDir)) {
    const [, kind, maker] = /^(restore|backup-check)-(\d+)$/.exec(name) ?? []
    if (kind === purpose && (Number(maker) === process.pid || !isAlive(Number(maker)))) rmSync(join(dataDir, name), { recursive: true })
  }
  const name = `${purpose}-${process.pid}`
  mkdirSync(join(dataDir, name), { mode: 0o700 })
  return name
}

/**
 * Starts the database that was unpacked into `root`, lets it recover, and compares it with what the clinic held when the backup began.
 * BackupError names what is missing. The server is stopped when this returns.
 */
export const checkDatabase = async (root: string, before: Facts, sums: Sums, isDurable: boolean): Promise<Facts> => {
  const server = await startEmbedded({ dataDir: root, fast: !isDurable })
  try {
    const client = await asSuperuser(root)
    try {
      const restored = await readFacts(client, sums)
      const missing = missingFrom(restored, before)
      if (missing.length > 0) throw new BackupError(`The restored database lacks what the clinic had: ${missing.join('; ')}.`)
      return restored
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
}

// Settings of the clinic's own may reach beyond the scratch server, such as where its log is sent.
const isChecked = (file: string) => /^(postgres|secrets)\//.test(file) && file !== 'postgres/local.conf'

export interface Checked {
  manifest: Manifest
  /** What the restored database holds; null where the backup has none. */
  restored: Facts | null
}

/**
 * Proves that a backup can be restored, by doing so beside the clinic: every byte is checked, the database is started and compared.
 * BackupError says what is wrong. Nothing of it is left.
 */
export const checkBackup = async (path: string, { dataDir, sums }: { dataDir: string; sums: Sums }): Promise<Checked> => {
  const archive = await openArchive(path, { dataDir })
  try {
    const { manifest } = archive
    if (!manifest.database) {
      await archive.readThrough()
      return { manifest, restored: null }
    }
    const root = join(dataDir, besideData(dataDir, 'backup-check'))
    try {
      await unpackInto(archive, root, { account: unprivilegedAccount(join(dataDir, 'postgres')), wanted: isChecked })
      return { manifest, restored: await checkDatabase(root, manifest.database.facts, sums, false) }
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  } finally {
    await archive.close()
  }
}
