import { lookup } from 'node:dns/promises'
import { isIP } from 'node:net'

/** An address in one spelling: IPv4 also where it comes dressed as IPv6. */
export const plainAddress = (address: string): string => address.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '').toLowerCase()

/** The addresses of a host; none where its name is not known. */
export const resolveAddresses = async (host: string): Promise<string[]> => {
  if (isIP(host)) return [plainAddress(host)]
  try {
    return (await lookup(host, { all: true })).map(({ address }) => plainAddress(address))
  } catch {
    return []
  }
}
