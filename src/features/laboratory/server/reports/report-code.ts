import type { Ids } from '#platform/ids.ts'

// As Crockford has it: no letter that is read as a figure.
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const LENGTH = 20

/** A code of a report that nobody guesses: `LAB-` and a hundred bits, in groups of five. */
export const newReportCode = (ids: Ids): string => {
  const letters = [...Buffer.from(ids.secret(), 'base64url').subarray(0, LENGTH)].map((byte) => LETTERS[byte % LETTERS.length])
  return `LAB-${(letters.join('').match(/.{5}/g) ?? []).join('-')}`
}
