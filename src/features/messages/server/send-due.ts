import { perform, type JobContext } from '#platform/jobs/job.ts'
import type { Db } from '#platform/db/connect.ts'
import { isAnswer, type MessageLanguage } from '../rules.ts'
import { CODE_MARK } from '../render.ts'
import { confirmationCode } from './confirmation-code.ts'
import { numberForGateway } from './addresses.ts'
import { optOutTexts } from './default-texts.ts'
import { settle, takeDue, type MessageRow } from './outbox-moves.ts'
import { sendTime } from './quiet-hours.ts'
import { hasDied } from './queue-message.ts'
import { reasons } from './reasons.ts'
import { messageId, optOutToken } from './sealed.ts'
import { sendMessages } from '../jobs.ts'
import { SendFailure, type OutgoingMessage } from './sender.ts'
import { findSendingSettings, senderOf, type SendingSettings } from './senders.ts'

const BATCH = 20
const AT_ONCE = 4
const MINUTE = 60_000
/** After the first try, the second and so on; six tries in all. */
const GAPS = [1, 5, 15, 60, 240]
const MAX_TRIES = GAPS.length + 1

interface Round extends Pick<JobContext, 'db' | 'codeKey' | 'publicUrl'> {
  settings: SendingSettings
}

const quietOf = ({ quiet_from, quiet_to, time_zone }: SendingSettings) => ({
  from: quiet_from.slice(0, 5),
  to: quiet_to.slice(0, 5),
  zone: time_zone,
})

/** When it may go out from `turn` on. What the person did on the page is answered at any hour. */
const turnOf = (row: MessageRow, settings: SendingSettings, turn: Date) =>
  isAnswer(row.kind) ? turn : sendTime(turn, row.created_at, quietOf(settings))

const isTooLate = ({ send_before }: MessageRow, at: Date) => send_before !== null && at >= send_before

const hasOptedOut = async (db: Db, { channel, address }: MessageRow) =>
  (await db
    .selectFrom('message_opt_outs')
    .select('channel')
    .where('channel', '=', channel)
    .where('address', '=', address)
    .executeTakeFirst()) !== undefined

/** Why it is not sent at all any more, or null. */
const skipReason = async ({ db, settings }: Round, row: MessageRow, now: Date) => {
  if (settings.is_demo) return reasons.demo
  if (!(row.channel === 'email' ? settings.email_is_on : settings.sms_is_on)) return reasons.off
  if (row.patient_id !== null && (await hasDied(db, row.patient_id))) return reasons.died
  if (isTooLate(row, turnOf(row, settings, now))) return reasons.tooLate
  return (await hasOptedOut(db, row)) ? reasons.optedOut : null
}

/** The text as it leaves: a code that the outbox does not know is filled in. */
const textOf = (codeKey: Buffer, { kind, body, entity_id, created_at }: MessageRow) =>
  kind === 'account_code' && entity_id !== null ? body.replaceAll(CODE_MARK, confirmationCode(codeKey, entity_id, created_at)) : body

const outgoing = ({ settings, codeKey, publicUrl }: Round, row: MessageRow): OutgoingMessage => {
  const body = textOf(codeKey, row)
  if (row.channel === 'sms')
    return {
      reference: String(row.id),
      to: numberForGateway(row.address, settings.country_code),
      subject: '',
      text: body,
      optOutUrl: null,
    }
  const optOutUrl = publicUrl ? `${publicUrl}/messages/opt-out/${optOutToken(codeKey, row)}` : null
  const end = optOutUrl ? `\n\n${optOutTexts[row.language as MessageLanguage] ?? optOutTexts.en}\n${optOutUrl}` : ''
  const reference = messageId(codeKey, row.id, settings.from_address)
  return { reference, to: row.address, subject: row.subject, text: `${body}${end}`, optOutUrl }
}

const afterFailure = (settings: SendingSettings, row: MessageRow, failure: SendFailure, now: Date) => {
  const gap = GAPS[row.attempts - 1]
  if (failure.isPermanent || gap === undefined) return { state: 'failed', reason: failure.message } as const
  const send_after = turnOf(row, settings, new Date(now.getTime() + gap * MINUTE))
  if (isTooLate(row, send_after)) return { state: 'failed', reason: failure.message } as const
  return { state: 'queued', reason: failure.message, send_after } as const
}

const sendOne = async (round: Round, row: MessageRow, now: Date): Promise<void> => {
  const { db, settings, codeKey } = round
  const reason = await skipReason(round, row, now)
  if (reason !== null) return settle(db, row, { state: 'skipped', reason, attempts: row.attempts - 1 })
  const send_after = turnOf(row, settings, now)
  if (send_after > now) return settle(db, row, { state: 'queued', send_after, attempts: row.attempts - 1 })
  if (row.attempts > MAX_TRIES) return settle(db, row, { state: 'failed', reason: reasons.interrupted, attempts: MAX_TRIES })
  try {
    const { providerId } = await senderOf(settings, row.channel, codeKey).send(outgoing(round, row))
    await settle(db, row, { state: 'sent', reason: '', provider_id: providerId, sent_at: now })
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
    await settle(db, row, afterFailure(settings, row, error, now))
  }
}

/** Sends all that is due, a few at a time. Any number of processes may do so at once. */
export const sendDue = async ({
  db,
  now,
  codeKey,
  publicUrl,
  publish,
  signal,
}: Pick<JobContext, 'db' | 'now' | 'codeKey' | 'publicUrl' | 'publish' | 'signal'>): Promise<void> => {
  const begun = performance.now()
  const time = () => new Date(now.getTime() + performance.now() - begun)
  while (!signal.aborted) {
    const rows = await takeDue(db, time(), BATCH)
    if (rows.length === 0) return
    const round = { db, codeKey, publicUrl, settings: await findSendingSettings(db) }
    const waiting = [...rows]
    const work = async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) await sendOne(round, row, time())
    }
    await Promise.all(Array.from({ length: AT_ONCE }, work))
    publish('messages')
  }
}

export const messageWork = perform(sendMessages, sendDue)
