import { isIPv6 } from 'node:net'
import type { Db } from '#platform/db/connect.ts'

/**
 * Private addresses that the clinic used before they had to be listed, in the form of KLINIKI_PRIVATE_ADDRESSES: its settings stay valid. The
 * program reads them and cannot add to them.
 */
export const findKeptAddresses = async (db: Db): Promise<string> => {
  const rows = await db.selectFrom('kept_private_addresses').select(['host', 'port']).execute()
  return rows.map(({ host, port }) => `${isIPv6(host) ? `[${host}]` : host}:${port}`).join(' ')
}
