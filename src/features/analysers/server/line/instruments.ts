import { sql } from 'kysely'
import type { Db } from '#platform/db/connect.ts'
import { addressesOf } from './address.ts'

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
}

/** Reads them, with where each is. */
export const readInstruments = async (db: Db): Promise<{ instruments: Instrument[]; timeZone: string }> => {
  const { rows } = await sql<Omit<Instrument, 'addresses'>>`
    select id, name, protocol, connection, host, port, order_message, sender from lab_equipment
    where is_active and connection <> 'none' order by id`.execute(db)
  const company = await db.selectFrom('company').select('time_zone').executeTakeFirst()
  const instruments = await Promise.all(
    rows.map(async (row) => ({ ...row, addresses: row.host === null ? [] : await addressesOf(row.host) })),
  )
  return { instruments, timeZone: company?.time_zone ?? 'UTC' }
}
