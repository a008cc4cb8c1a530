import { findCompany } from '#features/company/public.ts'
import { makeCode } from '#platform/auth/codes.ts'
import { hashPassword } from '#platform/auth/passwords.ts'
import { isWeakPassword } from '#platform/auth/weak-passwords.ts'
import type { Db } from '#platform/db/connect.ts'
import { fieldError } from '#platform/errors/problem.ts'
import type { Ids } from '#platform/ids.ts'
import { findRules } from './security.ts'

const GROUPS_OF_FOUR = 5

/**
 * Hashes a password that somebody chose; one that is shorter than the clinic asks for, or easily guessed, is a 400 on `field`. `about`: the
 * person's names and address; the clinic's name is no secret either.
 */
export const hashChosenPassword = async (db: Db, field: string, password: string, about: readonly string[]): Promise<string> => {
  const { password_length } = await findRules(db)
  if (Array.from(password).length < password_length) throw fieldError(field, `Use at least ${password_length} characters.`)
  const { name } = await findCompany(db)
  if (isWeakPassword(password, [...about, name])) throw fieldError(field, 'This password is easy to guess. Use several unrelated words.')
  return hashPassword(password)
}

/** A password that is shown once: 100 random bits. */
export const makeOneTimePassword = (ids: Ids): string => makeCode(ids, GROUPS_OF_FOUR)

const ONE_TIME_DAYS = 7
export const oneTimeUntil = (now: Date) => new Date(now.getTime() + ONE_TIME_DAYS * 86_400_000)
