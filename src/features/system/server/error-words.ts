const MAX = 300
/** What may stand in quotes: names of the program's own things. */
const NAMED = /\b(?:constraint|relation|column|table|function|schema|type|role|database|index) $/

/**
 * What a job says of its failure, for people: one line, without what the database quotes of a row, and without addresses of people. Of an error
 * of the database the message alone is ever read, never its detail.
 */
export const errorWords = (output: unknown): string => {
  const { message, value } = (output ?? {}) as { message?: unknown; value?: { message?: unknown } }
  const said = typeof message === 'string' ? message : value?.message
  if (typeof said !== 'string' || said.trim() === '') return ''
  return said
    .split('\n', 1)[0]!
    .replaceAll(/"[^"]*"/g, (quoted, at: number, whole: string) => (NAMED.test(whole.slice(0, at)) ? quoted : '"…"'))
    .replaceAll(/[^\s<>@]+@[^\s<>@]+/g, '…@…')
    .replaceAll(/\+?\d{7,}/g, '…')
    .replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ')
    .trim()
    .slice(0, MAX)
    .toWellFormed()
}
