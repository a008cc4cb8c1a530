import type { Context } from '#platform/http/handle.ts'
import type { Db } from '#platform/db/connect.ts'

/** Who acts, and in whose transaction. */
type Actor = Pick<Context, 'db' | 'user' | 'now' | 'audit' | 'publish'>

/**
 * How the till asks the pharmacy for what it bills. Prescriptions implement it, billing calls it: a request is a line of the visit's
 * prescription. Each holds the visit until the transaction ends, before any bill is held.
 */
export interface TillRequests {
  /** Asks for so much of an item and answers the order to be charged. 409 `controlled`, `prescribed`, and for a patient who died. */
  request: (actor: Actor, asked: { visit: number; item: number; quantity: string }) => Promise<number>
  /** Holds the visit of a bill that bears requests of the till; others stay free. */
  hold: (db: Db, invoice: number) => Promise<void>
  /**
   * Withdraws those of these orders that the till asked for and of which nothing was dispensed, and answers them. 409 `dispensed` for a
   * request of which some was dispensed, unless those are to be left alone.
   */
  withdraw: (actor: Actor, orders: readonly number[], reason: string, options?: { leaveDispensed: boolean }) => Promise<number[]>
}
