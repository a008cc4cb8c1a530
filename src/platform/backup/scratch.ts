import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sentence, type Sentence } from '#shared/sentence.ts'
import { verifyTrail, verifyWithin } from '../audit/verify.ts'
import { connect } from '../db/connect.ts'
import { unprivilegedAccount } from '../db/embedded-binaries.ts'
import { findPostmaster } from '../db/embedded-postmaster.ts'
import { isAlive } from '../db/embedded-processes.ts'
import { type Embedded, startEmbedded } from '../db/embedded.ts'
import { type Logins, loginsOf } from '../db/logins.ts'
import { prepareDatabase } from '../db/prepare.ts'
import { giveWayIn } from '../lower-priority.ts'
import { BackupError } from './backup-error.ts'
import { asSuperuser } from './database-files.ts'
import { endLoading } from './empty-database.ts'
import { missingFrom, readFacts, type Sums } from './facts.ts'
import { type Loading, loadDatabase } from './load-rows.ts'
import { type Facts, isSent, type Manifest } from './manifest.ts'
import type { BackupPlace } from './place.ts'
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
  look: (server: Pick<Embedded, 'ownerUrl' | 'logins'>, restored: Facts) => Promise<T>,
): Promise<T> => {
  const server = await startEmbedded({ dataDir: root, fast: !isDurable })
  try {
    const client = await asSuperuser(root)
    try {
      await giveWayIn(client)
      const restored = await readFacts(client, sums)
      const missing = missingFrom(restored, before)
      if (missing.length > 0) throw new BackupError('The restored database lacks data of the clinic: {what}.', { what: missing.join('; ') })
      return await look(server, restored)
    } finally {
      await client.end()
    }
  } finally {
    await server.stop()
  }
}

/** Makes a server in `dataDir`, loads rows into it, and lets `look` at the clinic. The server is stopped when this returns. */
export const loadBeside = async <T>(
  dataDir: string,
  { isDurable, ...loading }: Omit<Loading, 'ownerUrl'> & { isDurable: boolean },
  look: (server: Pick<Embedded, 'ownerUrl' | 'logins'>, restored: Facts) => Promise<T>,
): Promise<T> => {
  const server = await startEmbedded({ dataDir, fast: !isDurable })
  try {
    const restored = await loadDatabase({ ...loading, ownerUrl: server.ownerUrl })
    await endLoading(server.ownerUrl)
    return await look(server, restored)
  } finally {
    await server.stop()
  }
}

const SEALS_MS = 60_000
const SEALS_LANES = 2

type Place = Pick<BackupPlace, 'dataDir' | 'databaseUrl'>

const openClinic = async ({ dataDir, databaseUrl }: Place) => {
  if (databaseUrl !== undefined) return { logins: loginsOf(dataDir, databaseUrl), stop: async () => {} }
  return findPostmaster(join(dataDir, 'postgres')) ? startEmbedded({ dataDir, join: true }) : undefined
}

/** What was found in the trail of the clinic itself at that seal; undefined when it does not run. */
const trailOfClinic = async (place: Place, seal: number | null) => {
  const clinic = await openClinic(place)
  if (!clinic) return undefined
  const connection = connect(clinic.logins.kliniki_app, 'kliniki_app', { max: 1 })
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
const checkSeals = async (logins: Logins, place: Place, { tables }: Facts): Promise<Trail | null> => {
  if (!tables['audit_seals']?.rows) return null
  const connection = connect(logins.kliniki_app, 'kliniki_app', { max: SEALS_LANES })
  connection.pool.on('connect', (client) => void giveWayIn(client).catch(() => {}))
  try {
    const { finding, rows, isWhole } = await verifyWithin(connection.db, SEALS_MS, SEALS_LANES)
    if (!finding) return { rows, isWhole, note: null }
    const seal = { seal: finding.seal ?? 0 }
    const same = await trailOfClinic(place, finding.seal)
    if (same?.finding?.fault !== finding.fault || same.finding.id !== finding.id)
      throw new BackupError('The audit trail in the backup does not match its seal: seal {seal}.', seal)
    const note = sentence('The audit trail was changed in the clinic itself: seal {seal}. Run npm run audit:verify on the server.', seal)
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
 * Proves that a backup can be restored, by doing so beside the clinic: every byte is checked, the database is started, or made of its rows and brought
 * up to date, and compared, its seals are computed anew. BackupError says what is wrong. Nothing of it is left.
 */
export const checkBackup = async (path: string, { sums, ...place }: Place & { sums: Sums }): Promise<Checked> => {
  const { dataDir } = place
  const archive = await openArchive(path, { dataDir })
  try {
    const { manifest } = archive
    const { database, files } = manifest
    if (!database) {
      await archive.readThrough()
      return { manifest, restored: null, trail: null }
    }
    const root = join(dataDir, besideData(dataDir, 'backup-check'))
    const look = async ({ logins }: Pick<Embedded, 'logins'>, restored: Facts) => ({
      manifest,
      restored,
      trail: await checkSeals(logins, place, restored),
    })
    try {
      if (isSent(database)) {
        const read: Loading['read'] = (tables) => unpackInto(archive, root, { wanted: () => false, tables })
        return await loadBeside(root, { sent: database, files, sums, read, isDurable: false }, async (server, restored) => {
          await prepareDatabase(server.ownerUrl, server.logins)
          return look(server, restored)
        })
      }
      await unpackInto(archive, root, { account: unprivilegedAccount(join(dataDir, 'postgres')), wanted: isChecked })
      return await checkDatabase(root, { before: database.facts, sums, isDurable: false }, look)
    } finally {
      rmSync(root, { recursive: true, force: true })
    }
  } finally {
    await archive.close()
  }
}
