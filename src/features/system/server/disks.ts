import type { StatsFs } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { dirname } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { sql } from 'kysely'
import type { ClinicPlace } from '#platform/backup/place.ts'
import type { Db } from '#platform/db/connect.ts'
import type { SystemState } from '../contract.ts'
import { isDiskLow } from '../rules.ts'

type Disk = SystemState['disks'][number]
type Place = Disk['place']
type Sizes = Pick<Disk, 'free_bytes' | 'total_bytes'>

const PATIENCE_MS = 2_000
/** Looks that have not come back, one of a folder: each holds a thread of the process for as long as another machine's folder is silent. */
const open = new Map<string, Promise<StatsFs | null>>()

const begin = (folder: string): Promise<StatsFs | null> => {
  // The folder of backups is made with the first of them.
  const looking = statfs(folder)
    .catch(() => statfs(dirname(folder)))
    .catch(() => null)
    .finally(() => open.delete(folder))
  open.set(folder, looking)
  return looking
}

const statOf = (folder: string): Promise<StatsFs | null> =>
  Promise.race([open.get(folder) ?? begin(folder), setTimeout(PATIENCE_MS, null, { ref: false })])

const measure = async (folder: string): Promise<Sizes> => {
  const page = await statOf(folder)
  if (!page || page.blocks === 0) return { free_bytes: null, total_bytes: null }
  return { free_bytes: page.bavail * page.bsize, total_bytes: page.blocks * page.bsize }
}

const foldersOf = ({ dataDir, backupsDir }: ClinicPlace): [Place, string][] => [
  ['data', dataDir],
  ['backups', backupsDir],
]

/** The room where the clinic's data and its backups lie, or will lie, as it was measured last: a folder that is silent holds nobody up. */
export const findDisks = async (db: Db, place: ClinicPlace): Promise<Disk[]> => {
  const measured = await db.selectFrom('system_disks').select(['place', 'free_bytes', 'total_bytes']).execute()
  return Promise.all(
    foldersOf(place).map(async ([name, folder]) => {
      const { free_bytes, total_bytes } = measured.find((one) => one.place === name) ?? (await measure(folder))
      const is_low = free_bytes !== null && total_bytes !== null && isDiskLow({ free_bytes, total_bytes })
      return { place: name, folder, free_bytes, total_bytes, is_low }
    }),
  )
}

/** Writes down the room there is, for whoever is told when it is little. */
export const noteDisks = async (db: Db, place: ClinicPlace, now: Date): Promise<void> => {
  const found = await Promise.all(foldersOf(place).map(async ([name, folder]) => ({ name, ...(await measure(folder)) })))
  for (const { name, free_bytes, total_bytes } of found) {
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
