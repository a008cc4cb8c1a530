import { existsSync } from 'node:fs'
import { beganAt, backupsIn } from '#platform/backup/folder.ts'
import type { Db } from '#platform/db/connect.ts'

/** Brings the rows to what lies in the folder: backups of the command, of before a migration, or of before a restore; and what was taken away. */
export const noteFound = async (db: Db, backupsDir: string, now: Date): Promise<void> => {
  if (!existsSync(backupsDir)) return
  const there = backupsIn(backupsDir)
  const rows = there.map(({ name, bytes }) => ({ name, bytes, at: beganAt(name) ?? now }))
  for (const { name, bytes, at } of rows)
    await db
      .insertInto('backups')
      .values({ name, bytes, origin: 'found', state: 'done', created_at: at, started_at: at, finished_at: at })
      .onConflict((oc) => oc.column('name').doUpdateSet({ state: 'done' }).where('backups.state', '=', 'removed'))
      .execute()
  await db
    .updateTable('backups')
    .set({ state: 'removed' })
    .where('state', '=', 'done')
    .where('name', 'not in', there.length > 0 ? there.map(({ name }) => name) : [''])
    .execute()
}
