import { callName } from '#platform/http/admit.ts'
import { networkOf } from '#platform/http/network.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { Services } from '#platform/services.ts'

/** Who calls: an account from a browser that it knows, or from a session of its own; else everybody in one network together. */
type Caller = { account: number; device: Buffer } | { account: number } | { ip: string }

const keyOf = (caller: Caller) => {
  if ('ip' in caller) return networkOf(caller.ip)
  return 'device' in caller ? `account ${caller.account} ${caller.device.toString('base64url')}` : `account ${caller.account}`
}

/** Counts a call of an endpoint that counts its calls itself: 429 beyond its calls of a minute. A known caller has a count of their own. */
export const countCall = (
  { limiter }: Pick<Services, 'limiter'>,
  endpoint: Pick<Endpoint, 'method' | 'path' | 'perMinute'>,
  caller: Caller,
): Promise<void> => limiter.spend(callName(endpoint), keyOf(caller), { points: endpoint.perMinute ?? 60, seconds: 60 })
