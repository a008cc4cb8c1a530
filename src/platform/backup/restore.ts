import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { unprivilegedAccount } from '../db/embedded-binaries.ts'
import { findPostmaster } from '../db/embedded-postmaster.ts'
import { asOwner } from '../db/owner.ts'
import { isUsedByOthers } from '../export/empty.ts'
import { findSecret, writeSecret } from '../secrets.ts'
import { BackupError } from './backup-error.ts'
import { endLoading } from './empty-database.ts'
import type { Sums } from './facts.ts'
import { decideRestore, finishRestore } from './finish-restore.ts'
import { readKeys, writeKeys } from './keys.ts'
import { type Loading, loadDatabase } from './load-rows.ts'
import { isSent, type Manifest } from './manifest.ts'
import { type Archive, openArchive } from './read-archive.ts'
import { besideData, checkDatabase, loadBeside } from './scratch.ts'
import { unpackInto } from './unpack.ts'

export interface RestoreOptions {
  /** The archive. */
  file: string
  /** The data directory that it becomes. */
  dataDir: string
  /** The data directory in whose secrets its key is looked for; the one that it becomes unless said. */
  keysFrom?: string
  /** The empty database of another server that rows go to, as its owner; the embedded one of `dataDir` unless said. */
  databaseUrl?: string | undefined
  passphrase?: string | undefined
  sums: Sums
  /** Only checks the archive. */
  isDryRun?: boolean
  say?: (line: string) => void
}

export interface Restored {
  manifest: Manifest
  /** The folder of the data directory that keeps what was there; undefined when there was nothing, or in a dry run. */
  keptAs: string | undefined
}

const refuseWhileRunning = (dataDir: string) => {
  if (!findPostmaster(join(dataDir, 'postgres'))) return
  throw new BackupError('Kliniki is running with the data in {folder}. Stop it first.', { folder: dataDir })
}

/** Files and secrets alone fit no other database than the one that they were saved beside, and are not exchanged under a clinic at work. */
const refuseFilesAlone = async (dataDir: string, databaseUrl: string | undefined) => {
  if (existsSync(join(dataDir, 'postgres')))
    throw new BackupError('This backup contains no database, but there is one in {folder}: restore it into another folder.', {
      folder: join(dataDir, 'postgres'),
    })
  if (databaseUrl !== undefined && (await asOwner(databaseUrl, isUsedByOthers)))
    throw new BackupError('Kliniki or another program is using the database. Stop it first.')
}

const stamp = () =>
  new Date()
    .toISOString()
    .replace(/[-:]|\.\d+Z/g, '')
    .replace('T', '-')

/** Makes an embedded database in `root` of the rows of another server's. */
const makeEmbedded = async (root: string, loading: Omit<Loading, 'ownerUrl'>) => {
  const server = join(root, 'server')
  await loadBeside(server, { ...loading, isDurable: true }, async () => {})
  renameSync(join(server, 'postgres'), join(root, 'postgres'))
  // Those of the backup, where there are any, are of an embedded database that the clinic had before.
  for (const name of ['database-superuser', 'database-owner']) writeSecret(root, name, findSecret(server, name) ?? '')
}

type Unpacking = Pick<RestoreOptions, 'dataDir' | 'databaseUrl' | 'sums'> & { say: (line: string) => void }

/** Brings what the archive holds to where it is not in use yet: below `root`, and into the empty database. All of it is compared. */
const unpackAndCompare = async (archive: Archive, root: string, { dataDir, databaseUrl, sums, say }: Unpacking) => {
  const { database, files } = archive.manifest
  const account = unprivilegedAccount(join(dataDir, 'postgres'))
  const read = (tables?: Parameters<Loading['read']>[0]) => unpackInto(archive, root, { account, isDurable: true, tables })
  if (isSent(database)) {
    say('Making the tables, unpacking and checking every byte of the backup, and comparing every row')
    const loading = { sent: database, files, sums, read }
    await (databaseUrl === undefined ? makeEmbedded(root, loading) : loadDatabase({ ...loading, ownerUrl: databaseUrl }))
    return
  }
  say('Unpacking and checking every byte of the backup')
  await read()
  if (!database) return
  say('Starting the restored database and comparing it')
  await checkDatabase(root, { before: database.facts, sums, isDurable: true }, async () => {})
}

/** The server's own files are no use to another one. */
const refuseOtherServer = ({ database }: Manifest, databaseUrl: string | undefined) => {
  if (databaseUrl === undefined || database === null || isSent(database)) return
  throw new BackupError('This backup contains the files of the embedded database: restore it without DATABASE_URL.')
}

/**
 * Puts a backup in the place of the clinic's data: unpacks it beside while it checks every byte, starts its database there, or brings its rows into an
 * empty one, and compares it with what the backup says of it, and only then swaps the folders by renaming. Interrupted before that, the old state
 * stays; afterwards the next start ends it. BackupError, which changes nothing that is in use, says why not.
 */
export const restoreBackup = async ({
  file,
  dataDir,
  keysFrom = dataDir,
  databaseUrl,
  passphrase,
  sums,
  isDryRun = false,
  say = () => {},
}: RestoreOptions): Promise<Restored> => {
  if (!isDryRun) refuseWhileRunning(dataDir)
  if (!isDryRun) finishRestore(dataDir)
  const archive = await openArchive(file, { dataDir: keysFrom, passphrase })
  try {
    const { manifest } = archive
    if (isDryRun) {
      say('Checking every byte of the backup')
      await archive.readThrough()
      return { manifest, keptAs: undefined }
    }
    refuseOtherServer(manifest, databaseUrl)
    if (!manifest.database) await refuseFilesAlone(dataDir, databaseUrl)
    const from = besideData(dataDir, 'restore')
    const root = join(dataDir, from)
    try {
      for (const part of ['files', 'secrets']) mkdirSync(join(root, part), { mode: 0o700 })
      await unpackAndCompare(archive, root, { dataDir, databaseUrl, sums, say })
      // Backups that were made since stay readable, and a passphrase that was set since stays the one.
      const keys = [...readKeys(dataDir), ...readKeys(root)]
      if (keys.length > 0) writeKeys(root, keys)
      refuseWhileRunning(dataDir)
      const isNew = !['postgres', 'files', 'secrets'].some((part) => existsSync(join(dataDir, part)))
      decideRestore(dataDir, { from, kept_as: `before-restore-${stamp()}` })
      const keptAs = finishRestore(dataDir)
      if (isSent(manifest.database) && databaseUrl !== undefined) await endLoading(databaseUrl)
      if (isNew && keptAs && readdirSync(join(dataDir, keptAs)).length === 0) rmSync(join(dataDir, keptAs), { recursive: true })
      return { manifest, keptAs: isNew ? undefined : keptAs }
    } catch (error) {
      if (!existsSync(join(dataDir, 'restore-under-way.json'))) rmSync(root, { recursive: true, force: true })
      throw error
    }
  } finally {
    await archive.close()
  }
}
