import { isIP } from 'node:net'

/** This very machine; `host` as people type it. */
export const isThisMachine = (host: string): boolean =>
  host === 'localhost' || host === '::1' || host === '[::1]' || (isIP(host) === 4 && host.startsWith('127.'))

/** Within the house, where nobody outside reads along; `host` as URL writes it. */
const isInternalHost = (host: string) =>
  isThisMachine(host) ||
  (isIP(host) === 4 && /^(10\.|192\.168\.|172\.(1[6-9]|2\d|3[01])\.)/.test(host)) ||
  /^\[f[cd][0-9a-f]{2}:.*\]$/.test(host) ||
  /\.(local|lan|internal)$/.test(host)

/**
 * What forbids the program to send something to this address, or null: it is none, it carries a password, or it is neither encrypted nor
 * within the house.
 */
export const outsideAddressFault = (address: string): 'form' | 'password' | 'open' | null => {
  const url = URL.canParse(address) ? new URL(address) : null
  if (!url || !/^https?:$/.test(url.protocol)) return 'form'
  if (url.username || url.password) return 'password'
  return url.protocol === 'http:' && !isInternalHost(url.hostname) ? 'open' : null
}

/** Scheme, host and port: whom a password is for. Null for what is no address. */
export const originOf = (address: string): string | null => (URL.canParse(address) ? new URL(address).origin : null)
