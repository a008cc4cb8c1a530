import { existsSync, readdirSync, rmSync, statSync } from 'node:fs'
import { basename, join } from 'node:path'
import { asOwner } from '../db/owner.ts'
import { isAlive } from '../db/embedded-processes.ts'
import { unfinishedIn } from './folder.ts'
import { readKeys } from './keys.ts'
import { BACKUP_LOCK } from './lock.ts'
import { readArchiveHeader } from './read-archive.ts'

/** Whether this clinic began it; one that was stopped before its header was written says nothing. */
const isOwn = async (path: string, dataDir: string) => {
  const header = await readArchiveHeader(path).catch(() => undefined)
  return header !== undefined && readKeys(dataDir).some(({ id }) => id === header.key.id)
}

const sizeOf = (path: string) => `${Math.ceil((statSync(path, { throwIfNoEntry: false })?.size ?? 0) / 1e6)} MB`

/**
 * Removes what backups, and the check of one, left that were stopped in the middle, unless one is under way in this clinic. Answers what was removed, in
 * words. What another clinic writes into the same folder of backups stays.
 */
export const removeLeftovers = (place: { ownerUrl: string; dataDir: string; backupsDir: string }): Promise<string[]> =>
  asOwner(place.ownerUrl, async (client) => {
    const { dataDir, backupsDir } = place
    const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [BACKUP_LOCK])
    if (!rows[0]?.got) return []
    const removed: string[] = []
    for (const path of unfinishedIn(backupsDir)) {
      if (!(await isOwn(path, dataDir))) continue
      removed.push(`${basename(path)} (${sizeOf(path)})`)
      rmSync(path, { force: true })
    }
    for (const name of existsSync(dataDir) ? readdirSync(dataDir) : []) {
      const maker = /^backup-check-(\d+)$/.exec(name)?.[1]
      if (!maker || isAlive(Number(maker))) continue
      removed.push(name)
      rmSync(join(dataDir, name), { recursive: true, force: true })
    }
    return removed
  })
