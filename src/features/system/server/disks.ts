import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { sql } from 'kysely'
import type { BackupPlace } from '#platform/backup/place.ts'
import type { Db } from '#platform/db/connect.ts'
import type { SystemState } from '../contract.ts'
import { isDiskLow } from '../rules.ts'

type Disk = SystemState['disks'][number]

const lookAt = async (place: Disk['place'], folder: string): Promise<Disk> => {
  // The folder of backups is made with the first of them.
  const room = (await statfs(folder).catch(() => null)) ?? (await statfs(dirname(folder)).catch(() => null))
  if (!room || room.blocks === 0) return { place, folder, free_bytes: null, total_bytes: null, is_low: false }
  const sizes = { free_bytes: room.bavail * room.bsize, total_bytes: room.blocks * room.bsize }
  return { place, folder, ...sizes, is_low: isDiskLow(sizes) }
}

/** The room where the clinic's data and its backups lie, or will lie. */
export const findDisks = ({ dataDir, backupsDir }: BackupPlace): Promise<Disk[]> =>
  Promise.all([lookAt('data', dataDir), lookAt('backups', backupsDir)])

/** Writes down the room there is, for whoever is told when it is little. */
export const noteDisks = async (db: Db, place: BackupPlace, now: Date): Promise<void> => {
  for (const { place: name, free_bytes, total_bytes } of await findDisks(place)) {
    if (free_bytes === null || total_bytes === null) continue
    const measured = { free_bytes, total_bytes, measured_at: now }
    await db
      .insertInto('system_disks')
      .values({ place: name, ...measured })
      .onConflict((oc) => oc.column('place').doUpdateSet(measured))
      .execute()
  }
  await sql`delete from system_disks where measured_at < ${now}::timestamptz - interval '1 hour'`.execute(db)
}
