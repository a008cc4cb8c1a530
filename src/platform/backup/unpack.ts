import { chown, mkdir, open, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import type { Account } from '../db/embedded-binaries.ts'
import { freeSpaceIn } from '../files/disk-space.ts'
import { BackupError } from './backup-error.ts'
import { settle } from './finish-restore.ts'
import type { Manifest } from './manifest.ts'
import type { Archive, Unpacker } from './read-archive.ts'

/** What an archive holds, by the first part of every path. */
const parts = ['postgres', 'database', 'files', 'secrets'] as const

/** Rows, which never lie on a disk as they are. */
const isTable = (path: string) => path.startsWith('database/')

export interface UnpackOptions {
  /** The account that the database belongs to, where it is not this process's own. */
  account?: Account | undefined
  /** Which files; all unless said. */
  wanted?: (path: string) => boolean
  /** Everything through to the disk, with folders `files` and `secrets` that are there already. */
  isDurable?: boolean
  /** What becomes of rows; they are checked alone unless said. */
  tables?: Unpacker['begin'] | undefined
}

const isSound = (path: string) =>
  parts.some((part) => path === part || path.startsWith(`${part}/`)) &&
  !path.split('/').some((step) => step === '' || step === '.' || step === '..')

const refuseForeignPaths = ({ files, folders }: Manifest) => {
  const stranger = [...folders, ...files.map(({ path }) => path)].find((path) => !isSound(path))
  if (stranger !== undefined) throw new BackupError('The backup contains a file that belongs to no clinic: {file}.', { file: stranger })
}

const checkDiskSpace = async (root: string, { files }: Manifest, wanted: (path: string) => boolean) => {
  const needed = files.reduce((sum, { path, size }) => sum + (wanted(path) && !isTable(path) ? size : 0), 0)
  if ((await freeSpaceIn(root)) < needed) {
    throw new BackupError('Not enough space to unpack the backup: {megabytes} MB needed in {folder}.', {
      megabytes: Math.ceil(needed / 1e6),
      folder: root,
    })
  }
}

/** Unpacks into `root`, which is there and empty, checking every byte of the archive, also of what is not wanted. */
export const unpackInto = async (archive: Archive, root: string, options: UnpackOptions = {}): Promise<void> => {
  const { account, wanted = () => true, isDurable = false, tables } = options
  const { manifest } = archive
  refuseForeignPaths(manifest)
  await checkDiskSpace(root, manifest, wanted)
  const give = async (path: string) => {
    if (account && path.startsWith('postgres')) await chown(join(root, path), account.uid, account.gid)
  }
  for (const folder of manifest.folders) {
    if (!wanted(`${folder}/`)) continue
    await mkdir(join(root, folder), { recursive: true, mode: 0o700 })
    await give(folder)
  }
  let current: FileHandle | undefined
  try {
    await archive.readThrough({
      begin: async (path) => {
        if (isTable(path)) return tables?.(path)
        if (!wanted(path)) return undefined
        const file = await open(join(root, path), 'wx', 0o600)
        current = file
        return {
          take: (body) => file.writeFile(body),
          end: async () => {
            // The database's own are brought through to the disk by its server, when it recovers.
            if (isDurable && !path.startsWith('postgres/')) await file.sync()
            await file.close()
            current = undefined
            await give(path)
          },
        }
      },
    })
  } finally {
    await current?.close()
  }
  if (isDurable)
    for (const folder of ['files', 'secrets', ...manifest.folders]) if (!folder.startsWith('postgres')) settle(join(root, folder))
}
