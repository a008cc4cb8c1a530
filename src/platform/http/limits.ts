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
  /** The same for a whole account and every kind of call, counted in this process alone: a brake, not a lock. Patients' accounts of a network are braked together as well. */
  countCall(caller: Caller): Promise<void>
  /** Counts a request that is refused, of an account and of its network, in this process alone: beyond either limit it is a 429. Others go on. */
  refused(caller: Caller): Promise<void>
  /**
   * Counts a request that may leave a row in the trail, in this process alone, before anything of it is done: 429 where the rows of this
   * minute are used up, those of the account or those of all patients' accounts of its network.
   */
  takeRow(caller: Caller): Promise<void>
  /** Counts so many rows more, fifty at most, or fewer than the one that was taken; what one request leaves is never cut short. */
  countRows(caller: Caller, more: number): Promise<void>
}

/** Who calls: a network, and an account where somebody is signed in. */
export interface Caller {
  network: string
  account: number | null
  /** Anybody may register as a patient, any number of times: such accounts are counted together as well. */
  isPatient: boolean
}

/** A person at a screen makes a handful of calls a second; a script that makes hundreds is stopped. */
const RATE_LIMIT = { points: 3_000, duration: 10 }

/** Far more than a screen that somebody may not use asks for. */
const REFUSED = { points: 1_200, duration: 60 }
/** Of all accounts of a network: a whole clinic stands behind one. */
const REFUSED_OF_NETWORK = { points: 6_000, duration: 60 }
const PATIENT_RATE_LIMIT = { points: 6_000, duration: 10 }

/** Rows of the trail a minute. A page of a list leaves one for each patient who is on it, and a screen that is open asks again. */
export const TRAIL_ROWS = { staff: 6_000, patient: 240, patientsOfNetwork: 3_000 } as const

/**
 * So many of one call's rows count at most: a file of ten thousand items is the work of a minute as well, and files are limited by themselves.
 */
const MOST_ROWS_OF_CALL = 50

const rowsOf = (name: keyof typeof TRAIL_ROWS) => ({
  name: name === 'patientsOfNetwork' ? 'all patients of a network' : 'each account',
  limiter: new RateLimiterMemory({ points: TRAIL_ROWS[name], duration: 60, keyPrefix: `rows ${name}` }),
})

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
  const callLimits = new RateLimiterMemory({ ...RATE_LIMIT, keyPrefix: 'rateLimit' })
  const patientRateLimits = new RateLimiterMemory({ ...PATIENT_RATE_LIMIT, keyPrefix: 'brake of patients' })
  const refusals = new RateLimiterMemory({ ...REFUSED, keyPrefix: 'refused' })
  const refusalsOfNetworks = new RateLimiterMemory({ ...REFUSED_OF_NETWORK, keyPrefix: 'refused of network' })
  const rows = { staff: rowsOf('staff'), patient: rowsOf('patient'), patientsOfNetwork: rowsOf('patientsOfNetwork') }
  /** The budgets of rows that a caller draws on. */
  const budgetsOf = ({ account, network, isPatient }: Caller) =>
    isPatient
      ? [
          { ...rows.patient, key: String(account) },
          { ...rows.patientsOfNetwork, key: network },
        ]
      : [{ ...rows.staff, key: String(account) }]
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
    countCall: async ({ account, network, isPatient }) => {
      await callLimits.consume(`account ${account}`).catch(refuse)
      if (isPatient) await patientRateLimits.consume(network).catch(refuse)
    },
    refused: async ({ account, network }) => {
      // A stranger has only a network; an account's refusals count for it as well, for whoever has many accounts.
      await refusals.consume(account === null ? `network ${network}` : `account ${account}`).catch(refuse)
      await refusalsOfNetworks.consume(network).catch(refuse)
    },
    takeRow: async (caller) => {
      for (const { limiter, name, key } of budgetsOf(caller))
        await limiter.consume(key).catch((reason: unknown) => {
          if (!(reason instanceof RateLimiterRes)) throw reason
          const seconds = reason.msBeforeNext / 1000
          throw tooMany(seconds, `Limit: ${limiter.points} lines in the audit trail a minute for ${name}. All are used; try again later.`)
        })
    },
    countRows: async (caller, more) => {
      for (const { limiter, key } of budgetsOf(caller))
        await (more > 0 ? limiter.penalty(key, Math.min(more, MOST_ROWS_OF_CALL)) : limiter.reward(key, -more))
    },
  }
}
