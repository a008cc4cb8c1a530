import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'

// Without the letters and digits that look alike in print: 0 O, 1 I L, 2 Z, 5 S, 8 B, U V.
const alphabet = 'ACDEFGHJKMNPQRTWXY34679'
const LENGTH = 8

/** A code that a person can read off a screen and type: 36 bits, in two groups of four. */
export const makeCode = () => {
  const letters = Array.from({ length: LENGTH }, () => alphabet[randomInt(alphabet.length)]).join('')
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

/** The keyed hash under which a code is kept; spaces, hyphens and letter case do not count. */
export const hashCode = (key: Buffer, code: string) =>
  createHmac('sha256', key)
    .update(`set-up code\n${code.toUpperCase().replace(/[^A-Z0-9]/g, '')}`)
    .digest()

export const isSameCode = (kept: Buffer, given: Buffer) => kept.length === given.length && timingSafeEqual(kept, given)
