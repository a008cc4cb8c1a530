import { existsSync } from 'node:fs'
import { open, readFile, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { findPostmaster } from '../db/embedded-postmaster.ts'
import { findSecret } from '../secrets.ts'
import { BackupError } from './backup-error.ts'
import { walk } from './folder.ts'
import type { ArchiveWriter } from './write-archive.ts'

// As pg_basebackup leaves it out: what belongs to the running server, and what it makes anew.
const emptied = /^postgres\/(pg_wal|pg_dynshmem|pg_notify|pg_replslot|pg_serial|pg_snapshots|pg_stat_tmp|pg_subtrans)\/./
const leftOut =
  /^postgres\/(postmaster\.(pid|opts)|current_logfiles|backup_label(\.old)?|backup_manifest|tablespace_map(\.old)?|\.s\.PGSQL\..*)$|\/pgsql_tmp|\/pg_internal\.init/
const isLeftOut = (path: string) => emptied.test(path) || leftOut.test(path)

/** A connection to the embedded server of `dataDir` as the one who may do everything. BackupError when it does not run. */
export const asSuperuser = async (dataDir: string): Promise<Client> => {
  const running = findPostmaster(join(dataDir, 'postgres'))
  const password = findSecret(dataDir, 'database-superuser')
  if (!running?.port || !password) throw new BackupError('No running database in {folder}.', { folder: dataDir })
  const client = new Client({ host: '127.0.0.1', port: running.port, user: 'postgres', password, database: 'kliniki' })
  client.on('error', () => {})
  await client.connect()
  return client
}

export interface CopyWork {
  dataDir: string
  archive: ArchiveWriter
  /** Hears how many bytes were read. */
  onRead: (bytes: number) => void
  signal?: AbortSignal | undefined
}

/** Files of the database come and go while it works: what is gone is not needed, as the write-ahead log tells of it. */
const openIfThere = async (path: string): Promise<FileHandle | undefined> =>
  open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })

/** The one file that is worth nothing when it was read while it was written: as it is twice in a row. */
const CONTROL = 'postgres/global/pg_control'
const readControl = async (dataDir: string) => {
  const path = join(dataDir, CONTROL)
  for (let before = await readFile(path); ;) {
    const now = await readFile(path)
    if (now.equals(before)) return now
    before = now
  }
}

const copyFile = async ({ dataDir, archive, onRead }: CopyWork, path: string): Promise<boolean> => {
  const file = await openIfThere(join(dataDir, path))
  if (!file) return false
  try {
    onRead((await archive.addFile(path, file)).size)
    return true
  } finally {
    await file.close()
  }
}

/** Copies what lies below a folder of the data directory. Answers the folders. */
export const copyFolder = async (work: CopyWork, path: string, skip?: (path: string) => boolean): Promise<string[]> => {
  if (!existsSync(join(work.dataDir, path))) return []
  const folders = [path]
  for (const entry of walk(work.dataDir, path, skip)) {
    work.signal?.throwIfAborted()
    if (entry.kind === 'folder') folders.push(entry.path)
    else if (entry.path === CONTROL) await work.archive.addBytes(CONTROL, await readControl(work.dataDir))
    else if (entry.kind === 'file') await copyFile(work, entry.path)
    else
      throw new BackupError('{path} is neither a file nor a folder: part of the database is stored elsewhere.', {
        path: join(work.dataDir, entry.path),
      })
  }
  return folders
}

/** Bytes that `copyDatabase` will read, about. */
export const databaseBytes = (dataDir: string): number => {
  let bytes = 0
  for (const { size } of walk(dataDir, 'postgres', isLeftOut)) bytes += size
  return bytes
}

interface Wal {
  start: string
  stop: string
  segment: number
}

const hex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0')

/** The names of the log's files from the first to the last that a restore needs. */
export const walBetween = ({ start, stop, segment }: Wal): string[] => {
  const perLog = 0x1_0000_0000 / segment
  const numberOf = (name: string) => Number.parseInt(name.slice(8, 16), 16) * perLog + Number.parseInt(name.slice(16), 16)
  const names = []
  for (let number = numberOf(start); number <= numberOf(stop); number += 1)
    names.push(`${start.slice(0, 8)}${hex(Math.floor(number / perLog))}${hex(number % perLog)}`)
  return names
}

interface Stopped {
  lsn: string
  labelfile: string
  spcmapfile: string
}

/**
 * Copies the running database so that a restore brings it to the moment at which this ends: the files as they are, and the write-ahead log
 * of the time it took. A temporary slot, which goes with the connection, keeps the server from throwing that log away.
 */
export const copyDatabase = async (work: CopyWork, client: Client) => {
  const { archive } = work
  await client.query('select pg_create_physical_replication_slot($1, true, true)', [`kliniki_backup_${process.pid}`])
  const started = await client.query<{ lsn: string }>(`select pg_backup_start('kliniki', true)::text as lsn`)
  const start = started.rows[0]!.lsn
  const folders = await copyFolder(work, 'postgres', isLeftOut)
  const { rows } = await client.query<Stopped>('select lsn::text, labelfile, spcmapfile from pg_backup_stop(false)')
  const { lsn: stop, labelfile, spcmapfile } = rows[0]!
  const { rows: names } = await client.query<Wal & { version: string }>(
    `select pg_walfile_name($1) as start, pg_walfile_name($2) as stop, current_setting('server_version') as version,
       (select setting::integer from pg_settings where name = 'wal_segment_size') as segment`,
    [start, stop],
  )
  const wal = walBetween(names[0]!)
  for (const name of wal) {
    work.signal?.throwIfAborted()
    if (!(await copyFile(work, `postgres/pg_wal/${name}`))) {
      throw new BackupError('The database has deleted log file {file}, which this backup needs.', { file: name })
    }
  }
  await archive.addBytes('postgres/backup_label', Buffer.from(labelfile))
  if (spcmapfile.trim()) await archive.addBytes('postgres/tablespace_map', Buffer.from(spcmapfile))
  return { folders, database: { version: names[0]!.version, start_lsn: start, stop_lsn: stop, wal } }
}
