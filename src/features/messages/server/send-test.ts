import { randomBytes } from 'node:crypto'
import type { Db } from '#platform/db/connect.ts'
import { conflict, fieldError } from '#platform/errors/problem.ts'
import type { Channel } from '../rules.ts'
import { numberForGateway } from './addresses.ts'
import { readAddress } from './opt-outs.ts'
import { reasons } from './reasons.ts'
import { SendFailure } from './sender.ts'
import { findSendingSettings, senderOf } from './senders.ts'

/** Sends a test at once, as set up, whether the channel is on or not, and says how it went in the other side's own words. */
export const sendTest = async (db: Db, codeKey: Buffer, channel: Channel, typed: string) => {
  const address = await readAddress(db, channel, typed)
  const settings = await findSendingSettings(db)
  if (settings.is_demo) throw conflict(reasons.demo)
  if (channel === 'email' && (settings.smtp_host === '' || settings.from_address === ''))
    throw fieldError('channel', 'Set e-mail up and save it first.')
  if (channel === 'sms' && settings.sms_url === '') throw fieldError('channel', 'Set SMS up and save it first.')
  const mark = randomBytes(12).toString('hex')
  const text = `${settings.name}: this is a test.`
  const message =
    channel === 'email'
      ? { reference: `<${mark}@${settings.from_address.split('@')[1]}>`, to: address, subject: text, text, optOutUrl: null }
      : { reference: `test-${mark}`, to: numberForGateway(address, settings.country_code), subject: '', text, optOutUrl: null }
  try {
    const { answer } = await senderOf(settings, channel, codeKey).send(message)
    return { was_sent: true, answer }
  } catch (error) {
    if (!(error instanceof SendFailure)) throw error
    return { was_sent: false, answer: error.message }
  }
}
