import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { LOCAL_NETWORKS } from '#platform/outgoing/allowed.ts'
import { findKeptAddresses } from '#platform/outgoing/kept.ts'
import { resolveAddresses } from './address.ts'

/** An instrument in use that is on the line. */
export interface Instrument {
  id: number
  name: string
  protocol: 'hl7' | 'astm'
  connection: 'listen' | 'connect'
  host: string | null
  port: number
  order_message: string | null
  sender: string
  /** Of its host; empty: any, or not known. */
  addresses: readonly string[]
  /** Private addresses at which it may be called, beside those that the operator lists. */
  alsoAllowed: string
}

/** Instruments stand in the clinic's own network, which needs no listing for them; this machine and other networks do. */
export const findInstrumentAddresses = async (db: Db): Promise<string> => `${LOCAL_NETWORKS} ${await findKeptAddresses(db)}`

/** Reads them, with where each is. */
export const readInstruments = async (db: Db): Promise<{ instruments: Instrument[]; timeZone: string }> => {
  const { rows } = await sql<Omit<Instrument, 'addresses' | 'alsoAllowed'>>`
    select id, name, protocol, connection, host, port, order_message, sender from lab_equipment
    where is_active and connection <> 'none' order by id`.execute(db)
  const company = await db.selectFrom('company').select('time_zone').executeTakeFirst()
  const alsoAllowed = await findInstrumentAddresses(db)
  const instruments = await Promise.all(
    rows.map(async (row) => ({ ...row, alsoAllowed, addresses: row.host === null ? [] : await resolveAddresses(row.host) })),
  )
  return { instruments, timeZone: company?.time_zone ?? 'UTC' }
}
