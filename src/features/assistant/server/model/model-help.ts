import { systemClock, type Clock } from '#platform/clock.ts'
import type { ModelCatalogue } from './catalogue.ts'
import type { ModelChoice } from './choice.ts'
import { chooseWithModel } from './choose.ts'
import type { MaskedQuestion } from './mask.ts'
import { ModelFailure, type ModelSettings } from './server-reply.ts'

const MAX_FAILURES = 3
const REST_MS = 60_000

export interface Asked {
  question: MaskedQuestion
  catalogue: ModelCatalogue
}
/** The choice of the model, or null: it has none, it failed, or it is not asked for now. Never throws, and never takes longer than its limit. */
export type ModelHelp = (settings: ModelSettings, asked: Asked, signal?: AbortSignal) => Promise<ModelChoice | null>

/** A choice outside the catalogue comes from a server that works. */
const isOfServer = (error: ModelFailure) => error.fault !== 'outside the catalogue'

/**
 * Help of a model for one process. After three failures in a row the model is left alone for a minute; one more failure then is another
 * minute. Another address or model starts anew.
 */
export const openModelHelp = (clock: Clock = systemClock): ModelHelp => {
  let about = ''
  let failures = 0
  let failedAt = 0
  return async (settings, asked, signal) => {
    const other = `${settings.url} ${settings.model}`
    if (other !== about) [about, failures] = [other, 0]
    if (failures >= MAX_FAILURES && clock().getTime() - failedAt < REST_MS) return null
    try {
      const choice = await chooseWithModel(settings, asked, signal)
      failures = 0
      return choice
    } catch (error) {
      // Who asked has gone away: that says nothing of the model.
      if (signal?.aborted) return null
      if (error instanceof ModelFailure && !isOfServer(error)) failures = 0
      else [failures, failedAt] = [failures + 1, clock().getTime()]
      return null
    }
  }
}
