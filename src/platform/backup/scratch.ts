import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sentence, type Sentence } from '#shared/sentence.ts'
import { verifyTrail, verifyWithin } from '../audit/verify.ts'
import { connect } from '../db/connect.ts'
import { unprivilegedAccount } from '../db/embedded-binaries.ts'
import { findPostmaster } from '../db/embedded-postmaster.ts'
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

interface Wanted {
  before: Facts
  sums: Sums
  /** Through to the disk: it is to be the clinic's. */
  isDurable: boolean
}

/**
 * Starts the database that was unpacked into `root`, lets it recover, compares it with what the clinic held when the backup began, and lets
 * `look` at it. BackupError names what is missing. The server is stopped when this returns.
 */
export const checkDatabase = async <T>(
  root: string,
  { before, sums, isDurable }: Wanted,
  look: (ownerUrl: string, restored: Facts) => Promise<T>,
): Promise<T> => {
  const server = await startEmbedded({ dataDir: root, fast: !isDurable })
  try {
    const client = await asSuperuser(root)
    try {
      const restored = await readFacts(client, sums)
      const missing = missingFrom(restored, before)
      if (missing.length > 0)
        throw new BackupError('The restored database lacks what the clinic had: {{what}}.', { what: missing.join('; ') })
      return await look(server.ownerUrl, restored)
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
}

const SEALS_MS = 60_000
const SEALS_LANES = 2

/** What was found in the trail of the clinic itself at that seal; undefined when it does not run. */
const trailOfClinic = async (dataDir: string, seal: number | null) => {
  if (!findPostmaster(join(dataDir, 'postgres'))) return undefined
  const clinic = await startEmbedded({ dataDir, join: true })
  const connection = connect(clinic.ownerUrl, 'kliniki_app', { max: 1 })
  try {
    return await verifyTrail(connection.db, seal === null ? { to: 0 } : { from: seal, to: seal })
  } finally {
    await connection.close()
    await clinic.stop()
  }
}

/**
 * Computes the seals of the restored trail anew, for a minute at most. A trail that was changed in the clinic is no fault of the backup, and is
 * told; one that differs from the clinic's is a BackupError.
 */
const checkSeals = async (ownerUrl: string, dataDir: string, { tables }: Facts): Promise<Trail | null> => {
  if (!tables['audit_seals']?.rows) return null
  const connection = connect(ownerUrl, 'kliniki_app', { max: SEALS_LANES })
  try {
    const { finding, rows, isWhole } = await verifyWithin(connection.db, SEALS_MS, SEALS_LANES)
    if (!finding) return { rows, isWhole, note: null }
    const seal = { seal: finding.seal ?? 0 }
    const same = await trailOfClinic(dataDir, finding.seal)
    if (same?.finding?.fault !== finding.fault || same.finding.id !== finding.id)
      throw new BackupError('The audit trail in the backup is not as it was sealed: seal {{seal}}.', seal)
    const note = sentence('The audit trail was changed in the clinic itself: seal {{seal}}. Run npm run audit:verify on the server.', seal)
    return { rows, isWhole, note }
  } finally {
    await connection.close()
  }
}

// Settings of the clinic's own may reach beyond the scratch server, such as where its log is sent.
const isChecked = (file: string) => /^(postgres|secrets)\//.test(file) && file !== 'postgres/local.conf'

interface Trail {
  /** How many sealed rows were computed anew, and whether those are all. */
  rows: number
  isWhole: boolean
  /** What is wrong with it, and was in the clinic. */
  note: Sentence | null
}

export interface Checked {
  manifest: Manifest
  /** What the restored database holds; null where the backup has none. */
  restored: Facts | null
  /** Null where nothing is sealed. */
  trail: Trail | null
}

/**
 * Proves that a backup can be restored, by doing so beside the clinic: every byte is checked, the database is started and compared, its seals are
 * computed anew.
 * BackupError says what is wrong. Nothing of it is left.
 */
export const checkBackup = async (path: string, { dataDir, sums }: { dataDir: string; sums: Sums }): Promise<Checked> => {
  const archive = await openArchive(path, { dataDir })
  try {
    const { manifest } = archive
    if (!manifest.database) {
      await archive.readThrough()
      return { manifest, restored: null, trail: null }
    }
    const root = join(dataDir, besideData(dataDir, 'backup-check'))
    try {
      await unpackInto(archive, root, { account: unprivilegedAccount(join(dataDir, 'postgres')), wanted: isChecked })
      return await checkDatabase(root, { before: manifest.database.facts, sums, isDurable: false }, async (url, restored) => ({
        manifest,
        restored,
        trail: await checkSeals(url, dataDir, restored),
      }))
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  } finally {
    await archive.close()
  }
}
