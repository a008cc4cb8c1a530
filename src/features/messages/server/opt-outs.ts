import { sql } from 'kysely'
import { nameOf } from '#features/users/public.ts'
import type { Page } from '#shared/endpoint.ts'
import type { Db } from '#platform/db/connect.ts'
import { pageAt, readPlace } from '#platform/db/keyset.ts'
import { fieldError, notFound } from '#platform/errors/problem.ts'
import type { OptOut } from '../contract.ts'
import type { Channel } from '../rules.ts'
import { addressOf, maskAddress } from './addresses.ts'
import { reasons } from './reasons.ts'
import { isSame, messageOfToken, optOutToken } from './sealed.ts'

const SHOWN = 100

const optOutRows = sql`
  select o.channel, o.address, o.opted_out_at, ${nameOf(sql`o.opted_out_by`)} as opted_out_by_name from message_opt_outs o`

interface Asked {
  search?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}
export const findOptOuts = async (db: Db, { search = '', limit = SHOWN, cursor }: Asked): Promise<Page<OptOut>> => {
  const place = readPlace(cursor)
  const { rows } = await sql<OptOut>`${optOutRows}
    where ${search} = '' or position(lower(${search}) in o.address) > 0
    order by o.opted_out_at desc, o.address, o.channel limit ${limit + 1} offset ${place}`.execute(db)
  return pageAt(rows, { limit, place })
}

const EMAIL = /^[^\s@\p{Cc}]+@[^\s@\p{Cc}]+\.[^\s@\p{Cc}]+$/u
const NUMBER = /^\+?\d{6,15}$/

/** The address as the outbox knows it; 400 when it is none. */
export const readAddress = async (db: Db, channel: Channel, typed: string): Promise<string> => {
  const { country_code } = await db.selectFrom('message_settings').select('country_code').executeTakeFirstOrThrow()
  const address = addressOf(channel, typed, country_code)
  if (channel === 'email' && !EMAIL.test(address)) throw fieldError('address', 'Enter an e-mail address.')
  if (channel === 'sms' && !NUMBER.test(address)) throw fieldError('address', 'Enter a phone number.')
  return address
}

/** Nothing more goes to this address; what waits for it is taken out of the queue. Opting out twice is once. */
export const insertOptOut = async (db: Db, channel: Channel, address: string, at: Date, by: number | null): Promise<OptOut> => {
  await db
    .insertInto('message_opt_outs')
    .values({ channel, address, opted_out_at: at, opted_out_by: by })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db
    .updateTable('messages')
    .set({ state: 'skipped', reason: reasons.optedOut })
    .where('channel', '=', channel)
    .where('address', '=', address)
    .where('state', '=', 'queued')
    .execute()
  const { rows } = await sql<OptOut>`${optOutRows} where o.channel = ${channel} and o.address = ${address}`.execute(db)
  return rows[0]!
}

/** False when the address had not opted out. */
export const deleteOptOut = async (db: Db, channel: Channel, address: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('message_opt_outs')
    .where('channel', '=', channel)
    .where('address', '=', address)
    .executeTakeFirst()
  return numDeletedRows > 0n
}

/** Whose link this is. 404 for any other: a link tells nothing but to whom it was sent. */
export const findByToken = async (db: Db, codeKey: Buffer, token: string) => {
  const id = messageOfToken(token)
  const row =
    id === null
      ? undefined
      : await db.selectFrom('messages').select(['id', 'channel', 'address', 'patient_id']).where('id', '=', id).executeTakeFirst()
  if (!row || !isSame(optOutToken(codeKey, row), token)) throw notFound('Page')
  return row
}

/** What the page behind the link shows. */
export const optOutState = async (db: Db, { channel, address }: { channel: Channel; address: string }) => {
  const { rows } = await sql<{ clinic: string; is_opted_out: boolean }>`
    select name as clinic, exists (select from message_opt_outs where channel = ${channel} and address = ${address}) as is_opted_out
    from company`.execute(db)
  return { clinic: '', is_opted_out: false, ...rows[0], channel, masked_address: maskAddress(channel, address) }
}
