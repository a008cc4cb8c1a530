import { sql, type RawBuilder } from 'kysely'
import { z } from 'zod'
import type { Db } from '#platform/db/connect.ts'
import { removeFilesBefore } from '#platform/files/stray.ts'
import { job, perform } from './job.ts'
import { retention } from './retention.ts'

const BATCH = 5_000

export const cleanUp = job({ name: 'clean-up', data: z.strictObject({}), schedule: '17 * * * *', atStart: true })

/** Deletes rows in steps small enough to hold nobody up. */
const deleteWhere = async (db: Db, table: string, condition: RawBuilder<unknown>, signal: AbortSignal) => {
  for (let deleted = BATCH; deleted === BATCH && !signal.aborted;) {
    const { numAffectedRows = 0n } = await sql`
      delete from ${sql.table(table)} where ctid = any(array(select ctid from ${sql.table(table)} where ${condition} limit ${BATCH}))`.execute(
      db,
    )
    deleted = Number(numAffectedRows)
  }
}

/** Throws away, hourly, what the program itself needs no longer. */
export const cleanUpWork = perform(cleanUp, async ({ db, now, uploadDir, files, signal }) => {
  const before = (age: number) => new Date(now.getTime() - age)
  await deleteWhere(db, 'idempotency_keys', sql`created_at < ${before(retention.idempotencyKeys)}`, signal)
  await deleteWhere(db, 'upload_usage', sql`day < ${before(retention.uploadUsage)}`, signal)
  await deleteWhere(db, 'rate_limits', sql`expire < ${now.getTime()}`, signal)
  await deleteWhere(db, 'assistant_messages', sql`asked_at < ${before(retention.assistantMessages)}`, signal)
  const ended = before(retention.endedSessions)
  await deleteWhere(db, 'refresh_tokens', sql`expires_at < ${ended}`, signal)
  await deleteWhere(db, 'sessions', sql`ended_at < ${ended} or expires_at < ${ended}`, signal)
  await deleteWhere(db, 'sign_in_tickets', sql`expires_at < ${now}`, signal)
  await removeFilesBefore(uploadDir, before(retention.strayUploads))
  await files.removeDrafts(before(retention.strayUploads))
})
