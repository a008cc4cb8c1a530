import type { Db } from '#platform/db/connect.ts'
import { conflict, notFound, stale } from '#platform/errors/problem.ts'
import { findTriageById } from './queries.ts'

/** Notes which doctor has seen the critical values, once: 404, 409 when there is nothing critical, 412 when there are newer ones. */
export const markSeen = async (db: Db, id: number, seen: number | null, by: number, now: Date) => {
  const row = await db.selectFrom('triages').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound('Triage')
  if (!row.critical_at) throw conflict('There is nothing critical here.', {}, 'nothing_critical')
  if (seen !== null && seen !== row.version && !row.critical_seen_at) throw stale(await findTriageById(db, id))
  if (!row.critical_seen_at)
    await db
      .updateTable('triages')
      .set({ critical_seen_at: now, critical_seen_by: by, version: row.version + 1 })
      .where('id', '=', id)
      .execute()
  return { triage: (await findTriageById(db, id))!, text: row.critical_text }
}
