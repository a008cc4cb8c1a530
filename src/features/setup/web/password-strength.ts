export type Strength = 'short' | 'named' | 'weak' | 'fair' | 'good'

const SHORTEST = 10
const GOOD_LENGTH = 16
const FEW_LETTERS = 5

const folded = (text: string) => text.normalize('NFKD').toLowerCase()

/**
 * A hint while a password is typed, no verdict: the server has the last word. Length counts most; a password of few different
 * characters is weak, and one with the person's own name in it is guessed first.
 */
export const strengthOf = (password: string, about: readonly string[]): Strength => {
  if (password.length < SHORTEST) return 'short'
  const text = folded(password)
  const names = about.flatMap((name) => folded(name).split(/[^\p{L}\p{N}]+/u)).filter((part) => part.length > 2)
  if (names.some((name) => text.includes(name))) return 'named'
  if (new Set(text).size < FEW_LETTERS || /^(.+)\1+$/.test(text)) return 'weak'
  return password.length >= GOOD_LENGTH ? 'good' : 'fair'
}
