import { type Dirent, opendirSync, readdirSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'

const NAME = /^kliniki-(\d{4})(\d{2})(\d{2})-(\d{2})(\d{2})(\d{2})\.kbackup$/

const two = (number: number) => String(number).padStart(2, '0')

/** What the backup that began at `at` is called; in UTC, so that names sort as backups do. */
export const backupName = (at: Date): string =>
  `kliniki-${at.getUTCFullYear()}${two(at.getUTCMonth() + 1)}${two(at.getUTCDate())}-${two(at.getUTCHours())}${two(at.getUTCMinutes())}${two(at.getUTCSeconds())}.kbackup`

/** When a backup of that name began; undefined for other files. */
export const beganAt = (name: string): Date | undefined => {
  const [, year, month, day, hour, minute, second] = NAME.exec(basename(name)) ?? []
  return year ? new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : undefined
}

const entries = (dir: string): Dirent[] => {
  try {
    return readdirSync(dir, { withFileTypes: true })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    throw error
  }
}

/** The backups that lie in a folder, oldest first. */
export const backupsIn = (dir: string): { name: string; bytes: number }[] =>
  entries(dir)
    .filter((entry) => entry.isFile() && beganAt(entry.name))
    .map(({ name }) => ({ name, bytes: statSync(join(dir, name)).size }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))

/** The paths of backups that are being written, or were when something stopped them. */
export const unfinishedIn = (dir: string): string[] =>
  entries(dir)
    .filter((entry) => entry.isFile() && entry.name.endsWith('.kbackup.unfinished'))
    .map(({ name }) => join(dir, name))

/** What lies below `root/path`, with sizes as they are now, folder by folder; `skip` leaves out what it says yes to, and all below. */
export const walk = function* (
  root: string,
  path: string,
  skip: (path: string) => boolean = () => false,
): Generator<{ path: string; size: number; kind: 'file' | 'folder' | 'other' }> {
  let dir
  try {
    dir = opendirSync(join(root, path))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  const folders: string[] = []
  try {
    for (let entry = dir.readSync(); entry; entry = dir.readSync()) {
      const name = `${path}/${entry.name}`
      if (skip(name)) continue
      if (entry.isDirectory()) {
        folders.push(name)
        yield { path: name, size: 0, kind: 'folder' }
      } else if (entry.isFile()) {
        const size = statSync(join(root, name), { throwIfNoEntry: false })?.size
        if (size !== undefined) yield { path: name, size, kind: 'file' }
      } else yield { path: name, size: 0, kind: 'other' }
    }
  } finally {
    dir.closeSync()
  }
  for (const folder of folders) yield* walk(root, folder, skip)
}
