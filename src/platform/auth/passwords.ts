import { hash, verify } from '@node-rs/argon2'
import { busy } from '#platform/errors/problem.ts'

// OWASP's second setting for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. It runs on libuv's threads, not
// on the event loop.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

// Two at once leave half of libuv's four threads to files; a hundred in line are about a second of work.
const AT_ONCE = 2
const IN_LINE = 100
const RETRY_SECONDS = 2

const line: (() => void)[] = []
let running = 0
let done = 0

/** How much hashing this process does: now, in line, and since its start. */
export const hashingLoad = () => ({ running, waiting: line.length, done })

/** Runs a piece of hashing when its turn has come; answers 503 when too many wait already. */
const inTurn = async <T>(work: () => Promise<T>): Promise<T> => {
  if (running >= AT_ONCE) {
    if (line.length >= IN_LINE) throw busy(RETRY_SECONDS)
    await new Promise<void>((resolve) => line.push(resolve))
  } else running++
  try {
    return await work()
  } finally {
    done++
    // The place passes to the next in line, so that nobody slips in between.
    const next = line.shift()
    if (next) next()
    else running--
  }
}

/** The Argon2id text of a password. A 503 problem when too many are being hashed already. */
export const hashPassword = (password: string) => inTurn(() => hash(password, cost))

let decoy: Promise<string> | undefined

/**
 * True when the password fits. Without a hash it takes the same time and answers false, so that nobody learns who exists.
 * `admit` runs when the turn has come, right before the work, and `failed` before the turn ends: a limit on guesses that counts there
 * holds against any number of guesses sent at once. A 503 problem when too many are being checked already.
 */
export const passwordFits = async (
  stored: string | null,
  password: string,
  guard: { admit?: () => Promise<void>; failed?: () => Promise<void> } = {},
): Promise<boolean> => {
  const other = await (decoy ??= hash('no account has this password', cost))
  return inTurn(async () => {
    await guard.admit?.()
    const fits = (await verify(stored ?? other, password)) && stored !== null
    if (!fits) await guard.failed?.()
    return fits
  })
}
