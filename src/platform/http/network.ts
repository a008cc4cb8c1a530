import { isIP } from 'node:net'

const groups = (text: string) => (text === '' ? [] : text.split(':'))

/** Whom a limit counts as one place: an IPv4 address, or the IPv6 network of one household, which has more addresses than anybody can count. */
export const networkOf = (ip: string): string => {
  const [address = ''] = ip.split('%')
  if (isIP(address) !== 6 || address.includes('.')) return ip
  const [head = '', tail] = address.split('::')
  const [first, last] = [groups(head), groups(tail ?? '')]
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
