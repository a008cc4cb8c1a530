import { createHmac } from 'node:crypto'
import type { Ids } from '#platform/ids.ts'

// Without i, l, o and u: nobody misreads it from a slip of paper.
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz'

/** A code that people read and type: groups of four with hyphens between (eight at most), five random bits a character. */
export const makeCode = (ids: Ids, groups: number): string => {
  const bytes = Buffer.from(ids.secret(), 'base64url')
  const group = (at: number) => [0, 1, 2, 3].map((next) => ALPHABET[(bytes[at * 4 + next] ?? 0) % ALPHABET.length]).join('')
  return Array.from({ length: groups }, (_, at) => group(at)).join('-')
}

/** What is meant by a code that somebody typed: without blanks and hyphens, in small letters, o as nought, i and l as one. */
export const readCode = (typed: string): string =>
  typed.toLowerCase().replaceAll(/[\s-]/g, '').replaceAll('o', '0').replaceAll(/[il]/g, '1')

/** What is kept in place of a text: it says nothing without the program's own key, and fits no hash that was made for another purpose. */
export const keyedHash = (codeKey: Buffer, purpose: string, text: string): Buffer =>
  createHmac('sha256', codeKey).update(`${purpose}\n${text}`).digest()
