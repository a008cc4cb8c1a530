import { sql } from 'kysely'
import { writeTrail, type TrailRow } from '#platform/audit/audit.ts'
import { findPermissions } from '#platform/auth/sessions.ts'
import { inTransaction, type Db } from '#platform/db/connect.ts'
import { isRetryable } from '#platform/errors/wire.ts'
import type { ImportWork } from '#platform/imports/kind.ts'
import type { JobContext } from '#platform/jobs/job.ts'
import type { Topic } from '#shared/topics.gen.ts'
import { clinicTimeZone, findClinicDay } from '#features/company/public.ts'
import type { DateOrders } from './date-orders.ts'
import type { FileSettings } from './validate-rows.ts'
import { columnsOf, kinds, rightsToRun } from './kinds.ts'
import { lockImport, settle, type ImportRecord, type Work } from './ledger.ts'

const TRIES = 3
export type Context = Pick<JobContext, 'db' | 'now' | 'files' | 'publish' | 'signal'>

/** Says that the work cannot go on, in words for people. */
export class CannotGoOn extends Error {}

const findAsker = async (db: Db, id: number) => {
  const person = await db.selectFrom('users').select('is_active').where('id', '=', id).executeTakeFirst()
  return { id, permissions: new Set(person?.is_active ? await findPermissions(db, id) : []) }
}

const wanted = (one: ImportRecord, state: Work): string[] => {
  const kind = kinds[one.kind]
  return ['imports.run', ...(state === 'undoing' ? [kind.rights.undo] : rightsToRun(kind, columnsOf(one)))]
}

/** How the file of an import is read. */
export const findSettings = async (
  db: Db,
  { date_orders, constants }: { date_orders: unknown; constants: unknown },
  now: Date,
): Promise<FileSettings> => ({
  today: await findClinicDay(db, now),
  time_zone: await clinicTimeZone(db),
  date_orders: date_orders as DateOrders,
  constants: constants as Record<string, string>,
})

/**
 * Does one batch of the work on an import in one transaction, with its rows in the trail, while the import is in `state` and its check is
 * the same `round`; false when it is not any more, or when nothing is left. Whoever asked must still have the rights.
 */
export const inBatch = async (
  { db, now, publish }: Context,
  { id, round }: Pick<ImportRecord, 'id' | 'round'>,
  state: Work,
  run: (work: ImportWork, one: ImportRecord) => Promise<boolean>,
): Promise<boolean> => {
  for (let attempt = 1; ; attempt++) {
    const rows: TrailRow[] = []
    const news = new Map<string, [Topic, number | undefined]>()
    try {
      const goesOn = await inTransaction(db, async (tx) => {
        const one = await lockImport(tx, id)
        if (one?.state !== state || one.round !== round) return false
        const user = await findAsker(tx, one.asked_by)
        if (!wanted(one, state).every((right) => user.permissions.has(right))) {
          await settle(tx, id, 'stopped', { problem: 'The user who started this no longer has the permission.', now })
          return false
        }
        const more = await run(
          {
            db: tx,
            now,
            user,
            import: id,
            audit: (action, entry) => void rows.push({ action, ...entry, change: { ...(entry.change as object), import: id } }),
            publish: (topic, about) => void news.set(`${topic} ${about}`, [topic, about]),
          },
          one,
        )
        await writeTrail(tx, { at: now, actor_id: user.id, request_id: `import ${id}`, ip: null }, rows)
        return more
      })
      for (const [topic, about] of news.values()) publish(topic, about)
      return goesOn
    } catch (error) {
      if (attempt >= TRIES || !isRetryable(error)) throw error
      await db.executeQuery(sql`select pg_sleep(${0.05 * attempt})`.compile(db))
    }
  }
}
