import { existsSync, readFileSync } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Client } from 'pg'
import { asOwner } from '../db/owner.ts'
import { accessReason } from '../folder-access.ts'
import { freeSpaceIn } from '../files/disk-space.ts'
import { giveWayIn } from '../lower-priority.ts'
import { BackupError } from './backup-error.ts'
import { asSuperuser, copyDatabase, copyFolder, type CopyWork, databaseBytes } from './database-files.ts'
import { beginFacts, type Sums } from './facts.ts'
import { backupName, unfinishedIn, walk } from './folder.ts'
import { currentKey, type KeyKind } from './keys.ts'
import { BACKUP_LOCK } from './lock.ts'
import type { Manifest } from './manifest.ts'
import type { BackupPlace } from './place.ts'
import { rowBytes, sendDatabase } from './send-rows.ts'
import { writeArchive } from './write-archive.ts'

const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8')) as { version: string }

export interface BackupOptions extends BackupPlace {
  sums: Sums
  startedAt?: Date
  onProgress?: (done: number, total: number) => void
  signal?: AbortSignal
}

export interface Taken {
  name: string
  bytes: number
  key: KeyKind
  manifest: Omit<Manifest, 'files' | 'pieces'>
}

const isDraft = (path: string) => path === 'files/drafts' || path.startsWith('secrets/.')

const bytesOf = (dataDir: string, path: string, skip?: (path: string) => boolean) => {
  let bytes = 0
  for (const { size } of walk(dataDir, path, skip)) bytes += size
  return bytes
}

const prepareFolder = async (dir: string) => {
  try {
    await mkdir(dir, { recursive: true, mode: 0o700 })
    return await freeSpaceIn(dir)
  } catch (error) {
    throw new BackupError('Backup folder {folder} cannot be used: {reason}.', {
      folder: dir,
      reason: `it ${accessReason(error, dir, 'written', dir)}`,
    })
  }
}

const lock = async (client: Client) => {
  const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [BACKUP_LOCK])
  if (!rows[0]?.got) throw new BackupError('Another backup is in progress.')
}

/** The first second from `from` on whose name is not taken. */
const freeMoment = (dir: string, from: Date): Date =>
  existsSync(join(dir, backupName(from))) ? freeMoment(dir, new Date(from.getTime() + 1000)) : from

/** A database that is saved: how much there is to read, about, and how it is copied. */
interface Source {
  bytes: number
  copy: (work: CopyWork) => Promise<{ folders: string[]; database: Manifest['database'] }>
}
type Use = (source: Source) => Promise<Taken>

/** The files of the server that the program carries. */
const fromFiles = async ({ dataDir, sums }: BackupOptions, use: Use) => {
  const client = await asSuperuser(dataDir)
  const counter = await asSuperuser(dataDir)
  try {
    await lock(client)
    // Its counting is the larger half of what a backup asks of the processors.
    await giveWayIn(counter)
    const count = await beginFacts(counter, sums)
    return await use({
      bytes: databaseBytes(dataDir),
      copy: async (work) => {
        // Beside the copying: they were taken before it.
        const counted = count()
        counted.catch(() => {})
        const { folders, database } = await copyDatabase(work, client)
        return { folders, database: { ...database, facts: await counted } }
      },
    })
  } finally {
    await client.end()
    await counter.end()
  }
}

/** The rows of another server's database. */
const fromServer = (databaseUrl: string, { sums }: BackupOptions, use: Use) =>
  asOwner(databaseUrl, async (client) => {
    await lock(client)
    return use({
      bytes: await rowBytes(client),
      copy: async (work) => ({ folders: [], database: await sendDatabase(work, client, sums) }),
    })
  })

const save = async (
  { dataDir, backupsDir, signal, onProgress, ...options }: BackupOptions,
  room: number,
  source: Source,
): Promise<Taken> => {
  const documents = bytesOf(dataDir, 'files', isDraft)
  const total = source.bytes + documents
  // A tenth is what a database never gets below by packing; documents are encrypted and stay as large as they are.
  if (room < source.bytes / 10 + documents) throw new BackupError('Not enough space for a backup in {folder}.', { folder: backupsDir })
  await removeOthersUnfinished(backupsDir)
  const startedAt = freeMoment(backupsDir, options.startedAt ?? new Date())
  const name = backupName(startedAt)
  const key = currentKey(dataDir)
  const archive = await writeArchive(join(backupsDir, name), key, { made_at: startedAt.toISOString(), program: version })
  try {
    let done = 0
    const onRead = (bytes: number) => onProgress?.((done += bytes), Math.max(total, done))
    const work = { dataDir, archive, onRead, signal }
    const { folders, database } = await source.copy(work)
    const manifest = {
      program: version,
      started_at: startedAt.toISOString(),
      finished_at: new Date().toISOString(),
      database,
      folders: [...folders, ...(await copyFolder(work, 'files', isDraft)), ...(await copyFolder(work, 'secrets', isDraft))],
    }
    return { name, bytes: await archive.finish(manifest), key: key.kind, manifest }
  } catch (error) {
    await archive.abandon()
    throw error
  }
}

/**
 * Writes one backup of everything the clinic owns, while it works: the database as of the moment at which its files are copied, or its rows are
 * begun to be, then documents and secrets, so that every document that the database knows of is there. BackupError says in a sentence why there is
 * none; nothing is left then.
 */
export const takeBackup = async (options: BackupOptions): Promise<Taken> => {
  const room = await prepareFolder(options.backupsDir)
  const use = (source: Source) => save(options, room, source)
  return options.databaseUrl === undefined ? fromFiles(options, use) : fromServer(options.databaseUrl, options, use)
}

const STRAY_MS = 3_600_000

/** What was stopped in the middle. Another clinic may be writing into the same folder: what grew within the hour is left to it. */
const removeOthersUnfinished = async (dir: string) => {
  for (const draft of unfinishedIn(dir)) {
    const changed = await stat(draft).catch(() => undefined)
    if (changed && Date.now() - changed.mtimeMs > STRAY_MS) await rm(draft, { force: true })
  }
}
