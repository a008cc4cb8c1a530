import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes, type RateLimiterAbstract } from 'rate-limiter-flexible'
import type pg from 'pg'
import { tooMany } from '#platform/errors/problem.ts'

export interface Limiter {
  /** Counts a call under `key`; more than `points` in `seconds` is a 429 with Retry-After. Counted by all processes together. */
  spend(name: string, key: string, rule: { points: number; seconds: number }): Promise<void>
  /** The same 429 when the points of `key` are all spent; counts nothing. */
  check(name: string, key: string, rule: { points: number; seconds: number }): Promise<void>
  /** Starts the count of `key` anew. */
  forget(name: string, key: string, rule: { points: number; seconds: number }): Promise<void>
  /** The same for a whole session or address and every kind of call, counted in this process alone: a brake, not a lock. */
  brake(key: string): Promise<void>
  /** Counts a request that is refused, of an account or a network, in this process alone: beyond the limit it is a 429. Others go on. */
  refused(key: string): Promise<void>
}

/** A person at a screen makes a handful of calls a second; a script that makes hundreds is stopped. */
const BRAKE = { points: 3_000, duration: 10 }

/** Far more than a screen that somebody may not use asks for. */
const REFUSED = { points: 1_200, duration: 60 }

const refuse = (reason: unknown): never => {
  if (reason instanceof RateLimiterRes) throw tooMany(reason.msBeforeNext / 1000)
  throw reason
}

/** Rate limits in the table rate_limits, shared by all processes of the clinic. */
export const rateLimits = (pool: pg.Pool): Limiter => {
  const limiters = new Map<string, RateLimiterAbstract>()
  const limiterOf = (name: string, { points, seconds }: { points: number; seconds: number }) => {
    const known = limiters.get(name)
    if (known) return known
    const made = new RateLimiterPostgres({
      storeClient: pool,
      storeType: 'pool',
      tableName: 'rate_limits',
      tableCreated: true,
      clearExpiredByTimeout: false,
      keyPrefix: name,
      points,
      duration: seconds,
    })
    limiters.set(name, made)
    return made
  }
  const brakes = new RateLimiterMemory({ ...BRAKE, keyPrefix: 'brake' })
  const refusals = new RateLimiterMemory({ ...REFUSED, keyPrefix: 'refused' })
  return {
    spend: async (name, key, rule) => {
      await limiterOf(name, rule).consume(key).catch(refuse)
    },
    check: async (name, key, rule) => {
      const spent = await limiterOf(name, rule).get(key)
      if (spent && spent.consumedPoints >= rule.points) refuse(spent)
    },
    forget: async (name, key, rule) => {
      await limiterOf(name, rule).delete(key)
    },
    brake: async (key) => {
      await brakes.consume(key).catch(refuse)
    },
    refused: async (key) => {
      await refusals.consume(key).catch(refuse)
    },
  }
}
