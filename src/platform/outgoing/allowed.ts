import { BlockList, isIP, isIPv4 } from 'node:net'
import { plainestOf } from './address-kind.ts'

/** One entry of the operator's list: a network or a name, on one port or on all. */
interface Allowed {
  port: number | null
  network: BlockList | null
  name: string | null
}

const NAME = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_.-]*[a-z0-9])?$/

const networkOf = (text: string): BlockList | null => {
  const [address = '', prefix, ...more] = text.split('/')
  const family = isIP(address)
  const longest = family === 4 ? 32 : 128
  const length = prefix === undefined ? longest : /^\d{1,3}$/.test(prefix) ? Number(prefix) : -1
  if (family === 0 || more.length > 0 || length < 0 || length > longest) return null
  const network = new BlockList()
  network.addSubnet(address, length, family === 4 ? 'ipv4' : 'ipv6')
  return network
}

/** `[fd00::5]:25`, `10.0.0.0/8:25` and `gpu.lan:11434` end with a port; `fd00::5` and `fd00::/8` do not. */
const PARTS = /^(?:\[([^\]]+)\]|([^:[\]]+)|([0-9a-fA-F:.]+:[0-9a-fA-F:.]*(?:\/\d+)?))(?::(\d{1,5}))?$/

/** An entry, or null for what is none. */
const entryOf = (text: string): Allowed | null => {
  const [, bracketed, plain, bare, digits] = PARTS.exec(text) ?? []
  const place = bracketed ?? plain ?? bare
  const port = digits === undefined ? null : Number(digits)
  if (place === undefined || (port !== null && (port < 1 || port > 65_535))) return null
  const network = networkOf(place)
  if (network) return { port, network, name: null }
  const name = place.toLowerCase()
  return NAME.test(name) && !/^[\d.]+$/.test(name) ? { port, network: null, name } : null
}

/** Entries apart by commas or spaces; the first that cannot be read is told instead. */
export const readAllowed = (list: string): { entries: Allowed[] } | { wrong: string } => {
  const entries: Allowed[] = []
  for (const text of list.split(/[\s,]+/).filter(Boolean)) {
    const entry = entryOf(text)
    if (!entry) return { wrong: text }
    entries.push(entry)
  }
  return { entries }
}

const entriesOf = (list: string) => {
  const read = readAllowed(list)
  return 'entries' in read ? read.entries : []
}

export interface Reached {
  host: string
  port: number
  /** What the host is, or was resolved to. */
  address: string
}

const includes = (network: BlockList, address: string) => network.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')

/** Whether a list names this address: by itself, by its network, or by the name of its host. */
export const isListed = (list: string, { host, port, address }: Reached): boolean =>
  entriesOf(list).some(
    (entry) =>
      (entry.port === null || entry.port === port) &&
      (entry.network ? includes(entry.network, plainestOf(address)) : entry.name === host.toLowerCase().replace(/\.$/, '')),
  )

/** Where instruments of a laboratory stand: in the clinic's own network. */
export const LOCAL_NETWORKS = '10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7'
