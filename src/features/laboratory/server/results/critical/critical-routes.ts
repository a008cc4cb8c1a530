import { sql } from 'kysely'
import { listCriticalCalls, markCriticalSeen, recordCriticalTry } from '#features/laboratory/contract-critical.ts'
import { auditReads } from '#platform/audit/audit.ts'
import type { Db } from '#platform/db/connect.ts'
import { limitOf, pageOf, readCursor } from '#platform/db/keyset.ts'
import { conflict, fieldError, notFound } from '#platform/errors/problem.ts'
import { handle, type Route } from '#platform/http/handle.ts'
import { countCalls, findCall, findCalls } from './find-calls.ts'

const lockCall = async (db: Db, id: number) => {
  const { rows } = await sql<{ patient_id: number; closed_at: Date | null; close_reason: string | null; seen_at: Date | null }>`
    select patient_id, closed_at, close_reason, seen_at from lab_critical_calls where id = ${id} for no key update`.execute(db)
  if (!rows[0]) throw notFound('Critical value')
  return rows[0]
}

export const criticalRoutes: Route[] = [
  handle(listCriticalCalls, async ({ db, query, now, audit }) => {
    const limit = limitOf(query.limit)
    const rows = await findCalls(db, query, { cursor: readCursor(query.cursor), limit: limit + 1 }, now)
    const place = query.closed ? ({ id }: { id: number }) => id : ({ opened_at }: { opened_at: Date }) => opened_at.toISOString()
    const page = pageOf(rows, limit, place, query.count ? await countCalls(db, query) : undefined)
    auditReads(
      audit,
      'critical values',
      page.rows.map(({ patient }) => patient),
      query.patient_id,
    )
    return page
  }),

  handle(recordCriticalTry, async ({ db, params, body, user, now, audit, publish }) => {
    const { called_to, is_reached, is_read_back, note } = body
    if (is_read_back && !is_reached) throw fieldError('is_read_back', 'Only somebody who was reached can read it back.')
    const call = await lockCall(db, params.id)
    if (call.closed_at) throw conflict('This call is closed.', { closed_at: call.closed_at, close_reason: call.close_reason }, 'closed')
    await db
      .insertInto('lab_critical_tries')
      .values({ critical_call_id: params.id, called_at: now, called_by: user.id, called_to, is_reached, is_read_back, note })
      .execute()
    if (is_reached && is_read_back)
      await db.updateTable('lab_critical_calls').set({ closed_at: now, close_reason: 'told' }).where('id', '=', params.id).execute()
    audit('call', { entity: 'critical value', id: params.id, patient: call.patient_id, change: { called_to, is_reached, is_read_back } })
    publish('laboratory', params.id)
    return (await findCall(db, params.id, now))!
  }),

  handle(markCriticalSeen, async ({ db, params, user, now, audit, publish }) => {
    const call = await lockCall(db, params.id)
    if (call.seen_at === null) {
      await sql`
        update lab_critical_calls set seen_at = ${now}, seen_by = ${user.id}, closed_at = coalesce(closed_at, ${now}),
          close_reason = coalesce(close_reason, 'seen')
        where id = ${params.id}`.execute(db)
      audit('see', { entity: 'critical value', id: params.id, patient: call.patient_id })
      publish('laboratory', params.id)
    } else audit('read', { entity: 'critical value', id: params.id, patient: call.patient_id })
    return (await findCall(db, params.id, now))!
  }),
]
