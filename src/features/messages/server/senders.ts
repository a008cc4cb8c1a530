import { sql } from 'kysely'
import { unseal } from '#platform/auth/seal.ts'
import type { Db } from '#platform/db/connect.ts'
import { findKeptAddresses } from '#platform/outgoing/kept.ts'
import type { Channel } from '../rules.ts'
import { PURPOSE } from './sealed.ts'
import type { Sender } from './sender.ts'
import { smsSender } from './sms-sender.ts'
import { smtpSender, type SmtpSettings } from './smtp-sender.ts'

/** The settings as the job and the test need them; passwords are still sealed. */
export const findSendingSettings = async (db: Db) => {
  const settings = await db.selectFrom('message_settings').selectAll().executeTakeFirstOrThrow()
  const company = await db
    .selectFrom('company')
    .select(['is_demo', 'time_zone', 'name', sql<string>`coalesce(phone1, '')`.as('phone')])
    .executeTakeFirstOrThrow()
  return { ...settings, ...company, alsoAllowed: await findKeptAddresses(db) }
}
export type SendingSettings = Awaited<ReturnType<typeof findSendingSettings>>

const opened = (codeKey: Buffer, sealed: Buffer | null) => (sealed === null ? '' : (unseal(codeKey, PURPOSE, sealed) ?? ''))

export const smtpSettingsOf = (settings: SendingSettings, codeKey: Buffer): SmtpSettings => ({
  host: settings.smtp_host,
  port: settings.smtp_port,
  security: settings.smtp_security as 'tls' | 'starttls' | 'none',
  user: settings.smtp_user,
  password: opened(codeKey, settings.smtp_password),
  fromName: settings.from_name || settings.name,
  fromAddress: settings.from_address,
  alsoAllowed: settings.alsoAllowed,
})

/**
 * The sender of a channel as it is set up. A password that cannot be opened any more counts as none. With `wholeMs` it gives up after so long
 * already.
 */
export const senderOf = (settings: SendingSettings, channel: Channel, codeKey: Buffer, wholeMs?: number): Sender => {
  if (channel === 'email') return smtpSender(smtpSettingsOf(settings, codeKey), wholeMs)
  return smsSender(
    {
      url: settings.sms_url,
      method: settings.sms_method as 'POST' | 'GET',
      format: settings.sms_format as 'json' | 'form',
      fields: settings.sms_fields as Record<string, string>,
      idPath: settings.sms_id_path,
      authorization: opened(codeKey, settings.sms_authorization),
      sender: settings.sms_sender,
      alsoAllowed: settings.alsoAllowed,
    },
    wholeMs,
  )
}
