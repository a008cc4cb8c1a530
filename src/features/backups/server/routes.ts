import { sql } from 'kysely'
import { changedFields, writeTrail } from '#platform/audit/audit.ts'
import { addKey, keyFrom } from '#platform/backup/keys.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import { handle, handlePrepared, type Route } from '#platform/http/handle.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import type { Services } from '#platform/services.ts'
import { requireUnchanged } from '#platform/records/version.ts'
import { isOwnPassword } from '#features/users/public.ts'
import { getBackups, makeBackup, setBackupPassphrase, updateBackupSettings, verifyBackup } from '../contract.ts'
import { checkJob, takeJob } from '../jobs.ts'
import { findState, getBackup, insertWanted, wantCheck } from './queries.ts'

export const routes = (services: Services): Route[] => [
  handle(getBackups, ({ db, now }) => findState(db, services.backups, now)),

  handle(makeBackup, async ({ db, user, now, audit, publish }) => {
    const id = await insertWanted(db, 'asked', now, user.id)
    if (id === undefined) throw conflict('A backup is already waiting to start.')
    await enqueue(db, takeJob, { id }, user.id)
    audit('make', { entity: 'backup', id })
    publish('backups', id)
    return getBackup(db, id)
  }),

  handle(verifyBackup, async ({ db, user, params: { id }, audit, publish }) => {
    await wantCheck(db, id)
    await enqueue(db, checkJob, { id }, user.id)
    audit('verify', { entity: 'backup', id })
    publish('backups', id)
    return getBackup(db, id)
  }),

  handle(updateBackupSettings, async ({ db, body: { version, ...settings }, ifMatch, now, audit, publish }) => {
    const before = await db.selectFrom('backup_settings').selectAll().forUpdate().executeTakeFirstOrThrow()
    await requireUnchanged(before, version ?? ifMatch, () => findState(db, services.backups, now))
    await db
      .updateTable('backup_settings')
      .set({ ...settings, version: sql`version + 1` })
      .execute()
    audit('change', { entity: 'backup settings', id: null, change: changedFields(before, settings) })
    publish('backups')
    return findState(db, services.backups, now)
  }),

  handlePrepared(
    setBackupPassphrase,
    async ({ body, ...input }) => {
      if (!(await isOwnPassword(services, input, body.password))) throw fieldError('password', 'Incorrect password.')
      return keyFrom(body.passphrase)
    },
    async ({ db, trail, prepared: key, publish }) => {
      // First that it is in the trail: what is outside the database cannot be undone. A second run sets the same key.
      await writeTrail(db, trail, [{ action: 'set passphrase', entity: 'backup settings', id: null }])
      addKey(services.backups.dataDir, key)
      publish('backups')
      return { has_passphrase: true }
    },
  ),
]
