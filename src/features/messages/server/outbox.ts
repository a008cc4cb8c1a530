import { sql, type RawBuilder } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import type { Db } from '#platform/db/connect.ts'
import { before, type Position } from '#platform/db/keyset.ts'
import { conflict, notFound } from '#platform/errors/problem.ts'
import type { User } from '#platform/http/handle.ts'
import { findHidden } from '#platform/http/restricted.ts'
import { enqueue } from '#platform/jobs/queue.ts'
import type { Message } from '../contract.ts'
import type { Channel, MessageState } from '../rules.ts'
import { reasons } from './reasons.ts'
import { sendMessages } from '../jobs.ts'

/** A code that somebody is sent is theirs alone, and shown to nobody here. */
const withoutCode = (text: RawBuilder<unknown>) =>
  sql`case when m.kind = 'code' then regexp_replace(${text}, '[0-9a-z]{4}-[0-9a-z]{4}', '••••-••••', 'g') else ${text} end`

const messageRows = sql`
  select m.id, m.kind, m.channel, m.address, m.language, ${withoutCode(sql`m.subject`)} as subject, ${withoutCode(sql`m.body`)} as body, coalesce(m.patient_id, a.patient_id) as patient, m.entity, m.entity_id, m.state, m.reason,
    coalesce(nullif(concat_ws(' ', nullif(p.first_name, ''), nullif(p.other_names, ''), nullif(p.second_name, '')), ''),
      b.first_name || ' ' || b.second_name) as patient_name, a.number as appointment_number,
    m.send_after, m.send_before, m.attempts, m.provider_id, m.created_at, ${nameOf(sql`m.created_by`)} as created_by_name, m.sent_at,
    m.delivered_at,
    exists (select from message_opt_outs o where o.channel = m.channel and o.address = m.address) as is_opted_out
  from messages m
  left join appointments a on m.entity = 'appointment' and a.id = m.entity_id
  left join patients p on p.id = coalesce(m.patient_id, a.patient_id)
  left join public_bookings b on b.id = a.public_booking_id`

interface Reader {
  db: Db
  user: Pick<User, 'id'>
  now: Date
}

/** Of a restricted record that is shut to the reader: that there is a message to whom, of which kind, and what became of it. */
const redact = (message: Message): Message => ({
  ...message,
  address: '',
  subject: '',
  body: '',
  provider_id: null,
  appointment_number: null,
})

/** The message as this person may see it; 404 when there is none. */
const getMessage = async (reader: Reader, id: number): Promise<Message> => {
  const { rows } = await sql<Message>`${messageRows} where m.id = ${id}`.execute(reader.db)
  const [message] = rows
  if (!message) throw notFound('Message')
  const hidden = await findHidden(reader.db, reader.user, reader.now)
  return message.patient !== null && hidden.has(message.patient) ? redact(message) : message
}

interface Filters {
  state?: MessageState | undefined
  channel?: Channel | undefined
  patient?: number | undefined
  entity?: string | undefined
  entity_id?: number | undefined
}

const matching = ({ state, channel, patient, entity, entity_id }: Filters) =>
  sql.join(
    [
      sql`true`,
      ...(state === undefined ? [] : [sql`m.state = ${state}`]),
      ...(channel === undefined ? [] : [sql`m.channel = ${channel}`]),
      ...(patient === undefined ? [] : [sql`m.patient_id = ${patient}`]),
      ...(entity === undefined ? [] : [sql`m.entity = ${entity}`]),
      ...(entity_id === undefined ? [] : [sql`m.entity_id = ${entity_id}`]),
    ],
    sql` and `,
  )

/** The messages that match, newest first, after the cursor. */
export const findMessages = async (db: Db, filters: Filters, { cursor, limit }: Position) => {
  const { rows } = await sql<Message>`${messageRows}
    where ${matching(filters)} and ${before(sql`m.id`, sql`m.id`, sql`bigint`, cursor)} order by m.id desc limit ${limit}`.execute(db)
  return rows
}

export const countMessages = async (db: Db, filters: Filters) => {
  const { rows } = await sql<{ total: number }>`select count(*) as total from messages m where ${matching(filters)}`.execute(db)
  return rows[0]?.total ?? 0
}

const lockMessage = async (reader: Reader, id: number): Promise<Message> => {
  const row = await reader.db.selectFrom('messages').select('id').where('id', '=', id).forUpdate().executeTakeFirst()
  if (!row) throw notFound('Message')
  return getMessage(reader, id)
}

/** Puts what failed or was skipped back into the queue, with all its tries; it waits for the end of quiet hours like any other. */
export const queueAgain = async (reader: Reader, id: number): Promise<Message> => {
  const { db, now } = reader
  const message = await lockMessage(reader, id)
  if (message.state !== 'failed' && message.state !== 'skipped')
    throw conflict('Only failed or skipped messages can be sent again.', { current: message })
  if (message.is_opted_out) throw conflict('This address has opted out of messages.')
  if (message.send_before !== null && message.send_before <= now) throw conflict('It is too late to send this message.')
  const { is_demo } = await db.selectFrom('company').select('is_demo').executeTakeFirstOrThrow()
  if (is_demo) throw conflict(reasons.demo)
  await db.updateTable('messages').set({ state: 'queued', reason: '', attempts: 0, send_after: now }).where('id', '=', id).execute()
  await enqueue(db, sendMessages, {})
  return getMessage(reader, id)
}

/** Takes a message that waits out of the queue. */
export const stopWaiting = async (reader: Reader, id: number): Promise<Message> => {
  const message = await lockMessage(reader, id)
  if (message.state !== 'queued') throw conflict('This message is no longer waiting to be sent.', { current: message })
  await reader.db.updateTable('messages').set({ state: 'skipped', reason: reasons.stopped }).where('id', '=', id).execute()
  return getMessage(reader, id)
}
