import { hash, verify } from '@node-rs/argon2'

// OWASP's second setting for argon2id, the library's default algorithm: 19 MiB, two passes, one lane. It runs on libuv's threads, not
// on the event loop.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

export const hashPassword = (password: string) => hash(password, cost)

let decoy: Promise<string> | undefined

/** True when the password fits. Without a hash it takes the same time and answers false, so that nobody learns who exists. */
export const passwordFits = async (stored: string | null, password: string): Promise<boolean> => {
  decoy ??= hashPassword('no account has this password')
  const fits = await verify(stored ?? (await decoy), password)
  return stored !== null && fits
}
