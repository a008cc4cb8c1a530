import { ApiError, isAway, noAnswer, offlineError } from './http.ts'
import { change, connection, heard, restore, whenRestored } from './connection-state.ts'

/** Answers 200 only while the server and its database can work. */
const PROBE = '/health/ready'
const PROBE_MS = 5_000
/** An answer of the probe counts for so long: calls that fail together ask once. */
const PROBED_MS = 2_000
/** How often a call goes out while the connection is up. */
export const ATTEMPTS = 3
const SHORTEST_MS = 500
export const LONGEST_MS = 5_000
/** Changes that waited go out within so long after the connection is back, those of each browser at a moment of their own. */
const SPREAD_MS = 1_000
/** A reply that takes longer is worth a word on the screen, and a probe. */
export const SLOW_MS = 8_000
/** No reply by then is none. The longest that the server works on is a question to a slow model, 60 seconds; uploads count from their last byte. */
const PATIENCE_MS = 90_000

/** The pause before the next try, after `failures` failed ones: doubles up to the longest, half of it by chance. */
export const backOff = (failures: number): number => Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (failures - 1)) * (0.5 + Math.random() / 2)

/** Waits, unless it is stopped meanwhile: then it rejects with the reason. */
export const pause = (ms: number, signal?: AbortSignal) =>
  new Promise<void>((resolve, reject) => {
    const stopped = () => {
      clearTimeout(timer)
      reject(signal?.reason as Error)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stopped)
      resolve()
    }, ms)
    if (signal?.aborted) return stopped()
    signal?.addEventListener('abort', stopped, { once: true })
  })

const probe = async (): Promise<boolean> => {
  const response = await fetch(PROBE, { cache: 'no-store', signal: AbortSignal.timeout(PROBE_MS) }).catch(() => null)
  return response !== null && response.status < 500
}

/** Probes until the server answers, more and more rarely. */
const watchLost = async () => {
  for (let failures = 1; ; failures += 1) {
    await pause(backOff(failures))
    if (await probe()) return restore()
  }
}

let probing: Promise<boolean> | null = null
let probedAt = Number.NEGATIVE_INFINITY

const probeOnce = async (): Promise<boolean> => {
  const isUp = await probe()
  if (isUp) {
    probedAt = Date.now()
    heard()
  } else if (!connection.get().isLost) {
    change({ isLost: true })
    void watchLost()
  }
  return isUp
}

/**
 * Whether the connection is up, asked after something failed: lost is what the probe says is lost, never what one call meets. Once for all who ask
 * at the same time. An answer from before `since`, when what failed began, says nothing.
 */
export const isUp = async (since = Number.NEGATIVE_INFINITY): Promise<boolean> => {
  if (connection.get().isLost) return false
  if (probedAt >= since && Math.abs(Date.now() - probedAt) < PROBED_MS) return true
  return (probing ??= probeOnce().finally(() => void (probing = null)))
}

/** Holds a change until the connection returns, counted where the person sees it. */
const waitUntilRestored = async (signal?: AbortSignal) => {
  change({ waiting: connection.get().waiting + 1 })
  try {
    await new Promise<void>((resolve, reject) => {
      const stop = whenRestored(() => {
        stop()
        resolve()
      })
      signal?.addEventListener(
        'abort',
        () => {
          stop()
          reject(signal.reason as Error)
        },
        { once: true },
      )
    })
  } finally {
    change({ waiting: connection.get().waiting - 1 })
  }
  await pause(Math.random() * SPREAD_MS, signal)
}

/** Failures after which everything was tried: a call within a call is not tried three times three times. */
const givenUp = new WeakSet<Error>()
const giveUp = (error: ApiError): ApiError => {
  givenUp.add(error)
  return error
}

/** Whether it is unknown, after this failure, if the change was made. */
export const isUnsettled = (error: unknown): boolean => isAway(error) || (error instanceof ApiError && error.code === 'in_progress')

interface Persistence {
  /** It may go out again: it only asks, or carries a key. */
  mayRepeat: boolean
  /** It asks, so that a server that is busy may be asked again. */
  isQuestion?: boolean
  /** It waits for a lost connection instead of failing. */
  waits?: boolean
  signal?: AbortSignal | undefined
}

const isBusy = (error: ApiError) => error.status === 429 || error.code === 'busy' || error.code === 'timeout'
const pauseAfter = (failures: number, { retryAfter }: ApiError) =>
  Math.max(backOff(failures), Math.min((retryAfter ?? 0) * 1000, LONGEST_MS))

/**
 * Sends, and sends again what was not answered: with the connection up three times at the most, with growing pauses; once it is lost, after it
 * is back, if it waits, and not at all if not. Throws an ApiError that says which of the two it was, or what the server answered.
 */
export const persist = async <T>(send: () => Promise<T>, { mayRepeat, isQuestion, waits, signal }: Persistence): Promise<T> => {
  for (let failures = 0; ;) {
    const begun = Date.now()
    try {
      return await send()
    } catch (error) {
      if (!(error instanceof ApiError) || givenUp.has(error)) throw error
      // The attempt before is still being worked on, under the same key.
      const isOwnDuplicate = error.code === 'in_progress' && failures > 0
      if (isAway(error)) {
        if (!(await isUp(begun))) {
          if (!mayRepeat || !waits) throw error.status === 0 ? offlineError() : error
          await waitUntilRestored(signal)
          continue
        }
      } else if (!isOwnDuplicate && !(isQuestion && isBusy(error))) throw error
      failures += 1
      if (!mayRepeat || failures >= ATTEMPTS || error.code === 'too_slow')
        throw giveUp(isAway(error) ? noAnswer(error, mayRepeat && !isQuestion) : error)
      await pause(pauseAfter(failures, error), signal)
    }
  }
}

/** One attempt under watch. */
interface Attempt {
  signal: AbortSignal
  /** Says that it is getting on: the clock begins anew. */
  moves: () => void
}

/**
 * Makes one attempt. When the reply is long in coming, the screen says so and the connection is probed: one that is lost ends the attempt, unless
 * a file is being sent, which ends by itself; so does endless waiting.
 */
export const attempt = async <T>(
  run: (attempt: Attempt) => Promise<T>,
  { signal, isUpload = false }: { signal?: AbortSignal | undefined; isUpload?: boolean },
): Promise<T> => {
  const end = new AbortController()
  let isSlow = false
  let timers: ReturnType<typeof setTimeout>[] = []
  const setSlow = (now: boolean) => {
    if (now === isSlow) return
    isSlow = now
    change({ slow: connection.get().slow + (now ? 1 : -1) })
  }
  const stop = () => {
    for (const timer of timers) clearTimeout(timer)
    setSlow(false)
  }
  const onSlow = async () => {
    setSlow(true)
    if (!(await isUp()) && !isUpload) end.abort(offlineError())
  }
  const moves = () => {
    stop()
    timers = [setTimeout(() => void onSlow(), SLOW_MS), setTimeout(() => end.abort(new ApiError(0, { code: 'too_slow' })), PATIENCE_MS)]
  }
  moves()
  try {
    return await run({ signal: signal ? AbortSignal.any([signal, end.signal]) : end.signal, moves })
  } catch (error) {
    if (signal?.aborted || error instanceof ApiError) throw error
    if (end.signal.aborted) throw end.signal.reason as ApiError
    throw offlineError()
  } finally {
    stop()
  }
}
