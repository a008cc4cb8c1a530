import { sql } from 'kysely'
import { wallTimeOf } from '#shared/zoned.ts'
import type { AddressCodes } from '#features/users/public.ts'
import { queueMessage } from './queue-message.ts'

/** Sends the codes with which people show that an address is theirs: by e-mail, never by SMS, and only where the clinic sends e-mail. */
export const addressCodes: AddressCodes = {
  isOn: async (db) => {
    const { rows } = await sql<{ is_on: boolean }>`
      select s.email_is_on and not c.is_demo as is_on from message_settings s, company c`.execute(db)
    return rows[0]?.is_on ?? false
  },
  send: async ({ db, now, ids, publish }, { account, email, first_name, language, code, until }) => {
    const { time_zone } = await db.selectFrom('company').select('time_zone').executeTakeFirstOrThrow()
    const queued = await queueMessage(db, {
      kind: 'code',
      recipient: { email, language },
      values: { first_name, ...wallTimeOf(now, time_zone), number: code },
      entity: { kind: 'account', id: account },
      onceKey: `account:${account}:code:${ids.uuid()}`,
      now,
      sendBefore: until,
    })
    if (queued > 0) publish('messages')
  },
}
