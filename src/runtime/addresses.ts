import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Config } from '#platform/config.ts'

const inUrl = (host: string) => (isIPv6(host) ? `[${host}]` : host)

/** Where the other machines of the network reach one that listens to all of its addresses. */
const networkAddresses = (withIpv6: boolean): string[] =>
  Object.values(networkInterfaces())
    .flatMap((list) => list ?? [])
    .filter(({ internal, family, address }) => !internal && (family === 'IPv4' || (withIpv6 && !address.startsWith('fe80:'))))
    .map(({ address }) => address)

/** The address at which this machine itself reaches the program: one that answers, whatever people use. */
export const ownAddress = ({ host }: Pick<Config, 'host'>, port: number, isSecure: boolean): string => {
  const isEverywhere = host === '0.0.0.0' || host === '::' || host === '127.0.0.1'
  return `${isSecure ? 'https' : 'http'}://${isEverywhere ? 'localhost' : inUrl(host)}:${port}`
}

/** What is said of where the program is to be found, besides its own address. */
export const furtherAddresses = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>, port: number, isSecure: boolean): string[] => {
  const others = host === '0.0.0.0' || host === '::' ? networkAddresses(host === '::') : []
  const urls = others.map((address) => `${isSecure ? 'https' : 'http'}://${inUrl(address)}:${port}`)
  return [
    ...(urls.length > 0 ? [`Other machines of the network reach it at ${urls.join(', ')}`] : []),
    ...(publicUrl ? [`KLINIKI_PUBLIC_URL, which is printed on bills, is ${publicUrl}`] : []),
  ]
}
