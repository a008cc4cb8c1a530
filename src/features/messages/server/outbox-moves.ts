import { sql, type Selectable } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { Messages } from '#platform/db/tables.gen.ts'

export type MessageRow = Selectable<Messages>

const LEASE_MINUTES = 10

/**
 * Takes messages that are due, each by one process alone: they are `sending` until `send_after`, and taken again after that when nobody
 * has said what became of them.
 */
export const takeDue = async (db: Db, now: Date, limit: number): Promise<MessageRow[]> => {
  const { rows } = await sql<MessageRow>`
    update messages set state = 'sending', attempts = attempts + 1,
      send_after = ${now}::timestamptz + make_interval(mins => ${LEASE_MINUTES})
    where id in (
      select id from messages where state in ('queued', 'sending') and send_after <= ${now}
      order by send_after, id limit ${limit} for update skip locked)
    returning *`.execute(db)
  return rows
}

type Outcome = Partial<Pick<MessageRow, 'state' | 'reason' | 'send_after' | 'attempts' | 'provider_id' | 'sent_at'>>

/** Says what became of a message that was taken; nothing when another process has taken it since. */
export const settle = async (db: Db, { id, attempts }: MessageRow, outcome: Outcome): Promise<void> => {
  await db
    .updateTable('messages')
    .set(outcome)
    .where('id', '=', id)
    .where('state', '=', 'sending')
    .where('attempts', '=', attempts)
    .execute()
}
