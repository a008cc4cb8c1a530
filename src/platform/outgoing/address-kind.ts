import { BlockList, isIP, isIPv4 } from 'node:net'

/**
 * What a connection to an address would reach: the internet; this machine or a network that is not the internet; or what no setting may
 * ever name, such as the service of a cloud that hands out the machine's own passwords.
 */
export type AddressKind = 'public' | 'private' | 'never'

const listOf = (...networks: string[]) => {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', prefix] = network.split('/')
    list.addSubnet(address, Number(prefix), isIPv4(address) ? 'ipv4' : 'ipv6')
  }
  return list
}

// This network, link-local with the metadata of clouds, protocol assignments (192.0.0.192 is Oracle's metadata), multicast, reserved and
// broadcast; then the metadata services of Alibaba and Azure, which lie elsewhere.
const NEVER_V4 = listOf(
  '0.0.0.0/8',
  '169.254.0.0/16',
  '192.0.0.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '100.100.100.200/32',
  '168.63.129.16/32',
)
// Private networks, this machine, the networks behind a provider's translation (CGNAT), and those for measurements and examples.
const PRIVATE_V4 = listOf(
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  '127.0.0.0/8',
  '100.64.0.0/10',
  '198.18.0.0/15',
  '192.0.2.0/24',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '192.88.99.0/24',
)
// The metadata services of Amazon and Google within the private range, and Teredo, which hides an address of IPv4 from its reader.
const NEVER_V6 = listOf('fd00:ec2::/32', 'fd20:ce::254/128', '2001::/32')
const PRIVATE_V6 = listOf('::1/128', 'fc00::/7', '2001:db8::/32')
const PUBLIC_V6 = listOf('2000::/3')

const numbersIn = (text: string) => (text === '' ? [] : text.split(':').map((group) => Number.parseInt(group, 16)))

/** The eight numbers of an IPv6 address, or null: one with a zone reaches only a link of this machine. */
const groupsOf = (address: string): number[] | null => {
  if (!URL.canParse(`http://[${address}]/`)) return null
  const [head = '', tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split('::')
  const [first, last] = [numbersIn(head), numbersIn(tail ?? '')]
  return [...first, ...Array.from({ length: 8 - first.length - last.length }, () => 0), ...last]
}

const fromTwo = (high = 0, low = 0) => [high >> 8, high & 255, low >> 8, low & 255].join('.')

/** The IPv4 address that an IPv6 address stands for: mapped, compatible, translated (NAT64), 6to4 or ISATAP. */
const embeddedIn = (groups: readonly number[]): string | null => {
  const [a, b, c, d, e, f, g = 0, h = 0] = groups
  const startsWithZeros = a === 0 && b === 0 && c === 0 && d === 0 && e === 0
  if (startsWithZeros && (f === 0xffff || (f === 0 && (g > 0 || h > 1)))) return fromTwo(g, h)
  if (a === 0x64 && b === 0xff9b && c === 0 && d === 0 && e === 0 && f === 0) return fromTwo(g, h)
  if (a === 0x2002) return fromTwo(b, c)
  return f === 0x5efe && (e === 0 || e === 0x200) ? fromTwo(g, h) : null
}

const kindOfV4 = (address: string): AddressKind => {
  if (NEVER_V4.check(address)) return 'never'
  return PRIVATE_V4.check(address) ? 'private' : 'public'
}

/** The kind of an IP address in any of its spellings; what is no IP address may never be reached. */
export const kindOfAddress = (address: string): AddressKind => {
  const family = isIP(address)
  if (family === 4) return kindOfV4(address)
  const groups = family === 6 ? groupsOf(address) : null
  if (!groups) return 'never'
  const embedded = embeddedIn(groups)
  if (embedded !== null) return kindOfV4(embedded)
  if (NEVER_V6.check(address, 'ipv6')) return 'never'
  if (PRIVATE_V6.check(address, 'ipv6')) return 'private'
  return PUBLIC_V6.check(address, 'ipv6') ? 'public' : 'never'
}

/** Whether an address, in any of its spellings, is this very machine. */
export const isLoopback = (address = ''): boolean => {
  const plain = plainestOf(address)
  return isIPv4(plain) ? plain.startsWith('127.') : isIP(plain) === 6 && groupsOf(plain)?.join(':') === '0:0:0:0:0:0:0:1'
}

/** The IPv4 address that an address is or stands for, otherwise the address itself: the one under which it is listed. */
export const plainestOf = (address: string): string => {
  const groups = isIP(address) === 6 ? groupsOf(address) : null
  return (groups && embeddedIn(groups)) ?? address
}
