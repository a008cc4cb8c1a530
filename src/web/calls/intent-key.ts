import { isUnsettled } from './connection.ts'
import { randomId } from './random-id.ts'

/**
 * The idempotency key of what a form or a list is about to do: made when it opens, kept through every failed attempt. A new one follows a success,
 * and the server's word that an attempt with other contents was saved after all: who saves again after that message means something new.
 */
export interface IntentKey {
  get: () => string
  /** Notes how an attempt ended: without an error, well. */
  settle: (error?: unknown) => void
}

/** Also of the body of the reply alone, which some forms throw. */
const isKeyReused = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && error.code === 'idempotency_key_reused'

/** The key to go on with after an attempt, for a place that keeps it itself: without an error the attempt ended well. */
export const keyAfter = (key: string, error?: unknown): string => (error === undefined || isKeyReused(error) ? randomId() : key)

export const intentKey = (): IntentKey => {
  let key = randomId()
  return {
    get: () => key,
    settle: (error) => void (key = keyAfter(key, error)),
  }
}

/** A button that is pressed again later than this means something new. */
const REMEMBERED_MS = 15 * 60_000
const unsettled = new Map<string, { key: string; at: number }>()

/**
 * The key of a change that brings none of its own, such as that of a button: the one it went out with before, when the same was asked for on this
 * page and it is unknown whether that was done.
 */
export const keyOfRepeat = (what: string): IntentKey => {
  const known = unsettled.get(what)
  const key = known && Date.now() - known.at < REMEMBERED_MS ? known.key : randomId()
  return {
    get: () => key,
    settle: (error) => {
      if (error !== undefined && isUnsettled(error)) unsettled.set(what, { key, at: Date.now() })
      else unsettled.delete(what)
    },
  }
}

/** Whoever signs in next begins anew. */
export const forgetRepeats = () => unsettled.clear()
