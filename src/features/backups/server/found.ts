import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beganAt, backupsIn } from '#platform/backup/folder.ts'
import { readKeys } from '#platform/backup/keys.ts'
import type { ClinicPlace } from '#platform/backup/place.ts'
import { readArchiveHeader } from '#platform/backup/read-archive.ts'
import type { Db } from '#platform/db/connect.ts'

const MINUTE = 60_000

/** Those that this clinic can read: more than one may write into a folder, and none of them counts or removes what is another's. */
const pickOwn = async <T extends { name: string }>(
  { dataDir, backupsDir }: Pick<ClinicPlace, 'dataDir' | 'backupsDir'>,
  archives: readonly T[],
): Promise<T[]> => {
  const keys = new Set(readKeys(dataDir).map(({ id }) => id))
  const own: T[] = []
  for (const archive of archives) {
    const header = await readArchiveHeader(join(backupsDir, archive.name)).catch(() => undefined)
    if (header && keys.has(header.key.id)) own.push(archive)
  }
  return own
}

const findRunning = (db: Db) => db.selectFrom('backups').select('id').where('state', '=', 'running').executeTakeFirst()

/**
 * Brings the rows to what lies in the folder: backups of the command, of before a migration, or of before a restore; and what was taken away.
 * Not while one is made: its archive is there before its row says so.
 */
export const noteFound = async (db: Db, place: Pick<ClinicPlace, 'dataDir' | 'backupsDir'>, now: Date): Promise<void> => {
  if (!existsSync(place.backupsDir)) return
  const there = backupsIn(place.backupsDir)
  if (await findRunning(db)) return
  const known = await db.selectFrom('backups').select('name').where('state', '=', 'done').execute()
  const names = new Set(known.map(({ name }) => name))
  for (const { name, bytes } of await pickOwn(
    place,
    there.filter((one) => !names.has(one.name)),
  )) {
    const at = beganAt(name) ?? now
    await db
      .insertInto('backups')
      .values({ name, bytes, origin: 'found', state: 'done', created_at: at, started_at: at, finished_at: at })
      .onConflict((oc) => oc.column('name').doUpdateSet({ state: 'done' }).where('backups.state', '=', 'removed'))
      .execute()
  }
  await db
    .updateTable('backups')
    .set({ state: 'removed' })
    .where('state', '=', 'done')
    .where('finished_at', '<', new Date(now.getTime() - MINUTE))
    .where('name', 'not in', there.length > 0 ? there.map(({ name }) => name) : [''])
    .execute()
}
