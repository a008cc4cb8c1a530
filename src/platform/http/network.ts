import { isIP, type Server, type Socket } from 'node:net'

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

// What was asked once is kept with the connection.
const look = (socket: Socket) => {
  if (socket.remoteAddress === undefined) socket.destroy()
}

/**
 * Has every connection remember from where it came: once it is cut it cannot be asked any more, while what arrived over it is still being
 * worked on, and limits and the trail have to know from where. One that was cut before it was taken in is dropped with all that was sent
 * over it: nobody waits for a reply.
 */
export const rememberAddresses = (server: Server) => {
  server.on('connection', look).on('secureConnection', look)
}
