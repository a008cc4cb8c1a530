import { makeCode } from '#platform/auth/codes.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { isWeakPassword } from '#platform/auth/weak-passwords.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { Ids } from '#platform/ids.ts'

const GROUPS_OF_FOUR = 5

/** Hashes a password that somebody chose; one that is easily guessed is a 400 on `field`. `about`: the person's names and address. */
export const hashChosenPassword = async (field: string, password: string, about: readonly string[]): Promise<string> => {
  if (isWeakPassword(password, about))
    throw fieldError(field, 'This password is easy to guess. Use several words that do not belong together.')
  return hashPassword(password)
}

/** A password that is shown once: 100 random bits. */
export const makeOneTimePassword = (ids: Ids): string => makeCode(ids, GROUPS_OF_FOUR)

const ONE_TIME_DAYS = 7
export const oneTimeUntil = (now: Date) => new Date(now.getTime() + ONE_TIME_DAYS * 86_400_000)
