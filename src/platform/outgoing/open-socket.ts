import { once } from 'node:events'
import { connect, isIP, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { findDestination, lookupOf, outgoingFaultOf, type OutgoingRules, type Place } from './destination.ts'

interface Options extends OutgoingRules {
  timeoutMs: number
  /** With TLS from the start, the certificate verified for the host. */
  isSecure?: boolean
  signal?: AbortSignal
}

/** A connection to one of the addresses that were checked. Throws an OutgoingFault, at the latest after `timeoutMs`. */
export const openSocket = async (place: Place, { timeoutMs, isSecure = false, signal: caller, ...rules }: Options): Promise<Socket> => {
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = caller ? AbortSignal.any([caller, limit]) : limit
  let socket: Socket | undefined
  try {
    const destination = await findDestination(place, rules, signal)
    const { host, port } = destination
    const to = { host, port, lookup: lookupOf(destination), autoSelectFamily: true }
    socket = isSecure ? connectTls({ ...to, ...(isIP(host) === 0 && { servername: host }) }) : connect(to)
    await once(socket, isSecure ? 'secureConnect' : 'connect', { signal })
    return socket
  } catch (error) {
    socket?.destroy()
    throw outgoingFaultOf(error)
  }
}
