import { once } from 'node:events'
import { type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { kindOfAddress } from './address-kind.ts'
import { findDestination, lookupOf, OutgoingFault, outgoingFaultOf, placeOfUrl, type OutgoingRules } from './destination.ts'

export interface OutgoingRequest extends OutgoingRules {
  url: string | URL
  method: 'GET' | 'POST'
  headers: Readonly<Record<string, string>>
  body?: string | undefined
  /** From the look-up of the name to the end of the reply. */
  timeoutMs: number
  /** Of the reply; what is longer is not read. */
  maxBytes: number
  signal?: AbortSignal | undefined
}

export interface OutgoingReply {
  status: number
  /** The beginning of the reply. It is for the program: nobody is shown it. */
  text: string
  isWhole: boolean
}

const readReply = async (response: IncomingMessage, maxBytes: number): Promise<Omit<OutgoingReply, 'status'>> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of response as AsyncIterable<Buffer>) {
    size += chunk.length
    // Leaving the loop ends the connection.
    if (size > maxBytes) return { text: Buffer.concat(chunks).toString('utf8'), isWhole: false }
    chunks.push(chunk)
  }
  return { text: Buffer.concat(chunks).toString('utf8'), isWhole: true }
}

/**
 * Asks once, over a connection of its own to one of the addresses that were checked, with the certificate verified for the host. A redirect is a
 * reply like any other: nothing follows it. Throws an OutgoingFault when there is no reply in time, and the reason of `signal` when the caller
 * goes away.
 */
export const askOutside = async (asked: OutgoingRequest): Promise<OutgoingReply> => {
  const { method, headers, body, timeoutMs, maxBytes, signal: caller, ...rules } = asked
  const url = new URL(asked.url)
  const isSecure = url.protocol === 'https:'
  const limit = AbortSignal.timeout(timeoutMs)
  const signal = caller ? AbortSignal.any([caller, limit]) : limit
  try {
    const destination = await findDestination(placeOfUrl(url), rules, signal)
    // In the clear only within the house, whatever a name of the house turns out to be.
    if (!isSecure && destination.addresses.some(({ address }) => kindOfAddress(address) === 'public')) throw new OutgoingFault('forbidden')
    const request = (isSecure ? requestHttps : requestHttp)(url, {
      method,
      headers: { ...headers, ...(body !== undefined && { 'content-length': String(Buffer.byteLength(body)) }) },
      agent: false,
      lookup: lookupOf(destination),
      signal,
    })
    // What breaks after the reply has begun is told by the reply.
    request.on('error', () => {})
    request.end(body)
    const [response] = (await once(request, 'response', { signal })) as [IncomingMessage]
    return { status: response.statusCode ?? 0, ...(await readReply(response, maxBytes)) }
  } catch (error) {
    caller?.throwIfAborted()
    // A reply that breaks off because its time is over says only that its connection is gone.
    if (limit.aborted) throw new OutgoingFault('slow')
    throw outgoingFaultOf(error)
  }
}
