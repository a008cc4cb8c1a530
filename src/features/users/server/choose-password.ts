import { hashPassword } from '#platform/auth/passwords.ts'
import { isWeakPassword } from '#platform/auth/weak-passwords.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { Ids } from '#platform/ids.ts'

// Without i, l, o and u: nobody misreads it from a slip of paper.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'
const GROUPS_OF_FOUR = 5

/** Hashes a password that somebody chose; one that is easily guessed is a 400 on `field`. `about`: the person's names and address. */
export const hashChosenPassword = async (field: string, password: string, about: readonly string[]): Promise<string> => {
  if (isWeakPassword(password, about))
    throw fieldError(field, 'This password is easy to guess. Use several words that do not belong together.')
  return hashPassword(password)
}

/** A password that is shown once: 100 random bits. */
export const makeOneTimePassword = (ids: Ids): string => {
  const bytes = Buffer.from(ids.secret(), 'base64url')
  const group = (at: number) => [0, 1, 2, 3].map((next) => ALPHABET[(bytes[at * 4 + next] ?? 0) % ALPHABET.length]).join('')
  return Array.from({ length: GROUPS_OF_FOUR }, (_, at) => group(at)).join('-')
}

const ONE_TIME_DAYS = 7
export const oneTimeUntil = (now: Date) => new Date(now.getTime() + ONE_TIME_DAYS * 86_400_000)
