import { randomBytes } from 'node:crypto'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Channel } from '../rules.ts'
import { numberForGateway } from './addresses.ts'
import { readAddress } from './opt-outs.ts'
import { reasons } from './reasons.ts'
import { SendFailure } from './sender.ts'
import { findSendingSettings, senderOf, smtpSettingsOf } from './senders.ts'
import { smsHandshake } from './sms-sender.ts'
import { smtpHandshake } from './smtp-sender.ts'

/** Whoever waits for the outcome of a test waits no longer than this. */
const PATIENCE_MS = 9_000

const settingsFor = async (db: Db, channel: Channel) => {
  const settings = await findSendingSettings(db)
  if (settings.is_demo) throw conflict(reasons.demo)
  if (channel === 'email' && (settings.smtp_host === '' || settings.from_address === ''))
    throw fieldError('channel', 'Set up and save e-mail first.')
  if (channel === 'sms' && settings.sms_url === '') throw fieldError('channel', 'Set up and save SMS first.')
  return settings
}

/** What came of `work`; what the other side refuses is an outcome, not an error. */
const outcomeOf = async <T extends object>(work: Promise<T>, failed: (answer: string) => T): Promise<T> => {
  try {
    return await work
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
    return failed(error.message)
  }
}

/** Reaches the other side as set up, whether the channel is on or not, and sends nothing: signs in to a mail server, knocks at an SMS gateway. */
export const tryConnection = async (db: Db, codeKey: Buffer, channel: Channel) => {
  const settings = await settingsFor(db, channel)
  const begun = performance.now()
  const took = () => Math.round(performance.now() - begun)
  const reaching =
    channel === 'email'
      ? smtpHandshake(smtpSettingsOf(settings, codeKey), PATIENCE_MS)
      : smsHandshake({ url: settings.sms_url, alsoAllowed: settings.alsoAllowed }, PATIENCE_MS)
  return outcomeOf(
    reaching.then(() => ({ is_reached: true, answer: '', took_ms: took() })),
    (answer) => ({ is_reached: false, answer, took_ms: took() }),
  )
}

/** Sends a test at once, as set up, whether the channel is on or not, and says how it went: by its code, never in the other side's words. */
export const sendTest = async (db: Db, codeKey: Buffer, channel: Channel, typed: string) => {
  const address = await readAddress(db, channel, typed)
  const settings = await settingsFor(db, channel)
  const mark = randomBytes(12).toString('hex')
  const text = `${settings.name}: this is a test.`
  const message =
    channel === 'email'
      ? { reference: `<${mark}@${settings.from_address.split('@')[1]}>`, to: address, subject: text, text, optOutUrl: null }
      : { reference: `test-${mark}`, to: numberForGateway(address, settings.country_code), subject: '', text, optOutUrl: null }
  return outcomeOf(
    senderOf(settings, channel, codeKey, PATIENCE_MS)
      .send(message)
      .then(({ answer }) => ({ was_sent: true, answer })),
    (answer) => ({ was_sent: false, answer }),
  )
}
