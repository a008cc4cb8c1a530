import { lookup } from 'node:dns/promises'
import { isIP, isIPv6, type LookupFunction } from 'node:net'
import { kindOfAddress } from './address-kind.ts'
import { isListed } from './allowed.ts'

/** Why something outside was not reached. None of them holds a word of the other side. */
export const outgoingFaults = {
  'unknown host': 'The server name is not known.',
  'not allowed': 'The address is in a private network. The server administrator can add it to KLINIKI_PRIVATE_ADDRESSES.',
  forbidden: 'Connections to this address are not allowed.',
  refused: 'The server refused the connection.',
  slow: 'The server took too long to answer.',
  certificate: 'The server’s TLS certificate is not valid.',
  closed: 'The server closed the connection.',
  unreachable: 'The server cannot be reached.',
} as const
export type OutgoingFaultKind = keyof typeof outgoingFaults

export class OutgoingFault extends Error {
  kind: OutgoingFaultKind

  constructor(kind: OutgoingFaultKind, options?: ErrorOptions) {
    super(outgoingFaults[kind], options)
    this.kind = kind
  }
}

const kindsOfCodes: Readonly<Record<string, OutgoingFaultKind>> = {
  ECONNREFUSED: 'refused',
  ECONNRESET: 'closed',
  EPIPE: 'closed',
  ETIMEDOUT: 'slow',
  ENOTFOUND: 'unknown host',
  EAI_AGAIN: 'unknown host',
}
const isOfCertificate = ({ code = '', message }: NodeJS.ErrnoException) =>
  /CERT|ALTNAME|SIGNATURE/.test(code) || /certificate|altname|self.signed|unable to verify/i.test(message)

/** What an error of a socket means, in our own words. */
export const outgoingFaultOf = (error: unknown): OutgoingFault => {
  if (error instanceof OutgoingFault) return error
  const failure = error as NodeJS.ErrnoException & { errors?: NodeJS.ErrnoException[] }
  if (failure.name === 'TimeoutError' || failure.name === 'AbortError') return new OutgoingFault('slow')
  if (isOfCertificate(failure)) return new OutgoingFault('certificate')
  const code = failure.code ?? failure.errors?.[0]?.code ?? ''
  return new OutgoingFault(Object.hasOwn(kindsOfCodes, code) ? (kindsOfCodes[code] ?? 'unreachable') : 'unreachable')
}

interface Address {
  address: string
  family: number
}
export type Resolve = (host: string) => Promise<Address[]>
const systemResolve: Resolve = (host) => lookup(host, { all: true })

export interface Place {
  host: string
  port: number
}

/** Where an address of http or https leads. */
export const placeOfUrl = (address: string | URL): Place => {
  const { hostname, port, protocol } = new URL(address)
  return { host: hostname, port: Number(port || (protocol === 'https:' ? 443 : 80)) }
}

/** Where something is sent, its addresses checked: a connection is made to one of them, and the name is not looked up again. */
export interface Destination extends Place {
  addresses: readonly Address[]
}

export interface OutgoingRules {
  /** Private addresses that are allowed beside those that the operator lists, in the form of that list. */
  alsoAllowed?: string | undefined
  resolve?: Resolve | undefined
}

/** Why an address that was entered is refused: with the address, and what is allowed. */
export const refusalOf = (kind: OutgoingFaultKind, { host, port }: Place): string =>
  kind === 'not allowed'
    ? `${host} is in a private network. Enter a public address, or ask whoever runs the server to list ${host}:${port} in KLINIKI_PRIVATE_ADDRESSES.`
    : `No connection may be made to ${host}. Enter another address.`

/** Private addresses that the operator of this process allows. Read where it counts, so that no caller can allow more. */
const listedByOperator = () => process.env['KLINIKI_PRIVATE_ADDRESSES'] ?? ''

/** Why no connection may be made to an address, or null. */
const faultOfAddress = (reached: Place & { address: string }, alsoAllowed = ''): OutgoingFaultKind | null => {
  const kind = kindOfAddress(reached.address)
  if (kind === 'never') return 'forbidden'
  return kind === 'public' || isListed(`${listedByOperator()} ${alsoAllowed}`, reached) ? null : 'not allowed'
}

/** A host without brackets, and an address of IPv4 in its usual spelling however it was written: 0x7f.1 and 2130706433 are 127.0.0.1. */
export const plainHost = (host: string): string => {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  const isNumber = /^[0-9a-fx.]+$/i.test(bare) && URL.canParse(`http://${bare}/`)
  const { hostname } = isNumber ? new URL(`http://${bare}/`) : { hostname: bare }
  return isIP(hostname) ? hostname : bare
}

/**
 * Why a host as it was entered can never be reached, as far as that is known without asking for its name: of an address, and of localhost.
 * Null otherwise; where the name leads is found out for each connection.
 */
export const faultOfHost = ({ host, port }: Place, alsoAllowed?: string): OutgoingFaultKind | null => {
  const plain = plainHost(host)
  if (isIP(plain)) return faultOfAddress({ host: plain, port, address: plain }, alsoAllowed)
  return /(^|\.)localhost\.?$/i.test(plain) ? faultOfAddress({ host: plain, port, address: '127.0.0.1' }, alsoAllowed) : null
}

const within = async <T>(work: Promise<T>, signal: AbortSignal): Promise<T> => {
  signal.throwIfAborted()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const stop = () => reject(signal.reason as Error)
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([work, ended])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** Looks a host up, once, and checks every address that it has. Throws an OutgoingFault when one of them may not be reached. */
export const findDestination = async (
  { host, port }: Place,
  { alsoAllowed, resolve = systemResolve }: OutgoingRules,
  signal: AbortSignal,
): Promise<Destination> => {
  const plain = plainHost(host)
  const family = isIP(plain)
  const addresses = family ? [{ address: plain, family }] : await within(resolve(plain), signal)
  if (addresses.length === 0) throw new OutgoingFault('unknown host')
  for (const { address } of addresses) {
    const kind = faultOfAddress({ host: plain, port, address }, alsoAllowed)
    if (kind) throw new OutgoingFault(kind)
  }
  return { host: plain, port, addresses }
}

/** In place of a look-up: the addresses that were checked. */
export const lookupOf =
  ({ addresses }: Destination): LookupFunction =>
  (_name, { all }, answer) => {
    const [first] = addresses
    if (all) answer(null, [...addresses])
    else answer(null, first?.address ?? '', isIPv6(first?.address ?? '') ? 6 : 4)
  }
