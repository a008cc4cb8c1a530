import { sql } from 'kysely'
import { enqueue } from '#platform/jobs/queue.ts'
import type { Db } from '#platform/db/connect.ts'
import {
  isAnswer,
  messageLanguages,
  type Channel,
  type MessageKind,
  type MessageLanguage,
  type MessageState,
  type MessageSubject,
  type Words,
} from '../rules.ts'
import { addressOf } from './addresses.ts'
import { defaultTexts } from './default-texts.ts'
import { afterQuiet } from './quiet-hours.ts'
import { reasons } from './reasons.ts'
import { render, type MessageValues } from '../render.ts'
import { sendMessages } from '../jobs.ts'

/** What a message is about. */
export interface Subject {
  kind: MessageSubject
  id: number
}

interface MessageRequest {
  kind: MessageKind
  /** `language` is what the person reads; without it the clinic's. */
  recipient: { email?: string | null; phone?: string | null; language?: string | null; patient?: number | null }
  values: MessageValues
  entity: Subject
  /** The same message is queued once for each channel, however often it is asked for. */
  onceKey: string
  now: Date
  /** Not worth sending from then on; what quiet hours would push past it is skipped. */
  sendBefore?: Date | null
  /** The answer to what the person just did on the page: quiet hours do not hold it back. Unless said, that is what `isAnswer` says. */
  atOnce?: boolean
  /** The member of staff behind it. */
  by?: number | null
}

interface Frame {
  email_is_on: boolean
  sms_is_on: boolean
  country_code: string
  quiet_from: string
  quiet_to: string
  is_demo: boolean
  language: string
  name: string
  phone: string | null
  time_zone: string
}

/** How messages go out and who writes them, or undefined while both channels are off. */
const findFrame = async (db: Db) => {
  const { rows } = await sql<Frame>`
    select s.email_is_on, s.sms_is_on, s.country_code, to_char(s.quiet_from, 'HH24:MI') as quiet_from,
      to_char(s.quiet_to, 'HH24:MI') as quiet_to, c.is_demo, c.language, c.name, c.phone1 as phone, c.time_zone
    from message_settings s, company c where s.email_is_on or s.sms_is_on`.execute(db)
  return rows[0]
}

/** Whether the patient has died; asked of the database, because patients stand above messages. */
export const hasDied = async (db: Db, patient: number): Promise<boolean> => {
  const { rows } = await sql<{ is_dead: boolean }>`select died_on(${patient}::integer) is not null as is_dead`.execute(db)
  return rows[0]?.is_dead === true
}

const asLanguage = (language: string | null | undefined) => messageLanguages.find((known) => known === language)

interface Target {
  channel: Channel
  address: string
}

const targetsOf = (frame: Frame, { email, phone }: MessageRequest['recipient']): Target[] => {
  const targets: Target[] = []
  if (frame.email_is_on && email) targets.push({ channel: 'email', address: addressOf('email', email, '') })
  if (frame.sms_is_on && phone) targets.push({ channel: 'sms', address: addressOf('sms', phone, frame.country_code) })
  return targets
}

/**
 * Where a message would go out now: for each channel that is on and not opted out of, whether there is an address. None in a demonstration
 * clinic.
 */
export const findReach = async (db: Db, recipient: MessageRequest['recipient']): Promise<Target[]> => {
  const frame = await findFrame(db)
  if (!frame || frame.is_demo) return []
  const targets = targetsOf(frame, recipient)
  if (targets.length === 0) return []
  const { hasOptedOut } = await findWordsAndOptOuts(db, 'account_code', 'en', targets)
  return targets.filter(({ channel }) => !hasOptedOut(channel))
}

/** The clinic's own words where it has written some; addresses of these that opted out. */
const findWordsAndOptOuts = async (db: Db, kind: MessageKind, language: MessageLanguage, targets: readonly Target[]) => {
  const [written, optedOut] = await Promise.all([
    db
      .selectFrom('message_templates')
      .select(['channel', 'subject', 'body'])
      .where('kind', '=', kind)
      .where('language', '=', language)
      .execute(),
    db
      .selectFrom('message_opt_outs')
      .select('channel')
      .where((eb) => eb.or(targets.map(({ channel, address }) => eb.and({ channel, address }))))
      .execute(),
  ])
  return {
    wordsOf: (channel: Channel): Words => written.find((row) => row.channel === channel) ?? defaultTexts[language][kind][channel],
    hasOptedOut: (channel: Channel) => optedOut.some((row) => row.channel === channel),
  }
}

/** Rows for what is not queued yet, and whether an earlier message already waits for the very next run. */
const insertMessages = async (db: Db, rows: readonly Record<string, unknown>[], now: Date) => {
  const { rows: made } = await sql<{ state: MessageState; send_after: Date; is_run_due: boolean }>`
    insert into messages (kind, channel, address, language, subject, body, patient_id, entity, entity_id, once_key, state, reason,
      send_after, send_before, created_at, created_by)
    select kind, channel, address, language, subject, body, patient_id, entity, entity_id, once_key, state, reason,
      send_after, send_before, created_at, created_by from jsonb_populate_recordset(null::messages, ${JSON.stringify(rows)}::jsonb)
    on conflict (once_key) do nothing
    returning state, send_after,
      exists (select from messages m where m.state = 'queued' and m.send_after <= ${now}) as is_run_due`.execute(db)
  return made
}

/**
 * Writes a message in the caller's transaction: a row for each channel that is on and has an address, rendered now, sent when its time
 * has come. An address that opted out and a demonstration clinic get a row that says so. The number of rows: when there is one, publish
 * 'messages'. One small query when both channels are off. Nothing is written to a patient who died, whatever asks for it.
 */
export const queueMessage = async (db: Db, request: MessageRequest): Promise<number> => {
  const { kind, recipient, values, entity, onceKey, now, sendBefore = null, atOnce = isAnswer(kind), by = null } = request
  const frame = await findFrame(db)
  if (!frame) return 0
  const targets = targetsOf(frame, recipient)
  if (targets.length === 0) return 0
  if (recipient.patient != null && (await hasDied(db, recipient.patient))) return 0
  const language = asLanguage(recipient.language) ?? asLanguage(frame.language) ?? 'en'
  const { wordsOf, hasOptedOut } = await findWordsAndOptOuts(db, kind, language, targets)
  const quiet = { from: frame.quiet_from, to: frame.quiet_to, zone: frame.time_zone }
  const send_after = atOnce ? now : afterQuiet(now, quiet)
  const reasonOf = (channel: Channel) => {
    if (frame.is_demo) return reasons.demo
    if (hasOptedOut(channel)) return reasons.optedOut
    return sendBefore !== null && send_after >= sendBefore ? reasons.tooLate : ''
  }
  const rows = targets.map(({ channel, address }) => ({
    ...render(wordsOf(channel), channel, language, frame, values),
    kind,
    channel,
    address,
    language,
    patient_id: recipient.patient ?? null,
    entity: entity.kind,
    entity_id: entity.id,
    once_key: `${onceKey} ${channel}`,
    state: reasonOf(channel) === '' ? 'queued' : 'skipped',
    reason: reasonOf(channel),
    send_after,
    send_before: sendBefore,
    created_at: now,
    created_by: by,
  }))
  const made = await insertMessages(db, rows, now)
  // The job takes all that is due: where another message waits for it already, one more would find nothing to do.
  if (made.some((row) => row.state === 'queued' && row.send_after <= now && !row.is_run_due)) await enqueue(db, sendMessages, {})
  return made.length
}

/**
 * Takes what still waits out of the queue: what was moved or cancelled. What is being sent just then, or has failed, is of no use any more
 * either, and is not tried again. What never left may be queued anew when the change is undone. The number of rows.
 */
export const cancelMessages = async (db: Db, entity: Subject, kinds: readonly MessageKind[]): Promise<number> => {
  const { numAffectedRows = 0n } = await sql`
    update messages set state = case state when 'queued' then 'skipped' else state end,
      reason = case state when 'queued' then ${reasons.changed} else reason end,
      once_key = case state when 'queued' then once_key || ' taken back ' || id else once_key end, send_before = created_at
    where entity = ${entity.kind} and entity_id = ${entity.id} and kind = any(${kinds})
      and state in ('queued', 'sending', 'failed', 'skipped') and send_before is distinct from created_at`.execute(db)
  return Number(numAffectedRows)
}

/** How many hours before an appointment reminders go out, longest first; none while both channels are off. */
export const reminderHours = async (db: Db): Promise<number[]> => {
  const { rows } = await sql<{ hours: number[] }>`
    select array(select distinct h from unnest(reminder_hours) h order by h desc) as hours
    from message_settings where email_is_on or sms_is_on`.execute(db)
  return rows[0]?.hours ?? []
}
